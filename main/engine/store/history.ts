import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** An entry as it is kept: the service's own JSON, and where and when it was read. */
export interface KeptEntry {
  readonly seq: number;
  readonly readFrom: string;
  readonly raw: string;
  /** Milliseconds since 1970. */
  readonly receivedAt?: number;
  /** Its place in the order, in microseconds since 1970; null for the time it states. */
  readonly orderedAt?: number | null;
}

export interface ReceivedEntry {
  readonly id: string;
  readonly fileId: string | null;
  /** Milliseconds since 1970; null when the timestamp could not be read. */
  readonly at: number | null;
  /** Its place in the order, in microseconds since 1970; the time it states unless said. */
  readonly orderedAt?: number;
  readonly raw: string;
}

/** A file by its id, or a folder by its number in the projection. */
type Item = { readonly fileId: string } | { readonly no: number };

/** Where an entry stands in what a folder's history shows: behind the entry of that number, and then by `no`. */
export interface Stand {
  /** The folder; '' for the root. */
  readonly list: string;
  readonly behind: number;
  readonly no: number;
}

/** What is known of an entry's place in the order. */
export interface Told {
  readonly seq: number;
  /** By the time it states, and the one that it has; in microseconds since 1970. */
  readonly stated: number;
  readonly place: number;
  /** Everything known up to this entry came before it; null when nothing is known. */
  readonly after: number | null;
  readonly stands: readonly Stand[];
}

/** In microseconds since 1970. */
const place = 'coalesce(h.ordered_at, coalesce(h.at, 0) * 1000)';
const isTold = `((h.read_from = @folder AND h.echo = 0) OR h.seq <= @upTo
  OR EXISTS (SELECT 1 FROM entry_shown_again AS again WHERE again.seq = h.seq AND again.folder_id = @folder))`;

const entriesOf = (matterId: MatterId, item: Item) =>
  'fileId' in item
    ? {
        of: `(SELECT * FROM history_entry WHERE matter_id = @matterId AND file_id = @item) AS h`,
        values: { matterId, item: item.fileId },
      }
    : {
        of: `(SELECT e.* FROM timeline t JOIN history_entry e ON e.seq = t.seq WHERE t.item = @item) AS h`,
        values: { item: item.no },
      };

/** The key of the root folder, whose own id is null. */
const keyOf = (folderId: FolderId | null): string => folderId ?? '';

