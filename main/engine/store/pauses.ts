import type { FileId, MatterId } from '../../../shared/model.ts';
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
