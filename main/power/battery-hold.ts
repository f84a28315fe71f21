import { Watched } from '../../shared/watched.ts';

/** What is used of Electron's `powerMonitor`. */
export interface Power {
  readonly onBatteryPower: boolean;
  on(event: 'on-battery' | 'on-ac', listener: () => void): unknown;
}

/** Holds filing back while the computer runs on battery, if the person wants that. */
export class BatteryHold {
  readonly held = new Watched(false);
  readonly #wanted: () => boolean;
  #onBattery: boolean;
  #fileAnyway = false;

  constructor(power: Power, wanted: () => boolean) {
    this.#wanted = wanted;
    this.#onBattery = power.onBatteryPower;
    power.on('on-battery', () => this.#plugged(false));
    power.on('on-ac', () => this.#plugged(true));
    this.look();
  }

  /** The person wants to file now: until the computer was plugged in once. */
  fileAnyway(): void {
    this.#fileAnyway = true;
    this.look();
  }

  /** Whether the person wants it may have changed. */
  look(): void {
    this.held.set(this.#onBattery && this.#wanted() && !this.#fileAnyway);
  }

  #plugged(pluggedIn: boolean): void {
    this.#onBattery = !pluggedIn;
    if (pluggedIn) this.#fileAnyway = false;
    this.look();
  }
}
