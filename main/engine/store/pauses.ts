import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** Matters and documents whose saves are captured and wait until the person resumes them. */
export class PauseStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  pauseMatter(matterId: MatterId, paused: boolean): void {
    this.#database
      .prepare(
        paused
          ? 'INSERT OR IGNORE INTO paused_matter (matter_id) VALUES (?)'
          : 'DELETE FROM paused_matter WHERE matter_id = ?',
      )
      .run(matterId);
  }

  pauseDocument(matterId: MatterId, fileId: FileId, paused: boolean): void {
    this.#database
      .prepare(
        paused
          ? 'INSERT OR IGNORE INTO paused_document (matter_id, file_id) VALUES (?, ?)'
          : 'DELETE FROM paused_document WHERE matter_id = ? AND file_id = ?',
      )
      .run(matterId, fileId);
  }

  /** A paused document is the one that the service has under its name: that is paused. */
  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId): void {
    this.#database
      .prepare('UPDATE OR REPLACE paused_document SET file_id = ? WHERE matter_id = ? AND file_id = ?')
      .run(fileId, matterId, before);
  }

  /** Documents of a matter whose saves wait until the person resumes them. */
  pausedDocuments(matterId: MatterId): Set<FileId> {
    return new Set(
      this.#database
        .prepare<[string], FileId>('SELECT file_id FROM paused_document WHERE matter_id = ?')
        .pluck()
        .all(matterId),
    );
  }
}
