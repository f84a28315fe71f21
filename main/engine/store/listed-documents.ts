import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A document as the service's list has it. */
export interface ListedDocument {
  readonly id: FileId;
  /** With its extension. */
  readonly name: string;
  readonly folderId: FolderId | null;
  /** What the service calls its newest version; null where it does not say. */
  readonly versionId: string | null;
  /** Bytes. */
  readonly size: number | null;
  readonly changedAt: string | null;
}

const columns =
  'file_id AS id, name, folder_id AS folderId, version_id AS versionId, size, changed_at AS changedAt';

/** Documents of matters as the service listed them last: shown, and never a proof that one is gone. */
export class ListedDocumentStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** When a matter was listed, and the newest history entry that was known of it then. */
  listedAt(matterId: MatterId): { readonly at: number; readonly upTo: number } | undefined {
    return this.#database
      .prepare<[string], { at: number; upTo: number }>(
        'SELECT at, up_to AS upTo FROM listed_matter WHERE matter_id = ?',
      )
      .get(matterId);
  }

  /** Documents of a list that is not whole yet. What is as it was is not written again. */
  put(matterId: MatterId, listed: readonly ListedDocument[]): void {
    const put = this.#database.prepare(
      `INSERT INTO listed_document (matter_id, file_id, name, folder_id, version_id, size, changed_at)
       VALUES (@matterId, @id, @name, @folderId, @versionId, @size, @changedAt)
       ON CONFLICT (matter_id, file_id) DO UPDATE SET name = excluded.name, folder_id = excluded.folder_id,
         version_id = excluded.version_id, size = excluded.size, changed_at = excluded.changed_at
       WHERE (name, folder_id, version_id, size, changed_at)
         IS NOT (excluded.name, excluded.folder_id, excluded.version_id, excluded.size, excluded.changed_at)`,
    );
    this.#database.transaction(() => {
      for (const document of listed) put.run({ ...document, matterId });
    })();
  }

  /** These are all that the list has: what was listed before and is not among them goes. */
  ends(matterId: MatterId, ids: readonly FileId[], at: number, upTo: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare(
          `DELETE FROM listed_document WHERE matter_id = ? AND file_id NOT IN (SELECT value FROM json_each(?))`,
        )
        .run(matterId, JSON.stringify(ids));
      this.#database
        .prepare('INSERT OR REPLACE INTO listed_matter (matter_id, at, up_to) VALUES (?, ?, ?)')
        .run(matterId, at, upTo);
    })();
  }

  /** Of these documents, those that are listed. */
  among(matterId: MatterId, ids: readonly FileId[]): ListedDocument[] {
    return this.#database
      .prepare<[string, string], ListedDocument>(
        `SELECT ${columns} FROM listed_document
         WHERE matter_id = ? AND file_id IN (SELECT value FROM json_each(?))`,
      )
      .all(matterId, JSON.stringify(ids));
  }

  /** Those of a matter that history tells nothing of, be it that they are there or that they were deleted. */
  notInHistory(matterId: MatterId): ListedDocument[] {
    return this.#database
      .prepare<[string], ListedDocument>(
        `SELECT ${columns} FROM listed_document AS listed WHERE matter_id = ? AND NOT EXISTS (
           SELECT 1 FROM item WHERE item.matter_id = listed.matter_id AND is_folder = 0 AND item.id = file_id)
         ORDER BY file_id`,
      )
      .all(matterId);
  }
}