/** History entries, append-only and exact, and when each folder was last asked for them. */
export class HistoryStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Keeps the entries not seen before, and gives them numbers in this order: for each entry its number, null when it was known.
   * @param after the newest entry known when the folder was read before, 0 when it was not; null for what came in no order that
   * can be relied upon
   * @param echo true for entries that another matter's history showed and that name this one
   */
  append(
    matterId: MatterId,
    folderId: FolderId | null,
    entries: readonly ReceivedEntry[],
    receivedAt: number,
    { after = null, echo = false }: { readonly after?: number | null; readonly echo?: boolean } = {},
  ): (number | null)[] {
    const insert = this.#database.prepare(
      `INSERT INTO history_entry (matter_id, id, read_from, file_id, at, raw, received_at, echo, ordered_at, after_seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (matter_id, id) DO NOTHING`,
    );
    const readFrom = keyOf(folderId);
    return this.#database.transaction(() =>
      entries.map(({ id, fileId, at, raw, orderedAt = null }) => {
        const done = insert.run(
          ...[matterId, id, readFrom, fileId, at, raw, receivedAt, echo ? 1 : 0],
          ...[orderedAt, after],
        );
        return done.changes > 0 ? Number(done.lastInsertRowid) : null;
      }),
    )();
  }

  /** The matter's entry of this id; undefined when it is not known. */
  rawOf(matterId: MatterId, id: string): string | undefined {
    return this.#database
      .prepare<[string, string], string>('SELECT raw FROM history_entry WHERE matter_id = ? AND id = ?')
      .pluck()
      .get(matterId, id);
  }

  /** What other matters' histories showed, and this one's own did not yet: it goes by ids that begin in their own way. */
  echoesIn(matterId: MatterId): { readonly seq: number; readonly id: string; readonly raw: string }[] {
    return this.#database
      .prepare<[string], { seq: number; id: string; raw: string }>(
        `SELECT seq, id, raw FROM history_entry
         WHERE matter_id = ? AND id >= 'echo ' AND id < 'echo!' AND echo = 1 ORDER BY seq`,
      )
      .all(matterId);
  }

  /** The matter's own history shows this entry of another one's too: it goes by its own id from now on. */
  isOwnToo(seq: number, id: string): void {
    this.#database.prepare('UPDATE OR IGNORE history_entry SET id = ? WHERE seq = ?').run(id, seq);
  }

  /**
   * A folder shows an entry that another one had shown first: what that says of its order is kept beside it.
   * @param behind the newest entry that this folder showed before it
   * @param after everything known up to this entry came before it
   * @returns false when it is this folder's own, or was noted before
   */
  shownAgain(
    matterId: MatterId,
    folderId: FolderId | null,
    id: string,
    { behind, after }: { readonly behind: number; readonly after: number },
  ): boolean {
    const folder = keyOf(folderId);
    const noted = this.#database
      .prepare(
        `INSERT INTO entry_shown_again (seq, folder_id, behind)
         SELECT seq, @folder, @behind FROM history_entry
         WHERE matter_id = @matterId AND id = @id AND NOT (read_from = @folder AND echo = 0)
         ON CONFLICT (seq, folder_id) DO NOTHING`,
      )
      .run({ matterId, folder, id, behind });
    if (noted.changes === 0) return false;
    this.#database
      .prepare('UPDATE history_entry SET after_seq = ? WHERE matter_id = ? AND id = ? AND after_seq < ?')
      .run(after, matterId, id, after);
    return true;
  }

  /** What is known of the order of a file's entries, or of those of a folder by its number in the projection. */
  toldOf(matterId: MatterId, item: Item): Told[] {
    const { of, values } = entriesOf(matterId, item);
    const again = Map.groupBy(
      this.#database
        .prepare<[object], { seq: number; list: string; behind: number; no: number }>(
          `SELECT again.seq, folder_id AS list, behind, no FROM ${of} JOIN entry_shown_again AS again ON again.seq = h.seq`,
        )
        .all(values),
      ({ seq }) => seq,
    );
    return this.#database
      .prepare<[object], Omit<Told, 'stands'> & { readFrom: string; echo: number }>(
        `SELECT h.seq, coalesce(h.at, 0) * 1000 AS stated, ${place} AS place, after_seq AS after, read_from AS readFrom, echo
         FROM ${of}`,
      )
      .all(values)
      .map(({ readFrom, echo, ...told }) => {
        const own = echo === 0 ? [{ list: readFrom, behind: told.seq, no: 0 }] : [];
        return { ...told, stands: [...own, ...(again.get(told.seq) ?? [])] };
      });
  }

  /**
   * The last place that an entry of a file, or of a folder by its number in the projection, has; and whether all of them came
   * before whatever is new in this folder now.
   * @param after the newest entry known when the folder was read before; 0 when it was not
   */
  lastOf(
    matterId: MatterId,
    item: Item,
    folderId: FolderId | null,
    after: number,
  ): { readonly place: number | null; readonly isBeforeAllNew: boolean } {
    const { of, values } = entriesOf(matterId, item);
    const last = this.#database
      .prepare<[object], { place: number | null; others: number | null }>(
        `SELECT max(${place}) AS place, max(h.seq > @after AND NOT (read_from = @folder AND echo = 0)) AS others FROM ${of}`,
      )
      .get({ ...values, after, folder: keyOf(folderId) });
    return { place: last?.place ?? null, isBeforeAllNew: (last?.others ?? 0) === 0 };
  }

  /** Gives an entry its place in the order, in microseconds since 1970. */
  putPlace(seq: number, orderedAt: number): void {
    this.#database.prepare('UPDATE history_entry SET ordered_at = ? WHERE seq = ?').run(orderedAt, seq);
  }

  /** Whether this folder's own history ever showed anything. */
  hasAnyFrom(matterId: MatterId, folderId: FolderId | null): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM history_entry WHERE matter_id = ? AND read_from = ? AND echo = 0 LIMIT 1')
        .get(matterId, keyOf(folderId)) !== undefined
    );
  }

  isKept(matterId: MatterId, id: string): boolean {
    return (
      this.#database
        .prepare<[string, string], number>('SELECT 1 FROM history_entry WHERE matter_id = ? AND id = ?')
        .pluck()
        .get(matterId, id) !== undefined
    );
  }

  /**
   * Ids of the entries that a folder's history need not be read for: those it showed before, and those of other folders that
   * it did not show when they were known.
   */
  toldBy(matterId: MatterId, folderId: FolderId | null): string[] {
    const folder = keyOf(folderId);
    return this.#database
      .prepare<[object], string>(
        `SELECT id FROM history_entry AS h WHERE matter_id = @matterId AND ${isTold}`,
      )
      .pluck()
      .all({ matterId, folder, upTo: this.#toldUpTo(matterId, folderId) });
  }

  /** The same of a few, by their ids. */
  toldAmong(matterId: MatterId, folderId: FolderId | null, ids: readonly string[]): string[] {
    return this.#database
      .prepare<[object], string>(
        `SELECT h.id FROM json_each(@ids) AS asked
         CROSS JOIN history_entry AS h ON h.matter_id = @matterId AND h.id = asked.value WHERE ${isTold}`,
      )
      .pluck()
      .all({
        ...{ matterId, folder: keyOf(folderId), upTo: this.#toldUpTo(matterId, folderId) },
        ids: JSON.stringify(ids),
      });
  }

  /** What was known when a folder was read before. What an earlier program read of it counts as all there was. */
  #toldUpTo(matterId: MatterId, folderId: FolderId | null): number {
    const readBefore = () => (this.checkedAt(matterId, folderId) === null ? 0 : Number.MAX_SAFE_INTEGER);
    return this.seen(matterId, folderId) ?? readBefore();
  }

  /** Entries after `seq` in the order of their arrival, of whatever matter. */
  after(seq: number, limit: number): (KeptEntry & { readonly matterId: MatterId })[] {
    return this.#database
      .prepare<[number, number], KeptEntry & { matterId: MatterId }>(
        `SELECT seq, matter_id AS matterId, read_from AS readFrom, raw, received_at AS receivedAt, ordered_at AS orderedAt
         FROM history_entry
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

  /** How many entries a document has, and which is the newest: the same as long as none was added. */
  extentOf(matterId: MatterId, fileId: FileId): string {
    return (
      this.#database
        .prepare<[string, string], string>(
          `SELECT count(*) || ' ' || coalesce(max(seq), 0) FROM history_entry WHERE matter_id = ? AND file_id = ?`,
        )
        .pluck()
        .get(matterId, fileId) ?? ''
    );
  }

  /** The newest entry known when this folder's last read began; null when that is not known. */
  seen(matterId: MatterId, folderId: FolderId | null): number | null {
    return (
      this.#database
        .prepare<[string, string], number>(
          'SELECT seq FROM folder_seen WHERE matter_id = ? AND folder_id = ?',
        )
        .pluck()
        .get(matterId, keyOf(folderId)) ?? null
    );
  }

  putSeen(matterId: MatterId, folderId: FolderId | null, seq: number): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO folder_seen (matter_id, folder_id, seq) VALUES (?, ?, ?)')
      .run(matterId, keyOf(folderId), seq);
  }

  /** The newest entry of all: what arrives later has a greater `seq`. */
  newestSeq(): number {
    return (
      this.#database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM history_entry').pluck().get() ?? 0
    );
  }

  /** A number above those of all entries known, which none that comes later gets. */
  skipSeq(): number {
    return (
      this.#database
        .prepare<[], number>(
          `UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'history_entry' RETURNING seq`,
        )
        .pluck()
        .get() ?? 1
    );
  }

  /** Of one matter. */
  newestSeqOf(matterId: MatterId): number {
    return (
      this.#database
        .prepare<[string], number>('SELECT coalesce(max(seq), 0) FROM history_entry WHERE matter_id = ?')
        .pluck()
        .get(matterId) ?? 0
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
