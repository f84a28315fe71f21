import { ORPCError } from '@orpc/server';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { type Refusal, refusalSchema } from '../../shared/model/index.ts';

/** A refusal as the contract carries it to the window. */
export const refused = (refusal: Refusal): ORPCError<'REFUSED', Refusal> =>
  new ORPCError('REFUSED', { status: 422, message: refusal.what, data: refusal });

/** The value, or the refusal thrown where the contract wants it thrown. */
export function orRefused<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value;
  throw refused(result.error);
}

/** The other way round: an answer, or the refusal that it was thrown as. Anything else is thrown on. */
export async function asResult<Value>(answer: Promise<Value>): Promise<Result<Value, Refusal>> {
  try {
    return ok(await answer);
  } catch (error) {
    const refusal = refusalSchema.safeParse(error instanceof ORPCError ? error.data : null);
    if (!refusal.success) throw error;
    return err(refusal.data);
  }
}
