import type { Clock } from '../../../shared/base/clock.ts';
import type { FileId } from '../../../shared/model/index.ts';

/** Documents found removed of which it is known for how long the computer slept since. */
const mostRemovals = 1_000;

/** What the two clocks tell of the time since documents were found removed: the computer may have slept, or its clock been set. */
export class RemovalClock {
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  /** By how much the two clocks differed, in milliseconds, when documents were found removed: the last so many of them. */
  readonly #offsets = new Map<FileId, number>();

  constructor(clock: Pick<Clock, 'now' | 'steady'>) {
    this.#clock = clock;
  }

  noticed(fileId: FileId): void {
    this.#offsets.set(fileId, this.#offset());
    const [oldest] = this.#offsets.size > mostRemovals ? this.#offsets.keys() : [];
    if (oldest !== undefined) this.#offsets.delete(oldest);
  }

  /** Milliseconds for which the computer slept since, as far as that was in this run. */
  sleptSince(fileId: FileId): number {
    return Math.max(0, this.#offset() - (this.#offsets.get(fileId) ?? this.#offset()));
  }

  /** Milliseconds, 0 or below, by which the clock was set back since, as far as that was in this run. */
  setBackSince(fileId: FileId): number {
    const then = this.#offsets.get(fileId);
    return then === undefined ? 0 : Math.min(0, this.#offset() - then);
  }

  #offset(): number {
    return this.#clock.now() - this.#clock.steady();
  }
}
