/** An answer as it goes to a desktop. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What the hub itself says, by the `type` of its answer; anything else in an answer is the service's own. */
export const hubProblems = {
  'no-such-operation': { status: 404, title: 'Not Found' },
  'query-not-clear': { status: 400, title: 'Bad Request' },
  'not-json': { status: 415, title: 'Unsupported Media Type' },
  'too-large': { status: 413, title: 'Content Too Large' },
  'not-readable': { status: 400, title: 'Bad Request' },
  'too-many': { status: 429, title: 'Too Many Requests' },
  'event-refused': { status: 401, title: 'Unauthorized' },
  'no-token': { status: 401, title: 'Unauthorized' },
  'service-unreachable': { status: 502, title: 'Bad Gateway' },
  'service-interrupted': { status: 502, title: 'Bad Gateway' },
  'service-not-understood': { status: 502, title: 'Bad Gateway' },
  'service-silent': { status: 504, title: 'Gateway Timeout' },
  'limit-paused': { status: 429, title: 'Too Many Requests' },
  'limit-used-up': { status: 503, title: 'Service Unavailable' },
  failed: { status: 500, title: 'Internal Server Error' },
} as const;
export type HubProblem = keyof typeof hubProblems;

/** spec: ProblemDetails. */
export function problem(
  kind: HubProblem,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Told {
  const { status, title } = hubProblems[kind];
  const body = { type: `urn:matterline:hub:${kind}`, title, status, detail, instance: null };
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
