import { type Clock, systemClock } from '../../shared/base/clock.ts';

/** The real clock, which a test can have show that much time passed at once: what waits for a time waits for it as ever. */
export class SkippingClock implements Clock {
  #skipped = 0;
  readonly sleep = systemClock.sleep;
  readonly timer = systemClock.timer;

  /** @param ms milliseconds */
  skip(ms: number): void {
    this.#skipped += ms;
  }

  now(): number {
    return systemClock.now() + this.#skipped;
  }

  steady(): number {
    return systemClock.steady() + this.#skipped;
  }
}
