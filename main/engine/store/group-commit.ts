import type { Files } from '../platform/files.ts';
import { type Database, withoutWaitingForDisk } from './database.ts';
import { distrustLog, isFailingDisk, isLogTrusted, trustLog } from './log-trust.ts';

interface Waiting {
  readonly work: () => () => void;
  readonly failed: (failure: unknown) => void;
  readonly waitsForDisk: boolean;
}

/** Most works in one transaction: some ten milliseconds, in which nobody else is answered. */
const most = 100;
/** Times that moving the log into the database is tried before those who wait are told. */
const mostMoves = 3;

/**
 * Commits works that come at about the same time in one transaction. One that fails takes none of the others with it: they
 * are done again without it. The disk is waited for beside everything else: what was committed while it was last waited
 * for is made safe together.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #files: Pick<Files, 'sync'>;
  /** The log that a commit is written to; null where SQLite keeps none, and waits for the disk itself. */
  readonly #log: string | null;
  #waiting: Waiting[] = [];
  #syncing: Promise<void> | null = null;
  #syncingNext: Promise<void> | null = null;

  constructor(database: Database, files: Pick<Files, 'sync'>) {
    this.#database = database;
    this.#files = files;
    const hasLog = database.memory || database.pragma('journal_mode', { simple: true }) === 'wal';
    this.#log = hasLog ? `${database.name}-wal` : null;
  }

  /**
   * Resolves once what `work` wrote is on disk; `work` runs soon, must not wait for anything, and may be undone and run again:
   * what it does outside of the database must not mind that.
   */
  run<Value>(work: () => Value): Promise<Value> {
    return this.#add(work, true);
  }

  /** Resolves once what `work` wrote is committed; it is on disk with the next that waits for that. */
  soon<Value>(work: () => Value): Promise<Value> {
    return this.#add(work, false);
  }

  #add<Value>(work: () => Value, waitsForDisk: boolean): Promise<Value> {
    return new Promise((resolve, failed) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#commit());
      this.#waiting.push({
        work: () => {
          const value = work();
          return () => resolve(value);
        },
        failed,
        waitsForDisk,
      });
    });
  }

  #commit(): void {
    const group = this.#waiting.splice(0, most);
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    try {
      const ends = this.#log === null ? this.#transact(group) : this.#transactOnly(group);
      const unsafe = group.flatMap((waiting, at) => {
        if (waiting.waitsForDisk && this.#log !== null) return { ...waiting, end: ends[at] };
        ends[at]?.();
        return [];
      });
      if (unsafe.length === 0) return;
      this.#safe().then(
        () => {
          for (const { end } of unsafe) end?.();
        },
        (failure: unknown) => {
          for (const { failed } of unsafe) failed(failure);
        },
      );
    } catch (failure) {
      if (isFailingDisk(failure)) distrustLog(this.#database);
      for (const { failed } of group) failed(failure);
    }
  }

  #transactOnly(group: readonly Waiting[]): (() => void)[] {
    return withoutWaitingForDisk(this.#database, () => this.#transact(group));
  }

  /** A savepoint for each work costs as much as the work, so there are some only where a work did fail. */
  #transact(group: readonly Waiting[]): (() => void)[] {
    let failed = false;
    const all = this.#database.transaction(() =>
      group.map(({ work }) => {
        try {
          return work();
        } catch (failure) {
          // A full disk ends the whole transaction, and with it everything in it.
          failed = this.#database.inTransaction;
          throw failure;
        }
      }),
    );
    try {
      return all();
    } catch (failure) {
      if (!failed) throw failure;
      return this.#transactEach(group);
    }
  }

  #transactEach(group: readonly Waiting[]): (() => void)[] {
    const each = this.#database.transaction((work: Waiting['work']) => work());
    return this.#database.transaction(() =>
      group.map(({ work, failed }) => {
        try {
          return each(work);
        } catch (failure) {
          if (!this.#database.inTransaction) throw failure;
          return () => failed(failure);
        }
      }),
    )();
  }

  /** Resolves once everything committed so far is on disk. A look at the disk that began before says nothing of it. */
  #safe(): Promise<void> {
    if (!this.#syncing) {
      this.#syncing = this.#sync().finally(() => {
        this.#syncing = null;
      });
      return this.#syncing;
    }
    const begin = () => {
      this.#syncingNext = null;
      return this.#safe();
    };
    this.#syncingNext ??= this.#syncing.then(begin, begin);
    return this.#syncingNext;
  }

  async #sync(): Promise<void> {
    if (isLogTrusted(this.#database)) {
      try {
        return await this.#files.sync(this.#log ?? '');
      } catch (failure) {
        // A database that was closed meanwhile is on disk.
        if (!this.#database.open) return;
        distrustLog(this.#database);
        return this.#moveToDatabase(failure);
      }
    }
    return this.#moveToDatabase(null);
  }

  /**
   * What is in a log that the disk did not take goes to the database itself, and the log is emptied: after a power cut a part
   * of it would otherwise be taken for what was written last.
   */
  async #moveToDatabase(before: unknown): Promise<void> {
    let failure = before;
    for (let tries = 0; tries < mostMoves; tries += 1) {
      try {
        if (!this.#database.open) return;
        const [result] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
        if (result?.busy === 0) {
          await this.#files.sync(this.#log ?? '');
          return trustLog(this.#database);
        }
        failure ??= new Error('the log is still read');
      } catch (another) {
        // SQLite meets the same failure itself, once: what it holds of the log is still to be moved.
        failure = another;
      }
    }
    throw failure;
  }
}
