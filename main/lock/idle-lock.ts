import type { Clock } from '../../shared/base/clock.ts';
import { Watched } from '../../shared/base/watched.ts';

interface Ports {
  readonly clock: Clock;
  /** Seconds since anybody used the computer. */
  readonly idleSeconds: () => number;
  /** Minutes without use after which the window is locked; null for never. */
  readonly minutes: () => number | null;
  /** Whether it is locked, as it outlives the program: starting it anew opens nothing. */
  readonly kept: { get(): boolean; set(locked: boolean): void };
  /** Counts the sign-ins that were finished. */
  readonly signIns: Watched<number>;
}

/** How often the computer is asked since when it is not used, in milliseconds. */
const lookInterval = 5_000;

/** Closes the window's view of the matters when nobody is there. Only a new sign-in opens it; filing goes on. */
export class IdleLock {
  readonly locked: Watched<boolean>;
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.locked = new Watched(ports.kept.get());
    ports.signIns.subscribe(() => this.#set(false));
  }

  /** Looks from now on. */
  start(): void {
    const { clock, idleSeconds, minutes } = this.#ports;
    const after = minutes();
    if (after !== null && idleSeconds() >= after * 60) this.#set(true);
    clock.timer(lookInterval, () => this.start());
  }

  /** The computer was locked or put to sleep. */
  away(): void {
    if (this.#ports.minutes() !== null) this.#set(true);
  }

  #set(locked: boolean): void {
    if (locked === this.locked.value) return;
    this.#ports.kept.set(locked);
    this.locked.set(locked);
  }
}
