import type { Clock } from '../../shared/base/clock.ts';

/** Milliseconds to wait for an answer, and looks at once: what a dead drive never answers keeps one of few threads for good. */
const patience = 10_000;
const places = 2;

/** Looks at files that somebody waits for: a drive that does not answer keeps nobody waiting for ever, and not all threads. */
export class Answering {
  readonly #clock: Pick<Clock, 'timer'>;
  readonly #waiting = new Set<() => void>();
  #free = places;

  constructor(clock: Pick<Clock, 'timer'>) {
    this.#clock = clock;
  }

  ask<Value>(look: () => Promise<Value>): Promise<Value | 'not-answering'> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.#free -= 1;
        void look()
          .then(resolve, reject)
          .finally(() => {
            timer.cancel();
            this.#free += 1;
            this.#next();
          });
      };
      const timer = this.#clock.timer(patience, () => {
        this.#waiting.delete(begin);
        resolve('not-answering');
      });
      this.#waiting.add(begin);
      this.#next();
    });
  }

  #next(): void {
    const [begin] = this.#waiting;
    if (begin === undefined || this.#free === 0) return;
    this.#waiting.delete(begin);
    begin();
  }
}
