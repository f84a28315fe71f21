import type { Clock, Timer } from '../../shared/base/clock.ts';

interface Emitter {
  on(event: 'unresponsive' | 'responsive' | 'closed', listener: () => void): unknown;
}

/** A page that takes no input is left so many milliseconds to come back. */
const patience = 20_000;

/** Has a page that hangs ended, so that it is loaded again like one that crashed. */
export function endHangs(window: Emitter, clock: Pick<Clock, 'timer'>, end: () => void): void {
  let waiting: Timer | null = null;
  const stop = (): void => {
    waiting?.cancel();
    waiting = null;
  };
  window.on('unresponsive', () => {
    waiting ??= clock.timer(patience, () => {
      waiting = null;
      end();
    });
  });
  window.on('responsive', stop);
  window.on('closed', stop);
}
