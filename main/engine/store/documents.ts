import type { FileId, FolderId, MatterId } from '../../../shared/model.ts';
import type { Database } from './database.ts';

export interface KnownFolder {
  readonly id: FolderId;
  readonly name: string;
  readonly parentId: FolderId | null;
}

export interface KnownDocument {
  readonly id: FileId;
  readonly name: string;
  readonly folderId: FolderId | null;
  readonly versions: number;
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

const documentColumns =
  'id, name, folder_id AS folderId, versions, changed_at AS changedAt, changed_by AS changedBy';

/** The service's folders and documents as its history tells them. */
export class DocumentStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  folders(matterId: MatterId): KnownFolder[] {
    return this.#database
      .prepare<[string], KnownFolder>(
        'SELECT id, name, parent_id AS parentId FROM folder WHERE matter_id = ? ORDER BY name',
      )
      .all(matterId);
  }

  documents(matterId: MatterId): KnownDocument[] {
    return this.#database
      .prepare<[string], KnownDocument>(
        `SELECT ${documentColumns} FROM document WHERE matter_id = ? ORDER BY name`,
      )
      .all(matterId);
  }

  document(matterId: MatterId, fileId: FileId): KnownDocument | undefined {
    return this.#database
      .prepare<[string, string], KnownDocument>(
        `SELECT ${documentColumns} FROM document WHERE matter_id = ? AND id = ?`,
      )
      .get(matterId, fileId);
  }

  inFolder(matterId: MatterId, folderId: FolderId | null): KnownDocument[] {
    return this.#database
      .prepare<[string, string | null], KnownDocument>(
        `SELECT ${documentColumns} FROM document WHERE matter_id = ? AND folder_id IS ?`,
      )
      .all(matterId, folderId);
  }

  /** Replaces what is known of a matter by a new projection. */
  replace(matterId: MatterId, folders: readonly KnownFolder[], documents: readonly KnownDocument[]): void {
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM folder WHERE matter_id = ?').run(matterId);
      this.#database.prepare('DELETE FROM document WHERE matter_id = ?').run(matterId);
      const addFolder = this.#database.prepare(
        'INSERT INTO folder (matter_id, id, name, parent_id) VALUES (?, ?, ?, ?)',
      );
      for (const folder of folders) addFolder.run(matterId, folder.id, folder.name, folder.parentId);
      const addDocument = this.#database.prepare(
        `INSERT INTO document (matter_id, id, name, folder_id, versions, changed_at, changed_by)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      );
      for (const document of documents) {
        addDocument.run(
          matterId,
          document.id,
          document.name,
          document.folderId,
          document.versions,
          document.changedAt,
          document.changedBy,
        );
      }
    })();
  }
}
