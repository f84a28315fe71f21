import type { MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

export interface StoredMatterDetails {
  /** The service's own JSON. */
  readonly raw: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** Read forms of matters that somebody looked at. */
export class MatterDetailsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  of(matterId: MatterId): StoredMatterDetails | undefined {
    return this.#database
      .prepare<[string], StoredMatterDetails>(
        'SELECT raw, read_at AS readAt FROM matter_read_form WHERE matter_id = ?',
      )
      .get(matterId);
  }

  keep(matterId: MatterId, form: StoredMatterDetails): void {
    this.#database
      .prepare(
        `INSERT INTO matter_read_form (matter_id, raw, read_at) VALUES (?, ?, ?)
         ON CONFLICT (matter_id) DO UPDATE SET raw = excluded.raw, read_at = excluded.read_at`,
      )
      .run(matterId, form.raw, form.readAt);
  }
}
