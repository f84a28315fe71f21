import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';
import type { MassDecision, Outbox } from './outbox.ts';

/** `new-ending`: renamed so that its name ends otherwise, with or without new content. */
export type ChangeKind = 'changed' | 'new-ending' | 'removed';

export interface DocumentChange {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly what: ChangeKind;
  /** When, as the file system tells; when it was noticed. Milliseconds since 1970. */
  readonly changedAt: number;
  readonly noticedAt: number;
}

export interface MassChange {
  readonly id: number;
  readonly matterId: MatterId;
  readonly beganAt: number;
  readonly lastAt: number;
  readonly decision: MassDecision | null;
}

export interface MassChangeCounts extends Record<ChangeKind, number> {
  /** Saves that wait for the decision, those among them that were on their way already. */
  readonly held: number;
}

const columns = 'id, matter_id AS matterId, began_at AS beganAt, last_at AS lastAt, decision';

/** Changes of many documents at once, and the saves held until the person decides about them. */
export class MassChangeStore {
  readonly #database: Database;
  readonly #outbox: Outbox;
  constructor(database: Database, outbox: Outbox) {
    this.#database = database;
    this.#outbox = outbox;
  }

  /** A document whose new content is held counts as changed, also when it is removed: it may be found again. */
  note(change: DocumentChange, massChange: number | null): void {
    this.#database
      .prepare(
        `INSERT INTO recent_change (matter_id, file_id, what, changed_at, noticed_at, mass_change)
         VALUES (@matterId, @fileId, @what, @changedAt, @noticedAt, @massChange)
         ON CONFLICT (matter_id, file_id) DO UPDATE SET
           what = CASE WHEN excluded.what = 'removed' AND EXISTS (SELECT 1 FROM save WHERE save.matter_id = excluded.matter_id
             AND save.file_id = excluded.file_id AND save.held = recent_change.mass_change) THEN what ELSE excluded.what END,
           changed_at = excluded.changed_at,
           noticed_at = excluded.noticed_at, mass_change = coalesce(excluded.mass_change,
             (SELECT id FROM mass_change WHERE id = recent_change.mass_change AND decision IS NULL))`,
      )
      .run({ ...change, massChange });
  }

