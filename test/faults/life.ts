import type { Clock, Timer } from '../../shared/base/clock.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** A new one each time: whatever waits for it must be free to go once nobody else knows it. */
const never = (): Promise<never> => new Promise(() => {});

/**
 * One run of the engine between a start and a crash. Everything it waits for passes through here; once it is over,
 * nothing it waited for ever comes, as if the process were gone.
 */
export class Life {
  readonly clock: Clock;
  readonly #clock: FakeClock;
  readonly #chance: () => number;
  #over = false;

  constructor(clock: FakeClock, chance: () => number) {
    this.#clock = clock;
    this.#chance = chance;
    this.clock = {
      now: () => clock.now(),
      steady: () => clock.steady(),
      sleep: (ms, signal) => this.lasting(clock.sleep(ms, signal)),
      timer: (ms, callback): Timer => clock.timer(ms, () => void (this.#over || callback())),
    };
  }

  get over(): boolean {
    return this.#over;
  }

  end(): void {
    this.#over = true;
  }

  /** Resolves like the promise, unless the life has ended by then. */
  async lasting<Value>(promise: Promise<Value>): Promise<Value> {
    const settled = await promise.then(
      (value) => () => value,
      (failure: unknown) => () => {
        throw failure;
      },
    );
    return this.#over ? never() : settled();
  }

  /** Something that takes a while, from nothing to `longest` milliseconds, and happens at the end of it. */
  async takes<Value>(longest: number, happen: () => Value): Promise<Value> {
    const ms = this.#chance() < 0.5 ? 0 : this.#chance() * longest;
    if (ms > 0) await this.lasting(this.#clock.sleep(ms));
    return this.lasting(Promise.resolve().then(happen));
  }
}
