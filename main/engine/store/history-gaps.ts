import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** Where folders' histories showed nothing any more of what they had shown: versions that came since may be unknown. */
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

  /** The folder's history shows nothing at all any more. @param seq above the numbers of all entries known, and below those that come */
  emptied(matterId: MatterId, folderId: FolderId | null, seq: number): void {
    this.#database
      .prepare('INSERT INTO emptied_history (matter_id, folder_id, seq) VALUES (?, ?, ?)')
      .run(matterId, folderId ?? '', seq);
  }

  isEmptied(matterId: MatterId, folderId: FolderId | null): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM emptied_history WHERE matter_id = ? AND folder_id = ?')
        .get(matterId, folderId ?? '') !== undefined
    );
  }

  /** It shows something again. */
  refilled(matterId: MatterId, folderId: FolderId | null): void {
    this.#database
      .prepare('DELETE FROM emptied_history WHERE matter_id = ? AND folder_id = ?')
      .run(matterId, folderId ?? '');
  }

  /**
   * The newest gap in which versions of a document may be missing: one of the folder that it lies in, or of one that had shown it.
   * Of a folder that shows nothing, the documents that lie in it: others may have taken their history along.
   * @param folderId where it lies; undefined where that is not known
   * @returns null when there is none
   */
  ofDocument(matterId: MatterId, fileId: FileId, folderId: FolderId | null | undefined): number | null {
    const gaps = this.#database
      .prepare<[object], { folder: string; seq: number; isEmptied: 0 | 1 }>(
        `SELECT folder_id AS folder, seq, 0 AS isEmptied FROM history_gap WHERE matter_id = @matterId
         UNION ALL SELECT folder_id, seq, 1 FROM emptied_history WHERE matter_id = @matterId`,
      )
      .all({ matterId });
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
    const isOf = ({ folder, isEmptied }: (typeof gaps)[number]) =>
      isEmptied && folderId !== undefined ? folder === (folderId ?? '') : folders.has(folder);
    const seqs = gaps.filter(isOf).map(({ seq }) => seq);
    return seqs.length === 0 ? null : Math.max(...seqs);
  }
}