  /** What is remembered of a document is of the one that the service has under its name. */
  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId): void {
    this.#database
      .prepare('UPDATE OR REPLACE recent_change SET file_id = ? WHERE matter_id = ? AND file_id = ?')
      .run(fileId, matterId, before);
  }

  /** A document that was taken for removed is there: a mass change of which nothing is left, and nothing held, is none. */
  foundAgain(matterId: MatterId, fileId: FileId): void {
    const massChange = this.#database
      .prepare<[string, string], number | null>(
        `DELETE FROM recent_change WHERE matter_id = ? AND file_id = ? AND what = 'removed' RETURNING mass_change`,
      )
      .pluck()
      .get(matterId, fileId);
    if (typeof massChange !== 'number') return;
    const { changed, removed, 'new-ending': newEnding, held } = this.counts(massChange);
    if (changed + removed + newEnding + held === 0) this.decide(massChange, 'file', '');
  }

  /** Drops what was noticed before `since`, or after `now` because the clock was set back, unless it is still asked about. */
  forgetOld(matterId: MatterId, since: number, now: number): void {
    this.#database
      .prepare(
        `DELETE FROM recent_change
         WHERE matter_id = ? AND (noticed_at < ? OR noticed_at > ?) AND (mass_change IS NULL
           OR mass_change NOT IN (SELECT id FROM mass_change WHERE decision IS NULL))`,
      )
      .run(matterId, since, now);
  }

  /** Known documents of a mass change whose change was noticed from one instant to another. */
  noticedBetween(id: number, matterId: MatterId, from: number, to: number): number {
    return (
      this.#database
        .prepare<[string, number, number, number], number>(
          `SELECT count(*) FROM recent_change
           WHERE matter_id = ? AND mass_change = ? AND noticed_at BETWEEN ? AND ?`,
        )
        .pluck()
        .get(matterId, id, from, to) ?? 0
    );
  }

  /** Known documents whose change happened from one instant to another, outside of any mass change. */
  countBetween(matterId: MatterId, from: number, to: number): { all: number; removed: number } {
    return (
      this.#database
        .prepare<[string, number, number], { all: number; removed: number }>(
          `SELECT count(*) AS "all", coalesce(sum(what = 'removed'), 0) AS removed FROM recent_change
           WHERE matter_id = ? AND mass_change IS NULL AND changed_at BETWEEN ? AND ?`,
        )
        .get(matterId, from, to) ?? { all: 0, removed: 0 }
    );
  }

  undecided(): MassChange[] {
    return this.#database
      .prepare<[], MassChange>(`SELECT ${columns} FROM mass_change WHERE decision IS NULL ORDER BY id`)
      .all();
  }

  /** The newest one of a matter. */
  newest(matterId: MatterId): MassChange | undefined {
    // Asked at each capture, and mostly there is none: looking for the newest costs several times as much as for any.
    const isAny = this.#database.prepare<[string], number>(
      'SELECT 1 FROM mass_change WHERE matter_id = ? LIMIT 1',
    );
    if (isAny.pluck().get(matterId) === undefined) return undefined;
    return this.#database
      .prepare<[string], MassChange>(
        `SELECT ${columns} FROM mass_change WHERE matter_id = ? ORDER BY id DESC LIMIT 1`,
      )
      .get(matterId);
  }

  get(id: number): MassChange | undefined {
    return this.#database
      .prepare<[number], MassChange>(`SELECT ${columns} FROM mass_change WHERE id = ?`)
      .get(id);
  }

  begin(matterId: MatterId, beganAt: number, now: number): number {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO mass_change (matter_id, began_at, last_at) VALUES (?, ?, ?)')
      .run(matterId, beganAt, now);
    return Number(lastInsertRowid);
  }

  /** Changes that happened from one instant to another belong to it. */
  gather(id: number, matterId: MatterId, from: number, to: number): void {
    this.#database
      .prepare(
        `UPDATE recent_change SET mass_change = ?
         WHERE matter_id = ? AND mass_change IS NULL AND changed_at BETWEEN ? AND ?`,
      )
      .run(id, matterId, from, to);
  }

  goesOn(id: number, now: number): void {
    this.#database.prepare('UPDATE mass_change SET last_at = ? WHERE id = ?').run(now, id);
  }

  counts(id: number): MassChangeCounts {
    const counts = { changed: 0, 'new-ending': 0, removed: 0, held: 0 };
    const rows = this.#database
      .prepare<[number], { what: ChangeKind; count: number }>(
        'SELECT what, count(*) AS count FROM recent_change WHERE mass_change = ? GROUP BY what',
      )
      .all(id);
    for (const { what, count } of rows) counts[what] = count;
    counts.held =
      this.#database
        .prepare<[number], number>(
          `SELECT count(*) FROM save WHERE held = ? AND state IN ('waiting', 'sending')`,
        )
        .pluck()
        .get(id) ?? 0;
    return counts;
  }

  /**
   * `problem` is kept with each save that the person wants to look at alone. What changed is remembered for a while: it tells
   * whether the change goes on that the person agreed to, or did not. Removals are over once they were told.
   */
  decide(id: number, decision: MassDecision, problem: string): void {
    this.#database.transaction(() => {
      this.#outbox.letGo(id, decision, problem);
      if (decision !== 'file')
        this.#database
          .prepare(`DELETE FROM recent_change WHERE mass_change = ? AND what = 'removed'`)
          .run(id);
      this.#database
        .prepare(
          `UPDATE mass_change SET decision = ?, decided_up_to = (SELECT coalesce(max(id), 0) FROM save) WHERE id = ?`,
        )
        .run(decision, id);
    })();
  }
}
