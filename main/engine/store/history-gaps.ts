import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** Where folders' histories showed only entries newer than all they had shown: versions in between may be unknown. */
export class HistoryGapStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param seq above the numbers of all entries known before the gap, and not above those of the entries after it */
  put(matterId: MatterId, folderId: FolderId | null, seq: number): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO history_gap (matter_id, folder_id, seq) VALUES (?, ?, ?)')
      .run(matterId, folderId ?? '', seq);
  }

  /**
   * The newest gap in which versions of a document may be missing: one of the folder that it lies in, or of one that had shown it.
   * @param folderId where it lies; undefined where that is not known
   * @returns null when there is none
   */
  ofDocument(matterId: MatterId, fileId: FileId, folderId: FolderId | null | undefined): number | null {
    const gaps = this.#database
      .prepare<[string], { folder: string; seq: number }>(
        'SELECT folder_id AS folder, seq FROM history_gap WHERE matter_id = ?',
      )
      .all(matterId);
    // As with nearly every service: each save asks.
    if (gaps.length === 0) return null;
    const shown = this.#database
      .prepare<[object], string>(
        `SELECT DISTINCT read_from FROM history_entry WHERE matter_id = @matterId AND file_id = @fileId AND echo = 0
         UNION SELECT again.folder_id FROM history_entry AS h JOIN entry_shown_again AS again ON again.seq = h.seq
         WHERE h.matter_id = @matterId AND h.file_id = @fileId`,
      )
      .pluck()
      .all({ matterId, fileId });
    const folders = new Set([...shown, ...(folderId === undefined ? [] : [folderId ?? ''])]);
    const seqs = gaps.filter(({ folder }) => folders.has(folder)).map(({ seq }) => seq);
    return seqs.length === 0 ? null : Math.max(...seqs);
  }
}
