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
  /**
   * From when to when it may have been made, in milliseconds since 1970: who was at the computer then made it. From null: the
   * workspace's own person, whenever that was.
   */
  readonly madeFrom: number | null;
  readonly madeTo: number;
}

const savedColumns = `matter_id AS matterId, path, file_id AS fileId, sha256, size, made_from AS madeFrom,
  made_to AS madeTo`;

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

  /** What had these names is another document from now on. */
  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId): void {
    for (const table of ['former_name', 'former_name_save'])
      this.#database
        .prepare(`UPDATE ${table} SET file_id = ? WHERE matter_id = ? AND file_id = ?`)
        .run(fileId, matterId, before);
  }

  allSaved(): SavedThere[] {
    return this.#database.prepare<[], SavedThere>(`SELECT ${savedColumns} FROM former_name_save`).all();
  }

  savedIn(matterId: MatterId): SavedThere[] {
    return this.allSaved().filter((one) => one.matterId === matterId);
  }

  savedAt(matterId: MatterId, path: string): SavedThere | undefined {
    return this.#database
      .prepare<[string, string], SavedThere>(
        `SELECT ${savedColumns} FROM former_name_save WHERE matter_id = ? AND path = ?`,
      )
      .get(matterId, path);
  }

  putSaved(saved: SavedThere): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO former_name_save (matter_id, path, file_id, sha256, size, made_from, made_to)
         VALUES (@matterId, @path, @fileId, @sha256, @size, @madeFrom, @madeTo)`,
      )
      .run(saved);
  }

  forgetSaved(matterId: MatterId, path: string): void {
    this.#database
      .prepare('DELETE FROM former_name_save WHERE matter_id = ? AND path = ?')
      .run(matterId, path);
  }
}
