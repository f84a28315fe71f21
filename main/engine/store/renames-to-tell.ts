import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A document that was renamed or moved here while the service had it deleted. */
export interface RenameToTell {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** Where it lay before that, below the matter folder. */
  readonly pathBefore: string;
  /** What the service called it when it was deleted, and where it had it; null is the root. */
  readonly name: string;
  readonly folderId: FolderId | null;
}

/** Renames and moves that the service is to be told of once it has the document again. */
export class RenameToTellStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  of(matterId: MatterId): RenameToTell[] {
    return this.#database
      .prepare<[string], RenameToTell>(
        `SELECT matter_id AS matterId, file_id AS fileId, path_before AS pathBefore, name,
           nullif(folder_id, '') AS folderId
         FROM rename_to_tell WHERE matter_id = ?`,
      )
      .all(matterId);
  }

  /** Of several renames of one document, the first says what it was before all of them. */
  put({ matterId, fileId, pathBefore, name, folderId }: RenameToTell): void {
    this.#database
      .prepare(
        `INSERT OR IGNORE INTO rename_to_tell (matter_id, file_id, path_before, name, folder_id)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(matterId, fileId, pathBefore, name, folderId ?? '');
  }

  forget(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('DELETE FROM rename_to_tell WHERE matter_id = ? AND file_id = ?')
      .run(matterId, fileId);
  }
}
