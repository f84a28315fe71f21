import type { Clock } from '../../../shared/base/clock.ts';
import { withSleep } from '../time-passed.ts';

/** Milliseconds by which two clocks drift apart between two measurements. */
const drift = 2;

/**
 * What Redis's clock shows, as far as it is known here. Who says when something was read says it rather too early, and who hears it
 * reckons rather that it was longer ago: an answer must never count as newer than it is. Setting this computer's clock makes nothing
 * newer, and neither does its sleep.
 */
export class SharedClock {
  readonly #clock: Clock;
  readonly #passing: Clock;
  /** The shared clock less this computer's own, which stands still while it sleeps, and less the one that counts that. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#passing = withSleep(clock);
  }

  /** Asks what it shows. Of several answers those count that came the fastest, until a clock was set. */
  async measure(ask: () => Promise<number>): Promise<number> {
    const before = this.#passing.steady();
    const shows = await ask();
    const [least, most] = [shows - this.#clock.steady(), shows - before];
    this.#least = Math.max(this.#least - drift, least);
    this.#most = Math.min(this.#most + drift, most);
    if (this.#least > most || this.#most < least) [this.#least, this.#most] = [least, most];
    return shows;
  }

  /** What it shows now, at least and at most. */
  now(): { readonly earliest: number; readonly latest: number } {
    return {
      // A computer that sleeps does not count on.
      earliest: this.#clock.steady() + this.#least,
      latest: this.#passing.steady() + this.#most,
    };
  }
}
