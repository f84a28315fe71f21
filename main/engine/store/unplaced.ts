import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A document that was filed above the place it has here. */
export interface Unplaced {
  readonly fileId: FileId;
  /** Where it was filed instead; null is the root. */
  readonly folderId: FolderId | null;
}

interface UnplacedAndPlaces extends Unplaced {
  /** The folder that the service has it in. */
  readonly there: FolderId | null | undefined;
  readonly path: string | undefined;
}

/** Documents whose directory here the service had no folder for when they were filed. */
export class UnplacedStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Those that nobody asked yet to be moved to their place, with where each lies here and in the service: below the matter folder, undefined where it is not known to lie anywhere. Of several
   * copies the first is told of.
   */
  withPlaces(matterId: MatterId): UnplacedAndPlaces[] {
    const seen = new Set<FileId>();
    return this.#database
      .prepare<[string], [FileId, string, string | null, string | null, string | null]>(
        `SELECT unplaced.file_id, unplaced.folder_id, item.id, item.place, local_file.path FROM unplaced_document AS unplaced
         LEFT JOIN item ON item.matter_id = unplaced.matter_id AND item.is_folder = 0 AND item.id = unplaced.file_id
           AND item.deleted = 0
         LEFT JOIN local_file INDEXED BY local_file_id
           ON local_file.matter_id = unplaced.matter_id AND local_file.file_id = unplaced.file_id
         WHERE unplaced.matter_id = ? AND unplaced.asked = 0 ORDER BY unplaced.file_id, local_file.removed`,
      )
      .raw()
      .all(matterId)
      .flatMap(([fileId, folder, known, place, path]) => {
        if (seen.has(fileId)) return [];
        seen.add(fileId);
        const there = known === null ? undefined : (place as FolderId | null);
        return [{ fileId, folderId: (folder || null) as FolderId | null, there, path: path ?? undefined }];
      });
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

  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId): void {
    this.#database
      .prepare('UPDATE OR REPLACE unplaced_document SET file_id = ? WHERE matter_id = ? AND file_id = ?')
      .run(fileId, matterId, before);
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
