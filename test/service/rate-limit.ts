import { type Answer, problem } from './answer.ts';
import type { RateLimit } from './options.ts';

/** A bucket of requests, refilled by the clock, shared by everyone who uses one API key. */
export interface RateLimiter {
  set(limit: RateLimit | null): void;
  /** The 429 for this request, or undefined when it may pass. */
  refuse(): Answer | undefined;
}

export function createRateLimiter(initial: RateLimit | null, now: () => number): RateLimiter {
  let limit = initial;
  let left = initial?.burst ?? 0;
  let filledAt = now();
  return {
    set(next) {
      limit = next;
      left = next?.burst ?? 0;
      filledAt = now();
    },
    refuse() {
      if (limit === null) return undefined;
      const at = now();
      left = Math.min(limit.burst, left + (Math.max(0, at - filledAt) / 1000) * limit.perSecond);
      filledAt = at;
      if (left >= 1) {
        left -= 1;
        return undefined;
      }
      const answer = problem(429, 'Too many requests.');
      const seconds = Math.ceil((1 - left) / limit.perSecond);
      return limit.retryAfter === true ? { ...answer, headers: { 'retry-after': String(seconds) } } : answer;
    },
  };
}
