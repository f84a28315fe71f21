import { DueQueue } from '../../main/engine/features/history/due-queue.ts';
import type { Clock, Timer } from '../../shared/base/clock.ts';

/** Turns of the event loop that whatever goes on gets before so many milliseconds or more pass at once. */
const [turns, long] = [8, 20];

/** A clock that a test holds in its hands: time passes only when it is told to. */
export class FakeClock implements Clock {
  /** Milliseconds that have passed; setting the clock changes only what it shows. */
  #passed = 0;
  #shownAtStart: number;
  /** What is to ring; of the same instant, what was set first rings first. */
  readonly #alarms = new DueQueue<() => void>();

  readonly #isComputing: () => boolean;

  /** @param isComputing true while something takes real time for which none passes here */
  constructor(now = Date.UTC(2026, 10, 20, 9), isComputing = () => false) {
    this.#shownAtStart = now;
    this.#isComputing = isComputing;
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
    const alarm = () => ring();
    this.#alarms.set(alarm, this.#passed + Math.max(ms, 0));
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

  /** Lets time pass, ringing timers in order; what each starts is settled before the next one rings. */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await this.#settle();
    for (;;) {
      const next = Math.min(this.#alarms.first()?.due ?? end, end);
      // What waits for several turns, one after the other, does so for no time at all.
      for (let turn = 0; next - this.#passed > long && turn < turns; turn += 1) await this.#settle();
      if (!this.#ringNext(end)) break;
      await this.#settle();
    }
    this.#passed = end;
    await this.#settle();
  }

  /** Lets time pass at once: timers ring in order, and what waits for promises goes on later. */
  tick(ms: number): void {
    const end = this.#passed + ms;
    while (this.#ringNext(end));
    this.#passed = end;
  }

  /** The computer sleeps so long: nothing rings meanwhile, and what is due by then rings once it wakes. */
  sleeps(ms: number): void {
    this.#passed += ms;
  }

  /** Lets everything that waits for nothing but its turn go on. */
  async #settle(): Promise<void> {
    do await aTurn();
    while (this.#isComputing());
  }

  #ringNext(end: number): boolean {
    const next = this.#alarms.first();
    if (!next || next.due > end) return false;
    this.#alarms.delete(next.item);
    this.#passed = Math.max(this.#passed, next.due);
    next.item();
    return true;
  }
}

const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
