import type { Clock } from '../../main/engine/ports.ts';

/** A clock that a test holds in its hands: time passes only in `advance`. */
export class FakeClock implements Clock {
  #now: number;
  #jumped = 0;
  #timers: { at: number; order: number; callback: () => void }[] = [];
  #order = 0;

  constructor(now = Date.UTC(2026, 0, 5)) {
    this.#now = now;
  }

  /** Whole milliseconds, like the system's. */
  now(): number {
    return Math.floor(this.#now);
  }

  /** What a clock shows that nobody ever set. */
  steady(): number {
    return Math.floor(this.#now - this.#jumped);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.timer(ms, resolve);
      signal?.addEventListener('abort', () => {
        timer.cancel();
        resolve();
      });
    });
  }

  timer(ms: number, callback: () => void) {
    const timer = { at: this.#now + Math.max(ms, 0), order: this.#order++, callback };
    this.#timers.push(timer);
    return { cancel: () => void (this.#timers = this.#timers.filter((one) => one !== timer)) };
  }

  #earliest() {
    let earliest = this.#timers[0];
    for (const timer of this.#timers) {
      if (
        earliest &&
        (timer.at < earliest.at || (timer.at === earliest.at && timer.order < earliest.order))
      ) {
        earliest = timer;
      }
    }
    return earliest;
  }

  /** The computer's clock is set; timers ring after the same time as before. */
  jump(ms: number): void {
    this.#now += ms;
    this.#jumped += ms;
    for (const timer of this.#timers) timer.at += ms;
  }

  /** Lets time pass, and everything that was due in it happen in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = this.#earliest();
      if (!next || next.at > end) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets everything that waits for nothing but its turn go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
