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

  /** Keeps the entries not seen before; says how many those were. */
  append(
    matterId: MatterId,
    folderId: FolderId | null,
    entries: readonly ReceivedEntry[],
    receivedAt: number,
  ): number {
    const insert = this.#database.prepare(
      `INSERT INTO history_entry (matter_id, id, read_from, file_id, at, raw, received_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (matter_id, id) DO NOTHING`,
    );
    return this.#database.transaction(() => {
      let added = 0;
      // Some services show the newest first: of what came together the oldest gets the lowest number.
      for (const entry of entries.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
        const values = [entry.id, keyOf(folderId), entry.fileId, entry.at, entry.raw, receivedAt] as const;
        added += insert.run(matterId, ...values).changes;
      }
      return added;
    })();
  }

  entries(matterId: MatterId): KeptEntry[] {
    return this.#database
      .prepare<[string], KeptEntry>(
        'SELECT seq, read_from AS readFrom, raw FROM history_entry WHERE matter_id = ? ORDER BY seq',
      )
      .all(matterId);
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
