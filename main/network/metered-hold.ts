import type { Clock, Timer } from '../../shared/base/clock.ts';
import { Hold } from '../power/hold.ts';

interface Ports {
  readonly clock: Clock;
  /** Whether the network is metered; null when this computer does not tell. */
  readonly metered: () => Promise<boolean | null>;
  readonly wanted: () => boolean;
}

/** How often the computer is asked, in milliseconds. */
const lookInterval = 60_000;

/** Holds filing back on a metered network; the computer is asked only while the person wants that. */
export class MeteredHold {
  readonly hold: Hold;
  readonly #ports: Ports;
  #timer: Timer | null = null;
  #asking: Promise<boolean | null> | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.hold = new Hold(ports.wanted);
    this.look();
  }

  /** Some preference changed: what happens often, and mostly has nothing to do with this. */
  follow(): void {
    if (this.#ports.wanted() !== (this.#timer !== null)) this.look();
  }

  /** The network may have changed. */
  look(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.hold.look();
    if (!this.#ports.wanted()) return;
    void this.ask();
    this.#timer = this.#ports.clock.timer(lookInterval, () => this.look());
  }

  /** What the computer says now; asked once for all who ask at the same time. */
  ask(): Promise<boolean | null> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean | null> {
    const answer = await this.#ports.metered();
    this.hold.set(answer);
    return answer;
  }
}
