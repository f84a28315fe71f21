import type { Database } from 'better-sqlite3';
import type { Chance } from './noise.ts';
import {
  type Fullness,
  giveBack,
  type Handle,
  handleOf,
  setFull,
  setNotKept,
  takeDatabase,
} from './sim-database.ts';
import { UnsafeCommits } from './unsafe-commits.ts';

/** Where the engine's database is kept from one life to the next. */
export interface DatabaseKept {
  /** Whether a power cut takes commits that were not waited for. */
  readonly losesCommits: boolean;
  /** What it holds, to be read also while the engine is not running; null before there is one. */
  readonly readable: Database | null;
  /** As one life of the engine has it. Whatever was open before is not used any more. */
  open(): Handle;
  /** The engine was killed. */
  killed(): void;
  /** The power went, after a kill; true when commits are lost. */
  powerCut(chance: Chance): boolean;
  fill(how: Fullness | null): void;
  failToKeep(fails: boolean): void;
  /** The disk is given the log. Answers what is to be done once it has taken it. */
  givenToDisk(): () => void;
  /** The disk failed to keep the log that it was given. */
  logNotKept(): void;
  /** Nothing of it is needed any more. */
  forget(): void;
}

/** One connection in memory serves all lives: a kill undoes nothing that was committed. */
export class DatabaseInMemory implements DatabaseKept {
  /** Following each of them makes a world slower. */
  readonly losesCommits: boolean;
  #database: Database | null = null;
  #commits: UnsafeCommits | null = null;
  #isFailing = false;

  constructor(losesCommits: boolean) {
    this.losesCommits = losesCommits;
  }

  get readable(): Database | null {
    return this.#database;
  }

  open(): Handle {
    this.#database ??= takeDatabase(null);
    // The program moves what a killed one left in its log, if the disk takes it.
    if (!this.#isFailing) this.#commits?.closed();
    if (this.losesCommits) this.#commits ??= new UnsafeCommits(this.#database);
    return handleOf(this.#database, () => this.#commits?.closed());
  }

  killed(): void {}

  powerCut(chance: Chance): boolean {
    const left = this.#commits?.left ?? null;
    // What the power cut left is on disk.
    if (left === null || chance() < 0.5) {
      this.#commits?.closed();
      return false;
    }
    this.forget();
    this.#database = takeDatabase(left);
    return true;
  }

  fill(how: Fullness | null): void {
    if (this.#database) setFull(this.#database, how);
  }

  failToKeep(fails: boolean): void {
    this.#isFailing = fails;
    if (this.#database) setNotKept(this.#database, fails);
  }

  givenToDisk(): () => void {
    return this.#commits?.givenToDisk() ?? (() => {});
  }

  logNotKept(): void {
    this.#commits?.notKept();
  }

  forget(): void {
    const database = this.#database;
    this.#database = null;
    this.#commits?.end();
    this.#commits = null;
    if (database) giveBack(database);
  }
}
