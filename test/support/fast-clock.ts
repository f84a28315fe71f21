import { type Clock, systemClock } from '../../shared/base/clock.ts';

/** A clock that goes so many times faster than the real one: waits of minutes pass in seconds, files and network as ever. */
export function fastClock(times: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * times,
    steady: () => systemClock.steady() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
    timer: (ms, callback) => systemClock.timer(ms / times, callback),
  };
}
