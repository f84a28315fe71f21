import type { MatterId } from '../../../shared/model/index.ts';
import { type Database, withoutWaitingForDisk } from './database.ts';
import { MatterList, type MatterQuery } from './matter-list.ts';

/** The setting that holds the signed-in user's id, once it is known. */
export const ownUserId = 'own-user-id';

/** What is kept of a matter as it is listed. */
export interface KeptMatter {
  readonly id: MatterId;
  readonly number: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly isLead: boolean;
  readonly matterType: string | null;
  readonly personResponsibleId: string | null;
  readonly personAssistingId: string | null;
  readonly openedDate: string | null;
  readonly clientCount: number;
  /** `ListedClient`s as JSON; '' for none. */
  readonly clients: string;
  /** When its record changed last, in milliseconds since 1970; null where the service does not say. */
  readonly changedAt: number | null;
}

export interface MatterFacts extends Omit<KeptMatter, 'isLead' | 'clients' | 'changedAt'> {
  readonly isLead: 0 | 1;
  readonly personResponsible: string | null;
  readonly personAssisting: string | null;
  readonly linkedFolder: string | null;
  /** Of the matter's record, or of its documents as far as its history is known. */
  readonly lastChangeAt: number | null;
  /** Somebody else did something since the person looked at it last. */
  readonly unread: 0 | 1;
  readonly waiting: number;
  readonly problems: number;
  readonly paused: 0 | 1;
  readonly historyCheckedAt: number | null;
  readonly historyProblem: string | null;
}

const facts = `
  SELECT m.id, m.number, m.title, m.description, m.status, m.is_lead AS isLead, m.matter_type AS matterType,
    m.person_responsible_id AS personResponsibleId, m.person_assisting_id AS personAssistingId,
    m.opened_date AS openedDate, m.client_count AS clientCount,
    coalesce(r.name, m.person_responsible_id) AS personResponsible,
    coalesce(a.name, m.person_assisting_id) AS personAssisting,
    f.path AS linkedFolder,
    m.last_change_at AS lastChangeAt,
    m.looked_at IS NOT NULL AND m.last_change_at > m.looked_at AND EXISTS (
      SELECT 1 FROM timeline t WHERE t.matter = (SELECT k.no FROM known_id k WHERE k.id = m.id) AND t.at > m.looked_at
        AND t.user IS NOT (SELECT k.no FROM setting s JOIN known_id k ON k.id = s.value WHERE s.name = '${ownUserId}')
    ) AS unread,
    (SELECT count(*) FROM save s WHERE s.state IN ('waiting', 'sending', 'sent') AND s.matter_id = m.id) AS waiting,
    (SELECT count(*) FROM save s WHERE s.state = 'problem' AND s.matter_id = m.id)
      + (SELECT count(*) FROM mass_change c WHERE c.decision IS NULL AND c.matter_id = m.id) AS problems,
    EXISTS (SELECT 1 FROM paused_matter p WHERE p.matter_id = m.id) AS paused,
    m.history_checked_at AS historyCheckedAt, m.history_problem AS historyProblem
  FROM matter m
  LEFT JOIN staff r ON r.id = m.person_responsible_id
  LEFT JOIN staff a ON a.id = m.person_assisting_id
  LEFT JOIN matter_folder f ON f.matter_id = m.id`;

/** Indexes that give a page in each order but the usual one, with what decides whether a matter is shown. */
const orderIndexes: Readonly<Record<string, string>> = {
  matter_by_title: 'is_lead, title COLLATE NOCASE, number COLLATE NOCASE, status',
  matter_by_status: 'is_lead, status, number COLLATE NOCASE, title COLLATE NOCASE',
  matter_by_responsible:
    'is_lead, person_responsible_id, number COLLATE NOCASE, title COLLATE NOCASE, status',
  matter_by_change: 'is_lead, last_change_at, number COLLATE NOCASE, status',
};

const columns = `number, title, description, status, is_lead, matter_type, person_responsible_id,
  person_assisting_id, opened_date, client_count, clients`;
const excluded = columns.replaceAll(/\w+/g, 'excluded.$&');

