import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import { comparable } from './comparable.ts';
import type { Database } from './database.ts';

export interface KnownFolder {
  readonly id: FolderId;
  readonly name: string;
  readonly parentId: FolderId | null;
}

export interface KnownDocument {
  readonly id: FileId;
  readonly name: string;
  /** The place that history named last, null for the root; it may be a folder that is gone, or that no history showed. */
  readonly folderId: FolderId | null;
  readonly versions: number;
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** `seq` is of the newest entry about it. */
type Deletion = Pick<KnownDocument, 'name' | 'folderId' | 'changedAt' | 'changedBy'> & {
  readonly seq: number;
};

const documentsFrom = (items: string) => `
  SELECT i.id, i.name, i.versions, i.changed_at AS changedAt, i.changed_by AS changedBy, i.place AS folderId
  FROM ${items}
  WHERE i.matter_id = ? AND i.is_folder = 0 AND i.deleted = 0`;
const documents = documentsFrom('item i');
/** The index is named, for SQLite does not know how many documents a matter has. */
const documentsNamed = documentsFrom('item i INDEXED BY item_named');

/** The service's folders and documents as its history tells them. */
export class DocumentStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Folders in a place that is gone or was never seen, or inside themselves by however many steps, are in the root. */
  folders(matterId: MatterId): KnownFolder[] {
    const folders = this.#database
      .prepare<[string], KnownFolder>(
        `SELECT id, name, place AS parentId FROM item
         WHERE matter_id = ? AND is_folder = 1 AND deleted = 0 ORDER BY name, id`,
      )
      .all(matterId);
    const parents = new Map<string, string | null>(folders.map(({ id, parentId }) => [id, parentId]));
    return folders.map((folder) => {
      const { id, parentId } = folder;
      const shown = parentId !== null && parents.has(parentId) && !inCycle(parents, id);
      return shown ? folder : { ...folder, parentId: null };
    });
  }

  /** A folder and every folder ever known to be in it, by however many steps. */
  foldersIn(matterId: MatterId, folderId: FolderId): FolderId[] {
    return this.#database
      .prepare<[{ matterId: string; folderId: string }], FolderId>(
        `WITH RECURSIVE inside (id) AS (
           VALUES (@folderId)
           UNION
           SELECT i.id FROM inside JOIN item i ON i.matter_id = @matterId AND i.place = inside.id AND i.is_folder = 1
         )
         SELECT id FROM inside`,
      )
      .pluck()
      .all({ matterId, folderId });
  }

  /** True for a folder that history showed and that was not deleted. */
  hasFolder(matterId: MatterId, folderId: FolderId): boolean {
    return (
      this.#database
        .prepare<[string, string], number>(
          'SELECT 1 FROM item WHERE matter_id = ? AND is_folder = 1 AND id = ? AND deleted = 0',
        )
        .pluck()
        .get(matterId, folderId) !== undefined
    );
  }

  /** Folders that were deleted, or are in one that was, by however many steps. */
  deletedFolders(matterId: MatterId): Set<FolderId> {
    return new Set(
      this.#database
        .prepare<[{ matterId: string }], FolderId>(
          `WITH RECURSIVE gone (id) AS (
             SELECT id FROM item WHERE matter_id = @matterId AND is_folder = 1 AND deleted = 1
             UNION
             SELECT i.id FROM gone JOIN item i ON i.matter_id = @matterId AND i.place = gone.id AND i.is_folder = 1
           )
           SELECT id FROM gone`,
        )
        .pluck()
        .all({ matterId }),
    );
  }

  /** Folders said to be in this one; null is the root. Asked so that all folders are read, not all documents of the root. */
  foldersBelow(matterId: MatterId, folderId: FolderId | null): Pick<KnownFolder, 'id' | 'name'>[] {
    return this.#database
      .prepare<[string, string | null], Pick<KnownFolder, 'id' | 'name'>>(
        'SELECT id, name FROM item WHERE matter_id = ? AND +place IS ? AND is_folder = 1 AND deleted = 0',
      )
      .all(matterId, folderId);
  }

  documents(matterId: MatterId): KnownDocument[] {
    return this.#database
      .prepare<[string], KnownDocument>(`${documents} ORDER BY i.name, i.id`)
      .all(matterId);
  }

