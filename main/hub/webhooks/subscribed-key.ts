import type { Clock } from '../../../shared/base/clock.ts';

/** Milliseconds between two looks into the secret file. */
const lookAgain = 5_000;

/** The key of the subscription: one that is made while the hub runs is taken up by it. */
export function subscribedKey(parts: {
  /** The key that the hub was started with. */
  readonly known: string | null;
  readonly read: () => string | null;
  readonly clock: Clock;
}): () => string | null {
  let { known } = parts;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = parts.clock.steady();
    if (now - lookedAt < lookAgain) return known;
    lookedAt = now;
    known = parts.read() ?? known;
    return known;
  };
}
