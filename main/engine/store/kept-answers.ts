import { type Database, withoutWaitingForDisk } from './database.ts';

export interface KeptAnswer {
  /** The service's own JSON. */
  readonly raw: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** Answers of the service that are there again when it cannot be asked, by what was asked for and about what. */
export class KeptAnswerStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  of(kind: string, key: string): KeptAnswer | undefined {
    return this.#database
      .prepare<[string, string], KeptAnswer>(
        'SELECT raw, read_at AS readAt FROM kept_answer WHERE kind = ? AND key = ?',
      )
      .get(kind, key);
  }

  keep(kind: string, key: string, { raw, readAt }: KeptAnswer): void {
    withoutWaitingForDisk(this.#database, () =>
      this.#database
        .prepare(
          `INSERT INTO kept_answer (kind, key, raw, read_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (kind, key) DO UPDATE SET raw = excluded.raw, read_at = excluded.read_at`,
        )
        .run(kind, key, raw, readAt),
    );
  }
}
