import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceError } from './errors.ts';
import { parseJson } from './json.ts';
import { type ProblemDetails, readProblemDetails } from './problem-details.ts';

/** A union's members without the operation, which the caller adds. */
export type Refusal = ServiceError extends infer Member
  ? Member extends ServiceError
    ? Omit<Member, 'operation'>
    : never
  : never;

interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds the service asked to wait, null when it did not. */
  readonly retryAfter: number | null;
  /** Where the request went, as scheme, host and port. */
  readonly origin: string;
}

/**
 * What an answer that is no success means; null for a success (spec: Errors; most status codes are not shown there, so
 * they are read by their general meaning).
 */
export function refusalOf(head: AnswerHead): Refusal | null {
  const { status } = head;
  if (status >= 200 && status < 300) return isPage(head) ? { kind: 'captive-portal', status } : null;
  if (status === 511 || leadsElsewhere(head)) return { kind: 'captive-portal', status };
  const answered = { status, problem: problemOf(head) };
  if (status === 408) return { kind: 'timeout' };
  if (status === 429) return { kind: 'rate-limited', retryAfterMs: head.retryAfter, ...answered };
  if (status >= 500 && status < 600) return { kind: 'server', retryAfterMs: head.retryAfter, ...answered };
  return { kind: kinds[status] ?? 'unexpected-status', ...answered };
}

const kinds: Readonly<
  Record<number, 'rejected' | 'unauthorized' | 'forbidden' | 'not-found' | 'conflict' | 'too-large'>
> = {
  400: 'rejected',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'not-found',
  412: 'conflict',
  413: 'too-large',
  422: 'rejected',
};

function problemOf({ body }: AnswerHead): ProblemDetails | null {
  const json = parseJson(body);
  return json.ok ? readProblemDetails(json.value) : null;
}

function isPage({ headers, body }: AnswerHead): boolean {
  return (
    /^text\/html|^application\/xhtml/i.test(headers['content-type'] ?? '') && body.trimStart().startsWith('<')
  );
}

/** A redirection to another host, or to a page for people. */
function leadsElsewhere(head: AnswerHead): boolean {
  if (head.status < 300 || head.status >= 400) return false;
  const location = head.headers.location ?? '';
  return isPage(head) || (URL.canParse(location) && new URL(location).origin !== head.origin);
}
