import type { Refusal } from '../../shared/model/index.ts';
import { refusals, refusedByPage } from './refusals.ts';
import { plainText } from './token-server.ts';

/** How a sign-in attempt that is over ended. */
export type PastAttempt = 'used' | 'late' | 'cancelled';

export type CallbackVerdict =
  /** It belongs to the attempt and brings its code. */
  | {
      readonly verdict: 'code';
      readonly code: string;
      /** The server that says it sent the answer (RFC 9207); null when it does not say. */
      readonly issuer: string | null;
    }
  /** It belongs to the attempt and ends it. */
  | {
      readonly verdict: 'ended';
      /** The OAuth error code; null when there is none. */
      readonly error: string | null;
      readonly refusal: Refusal;
    }
  /** It does not belong to the attempt, which goes on undisturbed. */
  | { readonly verdict: 'unrelated'; readonly refusal: Refusal };

/**
 * Judges the parameters of a callback (spec: Authorization request). Whoever does not know the state of the attempt
 * cannot end it, whatever else they say.
 */
export function judgeCallback(
  parameters: URLSearchParams,
  waitingState: string | null,
  past: ReadonlyMap<string, PastAttempt>,
): CallbackVerdict {
  const states = parameters.getAll('state');
  const state = states[0];
  if (state === undefined || states.length > 1) return { verdict: 'unrelated', refusal: refusals.foreign };
  if (state !== waitingState) return { verdict: 'unrelated', refusal: pastRefusal(past.get(state)) };

  const error = plainText(parameters.get('error'));
  if (error !== '') {
    return {
      verdict: 'ended',
      error,
      refusal: refusedByPage(error, plainText(parameters.get('error_description'))),
    };
  }
  const codes = parameters.getAll('code');
  const code = codes[0];
  const issuers = parameters.getAll('iss');
  return code && codes.length === 1 && issuers.length <= 1
    ? { verdict: 'code', code, issuer: issuers[0] ?? null }
    : { verdict: 'ended', error: null, refusal: refusals.malformed };
}

function pastRefusal(ended: PastAttempt | undefined): Refusal {
  switch (ended) {
    case 'used':
      return refusals.repeated;
    case 'late':
      return refusals.late;
    case 'cancelled':
      return refusals.cancelledHere;
    case undefined:
      return refusals.foreign;
  }
}
