import type { MatterId } from '../../../shared/model.ts';
import type { Database } from './database.ts';

/** Full-text indexes over names. An expression is one of FTS5 (`search/words.ts` makes them). */
export class SearchStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes a folder or document, by its number, findable by these names and no others. */
  putItem(no: number, names: string): void {
    this.#database.prepare('INSERT OR REPLACE INTO item_search (rowid, names) VALUES (?, ?)').run(no, names);
  }

  /** Numbers of a matter's folders and documents found, or of any matter's; the newest known first. */
  items(expression: string, matterId: MatterId | null, limit: number): number[] {
    if (matterId === null) {
      return this.#database
        .prepare<[string, number], number>(
          'SELECT rowid FROM item_search WHERE item_search MATCH ? ORDER BY rowid DESC LIMIT ?',
        )
        .pluck()
        .all(expression, limit);
    }
    return this.#database
      .prepare<[string, string, number], number>(
        `SELECT s.rowid FROM item_search s CROSS JOIN item i ON i.no = s.rowid
         WHERE s.item_search MATCH ? AND i.matter_id = ? ORDER BY s.rowid DESC LIMIT ?`,
      )
      .pluck()
      .all(expression, matterId, limit);
  }

  /** Takes all folders and documents out. */
  clearItems(): void {
    this.#database.exec(`INSERT INTO item_search (item_search) VALUES ('delete-all')`);
  }
}
