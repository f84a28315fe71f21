import { ORPCError } from '@orpc/server';
import type { Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';

/** A refusal as the contract carries it to the window. */
export const refused = (refusal: Refusal): ORPCError<'REFUSED', Refusal> =>
  new ORPCError('REFUSED', { status: 422, message: refusal.what, data: refusal });

/** The value, or the refusal thrown where the contract wants it thrown. */
export function orRefused<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value;
  throw refused(result.error);
}
