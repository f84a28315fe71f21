import type { FileId, MatterId } from '../../../shared/model.ts';
import type { Custody, SaveEvent } from '../custody/custody.ts';
import { isConflict, readProblem } from '../upload/save-problem.ts';
import type { Database } from './database.ts';

/**
 * The life of a save:
 *
 * | state   | means                                                   | leaves by                                     |
 * |---------|---------------------------------------------------------|-----------------------------------------------|
 * | waiting | captured; to be announced at `nextTryAt` or now          | announcing → sending                          |
 * | sending | announced; what the service has of it is not known yet   | content accepted → sent; refused → waiting or problem; seen in history → filed |
 * | sent    | content accepted at the upload address                   | seen in history → filed                       |
 * | filed   | the service's history shows it                           | never                                         |
 * | problem | needs a person                                           | the person: → waiting or kept                 |
 * | kept    | the person chose not to file it; stays in the vault      | never                                         |
 */
export type SaveState = 'waiting' | 'sending' | 'sent' | 'filed' | 'problem' | 'kept';

export interface Save {
  readonly id: number;
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** `metadata` is a rename or a move without new content. */
  readonly kind: 'content' | 'metadata';
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly capturedAt: number;
  readonly state: SaveState;
  readonly onTop: boolean;
  readonly attempts: number;
  readonly nextTryAt: number | null;
  /** A `SaveProblem` as JSON; null when there is none. */
  readonly problem: string | null;
  readonly announcedSeq: number | null;
  readonly announcedAt: number | null;
  readonly sentAt: number | null;
  readonly filedAt: number | null;
  /** The mass change whose decision it waits for; null when it waits for none. */
  readonly held: number | null;
  /** A `MovedFrom` as JSON, for a document that came from another matter's folder; null for others. */
  readonly movedFrom: string | null;
}

type SaveRow = Omit<Save, 'onTop'> & { onTop: 0 | 1 };

const columns = `id, matter_id AS matterId, file_id AS fileId, kind, path, name, sha256, size,
  captured_at AS capturedAt, state, on_top AS onTop, attempts, next_try_at AS nextTryAt, problem,
  announced_seq AS announcedSeq, announced_at AS announcedAt, sent_at AS sentAt, filed_at AS filedAt,
  held, moved_from AS movedFrom`;

/** The newest saves among which the filed ones of today are looked for. */
const lookedThrough = 5_000;

const fromRow = (row: SaveRow): Save => ({ ...row, onTop: row.onTop === 1 });

/** What the person decides about saves of many documents at once. */
export type MassDecision = 'file' | 'keep' | 'each';

export type NewSave = Pick<
  Save,
  'matterId' | 'fileId' | 'kind' | 'path' | 'name' | 'sha256' | 'size' | 'capturedAt'
> & {
  readonly state: 'waiting' | 'problem';
  readonly problem: string | null;
  readonly movedFrom?: string | null;
};

/**
 * The durable queue of versions to send. Whatever changes a save's state here is one transaction with the entry of the
 * custody log that tells of it; no other place changes it.
 */
export class Outbox {
  readonly #database: Database;
  readonly #custody: Custody;
  constructor(database: Database, custody: Custody) {
    this.#database = database;
    this.#custody = custody;
  }

