import type { Clock } from '../../../shared/clock.ts';
import type { Database } from './database.ts';

interface Waiting {
  readonly work: () => void;
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Commits what comes in together as one: the disk is waited for once, not once for each. While it is waited for,
 * nothing else runs here, so that a slow disk makes the groups larger by itself.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Resolves when the work is on disk; rejects when it, or another of the same group, could not be done. */
  add(work: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (this.#waiting.length === 1) this.#clock.timer(0, () => this.#commit());
    });
  }

  #commit(): void {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      this.#database.transaction(() => {
        for (const { work } of group) work();
      })();
      for (const { resolve } of group) resolve();
    } catch (failure) {
      for (const { reject } of group) reject(failure);
    }
  }
}
