import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A name that a document had, under which a program has it open. */
export interface FormerName {
  readonly matterId: MatterId;
  /** Below the matter folder, with '/' between names. */
  readonly path: string;
  readonly fileId: FileId;
}

/** Kept, so that a program which outlives this one still saves the document it opened. */
export class FormerNameStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  all(): FormerName[] {
    return this.#database
      .prepare<[], FormerName>('SELECT matter_id AS matterId, path, file_id AS fileId FROM former_name')
      .all();
  }

  at(matterId: MatterId, path: string): FileId | undefined {
    return this.#database
      .prepare<[string, string], FileId>('SELECT file_id FROM former_name WHERE matter_id = ? AND path = ?')
      .pluck()
      .get(matterId, path);
  }

  put({ matterId, path, fileId }: FormerName): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO former_name (matter_id, path, file_id) VALUES (?, ?, ?)')
      .run(matterId, path, fileId);
  }

  forget(matterId: MatterId, path: string): void {
    this.#database.prepare('DELETE FROM former_name WHERE matter_id = ? AND path = ?').run(matterId, path);
  }
}
