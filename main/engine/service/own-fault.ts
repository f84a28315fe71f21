import type { Clock } from '../../../shared/base/clock.ts';
import { err } from '../../../shared/base/result.ts';
import { type ServiceError, scopeOf } from './errors.ts';
import type { Call, Transport } from './transport.ts';

/** What failed as an account fails, until it is answered. */
interface Failing {
  /** Something else was answered between two of its failures. */
  isOwn: boolean;
  answeredSince: boolean;
  /** Failures with such an answer before them, and when the first was, by a clock that nobody sets. */
  times: number;
  since: number;
}

/** It lasts, after so many failures over so many milliseconds: what passes within the hour is nothing to ask a person about. */
const lasting = { times: 3, ms: 60 * 60_000 };
/** Of more things that fail, the first are forgotten. */
const most = 1_000;

/**
 * Tells one thing's own trouble from the account's. A sign-in that is not taken, another address or a page instead of an answer, and
 * a connection that breaks off are the account's as far as one call can tell. They are the thing's own once something else was
 * answered between two of its failures, and until it is answered: a passing fault first, and when it lasts a refusal, which a
 * person is told of.
 */
export function tellingOwnFault(transport: Transport, clock: Pick<Clock, 'steady'>): Transport {
  const failing = new Map<string, Failing>();

  function answered(what: string): void {
    failing.delete(what);
    for (const other of failing.values()) other.answeredSince = true;
  }

  function failed(what: string, error: ServiceError): ServiceError {
    const now = clock.steady();
    const known = failing.get(what) ?? { isOwn: false, answeredSince: false, times: 0, since: now };
    if (known.answeredSince) {
      if (!known.isOwn) known.since = now;
      known.isOwn = true;
      known.times += 1;
      known.answeredSince = false;
    }
    failing.delete(what);
    failing.set(what, known);
    const [first] = failing.keys();
    if (failing.size > most && first !== undefined) failing.delete(first);
    if (!known.isOwn) return error;
    return asOwn(error, known.times >= lasting.times && now - known.since >= lasting.ms);
  }

  return {
    ...transport,
    async send(call: Call) {
      const result = await transport.send(call);
      const what = `${call.operation} ${call.url.href}`;
      if (result.ok || isAnswer(result.error)) answered(what);
      else if (mayBeOwn(result.error)) return err(failed(what, result.error));
      return result;
    },
  };
}

const isAnswer = (error: ServiceError): boolean =>
  scopeOf(error) === 'call' && 'status' in error && error.status !== null;

function mayBeOwn(error: ServiceError): boolean {
  if (error.kind === 'offline') return error.why === 'interrupted' || error.why === 'unknown';
  return error.kind === 'unauthorized' || error.kind === 'captive-portal';
}

/** What it is where it is one thing's alone. What is certain of a write stays so: see `certainlyNotSent`. */
function asOwn(error: ServiceError, isLasting: boolean): ServiceError {
  const { operation } = error;
  switch (error.kind) {
    case 'unauthorized':
      return isLasting ? { ...error, kind: 'forbidden' } : { ...error, kind: 'server', retryAfterMs: null };
    case 'captive-portal': {
      const { status } = error;
      // It may have been taken all the same.
      if (status < 300) return { operation, kind: 'malformed', status: null, what: 'a page' };
      const refusal = { operation, status, problem: null };
      return isLasting
        ? { ...refusal, kind: 'unexpected-status' }
        : { ...refusal, kind: 'server', retryAfterMs: null };
    }
    default:
      return { operation, kind: 'stalled' };
  }
}
