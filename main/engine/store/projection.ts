import { type MatterId, type TimelineKind, timelineKindSchema } from '../../../shared/model/index.ts';
import { comparable } from './comparable.ts';
import type { Database } from './database.ts';
import type { KeptEntry } from './history.ts';
import type { KnownIds } from './known-ids.ts';

/** A folder or document as it is kept: the columns of `item`. */
export interface KeptItem {
  readonly name: string;
  readonly formerNames: string;
  readonly place: string | null;
  readonly deleted: 0 | 1;
  readonly versions: number;
  readonly changedAt: string | null;
  readonly changedBy: string | null;
  /** Of the entry applied last: its place in the order, in microseconds since 1970. */
  readonly at: number;
  readonly seq: number;
}

export interface NumberedItem extends KeptItem {
  readonly no: number;
  /** What it is remembered by. */
  readonly key: string;
}

/**
 * What the timeline shows of an entry, with ids instead of names. Folders are null for the root; `fromFolder` and
 * `toFolder` are set for moves only, undefined when it is none.
 */
export interface TimelineRow {
  readonly at: number;
  readonly seq: number;
  readonly kind: TimelineKind;
  readonly userId: string | null;
  readonly folderId: string | null;
  readonly name: string;
  readonly fromText: string | null;
  readonly toText: string | null;
  readonly fromFolder: string | null | undefined;
  readonly toFolder: string | null | undefined;
  /** The service's own words for it; '' for none. */
  readonly words: string;
  /** The service's own time, where it is not just `at` in ISO 8601. */
  readonly stamp: string | null;
}

/** Kinds as they are kept: their place in the list, which only ever grows at its end. */
const kinds = timelineKindSchema.options;
const codes = new Map(kinds.map((kind, code) => [kind, code]));
export const codeOfKind = (kind: TimelineKind): number => codes.get(kind) ?? kinds.indexOf('other');
export const kindOfCode = (code: number): TimelineKind => kinds[code] ?? 'other';

const projectedSeq = 'projected-seq';
/** Items remembered at once: those of a folder come again and again while its history comes in. */
const remembered = 5_000;

/** Where the projection of history is written, and read back to go on with it. */
export class ProjectionStore {
  readonly #database: Database;
  readonly #ids: KnownIds;
  readonly #items = new Map<string, NumberedItem>();
  constructor(database: Database, ids: KnownIds) {
    this.#database = database;
    this.#ids = ids;
  }

  /** After a transaction that was undone, items are not as they were left in it. */
  forget(): void {
    this.#items.clear();
  }

  /** The newest entry projected: everything up to it is in the projection, nothing after it. */
  projected(): number {
    return Number(
      this.#database
        .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
        .pluck()
        .get(projectedSeq) ?? 0,
    );
  }

