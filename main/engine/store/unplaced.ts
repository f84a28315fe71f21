import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A document that was filed above the place it has here. */
export interface Unplaced {
  readonly fileId: FileId;
  /** Where it was filed instead; null is the root. */
  readonly folderId: FolderId | null;
}

/** Documents whose directory here the service had no folder for when they were filed. */
export class UnplacedStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Those that nobody asked yet to be moved to their place. */
  of(matterId: MatterId): Unplaced[] {
    return this.#database
      .prepare<[string], Unplaced>(
        `SELECT file_id AS fileId, nullif(folder_id, '') AS folderId FROM unplaced_document
         WHERE matter_id = ? AND asked = 0`,
      )
      .all(matterId);
  }

  /** Those that were asked to be moved too (1). */
  all(matterId: MatterId): (Unplaced & { readonly asked: 0 | 1 })[] {
    return this.#database
      .prepare<[string], Unplaced & { asked: 0 | 1 }>(
        `SELECT file_id AS fileId, nullif(folder_id, '') AS folderId, asked FROM unplaced_document WHERE matter_id = ?`,
      )
      .all(matterId);
  }

  has(matterId: MatterId, fileId: FileId): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM unplaced_document WHERE matter_id = ? AND file_id = ?')
        .get(matterId, fileId) !== undefined
    );
  }

  put(matterId: MatterId, { fileId, folderId }: Unplaced): void {
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO unplaced_document (matter_id, file_id, folder_id, asked) VALUES (?, ?, ?, 0)',
      )
      .run(matterId, fileId, folderId ?? '');
  }

  /** Its move is in the outbox; whatever becomes of that, it is not put there again. */
  asked(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('UPDATE unplaced_document SET asked = 1 WHERE matter_id = ? AND file_id = ?')
      .run(matterId, fileId);
  }

  /** True when a move of it to its place was put in the outbox, and nothing else was asked of it since. */
  isAsked(matterId: MatterId, fileId: FileId): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM unplaced_document WHERE matter_id = ? AND file_id = ? AND asked = 1')
        .get(matterId, fileId) !== undefined
    );
  }

  /** More than a move is asked of it: its move to its place counts as not asked yet. */
  notAsked(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('UPDATE unplaced_document SET asked = 0 WHERE matter_id = ? AND file_id = ?')
      .run(matterId, fileId);
  }

  forget(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('DELETE FROM unplaced_document WHERE matter_id = ? AND file_id = ?')
      .run(matterId, fileId);
  }
}
