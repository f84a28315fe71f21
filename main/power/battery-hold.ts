import { Watched } from '../../shared/watched.ts';

/** What is used of Electron's `powerMonitor`. */
export interface Power {
  readonly onBatteryPower: boolean;
  on(event: 'on-battery' | 'on-ac', listener: () => void): unknown;
}

/** Holds filing back while the computer runs on battery, if the person wants that. */
export class BatteryHold {
  readonly held = new Watched(false);
  readonly #power: Power;
  readonly #wanted: () => boolean;
  #fileAnyway = false;

  constructor(power: Power, wanted: () => boolean) {
    this.#power = power;
    this.#wanted = wanted;
    power.on('on-battery', () => this.look(true));
    power.on('on-ac', () => {
      this.#fileAnyway = false;
      this.look(false);
    });
    this.look();
  }

  /** The person wants to file now: until the computer was plugged in once. */
  fileAnyway(): void {
    this.#fileAnyway = true;
    this.look();
  }

  /** Something that it depends on may have changed. */
  look(onBattery: boolean = this.#power.onBatteryPower): void {
    this.held.set(onBattery && this.#wanted() && !this.#fileAnyway);
  }
}
