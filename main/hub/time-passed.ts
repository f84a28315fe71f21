import type { Clock } from '../../shared/base/clock.ts';

/** Milliseconds by which the two clocks drift apart, either way, without anything having happened. */
const drift = 1_000;

/**
 * The same clock, whose `steady` counts the time too that the computer slept, or a virtual one was held still: what may be told for a
 * quarter of an hour is not told after it. A clock that is set forward counts the same way.
 */
export function withSleep(clock: Clock): Clock {
  let slept = 0;
  let last = { steady: clock.steady(), now: clock.now() };
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    timer: (ms, callback) => clock.timer(ms, callback),
    steady() {
      const seen = { steady: clock.steady(), now: clock.now() };
      const jump = seen.now - last.now - (seen.steady - last.steady);
      // Rather too much: the clock may have been behind by that before.
      if (jump > drift) slept += jump + drift;
      // Small differences are left to add up.
      if (Math.abs(jump) > drift) last = seen;
      return seen.steady + slept;
    },
  };
}
