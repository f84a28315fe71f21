import type { MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A client as the list of matters names one; null where it gives no name. */
export type ListedClient = readonly [id: string, name: string | null];

export interface FoundClient {
  readonly contactId: string;
  readonly name: string;
  /** Matters with this client. */
  readonly matters: number;
}

export interface KnownContact {
  readonly contactId: string;
  readonly name: string | null;
  /** Matters with this client. */
  readonly matters: number;
}

export interface FoundMatter {
  readonly matterId: MatterId;
  readonly number: string;
  readonly title: string;
  readonly status: string;
}

/** Clients of matters and their names, which the service tells in passing or when it is asked for each. */
export class ClientStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps who the clients of a matter are, by its row. */
  ofMatter(matter: number, listed: readonly ListedClient[]): void {
    this.#database.prepare('DELETE FROM matter_client WHERE matter = ?').run(matter);
    for (const [id, name] of listed) {
      this.#database.prepare('INSERT OR IGNORE INTO contact (id) VALUES (?)').run(id);
      this.#database
        .prepare(
          'INSERT OR IGNORE INTO matter_client (matter, contact) SELECT ?, no FROM contact WHERE id = ?',
        )
        .run(matter, id);
      if (name !== null) this.named(id, name);
    }
  }

  /** Indexes a client under this name and no other. */
  named(id: string, name: string): void {
    const contact = this.#database
      .prepare<[string], { no: number; name: string | null }>('SELECT no, name FROM contact WHERE id = ?')
      .get(id);
    if (!contact || contact.name === name) return;
    this.#database.prepare('UPDATE contact SET name = ? WHERE no = ?').run(name, contact.no);
    this.#database
      .prepare('INSERT OR REPLACE INTO client_search (rowid, name) VALUES (?, ?)')
      .run(contact.no, name);
  }

  asked(id: string, at: number): void {
    this.#database.prepare('UPDATE contact SET asked_at = ? WHERE id = ?').run(at, id);
  }

  /**
   * The client whose name should be asked for next: never asked, or not since `before`; those of matters that are linked or
   * were looked at go first. Null when there is none.
   */
  toAsk(before: number): string | null {
    const ofKnownMatters = this.#database
      .prepare<[], string>(
        `SELECT c.id FROM (
           SELECT rowid AS no FROM matter INDEXED BY matter_looked WHERE looked_at IS NOT NULL
           UNION SELECT m.rowid FROM matter_folder f CROSS JOIN matter m ON m.id = f.matter_id
         ) k CROSS JOIN matter_client mc ON mc.matter = k.no CROSS JOIN contact c ON c.no = mc.contact
         WHERE c.asked_at IS NULL LIMIT 1`,
      )
      .pluck()
      .get();
    if (ofKnownMatters !== undefined) return ofKnownMatters;
    const longestAgo = this.#database
      .prepare<[], { id: string; askedAt: number | null }>(
        'SELECT id, asked_at AS askedAt FROM contact INDEXED BY contact_asked ORDER BY asked_at LIMIT 1',
      )
      .get();
    return longestAgo && (longestAgo.askedAt ?? Number.NEGATIVE_INFINITY) < before ? longestAgo.id : null;
  }

  /** A client of these matters whose name was never asked for; null when there is none. */
  toAskOf(matterIds: readonly MatterId[]): string | null {
    if (matterIds.length === 0) return null;
    const id = this.#database
      .prepare<[string], string>(
        `SELECT c.id FROM json_each(?) listed CROSS JOIN matter m ON m.id = listed.value
         CROSS JOIN matter_client mc ON mc.matter = m.rowid CROSS JOIN contact c ON c.no = mc.contact
         WHERE c.asked_at IS NULL AND c.name IS NULL LIMIT 1`,
      )
      .pluck()
      .get(JSON.stringify(matterIds));
    return id ?? null;
  }

  /** Names of a matter's clients that are known, by their ids. */
  names(matterId: MatterId): Map<string, string> {
    const rows = this.#database
      .prepare<[string], { id: string; name: string }>(
        `SELECT c.id, c.name FROM matter m JOIN matter_client mc ON mc.matter = m.rowid JOIN contact c ON c.no = mc.contact
         WHERE m.id = ? AND c.name IS NOT NULL`,
      )
      .all(matterId);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** A name that was told of a contact, which need not be a client of anything. */
  tell(id: string, name: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO contact (id) VALUES (?)').run(id);
    this.named(id, name);
  }

  /** The contact's name; null while nobody told it. */
  nameOf(id: string): string | null {
    return (
      this.#database
        .prepare<[string], string | null>('SELECT name FROM contact WHERE id = ?')
        .pluck()
        .get(id) ?? null
    );
  }

  /** Contacts whose names have all of these words in them, those with the most matters first. */
  withWords(words: readonly string[], limit: number): KnownContact[] {
    const condition = words.map(() => `c.name LIKE ? ESCAPE '\\'`).join(' AND ');
    const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
    return this.#database
      .prepare<unknown[], KnownContact>(
        `SELECT c.id AS contactId, c.name, (SELECT count(*) FROM matter_client mc WHERE mc.contact = c.no) AS matters
         FROM contact c WHERE ${condition || 'c.name IS NOT NULL'} ORDER BY matters DESC, c.name COLLATE NOCASE LIMIT ?`,
      )
      .all(...patterns, limit);
  }

  /** Names of clients that are known, of each of these matters. */
  namesOf(matterIds: readonly MatterId[]): Map<MatterId, string[]> {
    const rows = this.#database
      .prepare<[string], { matterId: MatterId; name: string }>(
        `SELECT m.id AS matterId, c.name FROM json_each(?) listed CROSS JOIN matter m ON m.id = listed.value
         CROSS JOIN matter_client mc ON mc.matter = m.rowid CROSS JOIN contact c ON c.no = mc.contact
         WHERE c.name IS NOT NULL`,
      )
      .all(JSON.stringify(matterIds));
    const names = Map.groupBy(rows, ({ matterId }) => matterId);
    return new Map([...names].map(([matterId, of]) => [matterId, of.map(({ name }) => name)]));
  }

  /** Matters of the clients that an expression of FTS5 finds. */
  findMatters(expression: string, limit: number): FoundMatter[] {
    return this.#database
      .prepare<[string, number], FoundMatter>(
        `SELECT m.id AS matterId, m.number, m.title, m.status
         FROM client_search s CROSS JOIN matter_client mc ON mc.contact = s.rowid CROSS JOIN matter m ON m.rowid = mc.matter
         WHERE s.client_search MATCH ? ORDER BY s.rowid DESC LIMIT ?`,
      )
      .all(expression, limit);
  }

  /** Clients found by an expression of FTS5 (`features/search/words.ts` makes them). */
  find(expression: string, limit: number): FoundClient[] {
    return this.#database
      .prepare<[string, number], FoundClient>(
        `SELECT c.id AS contactId, c.name, (SELECT count(*) FROM matter_client mc WHERE mc.contact = c.no) AS matters
         FROM client_search s CROSS JOIN contact c ON c.no = s.rowid
         WHERE s.client_search MATCH ? AND EXISTS (SELECT 1 FROM matter_client mc WHERE mc.contact = c.no) ORDER BY s.rowid DESC LIMIT ?`,
      )
      .all(expression, limit);
  }
}
