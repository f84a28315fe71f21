/** How many requests the service takes (not shown in the spec; found in practice: 5 a second, bursts of 5). */
export interface RateLimit {
  /** Requests a second, above 0. */
  readonly perSecond: number;
  /** Requests at once after a silence, 1 or more. */
  readonly burst: number;
}

/** What is left to spend, as known at an instant. */
export interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Seconds by which the network may delay one request more than another. */
const unevenness = 0.2;

/**
 * The network delays one request more than another, so that requests spaced properly here arrive bunched there: a burst is smaller by
 * what comes in that time, and by one at least. 1 % less speed for clocks that disagree.
 */
export function withMargin({ perSecond, burst }: RateLimit): RateLimit {
  return { perSecond: perSecond * 0.99, burst: Math.max(1, burst - Math.max(1, perSecond * unevenness)) };
}

/** The bucket as it is at `now`; time that ran backwards adds nothing. */
export function refill(bucket: Bucket, limit: RateLimit, now: number): Bucket {
  const seconds = Math.max(0, now - bucket.at) / 1000;
  return { tokens: Math.min(limit.burst, bucket.tokens + seconds * limit.perSecond), at: now };
}

/**
 * Milliseconds until one request may go, 0 when it may go now.
 * @param reserve requests that must still be possible at once after it, as far as bursts of that size are allowed
 */
export function waitFor(bucket: Bucket, limit: RateLimit, reserve = 0): number {
  const needed = Math.min(1 + reserve, limit.burst);
  return bucket.tokens >= needed ? 0 : Math.ceil(((needed - bucket.tokens) / limit.perSecond) * 1000);
}
