import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A new document that was announced by POST. */
export interface PostedDocument {
  readonly saveId: number;
  readonly matterId: MatterId;
  /** Of the attempt; it travels with the announcement. */
  readonly key: string;
  readonly fileName: string;
  readonly folderId: FolderId | null;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
}

const columns = `save_id AS saveId, posted_document.matter_id AS matterId, key, file_name AS fileName,
  folder_id AS folderId, posted_at AS postedAt`;

/** What became of announcements by POST: the service gives the id, and an answer that was lost told it to nobody. */
export class PostedDocumentStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Before it leaves. */
  put({ saveId, matterId, key, fileName, folderId, postedAt }: PostedDocument): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO posted_document (save_id, matter_id, key, file_name, folder_id, posted_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(saveId, matterId, key, fileName, folderId, postedAt);
  }

  /** Of a document: the last that may have been made under an id that nobody knows. */
  unanswered(matterId: MatterId, fileId: FileId): PostedDocument | undefined {
    return this.#database
      .prepare<[string, string], PostedDocument>(
        `SELECT ${columns} FROM posted_document JOIN save ON save.id = save_id
         WHERE save.matter_id = ? AND save.file_id = ? AND named IS NULL ORDER BY save_id DESC LIMIT 1`,
      )
      .get(matterId, fileId);
  }

  /** The service made it under this id. */
  isNamed(saveId: number, fileId: FileId): void {
    this.#database.prepare('UPDATE posted_document SET named = ? WHERE save_id = ?').run(fileId, saveId);
  }

  /** True for an id that the service gave: it has such a document, though no history shows it yet. */
  isMade(matterId: MatterId, fileId: FileId): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM posted_document WHERE matter_id = ? AND named = ?')
        .get(matterId, fileId) !== undefined
    );
  }

  /** Nothing was made of a document, or the person said to go on as if nothing was. */
  forget(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare(
        `DELETE FROM posted_document WHERE named IS NULL
           AND save_id IN (SELECT id FROM save WHERE matter_id = ? AND file_id = ?)`,
      )
      .run(matterId, fileId);
  }

  /** What was posted of a save that is taken over as another: by its number here. */
  of(saveId: number): (PostedDocument & { readonly named: FileId | null }) | undefined {
    return this.#database
      .prepare<[number], PostedDocument & { named: FileId | null }>(
        `SELECT ${columns}, named FROM posted_document WHERE save_id = ?`,
      )
      .get(saveId);
  }
}
