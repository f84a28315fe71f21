import type { Clock } from '../../../../shared/base/clock.ts';

/** Does something again and again until it is stopped, and sooner when it is woken. */
export class Rounds {
  readonly #clock: Clock;
  readonly #round: () => Promise<number>;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** @param round never fails; answers how long to wait for the next, in milliseconds */
  constructor(clock: Clock, round: () => Promise<number>) {
    this.#clock = clock;
    this.#round = round;
  }

  /** Aborted once it is stopped. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  start(): void {
    this.#running = this.#run();
  }

  wake(): void {
    this.#wake.abort();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.signal.aborted) {
      this.#wake = new AbortController();
      const wait = await this.#round();
      await this.#clock.sleep(wait, AbortSignal.any([this.signal, this.#wake.signal]));
    }
  }
}
