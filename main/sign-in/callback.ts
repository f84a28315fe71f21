import type { Refusal } from '../../shared/model.ts';
import { refusals, refusedByPage } from './refusals.ts';
import { plainText } from './token-server.ts';

/** How a sign-in attempt that is over ended. */
export type PastAttempt = 'used' | 'late' | 'cancelled';

export type CallbackVerdict =
  /** It belongs to the attempt and brings its code. */
  | { readonly verdict: 'code'; readonly code: string }
  /** It belongs to the attempt and ends it. */
  | { readonly verdict: 'ended'; readonly refusal: Refusal }
  /** It does not belong to the attempt, which goes on undisturbed. */
  | { readonly verdict: 'stranger'; readonly refusal: Refusal };

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
  if (state === undefined || states.length > 1) return { verdict: 'stranger', refusal: refusals.foreign };
  if (state !== waitingState) return { verdict: 'stranger', refusal: pastRefusal(past.get(state)) };

  const error = plainText(parameters.get('error'));
  if (error !== '') {
    return {
      verdict: 'ended',
      refusal: refusedByPage(error, plainText(parameters.get('error_description'))),
    };
  }
  const codes = parameters.getAll('code');
  const code = codes[0];
  return code && codes.length === 1
    ? { verdict: 'code', code }
    : { verdict: 'ended', refusal: refusals.malformed };
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
