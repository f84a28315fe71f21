import type { Database } from '../../main/engine/store/database.ts';

/** Which commits of a database a power cut may undo: those that nobody waited for, until one is waited for. */
export class UnsafeCommits {
  readonly #database: Database;
  /** What is surely on disk; null while all of it is. */
  #safe: Buffer | null = null;
  /** How much was changed when the last commit that did not wait had been made. */
  #changes: number;
  /** The disk failed to keep the log: nothing in it is safe, whatever is said of it later, before it was written elsewhere. */
  #isLogLost = false;
  /** Listens no more. */
  readonly end: () => void;

  /** Listens to the pragma by which the engine says that it does not wait. */
  constructor(database: Database) {
    this.#database = database;
    this.#changes = this.#changesNow();
    const { pragma } = database;
    database.pragma = (source, options) => {
      if (source === 'synchronous = NORMAL') this.#begins();
      const result = pragma.call(database, source, options);
      if (source === 'synchronous = FULL') this.#ends();
      if (source === 'wal_checkpoint(TRUNCATE)') this.closed();
      return result;
    };
    this.end = () => {
      database.pragma = pragma;
    };
  }

  /** What a power cut leaves at least; null when nothing can be lost. */
  get left(): Buffer | null {
    this.#forgetWhatIsSafe();
    return this.#safe;
  }

  /** It was closed, or its log moved into it: all of it is on disk. */
  closed(): void {
    this.#isLogLost = false;
    this.#safe = null;
    this.#ends();
  }

  notKept(): void {
    this.#isLogLost = this.left !== null;
  }

  /** The disk is given the log. Answers what is to be done once it has taken it: only what was in it by now is safe then. */
  givenToDisk(): () => void {
    const before = this.left;
    const given = before === null ? null : this.#database.serialize();
    const changes = this.#changes;
    return () => {
      if (this.#isLogLost) return;
      // What was safe anyway meanwhile has made more safe than this.
      if (this.left === before) this.#safe = this.#changes === changes ? null : given;
    };
  }

  #begins(): void {
    this.#forgetWhatIsSafe();
    this.#safe ??= this.#database.serialize();
  }

  #ends(): void {
    this.#changes = this.#changesNow();
  }

  /** A commit that waited takes all before it to the disk, unless some of it is nowhere: then it is lost with that. */
  #forgetWhatIsSafe(): void {
    if (this.#isLogLost || this.#changesNow() === this.#changes) return;
    this.#safe = null;
    this.#ends();
  }

  #changesNow(): number {
    return this.#database.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  }
}
