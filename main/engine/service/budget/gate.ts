import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import { type BackOff, fullJitter } from '../../platform/back-off.ts';
import { longestPause } from './retry-after.ts';
import { type Bucket, type RateLimit, refill, waitFor, withMargin } from './token-bucket.ts';

/** Those who wait to be let through, in an order of their own. */
export interface Line {
  /** Requests that must still be possible at once after the next one; null when nobody waits. */
  reserve(): number | null;
  /** Lets the next one through. */
  release(): void;
}

/** How fast requests go out: a bucket of requests, and pauses that the service asked for. */
export interface Gate {
  /** To be called when somebody joined the line, or changed their place in it. */
  dispatch(): void;
  /**
   * For what was let through and has something to wait for before it leaves: what was saved up meanwhile and it must not leave
   * together, so that until then a burst is smaller by it.
   */
  holding<Value>(prepare: () => Promise<Value>): Promise<Value>;
  /** Nothing is sent before `epochMs`; never shortens a pause, and none lasts over an hour. */
  pauseUntil(epochMs: number): void;
  /** The service refused for rate: pauses for `retryAfter` milliseconds, or by back-off when it named no time. */
  refused(retryAfter: number | null): void;
  /** The service answered properly: the next back-off starts small again. */
  accepted(): void;
  /** When requests go out again, null when they do now. */
  pausedUntil(): number | null;
  configure(limit: RateLimit): void;
}

export interface GateOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** What the service allows; a margin is kept below it. */
  readonly limit?: RateLimit;
  readonly backOff?: BackOff;
  /** Called when a pause begins, grows or ends; `until` as `pausedUntil()`. */
  readonly onPause?: (until: number | null) => void;
}

export function createGate(options: GateOptions, line: Line): Gate {
  const { clock, random, onPause } = options;
  const backOff = options.backOff ?? { base: 1000, cap: 60_000 };
  let limit = withMargin(options.limit ?? { perSecond: 5, burst: 5 });
  // By the clock that nobody sets: one set forward must not let a second burst out.
  let bucket: Bucket = { tokens: limit.burst, at: clock.steady() };
  let pause: { until: number; seenAt: number } | null = null;
  let refusals = 0;
  /** Let through, and not gone yet. */
  let held = 0;
  let alarm: Timer | null = null;

  /** The bucket now. What is held counts as spent when it leaves. */
  const filled = () => refill(bucket, { ...limit, burst: Math.max(0, limit.burst - held) }, clock.steady());

  /** Milliseconds of pause left at `now`; when the clock was set back, the pause moves back with it. */
  function pauseLeft(now: number): number {
    if (pause === null) return 0;
    if (now < pause.seenAt) pause.until -= pause.seenAt - now;
    pause.seenAt = now;
    return Math.max(0, pause.until - now);
  }

  function dispatch(): void {
    alarm?.cancel();
    alarm = null;
    const now = clock.now();
    const left = pauseLeft(now);
    if (left > 0) {
      alarm = clock.timer(left, dispatch);
      return;
    }
    if (pause !== null) {
      pause = null;
      // One request tries the water before a burst, and no sooner than it would have gone without the pause.
      const earned = filled();
      bucket = { ...earned, tokens: Math.min(earned.tokens, 1) };
      onPause?.(null);
    }
    bucket = filled();
    for (let reserve = line.reserve(); reserve !== null; reserve = line.reserve()) {
      const wait = waitFor(bucket, limit, reserve);
      if (wait > 0) {
        alarm = clock.timer(wait, dispatch);
        return;
      }
      bucket = { ...bucket, tokens: bucket.tokens - 1 };
      line.release();
    }
  }

  function pauseUntil(epochMs: number): void {
    const now = clock.now();
    const until = Math.min(epochMs, now + longestPause);
    if (until <= now + pauseLeft(now)) return;
    pause = { until, seenAt: now };
    onPause?.(until);
    dispatch();
  }

  return {
    dispatch,
    async holding(prepare) {
      held += 1;
      try {
        return await prepare();
      } finally {
        bucket = filled();
        held -= 1;
      }
    },
    pauseUntil,
    refused(retryAfter) {
      const now = clock.now();
      // Requests refused together, or sent before the pause, are one refusal.
      const another = pauseLeft(now) > 0;
      if (!another) refusals += 1;
      bucket = { tokens: 0, at: clock.steady() };
      const asked = retryAfter ?? 0;
      // Less than a second names no time: some cut fractions off.
      const least = asked >= 1_000 || another ? 0 : fullJitter(refusals - 1, random, backOff);
      pauseUntil(now + Math.max(asked, least));
    },
    accepted() {
      if (pause === null) refusals = 0;
    },
    pausedUntil() {
      const now = clock.now();
      const left = pauseLeft(now);
      return left > 0 ? now + left : null;
    },
    configure(next) {
      bucket = filled();
      limit = withMargin(next);
      dispatch();
    },
  };
}
