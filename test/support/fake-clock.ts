import type { Clock } from '../../main/engine/ports.ts';

/** A clock that a test holds in its hands: time passes only in `advance`. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; order: number; callback: () => void }[] = [];
  #order = 0;

  constructor(now = Date.UTC(2026, 0, 5)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
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

  /** Lets time pass, and everything that was due in it happen in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = this.#timers.toSorted((a, b) => a.at - b.at || a.order - b.order)[0];
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