  add(save: NewSave): number {
    return this.#database.transaction(() => {
      const { lastInsertRowid } = this.#database
        .prepare(
          `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem,
             moved_from)
           VALUES (@matterId, @fileId, @kind, @path, @name, @sha256, @size, @capturedAt, @state, @problem, @movedFrom)`,
        )
        .run({ movedFrom: null, ...save });
      const id = Number(lastInsertRowid);
      this.#record(id, { kind: 'captured' }, save.capturedAt);
      if (save.state === 'problem') this.#record(id, foundIn(save.problem));
      return id;
    })();
  }

  get(id: number): Save | undefined {
    const row = this.#database.prepare<[number], SaveRow>(`SELECT ${columns} FROM save WHERE id = ?`).get(id);
    return row && fromRow(row);
  }

  /**
   * The oldest unfinished save of each document: only these may move, so that each document's saves go in order. None
   * of a matter that is paused, and none that is held until the person decides about a mass change.
   */
  heads(): Save[] {
    return this.#database
      .prepare<[], SaveRow>(
        `SELECT ${columns} FROM save WHERE id IN (
           SELECT min(id) FROM save WHERE state IN ('waiting', 'sending', 'sent', 'problem')
           GROUP BY matter_id, file_id
         ) AND held IS NULL AND matter_id NOT IN (SELECT matter_id FROM paused_matter) ORDER BY id`,
      )
      .all()
      .map(fromRow);
  }

  open(matterId?: MatterId): Save[] {
    const unfinished = `SELECT ${columns} FROM save WHERE state IN ('waiting', 'sending', 'sent', 'problem')`;
    return (
      matterId
        ? this.#database
            .prepare<[string], SaveRow>(`${unfinished} AND matter_id = ? ORDER BY id`)
            .all(matterId)
        : this.#database.prepare<[], SaveRow>(`${unfinished} ORDER BY id`).all()
    ).map(fromRow);
  }

  /** Saves that need a person. */
  problems(): Save[] {
    return this.#database
      .prepare<[], SaveRow>(`SELECT ${columns} FROM save WHERE state = 'problem' ORDER BY id`)
      .all()
      .map(fromRow);
  }

  /** Saves of this content, whatever their state. */
  withContent(sha256: string): Save[] {
    return this.#database
      .prepare<[string], SaveRow>(
        `SELECT ${columns} FROM save WHERE sha256 = ? AND kind = 'content' ORDER BY id`,
      )
      .all(sha256)
      .map(fromRow);
  }

  /** Every content of a document that was saved here, oldest first, with the history entry that shows it. */
  versionsOf(matterId: MatterId, fileId: FileId): (Save & { readonly filedEntryId: string | null })[] {
    return this.#database
      .prepare<[string, string], SaveRow & { filedEntryId: string | null }>(
        `SELECT ${columns}, filed_entry_id AS filedEntryId FROM save
         WHERE matter_id = ? AND file_id = ? AND kind = 'content' ORDER BY id`,
      )
      .all(matterId, fileId)
      .map((row) => ({ ...fromRow(row), filedEntryId: row.filedEntryId }));
  }

  /** Unfinished saves, those nearest to the service first, at most so many. */
  underWay(limit: number): Save[] {
    return this.#database
      .prepare<[number], SaveRow>(
        `SELECT ${columns} FROM save WHERE state IN ('waiting', 'sending', 'sent', 'problem')
         ORDER BY CASE state WHEN 'sending' THEN 0 WHEN 'sent' THEN 1 WHEN 'problem' THEN 2 ELSE 3 END, id LIMIT ?`,
      )
      .all(limit)
      .map(fromRow);
  }

  /** Saves filed since, newest first, at most so many; looked for among the newest few thousand only. */
  filedSince(since: number, limit: number): Save[] {
    return this.#database
      .prepare<[number, number, number], SaveRow>(
        `SELECT ${columns} FROM save WHERE id > (SELECT coalesce(max(id), 0) FROM save) - ?
         AND state = 'filed' AND filed_at >= ? ORDER BY filed_at DESC, id DESC LIMIT ?`,
      )
      .all(lookedThrough, since, limit)
      .map(fromRow);
  }

  /** What waits of a document for its next try waits no longer. */
  tryNow(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare(`UPDATE save SET next_try_at = NULL WHERE matter_id = ? AND file_id = ? AND state = 'waiting'`)
      .run(matterId, fileId);
  }

  counts(): Record<SaveState, number> {
    const counts: Record<SaveState, number> = {
      waiting: 0,
      sending: 0,
      sent: 0,
      filed: 0,
      problem: 0,
      kept: 0,
    };
    const rows = this.#database
      .prepare<[], { state: SaveState; count: number }>(
        `SELECT state, count(*) AS count FROM save WHERE state <> 'filed' GROUP BY state`,
      )
      .all();
    for (const row of rows) counts[row.state] = row.count;
    return counts;
  }

  announcing(id: number, announcedSeq: number, now: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare(
          `UPDATE save SET state = 'sending', announced_seq = ?, announced_at = ?, next_try_at = NULL, problem = NULL,
             attempts = attempts + 1 WHERE id = ?`,
        )
        .run(announcedSeq, now, id);
      this.#record(id, { kind: 'announcing' }, now);
    })();
  }

  /** The announcement was taken, and the first byte of the content is about to leave. */
  contentLeaves(id: number, now: number): void {
    this.#record(id, { kind: 'sending' }, now);
  }

  sent(id: number, now: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare(
          `UPDATE save SET state = 'sent', sent_at = ?, next_try_at = NULL, problem = NULL WHERE id = ?`,
        )
        .run(now, id);
      this.#record(id, { kind: 'sent' }, now);
    })();
  }

  filed(id: number, entryId: string | null, now: number): void {
    this.#database.transaction(() => {
      // The answer to the content was lost: that it was accepted is known only now.
      const isSent = this.get(id)?.state === 'sent';
      if (!isSent) this.#record(id, { kind: 'sent', detail: 'seen-in-history' }, now);
      this.#database
        .prepare(
          `UPDATE save SET state = 'filed', filed_at = ?, filed_entry_id = ?, next_try_at = NULL, problem = NULL
           WHERE id = ?`,
        )
        .run(now, entryId, id);
      this.#record(id, { kind: 'filed', versionId: entryId }, now);
    })();
  }

  /** Back to waiting, with the reason to show meanwhile. */
  again(id: number, nextTryAt: number | null, problem: string | null): void {
    this.#database.transaction(() => {
      const wasWaiting = this.get(id)?.state === 'waiting';
      this.#wait(id, nextTryAt, problem);
      // Waiting longer is nothing that happened to the save.
      if (!wasWaiting) this.#record(id, { kind: 'interrupted', detail: readProblem(problem)?.code ?? null });
    })();
  }

  needsPerson(id: number, problem: string): void {
    this.#database.transaction(() => {
      this.#database
        .prepare(`UPDATE save SET state = 'problem', next_try_at = NULL, problem = ? WHERE id = ?`)
        .run(problem, id);
      this.#record(id, foundIn(problem));
    })();
  }

  /** The person wants it tried again. */
  retry(id: number): void {
    this.#database.transaction(() => {
      this.#wait(id, null, null);
      this.#record(id, { kind: 'decided', detail: 'retry' });
    })();
  }

  fileOnTop(id: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare(
          `UPDATE save SET state = 'waiting', on_top = 1, next_try_at = NULL, problem = NULL WHERE id = ?`,
        )
        .run(id);
      this.#record(id, { kind: 'decided', detail: 'file-on-top' });
    })();
  }

  keepUnfiled(id: number): void {
    this.#database.transaction(() => {
      this.#database
        .prepare(`UPDATE save SET state = 'kept', next_try_at = NULL, problem = NULL WHERE id = ?`)
        .run(id);
      this.#record(id, { kind: 'decided', detail: 'keep-unfiled' });
    })();
  }

  /** True when a rename or a move of the document is still on its way. */
  isBeingRenamed(matterId: MatterId, fileId: FileId): boolean {
    return (
      this.#database
        .prepare<[string, string], number>(
          `SELECT 1 FROM save WHERE matter_id = ? AND file_id = ? AND kind = 'metadata'
           AND state IN ('waiting', 'sending', 'sent', 'problem') LIMIT 1`,
        )
        .pluck()
        .get(matterId, fileId) !== undefined
    );
  }

  /** Saves of the matter captured since then that are not on their way yet wait for a decision about a mass change. */
  hold(massChange: number, matterId: MatterId, since: number): void {
    this.#database
      .prepare(
        `UPDATE save SET held = ?
         WHERE matter_id = ? AND captured_at >= ? AND state = 'waiting' AND held IS NULL`,
      )
      .run(massChange, matterId, since);
  }

  /** What was held is filed, kept unfiled, or becomes a problem each (`problem`, to be shown with it). */
  letGo(massChange: number, decision: MassDecision, problem: string): void {
    this.#database.transaction(() => {
      const held = this.#database
        .prepare<[number], number>('SELECT id FROM save WHERE held = ? ORDER BY id')
        .pluck()
        .all(massChange);
      for (const id of held) {
        const [state, why] = { file: ['waiting', null], keep: ['kept', null], each: ['problem', problem] }[
          decision
        ];
        this.#database
          .prepare('UPDATE save SET held = NULL, state = ?, problem = ? WHERE id = ?')
          .run(state, why, id);
        this.#record(id, { kind: 'decided', detail: `mass-change-${decision}` });
      }
    })();
  }

  pauseMatter(matterId: MatterId, paused: boolean): void {
    this.#database
      .prepare(
        paused
          ? 'INSERT OR IGNORE INTO paused_matter (matter_id) VALUES (?)'
          : 'DELETE FROM paused_matter WHERE matter_id = ?',
      )
      .run(matterId);
  }

  /** Every unfinished save of the document becomes one of another document, and waits. */
  fileSeparately(save: Save, fileId: FileId): void {
    this.#database.transaction(() => {
      const moved = this.#database
        .prepare<[string, string, string], number>(
          `UPDATE save SET file_id = ?, state = 'waiting', next_try_at = NULL, problem = NULL
           WHERE matter_id = ? AND file_id = ? AND state IN ('waiting', 'problem') RETURNING id`,
        )
        .pluck()
        .all(fileId, save.matterId, save.fileId);
      for (const id of moved.toSorted((a, b) => a - b))
        this.#record(id, { kind: 'decided', detail: 'file-separately', relatedId: save.fileId });
    })();
  }

  /** The service answered with another id for a document that it did not know before. */
  rename(matterId: MatterId, from: FileId, to: FileId): void {
    this.#database.transaction(() => {
      for (const table of ['save', 'local_file']) {
        this.#database
          .prepare(`UPDATE ${table} SET file_id = ? WHERE matter_id = ? AND file_id = ?`)
          .run(to, matterId, from);
      }
      this.#custody.renumbered(matterId, from, to);
    })();
  }

  #wait(id: number, nextTryAt: number | null, problem: string | null): void {
    this.#database
      .prepare(`UPDATE save SET state = 'waiting', next_try_at = ?, problem = ? WHERE id = ?`)
      .run(nextTryAt, problem, id);
  }

  #record(id: number, event: SaveEvent, at?: number): void {
    const save = this.get(id);
    if (save) this.#custody.ofSave(save, event, at);
  }
}

/** What stopped a save: something filed that it must not bury, or anything else. */
function foundIn(problem: string | null): SaveEvent {
  const detail = readProblem(problem)?.code ?? null;
  return { kind: isConflict(detail) ? 'conflict' : 'problem', detail };
}
