import type { Clock } from '../../../shared/base/clock.ts';
import { err, type Result } from '../../../shared/base/result.ts';
import { fullJitter } from '../platform/back-off.ts';
import type { ServiceError } from './errors.ts';

/** The write was accepted, but what it makes did not show up in time. It may still. */
export interface NotThereYet {
  readonly kind: 'not-there-yet';
  readonly waitedMs: number;
}

export interface Patience {
  readonly clock: Clock;
  readonly random: () => number;
  /** Milliseconds after which to stop looking; one look is always made. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

const pause = { base: 200, cap: 5000 };
/** Milliseconds between two looks at the least. */
const shortestPause = 100;

/**
 * Looks again and again until what an accepted write points to is there: an accepted write applies a moment later, and
 * answers 404 until then (spec: What the service does 2).
 * @param isApplied for a change: whether what was read shows it already
 */
export async function untilThere<Value, Failure extends { readonly kind: string } = ServiceError>(
  read: () => Promise<Result<Value, Failure>>,
  { clock, random, deadline, signal }: Patience,
  isApplied: (value: Value) => boolean = () => true,
): Promise<Result<Value, Failure | NotThereYet>> {
  const start = clock.steady();
  for (let look = 0; ; look += 1) {
    const result = await read();
    if (result.ok ? isApplied(result.value) : result.error.kind !== 'not-found') return result;
    const wait = shortestPause + fullJitter(look, random, pause);
    const waitedMs = clock.steady() - start;
    if (waitedMs + wait > deadline || signal?.aborted) return err({ kind: 'not-there-yet', waitedMs });
    await clock.sleep(wait, signal);
  }
}
