import type { Draft, ListFilter } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { Database } from './database.ts';

/** What the person left half done or wants to come back to: drafts of requests, and ways of looking at the list of matters. */
export class DraftStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  list(): Draft[] {
    return this.#database
      .prepare<[], Omit<Draft, 'savedAt'> & { savedAt: number }>(
        `SELECT id, operation, matter_id AS matterId, name, fields, saved_at AS savedAt
         FROM request_draft ORDER BY saved_at DESC, id`,
      )
      .all()
      .map((draft) => ({ ...draft, savedAt: instant(draft.savedAt) }));
  }

  put({ id, operation, matterId, name, fields }: Omit<Draft, 'savedAt'>, at: number): void {
    this.#database
      .prepare(
        `INSERT INTO request_draft (id, operation, matter_id, name, fields, saved_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET operation = excluded.operation, matter_id = excluded.matter_id,
           name = excluded.name, fields = excluded.fields, saved_at = excluded.saved_at`,
      )
      .run(id, operation, matterId, name, fields, at);
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM request_draft WHERE id = ?').run(id);
  }

  /** By name. */
  listFilters(): ListFilter[] {
    return this.#database
      .prepare<[], { id: string; name: string; filter: string }>(
        'SELECT id, name, filter FROM list_filter ORDER BY name COLLATE NOCASE, id',
      )
      .all()
      .map(({ filter, ...named }) => ({ ...named, filter: JSON.parse(filter) }));
  }

  putListFilter({ id, name, filter }: ListFilter): void {
    this.#database
      .prepare(
        `INSERT INTO list_filter (id, name, filter) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, filter = excluded.filter`,
      )
      .run(id, name, JSON.stringify(filter));
  }

  removeListFilter(id: string): void {
    this.#database.prepare('DELETE FROM list_filter WHERE id = ?').run(id);
  }
}
