import type { Timer } from '../../../shared/base/clock.ts';
import { createGate, type Gate, type GateOptions, type Line } from '../../engine/service/budget/gate.ts';
import { type RateLimit, withMargin } from '../../engine/service/budget/token-bucket.ts';

/** The bucket that all hubs take from. */
export interface SharedBucket {
  /** True while it can be reached. */
  readonly isThere: () => boolean;
  /** True once it could not be reached for so long that the other hubs leave this one room. */
  readonly isAlone: () => boolean;
  /** How many hubs share the limit, this one included, as far as was known last. */
  readonly hubs: () => number;
  /** How much of the limit those have together that are connected, up to 1: the rest is for those that may be cut off. */
  readonly share: () => number;
  take(limit: RateLimit, needed: number): Promise<{ isGranted: boolean; wait: number; pause: number }>;
  giveBack(): void;
  pause(milliseconds: number, isEmpty: boolean): void;
}

/**
 * A gate whose bucket several hubs share. A hub that cannot reach it takes an equal share of the limit for itself, reckoned for two hubs at
 * least, and not before the others noticed.
 */
export function createSharedGate(
  options: GateOptions & { readonly limit: RateLimit },
  line: Line,
  bucket: SharedBucket,
): Gate {
  const { clock } = options;
  const limit = withMargin(options.limit);
  let isTaking = false;
  let alarm: Timer | null = null;
  let sharedAmong = 0;
  // It keeps the pauses, and lets through what goes while there is no shared bucket.
  const alone = createGate(
    { ...options, limit: { perSecond: options.limit.perSecond / 2, burst: 1 } },
    { reserve: () => (bucket.isAlone() ? line.reserve() : null), release: () => line.release() },
  );

  function goAlone(): void {
    const among = Math.max(2, bucket.hubs());
    if (among !== sharedAmong) alone.configure({ perSecond: options.limit.perSecond / among, burst: 1 });
    sharedAmong = among;
    alone.dispatch();
    // Until it is back.
    alarm ??= clock.timer(lookAgain, again);
  }

  function again(): void {
    alarm = null;
    dispatch();
  }

  function dispatch(): void {
    if (!bucket.isThere()) return goAlone();
    if (isTaking) return;
    isTaking = true;
    void take()
      .catch(() => lookAgain)
      .then((wait) => {
        isTaking = false;
        if (wait === null) return;
        alarm?.cancel();
        alarm = clock.timer(wait, again);
      });
  }

  /** @returns milliseconds until the next may go; null when nobody waits */
  async function take(): Promise<number | null> {
    for (let reserve = line.reserve(); reserve !== null; reserve = line.reserve()) {
      const { perSecond, burst } = limit;
      const ours = { perSecond: perSecond * bucket.share(), burst };
      const { isGranted, wait, pause } = await bucket.take(ours, Math.min(1 + reserve, burst));
      if (pause > 0) alone.pauseUntil(clock.now() + pause);
      if (!isGranted) return wait;
      if (line.reserve() === null) bucket.giveBack();
      else line.release();
    }
    return null;
  }

  function tellPause(isEmpty: boolean): void {
    const until = alone.pausedUntil();
    if (until !== null) bucket.pause(until - clock.now(), isEmpty);
  }

  return {
    ...alone,
    dispatch,
    pauseUntil(epochMs) {
      alone.pauseUntil(epochMs);
      tellPause(false);
    },
    refused(retryAfter) {
      alone.refused(retryAfter);
      tellPause(true);
    },
  };
}

/** Milliseconds between two looks whether the shared bucket is there again. */
const lookAgain = 50;
