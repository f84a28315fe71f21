/** What an operation answers; `text` wins over `body`, which is written as JSON. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
};

/** An error answer with a ProblemDetails body (spec: Shared shapes, Errors 1). */
export function problem(
  status: number,
  detail: string,
  extra: Readonly<Record<string, unknown>> = {},
): Answer {
  const title = titles[status] ?? 'Error';
  return {
    status,
    body: { type: `https://httpstatuses.io/${status}`, title, status, detail, instance: null, ...extra },
  };
}

export function notFound(what: string): Answer {
  return problem(404, `There is no ${what} with that id.`);
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function accepted(body: unknown): Answer {
  return { status: 202, body };
}
