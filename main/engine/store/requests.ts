import type { MatterId, RequestForm, RequestId, RequestOperation } from '../../../shared/model/index.ts';
import type { RequestStanding, StoredRequest } from '../domain/request-standing.ts';
import type { Custody } from './custody/custody.ts';
import type { RequestEvent } from './custody/told.ts';
import { type Database, inTransaction } from './database.ts';
import { inTrustedLog } from './log-trust.ts';

type Row = Omit<StoredRequest, 'form' | 'base' | 'standing'> & {
  readonly form: string;
  readonly base: string | null;
  readonly standing: string;
};

const columns = `no, id, record, matter_id AS matterId, subject, form, base, revision, standing,
  submitted_at AS submittedAt, changed_at AS changedAt`;

export interface RequestQuery {
  readonly matterId: MatterId | null;
  readonly states: readonly RequestStanding['state'][] | null;
  readonly operations: readonly RequestOperation[] | null;
  readonly offset: number;
  readonly limit: number;
}

/** Requests as they are kept. Each change of where one stands is told to the custody log in the same transaction. */
export class RequestStore {
  readonly #database: Database;
  readonly #custody: Custody;

  constructor(database: Database, custody: Custody) {
    this.#database = database;
    this.#custody = custody;
  }

  /** Keeps one, unless one with its id is kept already. */
  add(request: Omit<StoredRequest, 'no' | 'revision' | 'changedAt'>): void {
    inTransaction(this.#database, () => {
      const { changes } = this.#database
        .prepare(
          `INSERT INTO request (id, operation, record, matter_id, subject, form, base, state, standing, submitted_at, changed_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        )
        .run(
          request.id,
          request.form.operation,
          request.record,
          request.matterId,
          request.subject,
          JSON.stringify(request.form),
          request.base && JSON.stringify(request.base),
          request.standing.state,
          JSON.stringify(request.standing),
          request.submittedAt,
          request.submittedAt,
        );
      if (changes > 0) this.#custody.ofRequest(request, { kind: 'requested' });
    });
  }

  get(id: RequestId): StoredRequest | undefined {
    const row = this.#database.prepare<[string], Row>(`SELECT ${columns} FROM request WHERE id = ?`).get(id);
    return row && stored(row);
  }

  /** Newest first. */
  list(query: RequestQuery): { rows: StoredRequest[]; total: number } {
    const { matterId, states, operations, offset, limit } = query;
    const where = [
      ...(matterId === null ? [] : ['matter_id = ?']),
      ...(states === null ? [] : ['state IN (SELECT value FROM json_each(?))']),
      ...(operations === null ? [] : ['operation IN (SELECT value FROM json_each(?))']),
      'TRUE',
    ].join(' AND ');
    const values = [matterId, states && JSON.stringify(states), operations && JSON.stringify(operations)];
    const given = values.filter((value) => value !== null);
    const rows = this.#database
      .prepare<unknown[], Row>(
        `SELECT ${columns} FROM request WHERE ${where} ORDER BY no DESC LIMIT ? OFFSET ?`,
      )
      .all(...given, limit, offset);
    const total = this.#database
      .prepare<unknown[], number>(`SELECT count(*) FROM request WHERE ${where}`)
      .pluck()
      .get(...given);
    return { rows: rows.map(stored), total: total ?? 0 };
  }

  /** Those that something is to be done about by itself, in their order. */
  open(): StoredRequest[] {
    return this.#database
      .prepare<[], Row>(
        `SELECT ${columns} FROM request WHERE state IN ('waiting', 'sending', 'sent') ORDER BY no`,
      )
      .all()
      .map(stored);
  }

  /** Those that are not done or cancelled, in their order. */
  notOver(): StoredRequest[] {
    return this.#database
      .prepare<[], Row>(`SELECT ${columns} FROM request WHERE state NOT IN ('done', 'cancelled') ORDER BY no`)
      .all()
      .map(stored);
  }

  /** Whether one of the same record that was submitted before is not over. */
  isBehindAnother({ record, no }: StoredRequest): boolean {
    return (
      this.#database
        .prepare<[string, number], number>(
          `SELECT 1 FROM request WHERE record = ? AND no < ? AND state NOT IN ('done', 'cancelled') LIMIT 1`,
        )
        .pluck()
        .get(record, no) !== undefined
    );
  }

  /** Those of a record that wait, in their order. */
  waitingFor(record: string): StoredRequest[] {
    return this.#database
      .prepare<[string], Row>(
        `SELECT ${columns} FROM request WHERE record = ? AND state IN ('waiting', 'problem') ORDER BY no`,
      )
      .all(record)
      .map(stored);
  }

  /** Ids of what requests of an operation made. */
  madeBy(operation: 'matters.create' | 'contacts.create'): string[] {
    return this.#database
      .prepare<[string], string>(
        `SELECT json_extract(standing, '$.result.id') FROM request
         WHERE operation = ? AND state = 'done' AND json_extract(standing, '$.result.id') IS NOT NULL`,
      )
      .pluck()
      .all(operation);
  }

  /** How many are not over, and how many of these need a person. */
  counts(): { open: number; problems: number } {
    const count = (state: string) =>
      this.#database.prepare<[], number>(`SELECT count(*) FROM request WHERE state ${state}`).pluck().get() ??
      0;
    return { open: count(`IN ('waiting', 'sending', 'sent')`), problems: count(`= 'problem'`) };
  }

  /** Where it stands from now on; `events` happened on the way. */
  stands(request: StoredRequest, standing: RequestStanding, at: number, ...events: RequestEvent[]): void {
    this.#kept(() => {
      this.#database
        .prepare('UPDATE request SET state = ?, standing = ?, changed_at = ? WHERE id = ?')
        .run(standing.state, JSON.stringify(standing), at, request.id);
      for (const event of events) this.#custody.ofRequest(request, event);
    });
  }

  /** Another form of the same operation and record. */
  edit(
    request: StoredRequest,
    form: RequestForm,
    subject: string,
    standing: RequestStanding,
    at: number,
  ): void {
    this.#kept(() => {
      this.#database
        .prepare('UPDATE request SET form = ?, subject = ?, revision = revision + 1 WHERE id = ?')
        .run(JSON.stringify(form), subject, request.id);
      this.stands({ ...request, form, subject }, standing, at, { kind: 'request-edited' });
    });
  }

  /** What is done because of it must not be done again after a power cut. */
  #kept(work: () => void): void {
    inTrustedLog(this.#database, () => inTransaction(this.#database, work));
  }

  /** What the person saw is what the record is now but for what they changed themselves. */
  sawAlso(request: StoredRequest, form: RequestForm, base: StoredRequest['base']): void {
    this.#database
      .prepare('UPDATE request SET form = ?, base = ? WHERE id = ?')
      .run(JSON.stringify(form), base && JSON.stringify(base), request.id);
  }
}

const stored = (row: Row): StoredRequest => ({
  ...row,
  form: JSON.parse(row.form),
  base: row.base === null ? null : JSON.parse(row.base),
  standing: JSON.parse(row.standing),
});