/** Matters and staff as the service lists them. */
export class MatterStore {
  readonly #database: Database;
  readonly #putAll: (matters: readonly KeptMatter[]) => number;
  readonly #list: MatterList;
  #staff: ReadonlyMap<string, string> | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#list = new MatterList(database);
    // By position: names cost a look-up for each value of each row, and there are 100,000 rows.
    const insert = database.prepare(
      `INSERT INTO matter (id, ${columns}, last_change_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET (${columns}) = (${excluded}),
         last_change_at = coalesce(max(last_change_at, excluded.last_change_at), last_change_at, excluded.last_change_at)
       WHERE (${columns}) IS NOT (${excluded})
         OR excluded.last_change_at > last_change_at OR last_change_at IS NULL AND excluded.last_change_at IS NOT NULL`,
    );
    this.#putAll = database.transaction((matters: readonly KeptMatter[]) => {
      let changed = 0;
      for (const matter of matters) {
        changed += insert.run(
          matter.id,
          matter.number,
          matter.title,
          matter.description,
          matter.status,
          matter.isLead ? 1 : 0,
          matter.matterType,
          matter.personResponsibleId,
          matter.personAssistingId,
          matter.openedDate,
          matter.clientCount,
          matter.clients,
          matter.changedAt,
        ).changes;
      }
      return changed;
    });
  }

  /**
   * Keeps matters as they are now; how many of them are new or changed.
   * @throws inside a transaction
   */
  put(matters: readonly KeptMatter[]): number {
    this.#list.changed();
    return withoutWaitingForDisk(this.#database, () => this.#putAll(matters));
  }

  /**
   * Makes the next index that orders the list, which takes about 0.1 s for 100,000 matters; for after a listing. Lists are
   * right without it, and slower.
   * @returns false when all are there
   */
  prepareOrder(): boolean {
    const isThere = this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?");
    const missing = Object.entries(orderIndexes).find(([name]) => isThere.get(name) === undefined);
    if (missing)
      withoutWaitingForDisk(this.#database, () =>
        this.#database.exec(`CREATE INDEX ${missing[0]} ON matter (${missing[1]})`),
      );
    return missing !== undefined;
  }

  putStaff(staff: readonly { id: string; name: string }[]): void {
    this.#staff = null;
    const insert = this.#database.prepare(
      `INSERT INTO staff (id, name) VALUES (@id, @name)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    );
    this.#database.transaction(() => {
      for (const person of staff) insert.run(person);
    })();
  }

  /** Names by ids: remembered, since every page and every keystroke asks for them. */
  staffNames(): ReadonlyMap<string, string> {
    this.#staff ??= new Map(
      this.#database
        .prepare<[], { id: string; name: string }>('SELECT id, name FROM staff')
        .all()
        .map(({ id, name }) => [id, name]),
    );
    return this.#staff;
  }

  list(query: MatterQuery): { rows: MatterFacts[]; total: number } {
    const { rows, total } = this.#list.page(query, () => this.staffNames());
    const one = this.#database.prepare<[number], MatterFacts>(`${facts} WHERE m.rowid = ?`);
    return { rows: rows.flatMap((no) => one.get(no) ?? []), total };
  }

  get(id: MatterId): MatterFacts | undefined {
    return this.#database.prepare<[string], MatterFacts>(`${facts} WHERE m.id = ?`).get(id);
  }

  rootFolderAddress(id: MatterId): string | null {
    return (
      this.#database
        .prepare<[string], string | null>('SELECT root_folder_address FROM matter WHERE id = ?')
        .pluck()
        .get(id) ?? null
    );
  }

  learnRootFolderAddress(id: MatterId, address: string): void {
    this.#database.prepare('UPDATE matter SET root_folder_address = ? WHERE id = ?').run(address, id);
  }

  historyRead(id: MatterId, at: number): void {
    this.#database
      .prepare('UPDATE matter SET history_checked_at = ?, history_problem = NULL WHERE id = ?')
      .run(at, id);
  }

  historyRefused(id: MatterId, problem: string): void {
    this.#database.prepare('UPDATE matter SET history_problem = ? WHERE id = ?').run(problem, id);
  }

  setting(name: string): string | null {
    return (
      this.#database
        .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
        .pluck()
        .get(name) ?? null
    );
  }

  /** True before the first list of matters came. */
  get isEmpty(): boolean {
    return this.#database.prepare('SELECT 1 FROM matter LIMIT 1').get() === undefined;
  }

  /** The matter of this id or, where one alone has it, of this number. */
  named(idOrNumber: string): MatterId | null {
    const found = this.#database
      .prepare<{ name: string }, { id: MatterId }>(
        'SELECT id FROM matter WHERE id = @name OR number = @name ORDER BY id = @name DESC LIMIT 2',
      )
      .all({ name: idOrNumber });
    const [first] = found;
    return first && (found.length === 1 || first.id === idOrNumber) ? first.id : null;
  }

  putSetting(name: string, value: string): void {
    this.#database
      .prepare(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, value);
  }
}
