import type { MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A directory of which a folder of the service is to be made. */
export interface FolderToMake {
  readonly matterId: MatterId;
  /** Below the matter folder, with '/' between names. */
  readonly path: string;
  /** All in milliseconds since 1970. Since when it is tried. */
  readonly since: number;
  /** When a POST left of which no answer tells; null when none did. */
  readonly postedAt: number | null;
  /** Until when documents in it are filed as if the service made no folders; null when it is tried with the next one. */
  readonly nextTryAt: number | null;
  /** Why the service refused it, as words; null when it did not. */
  readonly refused: string | null;
}

const columns = `matter_id AS matterId, path, since, posted_at AS postedAt, next_try_at AS nextTryAt, refused`;

/** What became of making folders: a lost answer or a kill must not make two of one. */
export class FolderToMakeStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  get(matterId: MatterId, path: string): FolderToMake | undefined {
    return this.#database
      .prepare<[string, string], FolderToMake>(
        `SELECT ${columns} FROM folder_to_make WHERE matter_id = ? AND path = ?`,
      )
      .get(matterId, path);
  }

  put({ matterId, path, since, postedAt, nextTryAt, refused }: FolderToMake): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO folder_to_make (matter_id, path, since, posted_at, next_try_at, refused)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(matterId, path, since, postedAt, nextTryAt, refused);
  }

  forget(matterId: MatterId, path: string): void {
    this.#database.prepare('DELETE FROM folder_to_make WHERE matter_id = ? AND path = ?').run(matterId, path);
  }

  refused(): FolderToMake[] {
    return this.#database
      .prepare<[], FolderToMake>(
        `SELECT ${columns} FROM folder_to_make WHERE refused IS NOT NULL AND refused <> '' ORDER BY since, path`,
      )
      .all();
  }
}
