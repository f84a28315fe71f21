import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A document of which it is not known yet whether the service has it. Paths are below the matter folder. */
export interface UndecidedDocument {
  readonly fileId: FileId;
  /** Where it was captured first; null when nothing of it is left in the outbox. */
  readonly capturedAs: string | null;
  /** The save that it was captured with first; 0 when nothing of it is left in the outbox. */
  readonly firstSave: number;
  /** Where it is now, or was when it was removed here; null when nothing of it is known any more. */
  readonly path: string | null;
}

/** Documents of a page. */
const pageLength = 500;

/** Documents captured before the history of their place was read: what they are is decided then. */
export class UndecidedStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  put(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO undecided_document (matter_id, file_id) VALUES (?, ?)')
      .run(matterId, fileId);
  }

  /** What it is was decided. */
  forget(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare('DELETE FROM undecided_document WHERE matter_id = ? AND file_id = ?')
      .run(matterId, fileId);
  }

  has(matterId: MatterId, fileId: FileId): boolean {
    return (
      this.#database
        .prepare<[string, string], number>(
          'SELECT 1 FROM undecided_document WHERE matter_id = ? AND file_id = ?',
        )
        .pluck()
        .get(matterId, fileId) !== undefined
    );
  }

  /** Those of these documents that are undecided. */
  among(matterId: MatterId, ids: readonly FileId[]): Set<FileId> {
    return new Set(
      this.#database
        .prepare<[string, string], FileId>(
          `SELECT file_id FROM undecided_document
           WHERE matter_id = ? AND file_id IN (SELECT value FROM json_each(?))`,
        )
        .pluck()
        .all(matterId, JSON.stringify(ids)),
    );
  }

  /** Matters that have any. */
  matters(): MatterId[] {
    return this.#database
      .prepare<[], MatterId>('SELECT DISTINCT matter_id FROM undecided_document')
      .pluck()
      .all();
  }

  of(matterId: MatterId): UndecidedDocument[] {
    return [...this.pages(matterId)].flat();
  }

  /** All of a matter, so many at a time: each asked for when it is wanted. */
  *pages(matterId: MatterId): Generator<UndecidedDocument[]> {
    const page = this.#database.prepare<[string, string, number], UndecidedDocument>(
      `SELECT u.file_id AS fileId,
         (SELECT s.path FROM save s WHERE s.matter_id = u.matter_id AND s.file_id = u.file_id AND s.kind = 'content'
          ORDER BY s.id LIMIT 1) AS capturedAs,
         (SELECT coalesce(min(s.id), 0) FROM save s
          WHERE s.matter_id = u.matter_id AND s.file_id = u.file_id AND s.kind = 'content') AS firstSave,
         (SELECT l.path FROM local_file l INDEXED BY local_file_id
          WHERE l.matter_id = u.matter_id AND l.file_id = u.file_id ORDER BY l.removed LIMIT 1) AS path
       FROM undecided_document u WHERE u.matter_id = ? AND u.file_id > ? ORDER BY u.file_id LIMIT ?`,
    );
    for (let after = ''; ; ) {
      const documents = page.all(matterId, after, pageLength);
      if (documents.length > 0) yield documents;
      if (documents.length < pageLength) return;
      after = documents.at(-1)?.fileId ?? '';
    }
  }

  /** When the first save that waits was made, in milliseconds since 1970. */
  since(matterId: MatterId): number {
    return (
      this.#database
        .prepare<[string], number | null>(
          `SELECT min(s.captured_at) FROM undecided_document u
           JOIN save s ON s.matter_id = u.matter_id AND s.file_id = u.file_id WHERE u.matter_id = ?`,
        )
        .pluck()
        .get(matterId) ?? 0
    );
  }

  count(matterId: MatterId): number {
    return (
      this.#database
        .prepare<[string], number>('SELECT count(*) FROM undecided_document WHERE matter_id = ?')
        .pluck()
        .get(matterId) ?? 0
    );
  }
}
