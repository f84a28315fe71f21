import type { Database } from './database.ts';

interface Waiting {
  readonly work: () => () => void;
  readonly failed: (failure: unknown) => void;
}

/** Most works in one transaction. */
const most = 4000;

/**
 * Commits works that come at about the same time in one transaction: a commit waits for the disk, and it waits as long
 * for one as for hundreds. Each is a savepoint of its own, so one that fails takes none of the others with it.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Waiting[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves once what `work` wrote is on disk; `work` runs soon, and must not wait for anything. */
  run<Value>(work: () => Value): Promise<Value> {
    return new Promise((resolve, failed) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#commit());
      this.#waiting.push({
        work: () => {
          const value = work();
          return () => resolve(value);
        },
        failed,
      });
    });
  }

  #commit(): void {
    const group = this.#waiting.splice(0, most);
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    const each = this.#database.transaction((work: Waiting['work']) => work());
    try {
      const ends = this.#database.transaction(() =>
        group.map(({ work, failed }) => {
          try {
            return each(work);
          } catch (failure) {
            // A full disk ends the whole transaction, and with it everything in it.
            if (!this.#database.inTransaction) throw failure;
            return () => failed(failure);
          }
        }),
      )();
      for (const end of ends) end();
    } catch (failure) {
      for (const { failed } of group) failed(failure);
    }
  }
}