  setProjected(seq: number): void {
    this.#database
      .prepare(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(projectedSeq, String(seq));
  }

  item(matterId: MatterId, isFolder: boolean, id: string): NumberedItem | undefined {
    const key = keyOf(matterId, isFolder, id);
    const known = this.#items.get(key);
    if (known) return known;
    const kept = this.#database
      .prepare<[string, number, string], Omit<NumberedItem, 'key'>>(
        `SELECT no, name, former_names AS formerNames, place, deleted, versions, changed_at AS changedAt,
           changed_by AS changedBy, newest_at AS at, newest_seq AS seq
         FROM item WHERE matter_id = ? AND is_folder = ? AND id = ?`,
      )
      .get(matterId, isFolder ? 1 : 0, id);
    return kept && this.#remember({ ...kept, key });
  }

  /** The new item's number. */
  addItem(matterId: MatterId, isFolder: boolean, id: string, item: KeptItem): number {
    const { name, formerNames, place, deleted, versions, changedAt, changedBy, at, seq } = item;
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO item (matter_id, is_folder, id, name, former_names, place, deleted, versions, changed_at, changed_by,
           newest_at, newest_seq, comparable_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        matterId,
        isFolder ? 1 : 0,
        id,
        name,
        formerNames,
        place,
        deleted,
        versions,
        changedAt,
        changedBy,
        at,
        seq,
        isFolder ? '' : comparable(name),
      );
    const no = Number(lastInsertRowid);
    this.#remember({ ...item, no, key: keyOf(matterId, isFolder, id) });
    return no;
  }

  changeItem(before: NumberedItem, isFolder: boolean, item: KeptItem): void {
    const { no, key } = before;
    const { name, formerNames, place, deleted, versions, changedAt, changedBy, at, seq } = item;
    // Place and name are in indexes, which would be written anew even where they are the same.
    if (place !== before.place)
      this.#database.prepare('UPDATE item SET place = ? WHERE no = ?').run(place, no);
    const isRenamed = name !== before.name && !isFolder;
    this.#database
      .prepare(
        `UPDATE item SET name = ?, former_names = ?, deleted = ?, versions = ?, changed_at = ?, changed_by = ?,
           newest_at = ?, newest_seq = ?${isRenamed ? ', comparable_name = ?' : ''} WHERE no = ?`,
      )
      .run(
        ...[name, formerNames, deleted, versions, changedAt, changedBy, at, seq],
        ...(isRenamed ? [comparable(name), no] : [no]),
      );
    this.#remember({ ...item, no, key });
  }

  /** False when the version was counted before. */
  countVersion(no: number, versionId: string): boolean {
    return (
      this.#database
        .prepare('INSERT OR IGNORE INTO item_version (item, version_id) VALUES (?, ?)')
        .run(no, versionId).changes > 0
    );
  }

  addRow(matterId: MatterId, no: number | null, row: TimelineRow): void {
    const { at, seq, kind, userId, folderId, name, fromText, toText, fromFolder, toFolder, words, stamp } =
      row;
    const ids = this.#ids;
    const folder = (id: string | null | undefined) =>
      id === undefined ? null : id === null ? 0 : ids.numberOf(id);
    this.#database
      .prepare(
        `INSERT INTO timeline (matter, at, seq, kind, item, user, folder, name, from_text, to_text, from_folder, to_folder,
           words, stamp)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ids.numberOf(matterId),
        at,
        seq,
        codeOfKind(kind),
        no,
        userId === null ? null : ids.numberOf(userId),
        folder(folderId),
        name,
        fromText,
        toText,
        folder(fromFolder),
        folder(toFolder),
        ids.numberOf(words),
        stamp,
      );
  }

  /** Entries of an item that are in the projection. */
  entriesOf(no: number): KeptEntry[] {
    return this.#database
      .prepare<[number], KeptEntry>(
        `SELECT h.seq, h.read_from AS readFrom, h.raw, h.ordered_at AS orderedAt FROM timeline t JOIN history_entry h ON h.seq = t.seq
         WHERE t.item = ?`,
      )
      .all(no);
  }

  /** Takes back what the projection says of an item besides the item itself. */
  clearItem(no: number): void {
    this.#database.prepare('DELETE FROM timeline WHERE item = ?').run(no);
    this.#database.prepare('DELETE FROM item_version WHERE item = ?').run(no);
  }

  raiseLastChange(matterId: MatterId, at: number): void {
    this.#database
      .prepare(
        'UPDATE matter SET last_change_at = ? WHERE id = ? AND (last_change_at IS NULL OR last_change_at < ?)',
      )
      .run(at, matterId, at);
  }

  /** Takes back everything: the entries themselves stay. */
  clear(): void {
    this.#database.exec(
      'DELETE FROM timeline; DELETE FROM item_version; DELETE FROM item; UPDATE matter SET last_change_at = NULL',
    );
    this.forget();
    this.setProjected(0);
  }

  #remember(item: NumberedItem): NumberedItem {
    if (this.#items.size >= remembered) this.#items.clear();
    this.#items.set(item.key, item);
    return item;
  }
}

const keyOf = (matterId: MatterId, isFolder: boolean, id: string): string =>
  `${matterId} ${isFolder ? 'folder' : 'file'} ${id}`;
