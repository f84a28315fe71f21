import type { Clock, Timer } from '../../shared/clock.ts';

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** A clock that a test holds in its hands: time passes only when it is told to. */
export class FakeClock implements Clock {
  /** Milliseconds that have passed; setting the clock changes only what it shows. */
  #passed = 0;
  #shownAtStart: number;
  #alarms: Alarm[] = [];

  constructor(now = Date.UTC(2026, 10, 20, 9)) {
    this.#shownAtStart = now;
  }

  /** Whole milliseconds, like the system's. */
  now(): number {
    return Math.floor(this.#shownAtStart + this.#passed);
  }

  /** What a clock shows that nobody ever sets: milliseconds since the start. */
  steady(): number {
    return Math.floor(this.#passed);
  }

  /** Sets the clock, as a person or a time server does; timers ring after the same time as before. */
  set(now: number): void {
    this.#shownAtStart = now - this.#passed;
  }

  timer(ms: number, ring: () => void): Timer {
    const alarm = { at: this.#passed + Math.max(ms, 0), ring };
    this.#alarms.push(alarm);
    return {
      cancel: () => {
        this.#alarms = this.#alarms.filter((other) => other !== alarm);
      },
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = this.timer(ms, resolve);
      signal?.addEventListener('abort', () => {
        timer.cancel();
        resolve();
      });
    });
  }

  /** Lets time pass, ringing timers in order; what each starts is settled before the next one rings. */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await settle();
    while (this.#ringNext(end)) await settle();
    this.#passed = end;
    await settle();
  }

  /** Lets time pass at once: timers ring in order, and what waits for promises goes on later. */
  tick(ms: number): void {
    const end = this.#passed + ms;
    while (this.#ringNext(end));
    this.#passed = end;
  }

  #ringNext(end: number): boolean {
    let next: Alarm | undefined;
    for (const alarm of this.#alarms) if (!next || alarm.at < next.at) next = alarm;
    if (!next || next.at > end) return false;
    this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
    this.#passed = Math.max(this.#passed, next.at);
    next.ring();
    return true;
  }
}

/** Lets everything that waits for nothing but its turn go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
