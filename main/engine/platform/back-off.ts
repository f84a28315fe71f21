/** How waits grow: the nth wait is anywhere between 0 and `base * 2^n`, never above `cap` (milliseconds). */
export interface BackOff {
  readonly base: number;
  readonly cap: number;
}

/**
 * Full jitter: spread evenly, so that many programs refused together do not come back together.
 * @param attempt 0 for the first wait
 * @param random from 0 up to, not including, 1
 */
export function fullJitter(attempt: number, random: () => number, { base, cap }: BackOff): number {
  return Math.floor(random() * Math.min(cap, base * 2 ** attempt));
}
