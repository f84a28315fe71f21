import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { type BackOff, fullJitter } from '../../platform/back-off.ts';
import { type Priority, priorities } from './priority.ts';
import { longestPause } from './retry-after.ts';
import { type Bucket, type RateLimit, refill, waitFor, withMargin } from './token-bucket.ts';
import { Urgency } from './urgency.ts';

/** One budget for everything the account sends to the service, so that no part of the program starves another. */
export interface RequestBudget {
  /** Resolves when one request may be sent now. It changes its place in line when it becomes more urgent. */
  acquire(urgency: Priority | Urgency, signal?: AbortSignal): Promise<Result<void, { kind: 'aborted' }>>;
  /**
   * For what was granted and has something to wait for before it leaves: what was saved up meanwhile and it must not leave
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

export interface RequestBudgetOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** What the service allows; a margin is kept below it. */
  readonly limit?: RateLimit;
  readonly backOff?: BackOff;
  /** Called when a pause begins, grows or ends; `until` as `pausedUntil()`. */
  readonly onPause?: (until: number | null) => void;
}

interface Waiter {
  /** The lowest goes first: its place in line, with a handicap for being less urgent. */
  due: number;
  readonly grant: () => void;
}

/**
 * Requests that must still be possible at once after one of this priority was sent: so that a save announced while
 * others are polled goes out at once and does not wait for the next second's share.
 */
const reserves: Readonly<Record<Priority, number>> = { 'sign-in': 0, announce: 0, view: 0, background: 2 };

/**
 * A request that saw this many others go counts as one priority higher, so that nothing waits for ever: 15 seconds at
 * full speed. Counted in requests, since the computer's clock may be set while they wait.
 */
const agingStep = 75;

export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { clock, random, onPause } = options;
  const backOff = options.backOff ?? { base: 1000, cap: 60_000 };
  let limit = withMargin(options.limit ?? { perSecond: 5, burst: 5 });
  // By the clock that nobody sets: one set forward must not let a second burst out.
  let bucket: Bucket = { tokens: limit.burst, at: clock.steady() };
  let pause: { until: number; seenAt: number } | null = null;
  let refusals = 0;
  let granted = 0;
  /** Granted, and not gone yet. */
  let held = 0;
  let alarm: Timer | null = null;
  const waiting: Record<Priority, Waiter[]> = { 'sign-in': [], announce: [], view: [], background: [] };

  /** The bucket now. What is held counts as spent when it leaves. */
  const filled = () => refill(bucket, { ...limit, burst: Math.max(0, limit.burst - held) }, clock.steady());

  /** Milliseconds of pause left at `now`; when the clock was set back, the pause moves back with it. */
  function pauseLeft(now: number): number {
    if (pause === null) return 0;
    if (now < pause.seenAt) pause.until -= pause.seenAt - now;
    pause.seenAt = now;
    return Math.max(0, pause.until - now);
  }

  function nextPriority(): Priority | null {
    let best: Priority | null = null;
    let due = Number.POSITIVE_INFINITY;
    for (const priority of priorities) {
      const [head] = waiting[priority];
      if (!head || head.due >= due) continue;
      best = priority;
      ({ due } = head);
    }
    return best;
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
    for (let next = nextPriority(); next !== null; next = nextPriority()) {
      const wait = waitFor(bucket, limit, reserves[next]);
      if (wait > 0) {
        alarm = clock.timer(wait, dispatch);
        return;
      }
      bucket = { ...bucket, tokens: bucket.tokens - 1 };
      granted += 1;
      waiting[next].shift()?.grant();
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
    acquire(urgent, signal) {
      if (signal?.aborted) return Promise.resolve(err({ kind: 'aborted' }));
      const urgency = typeof urgent === 'string' ? new Urgency(urgent) : urgent;
      const dueNow = () => granted + priorities.indexOf(urgency.priority) * agingStep;
      return new Promise((resolve) => {
        let queue = waiting[urgency.priority];
        const leave = () => queue.splice(queue.indexOf(waiter), 1);
        const abandon = () => {
          leave();
          calm();
          resolve(err({ kind: 'aborted' }));
        };
        const waiter: Waiter = {
          due: dueNow(),
          grant() {
            calm();
            signal?.removeEventListener('abort', abandon);
            resolve(ok(undefined));
          },
        };
        const calm = urgency.onRaised(() => {
          leave();
          waiter.due = Math.min(waiter.due, dueNow());
          queue = waiting[urgency.priority];
          queue.push(waiter);
          queue.sort((one, other) => one.due - other.due);
          dispatch();
        });
        signal?.addEventListener('abort', abandon, { once: true });
        queue.push(waiter);
        dispatch();
      });
    },
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
      if (retryAfter !== null) pauseUntil(now + retryAfter);
      else if (!another) pauseUntil(now + fullJitter(refusals - 1, random, backOff));
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
