import type { CalledId } from './operations.ts';
import type { ProblemDetails } from './problem-details.ts';

/** Why nothing came back from the network. */
export type NetworkFault =
  | 'no-such-host'
  | 'refused'
  | 'unreachable'
  | 'interrupted'
  | 'not-trusted'
  /** The proxy of the network wants a name and password, or others. */
  | 'proxy-sign-in'
  | 'proxy-refused'
  | 'proxy-unreachable'
  /** The network wants a kind of proxy that this program does not speak. */
  | 'proxy-unsupported'
  /** The firm's hub, through which alone requests go here, is not there. */
  | 'hub-unreachable'
  /** It is there, and does not reach the service. */
  | 'hub-without-service'
  | 'unknown';

/** What can be wrong with an answer; never an excerpt of it. */
export interface Malformation {
  /** For a developer: what was expected where, such as `value.3.id: invalid_type`. */
  readonly what: string;
}

type Answered = { readonly status: number; readonly problem: ProblemDetails | null };

/** Everything that can come of a call that did not succeed. Holds no token, key, upload address or content. */
export type ServiceError = { readonly operation: CalledId } & (
  | { readonly kind: 'invalid-request'; readonly field: string; readonly rule: string }
  | { readonly kind: 'offline'; readonly code: string; readonly why: NetworkFault }
  /** No answer, or not all of it, in the time allowed. */
  | { readonly kind: 'timeout' }
  /** A transfer stopped moving. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'sign-in-unreachable'; readonly why: string }
  /** What is to be sent could not be read here, or was not as long as announced. */
  | { readonly kind: 'content-unreadable'; readonly code: string }
  /** It was answered, and the disk of this computer did not take what follows from the answer. */
  | { readonly kind: 'not-kept'; readonly code: string }
  /** A fresh access token was refused too. */
  | ({ readonly kind: 'unauthorized' } & Answered)
  | ({ readonly kind: 'forbidden' } & Answered)
  | ({ readonly kind: 'not-found' } & Answered)
  | ({ readonly kind: 'conflict' } & Answered)
  | ({ readonly kind: 'too-large' } & Answered)
  | ({ readonly kind: 'rejected' } & Answered)
  | ({ readonly kind: 'rate-limited'; readonly retryAfterMs: number | null } & Answered)
  | ({ readonly kind: 'server'; readonly retryAfterMs: number | null } & Answered)
  | ({ readonly kind: 'upload-expired' } & { readonly status: number | null })
  | ({ readonly kind: 'unexpected-status' } & Answered)
  /** Something between us and the service answered with a page for people. */
  | { readonly kind: 'captive-portal'; readonly status: number }
  | ({ readonly kind: 'malformed'; readonly status: number | null } & Malformation)
);

/** When the same call may succeed: by itself later, after something else was done, or not at all. */
export type Retry = 'later' | 'after-sign-in' | 'announce-again' | 'never';

const consequences: Readonly<Record<ServiceError['kind'], { retry: Retry; scope: 'account' | 'call' }>> = {
  'invalid-request': { retry: 'never', scope: 'call' },
  offline: { retry: 'later', scope: 'account' },
  timeout: { retry: 'later', scope: 'call' },
  stalled: { retry: 'later', scope: 'call' },
  aborted: { retry: 'later', scope: 'call' },
  'signed-out': { retry: 'after-sign-in', scope: 'account' },
  'sign-in-unreachable': { retry: 'later', scope: 'account' },
  'content-unreadable': { retry: 'never', scope: 'call' },
  'not-kept': { retry: 'later', scope: 'call' },
  unauthorized: { retry: 'after-sign-in', scope: 'account' },
  forbidden: { retry: 'never', scope: 'call' },
  'not-found': { retry: 'never', scope: 'call' },
  conflict: { retry: 'never', scope: 'call' },
  'too-large': { retry: 'never', scope: 'call' },
  rejected: { retry: 'never', scope: 'call' },
  'rate-limited': { retry: 'later', scope: 'account' },
  server: { retry: 'later', scope: 'call' },
  'upload-expired': { retry: 'announce-again', scope: 'call' },
  'unexpected-status': { retry: 'never', scope: 'call' },
  'captive-portal': { retry: 'later', scope: 'account' },
  malformed: { retry: 'later', scope: 'call' },
};

export function retryable(error: ServiceError): Retry {
  return consequences[error.kind].retry;
}

/** Whether the trouble stops everything the account does, or only this one call. */
export function scopeOf(error: ServiceError): 'account' | 'call' {
  return consequences[error.kind].scope;
}
