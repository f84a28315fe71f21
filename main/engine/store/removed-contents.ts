import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** The bytes of a document that went from here because it was deleted in the service. */
export interface RemovedContent {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Where it stood below the matter folder, with '/' between names. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly removedAt: number;
  readonly until: number;
}

const columns =
  'matter_id AS matterId, file_id AS fileId, sha256, size, path, removed_at AS removedAt, until';

/** Contents that the vault keeps, whatever its limits, so that what went can be had again. */
export class RemovedContentStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  put({ matterId, fileId, sha256, size, path, removedAt, until }: RemovedContent): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO removed_content (matter_id, file_id, sha256, size, path, removed_at, until)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(matterId, fileId, sha256, size, path, removedAt, until);
  }

  ofDocument(matterId: MatterId, fileId: FileId): RemovedContent[] {
    return this.#database
      .prepare<[string, string], RemovedContent>(
        `SELECT ${columns} FROM removed_content WHERE matter_id = ? AND file_id = ? ORDER BY removed_at`,
      )
      .all(matterId, fileId);
  }

  has(sha256: string): boolean {
    return (
      this.#database
        .prepare<[string], number>('SELECT 1 FROM removed_content WHERE sha256 = ?')
        .pluck()
        .get(sha256) !== undefined
    );
  }

  /** It did not go. */
  forget({ matterId, fileId, sha256 }: Pick<RemovedContent, 'matterId' | 'fileId' | 'sha256'>): void {
    this.#database
      .prepare('DELETE FROM removed_content WHERE matter_id = ? AND file_id = ? AND sha256 = ?')
      .run(matterId, fileId, sha256);
  }

  /** A clock that is set far back keeps them longer. */
  forgetUntil(now: number): void {
    this.#database.prepare('DELETE FROM removed_content WHERE until < ?').run(now);
  }
}
