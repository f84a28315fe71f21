import type { Timer } from '../../shared/base/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A computer that did nothing for so many milliseconds could rest. */
const rest = 1_000;

/** A fake clock that counts how often a rest ends. */
export class VirtualClock extends FakeClock {
  #lastBusy = Number.NEGATIVE_INFINITY;
  wakeUps = 0;

  override timer(ms: number, ring: () => void): Timer {
    return super.timer(ms, () => {
      if (this.steady() - this.#lastBusy >= rest) this.wakeUps += 1;
      this.#lastBusy = this.steady();
      ring();
    });
  }
}
