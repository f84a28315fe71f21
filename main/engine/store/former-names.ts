import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A name that a document had, under which a program has it open. */
export interface FormerName {
  readonly matterId: MatterId;
  /** Below the matter folder, with '/' between names. */
  readonly path: string;
  readonly fileId: FileId;
}

/** What a program saved last under such a name: captured, and not known yet to be a version of which document. */
export interface SavedThere extends FormerName {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
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

  of(matterId: MatterId): FormerName[] {
    return this.all().filter((one) => one.matterId === matterId);
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

  allSaved(): SavedThere[] {
    return this.#database
      .prepare<[], SavedThere>(
        'SELECT matter_id AS matterId, path, file_id AS fileId, sha256, size FROM former_name_save',
      )
      .all();
  }

  savedIn(matterId: MatterId): SavedThere[] {
    return this.allSaved().filter((one) => one.matterId === matterId);
  }

  savedAt(matterId: MatterId, path: string): SavedThere | undefined {
    return this.#database
      .prepare<[string, string], SavedThere>(
        `SELECT matter_id AS matterId, path, file_id AS fileId, sha256, size FROM former_name_save
         WHERE matter_id = ? AND path = ?`,
      )
      .get(matterId, path);
  }

  putSaved({ matterId, path, fileId, sha256, size }: SavedThere): void {
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO former_name_save (matter_id, path, file_id, sha256, size) VALUES (?, ?, ?, ?, ?)',
      )
      .run(matterId, path, fileId, sha256, size);
  }

  forgetSaved(matterId: MatterId, path: string): void {
    this.#database
      .prepare('DELETE FROM former_name_save WHERE matter_id = ? AND path = ?')
      .run(matterId, path);
  }
}
