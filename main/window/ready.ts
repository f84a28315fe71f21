import type { Clock } from '../../shared/base/clock.ts';

interface Emitter<Name extends string> {
  once(event: Name, listener: () => void): unknown;
}

/** A page that was loaded is painted within so many milliseconds, whether that is told or not. */
const paintedWithin = 1_500;
/** Nobody waits longer for a window, in milliseconds, whatever it shows by then. */
const longest = 15_000;

/**
 * Resolves when a window can be shown: once Electron tells that it is painted, and whichever event is missed, a moment after its
 * page was loaded, or after a while in any case. Which of them it was is answered, for the log.
 */
export function ready(
  window: Emitter<'ready-to-show'>,
  page: Emitter<'did-finish-load' | 'did-fail-load'>,
  clock: Pick<Clock, 'timer'>,
): Promise<'painted' | 'loaded' | 'late'> {
  return new Promise((resolve) => {
    window.once('ready-to-show', () => resolve('painted'));
    for (const event of ['did-finish-load', 'did-fail-load'] as const)
      page.once(event, () => void clock.timer(paintedWithin, () => resolve('loaded')));
    clock.timer(longest, () => resolve('late'));
  });
}
