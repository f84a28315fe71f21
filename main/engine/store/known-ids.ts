import type { Database } from './database.ts';

/** Numbers remembered at once; beyond it they are read again. */
const remembered = 100_000;

/** Ids of matters, people and folders as the small numbers that the timeline names them by. 0 is no id: the root folder. */
export class KnownIds {
  readonly #database: Database;
  readonly #numbers = new Map<string, number>();
  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of an id; null when nothing was ever said of it. */
  find(id: string): number | null {
    return (
      this.#numbers.get(id) ??
      this.#database.prepare<[string], number>('SELECT no FROM known_id WHERE id = ?').pluck().get(id) ??
      null
    );
  }

  /** The number of an id, given to it now if it has none. */
  numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number =
      this.find(id) ??
      Number(this.#database.prepare('INSERT INTO known_id (id) VALUES (?)').run(id).lastInsertRowid);
    if (this.#numbers.size >= remembered) this.#numbers.clear();
    this.#numbers.set(id, number);
    return number;
  }

  /** After a transaction that was undone, numbers given in it are not there. */
  forget(): void {
    this.#numbers.clear();
  }
}
