import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { ClientStore, FoundMatter } from './clients.ts';
import type { Database } from './database.ts';
import type { KnownIds } from './known-ids.ts';

export interface FoundDocument {
  readonly matterId: MatterId;
  readonly matterNumber: string | null;
  readonly matterTitle: string | null;
  readonly fileId: FileId;
  readonly name: string;
}

/** A matter as it is listed, beside what the index has of it. */
interface ListedRow {
  readonly no: number;
  readonly number: string;
  readonly title: string;
  readonly clients: string;
  readonly isNew: 0 | 1;
  readonly isSame: 0 | 1;
  readonly hasSameClients: 0 | 1;
}

const selectMatter = 'SELECT m.id AS matterId, m.number, m.title, m.status';

/** A matter as a word of the index, so that finding in one matter does not walk through all others. */
const wordOf = (matter: number): string => `matter${matter}`;
const inNames = (expression: string): string => `names : (${expression})`;

/** Full-text indexes over names. An expression is one of FTS5 (`features/search/words.ts` makes them). */
export class SearchStore {
  readonly #database: Database;
  readonly #ids: KnownIds;
  readonly #clients: ClientStore;
  constructor(database: Database, ids: KnownIds, clients: ClientStore) {
    this.#database = database;
    this.#ids = ids;
    this.#clients = clients;
  }

  /** Indexes a folder or document, by its number, under these names and no others. */
  putItem(no: number, matterId: MatterId, names: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO item_search (rowid, names, matter) VALUES (?, ?, ?)')
      .run(no, names, wordOf(this.#ids.numberOf(matterId)));
  }

  /** Notes that a folder's or document's names are to be indexed by `putNoted`. */
  noteItem(no: number): void {
    this.#database.prepare('INSERT OR IGNORE INTO item_unsearched (no) VALUES (?)').run(no);
  }

  /** Indexes up to `limit` of the folders and documents noted; false when none was left. */
  putNoted(limit: number): boolean {
    const noted = this.#database
      .prepare<[number], { no: number; matterId: MatterId; names: string }>(
        `SELECT u.no, i.matter_id AS matterId, i.name || char(10) || i.former_names AS names
         FROM item_unsearched u JOIN item i ON i.no = u.no ORDER BY u.no LIMIT ?`,
      )
      .all(limit);
    for (const { no, matterId, names } of noted) this.putItem(no, matterId, names);
    const last = noted.at(-1);
    if (last) this.#database.prepare('DELETE FROM item_unsearched WHERE no <= ?').run(last.no);
    return last !== undefined;
  }

  /** Numbers of a matter's folders and documents found, or of any matter's; the newest known first. */
  items(expression: string, matterId: MatterId | null, limit: number): number[] {
    const matter = matterId === null ? null : this.#ids.find(matterId);
    if (matterId !== null && matter === null) return [];
    return this.#database
      .prepare<[string, number], number>(
        'SELECT rowid FROM item_search WHERE item_search MATCH ? ORDER BY rowid DESC LIMIT ?',
      )
      .pluck()
      .all(inNames(expression) + (matter === null ? '' : ` AND matter : ${wordOf(matter)}`), limit);
  }

  /** Documents of all matters, the newest known first; deleted ones are left out. */
  documents(expression: string, limit: number): FoundDocument[] {
    return this.#database
      .prepare<[string, number], FoundDocument>(
        `SELECT i.matter_id AS matterId, m.number AS matterNumber, m.title AS matterTitle, i.id AS fileId, i.name
         FROM item_search s CROSS JOIN item i ON i.no = s.rowid LEFT JOIN matter m ON m.id = i.matter_id
         WHERE s.item_search MATCH ? AND i.is_folder = 0 AND i.deleted = 0 ORDER BY s.rowid DESC LIMIT ?`,
      )
      .all(inNames(expression), limit);
  }

  /** Matters whose number begins with `text`, whatever its case; the very number first. */
  mattersByNumber(text: string, limit: number): FoundMatter[] {
    return this.#database
      .prepare<[string, string, number], FoundMatter>(
        `${selectMatter} FROM matter m INDEXED BY matter_by_number
         WHERE m.is_lead IN (0, 1) AND m.number COLLATE NOCASE >= ? AND m.number COLLATE NOCASE < ?
         ORDER BY length(m.number), m.number COLLATE NOCASE LIMIT ?`,
      )
      .all(text, `${text}\u{10FFFF}`, limit);
  }

  /** Matters with these signs anywhere in their number; at least three signs. */
  mattersByPartOfNumber(text: string, limit: number): FoundMatter[] {
    return this.#database
      .prepare<[string, number], FoundMatter>(
        `${selectMatter} FROM matter_number_search s CROSS JOIN matter m ON m.rowid = s.rowid
         WHERE s.matter_number_search MATCH ? ORDER BY s.rowid DESC LIMIT ?`,
      )
      .all(`"${text.replaceAll('"', '""')}"`, limit);
  }

  matters(expression: string, limit: number): FoundMatter[] {
    return this.#database
      .prepare<[string, number], FoundMatter>(
        `${selectMatter} FROM matter_search s CROSS JOIN matter m ON m.rowid = s.rowid
         WHERE s.matter_search MATCH ? ORDER BY s.rowid DESC LIMIT ?`,
      )
      .all(expression, limit);
  }

  /**
   * Brings the index up to date with the next \`limit\` matters after \`no\`.
   * @returns where to go on; null at the end
   */
  indexMatters(no: number, limit: number): number | null {
    const rows = this.#database
      .prepare<[number, number], ListedRow>(
        `SELECT m.rowid AS no, m.number, m.title, m.clients, s.no IS NULL AS isNew,
           s.number IS m.number AND s.title IS m.title AS isSame, coalesce(s.clients, '') IS m.clients AS hasSameClients
         FROM matter m LEFT JOIN matter_searched s ON s.no = m.rowid WHERE m.rowid > ? ORDER BY m.rowid LIMIT ?`,
      )
      .all(no, limit);
    for (const row of rows) {
      if (row.isNew) this.#catchUpLastChange(row.no);
      if (row.isSame && row.hasSameClients) continue;
      if (!row.hasSameClients) this.#clients.ofMatter(row.no, JSON.parse(row.clients || '[]'));
      this.#database
        .prepare('INSERT OR REPLACE INTO matter_search (rowid, number, title) VALUES (?, ?, ?)')
        .run(row.no, row.number, row.title);
      this.#database
        .prepare('INSERT OR REPLACE INTO matter_number_search (rowid, number) VALUES (?, ?)')
        .run(row.no, row.number);
      this.#database
        .prepare('INSERT OR REPLACE INTO matter_searched (no, number, title, clients) VALUES (?, ?, ?, ?)')
        .run(row.no, row.number, row.title, row.clients);
    }
    return rows.length < limit ? null : (rows.at(-1)?.no ?? null);
  }

  /** A matter whose history was there before it was listed. */
  #catchUpLastChange(no: number): void {
    this.#database
      .prepare(
        `UPDATE matter SET last_change_at = max(h.at, coalesce(last_change_at, h.at))
         FROM (SELECT max(t.at) AS at FROM timeline t
           WHERE t.matter = (SELECT k.no FROM matter m JOIN known_id k ON k.id = m.id WHERE m.rowid = ?)) h
         WHERE matter.rowid = ? AND h.at IS NOT NULL`,
      )
      .run(no, no);
  }

  /** Takes all folders and documents out. */
  clearItems(): void {
    this.#database.exec(
      `INSERT INTO item_search (item_search) VALUES ('delete-all'); DELETE FROM item_unsearched`,
    );
  }
}
