import type { Clock, Timer } from '../../shared/clock.ts';

/** A clock that tests move by hand. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; action: () => void }[] = [];

  constructor(now = Date.UTC(2026, 10, 20, 9)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  timer(milliseconds: number, action: () => void): Timer {
    const timer = { at: this.#now + milliseconds, action };
    this.#timers.push(timer);
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      },
    };
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = this.timer(milliseconds, resolve);
      signal?.addEventListener('abort', () => {
        timer.cancel();
        resolve();
      });
    });
  }

  /** Moves on and rings every timer due by then, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.action();
    }
    this.#now = end;
  }

  /** Sets the computer's clock; timers do not notice. */
  set(now: number): void {
    this.#now = now;
  }
}
