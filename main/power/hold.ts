import { Watched } from '../../shared/base/watched.ts';
import type { Held } from '../../shared/model/index.ts';

/** What is used of Electron's `powerMonitor`. */
export interface Power {
  readonly onBatteryPower: boolean;
  on(event: 'on-battery' | 'on-ac', listener: () => void): unknown;
}

/** Holds filing back while there is a reason to, if the person wants that. */
export class Hold {
  readonly held = new Watched(false);
  readonly #wanted: () => boolean;
  #isSo = false;
  #fileAnyway = false;

  constructor(wanted: () => boolean) {
    this.#wanted = wanted;
  }

  /** Whether the reason is there now; null while nobody can say, which holds nothing back. */
  set(isSo: boolean | null): void {
    this.#isSo = isSo === true;
    if (isSo === false) this.#fileAnyway = false;
    this.look();
  }

  /** The person wants to file now: until the reason was gone once. */
  fileAnyway(): void {
    this.#fileAnyway = true;
    this.look();
  }

  /** Whether the person wants it may have changed. */
  look(): void {
    this.held.set(this.#isSo && this.#wanted() && !this.#fileAnyway);
  }
}

/** Holds while the computer runs on battery. */
export function batteryHold(power: Power, wanted: () => boolean): Hold {
  const hold = new Hold(wanted);
  power.on('on-battery', () => hold.set(true));
  power.on('on-ac', () => hold.set(false));
  hold.set(power.onBatteryPower);
  return hold;
}

/** Why filing waits by itself, the first of the reasons there are; null when it does not. */
export function heldBy(holds: Readonly<Record<Held, Hold>>): Held | null {
  if (holds.battery.held.value) return 'battery';
  return holds.metered.held.value ? 'metered' : null;
}
