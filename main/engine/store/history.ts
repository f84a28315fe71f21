import type { FileId, FolderId, MatterId } from '../../../shared/model.ts';
import type { Database } from './database.ts';

/** An entry as it is kept: the service's own JSON, and where and when it was read. */
export interface KeptEntry {
  readonly seq: number;
  readonly readFrom: string;
  readonly raw: string;
}

export interface ReceivedEntry {
  readonly id: string;
  readonly fileId: string | null;
  /** Milliseconds since 1970; null when the timestamp could not be read. */
  readonly at: number | null;
  readonly raw: string;
}

/** The key of the root folder, whose own id is null. */
const keyOf = (folderId: FolderId | null): string => folderId ?? '';

/** History entries, append-only and exact, and when each folder was last asked for them. */
export class HistoryStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Keeps the entries not seen before: for each entry its number, null when it was known. Some services show the newest
   * first: of what came together the oldest gets the lowest number.
   * @param echo true for entries that another matter's history showed and that name this one
   */
  append(
    matterId: MatterId,
    folderId: FolderId | null,
    entries: readonly ReceivedEntry[],
    receivedAt: number,
    echo = false,
  ): (number | null)[] {
    const insert = this.#database.prepare(
      `INSERT INTO history_entry (matter_id, id, read_from, file_id, at, raw, received_at, echo)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (matter_id, id) DO NOTHING`,
    );
    const readFrom = keyOf(folderId);
    const numbers = new Map<ReceivedEntry, number>();
    this.#database.transaction(() => {
      for (const entry of entries.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
        const { id, fileId, at, raw } = entry;
        const done = insert.run(matterId, id, readFrom, fileId, at, raw, receivedAt, echo ? 1 : 0);
        if (done.changes > 0) numbers.set(entry, Number(done.lastInsertRowid));
      }
    })();
    return entries.map((entry) => numbers.get(entry) ?? null);
  }

  isKept(matterId: MatterId, id: string): boolean {
    return (
      this.#database
        .prepare<[string, string], number>('SELECT 1 FROM history_entry WHERE matter_id = ? AND id = ?')
        .pluck()
        .get(matterId, id) !== undefined
    );
  }

  /** Ids of all entries of a matter. */
  ids(matterId: MatterId): string[] {
    return this.#database
      .prepare<[string], string>('SELECT id FROM history_entry WHERE matter_id = ?')
      .pluck()
      .all(matterId);
  }

  /** Entries after `seq` in the order of their arrival, of whatever matter. */
  after(seq: number, limit: number): (KeptEntry & { readonly matterId: MatterId })[] {
    return this.#database
      .prepare<[number, number], KeptEntry & { matterId: MatterId }>(
        `SELECT seq, matter_id AS matterId, read_from AS readFrom, raw FROM history_entry
         WHERE seq > ? ORDER BY seq LIMIT ?`,
      )
      .all(seq, limit);
  }

  /** Entries of one document that arrived after `seq`, oldest first. */
  ofDocumentSince(matterId: MatterId, fileId: FileId, seq: number): KeptEntry[] {
    return this.#database
      .prepare<[string, string, number], KeptEntry>(
        `SELECT seq, read_from AS readFrom, raw FROM history_entry
         WHERE matter_id = ? AND file_id = ? AND seq > ? ORDER BY seq`,
      )
      .all(matterId, fileId, seq);
  }

  /** The newest entry of all: what arrives later has a greater `seq`. */
  newestSeq(): number {
    return (
      this.#database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM history_entry').pluck().get() ?? 0
    );
  }

  checked(matterId: MatterId, folderId: FolderId | null, at: number): void {
    this.#database
      .prepare(
        `INSERT INTO folder_poll (matter_id, folder_id, checked_at) VALUES (?, ?, ?)
         ON CONFLICT (matter_id, folder_id) DO UPDATE SET checked_at = excluded.checked_at`,
      )
      .run(matterId, keyOf(folderId), at);
  }

  checkedAt(matterId: MatterId, folderId: FolderId | null): number | null {
    return (
      this.#database
        .prepare<[string, string], number>(
          'SELECT checked_at FROM folder_poll WHERE matter_id = ? AND folder_id = ?',
        )
        .pluck()
        .get(matterId, keyOf(folderId)) ?? null
    );
  }
}
