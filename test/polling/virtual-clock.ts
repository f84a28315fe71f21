import { DueQueue } from '../../main/engine/history/due-queue.ts';
import type { Clock, Timer } from '../../shared/clock.ts';

/** A computer that did nothing for so many milliseconds could rest. */
const rest = 1_000;

/** Time that passes only when it is told to, for thousands of timers at once. Counts how often a rest ends. */
export class VirtualClock implements Clock {
  readonly #alarms = new DueQueue<() => void>();
  #now: number;
  #lastBusy = Number.NEGATIVE_INFINITY;
  wakeUps = 0;

  constructor(now = Date.UTC(2026, 10, 20, 9)) {
    this.#now = now;
  }

  now(): number {
    return Math.floor(this.#now);
  }

  steady(): number {
    return this.#now;
  }

  timer(ms: number, ring: () => void): Timer {
    const alarm = () => ring();
    this.#alarms.set(alarm, this.#now + Math.max(ms, 0));
    return { cancel: () => this.#alarms.delete(alarm) };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        timer.cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = this.timer(ms, end);
      signal?.addEventListener('abort', end);
    });
  }

  /** Lets time pass: what rings at one instant rings together, and what that starts is settled before the next. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#alarms.first(); next && next.due <= end; next = this.#alarms.first()) {
      this.#now = Math.max(this.#now, next.due);
      if (this.#now - this.#lastBusy >= rest) this.wakeUps += 1;
      this.#lastBusy = this.#now;
      for (let due = this.#alarms.first(); due && due.due <= this.#now; due = this.#alarms.first()) {
        this.#alarms.delete(due.item);
        due.item();
      }
      await settled();
    }
    this.#now = end;
  }
}

/** Lets everything that waits for nothing but its turn go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