  /** Of these documents, those that history shows. */
  among(matterId: MatterId, ids: readonly FileId[]): KnownDocument[] {
    return this.#database
      .prepare<[string, string], KnownDocument>(`${documents} AND i.id IN (SELECT value FROM json_each(?))`)
      .all(matterId, JSON.stringify(ids));
  }

  /** Ids of what history shows, is or was in the matter's folder, or waits to be filed: so many after one, in their order. */
  idsAfter(matterId: MatterId, after: FileId | null, limit: number): FileId[] {
    const waiting = ['waiting', 'sending', 'sent', 'problem'].map(
      (state) => `
         UNION SELECT file_id FROM save
         WHERE state = '${state}' AND state <> 'filed' AND matter_id = @matterId AND file_id > @after`,
    );
    return this.#database
      .prepare<[object], FileId>(
        `SELECT id FROM item WHERE matter_id = @matterId AND is_folder = 0 AND id > @after AND deleted = 0
         UNION SELECT file_id FROM local_file WHERE matter_id = @matterId AND file_id > @after
           AND EXISTS (SELECT 1 FROM matter_folder WHERE matter_id = @matterId)
         UNION SELECT file_id FROM listed_document AS listed WHERE matter_id = @matterId AND file_id > @after
           AND NOT EXISTS (SELECT 1 FROM item WHERE item.matter_id = listed.matter_id AND is_folder = 0 AND item.id = file_id)
         ${waiting.join('')}
         ORDER BY 1 LIMIT @limit`,
      )
      .pluck()
      .all({ matterId, after: after ?? '', limit });
  }

  document(matterId: MatterId, fileId: FileId): KnownDocument | undefined {
    return this.#database
      .prepare<[string, string], KnownDocument>(`${documents} AND i.id = ?`)
      .get(matterId, fileId);
  }

  /** True for the id of a document of whatever matter, shown or only saved here, in either case of its letters. */
  isKnown(fileId: FileId): boolean {
    return (
      this.#database
        .prepare<[object], number>(
          `SELECT 1 WHERE EXISTS (SELECT 1 FROM item WHERE is_folder = 0 AND id = @fileId COLLATE NOCASE)
             OR EXISTS (SELECT 1 FROM save WHERE file_id = @fileId COLLATE NOCASE)`,
        )
        .pluck()
        .get({ fileId }) !== undefined
    );
  }

  /** By whom and when a document was deleted, or moved to another matter, and what it was before; undefined for one that is there, or never was. */
  deletion(matterId: MatterId, fileId: FileId): Deletion | undefined {
    return this.#database
      .prepare<[string, string], Deletion>(
        `SELECT name, place AS folderId, changed_at AS changedAt, changed_by AS changedBy, newest_seq AS seq FROM item
         WHERE matter_id = ? AND is_folder = 0 AND id = ? AND deleted = 1`,
      )
      .get(matterId, fileId);
  }

  /** Of these documents, those that were deleted, or moved to another matter. */
  deletedAmong(matterId: MatterId, ids: readonly FileId[]): Set<FileId> {
    return new Set(
      this.#database
        .prepare<[string, string], FileId>(
          `SELECT id FROM item WHERE matter_id = ? AND is_folder = 0 AND deleted = 1
           AND id IN (SELECT value FROM json_each(?))`,
        )
        .pluck()
        .all(matterId, JSON.stringify(ids)),
    );
  }

  /** Documents of a folder that have one of these names, or one that people take for the same; asked for each capture. */
  named(matterId: MatterId, folderId: FolderId | null, name: string, orName = name): KnownDocument[] {
    return this.#database
      .prepare<[string, string, string], KnownDocument>(`${documentsNamed} AND i.comparable_name IN (?, ?)`)
      .all(matterId, comparable(name), comparable(orName))
      .filter((document) => document.folderId === folderId);
  }
}

function inCycle(parents: ReadonlyMap<string, string | null>, start: string): boolean {
  const seen = new Set<string>();
  for (let id = parents.get(start) ?? null; id !== null && !seen.has(id); id = parents.get(id) ?? null) {
    if (id === start) return true;
    seen.add(id);
  }
  return false;
}
