import type { FileId, MatterId } from '../../../shared/model.ts';
import type { Custody, SaveEvent as CustodyEvent } from '../custody/custody.ts';
import { isConflict, readProblem } from '../upload/save-problem.ts';
import { type Database, withoutWaitingForDisk } from './database.ts';
import { type SaveEvent, type SaveState, saveStates, transitions } from './life-of-a-save.ts';

export type { SaveState } from './life-of-a-save.ts';

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

const quoted = (states: readonly SaveState[]): string => states.map((state) => `'${state}'`).join(', ');

/** Words for word as in the indexes, so that these are used. */
const unfinished = `state IN ('waiting', 'sending', 'sent', 'problem')`;
const movable = `state IN ('waiting', 'sending')`;
const isHead = `NOT EXISTS (SELECT 1 FROM save AS earlier WHERE earlier.matter_id = save.matter_id
  AND earlier.file_id = save.file_id AND earlier.id < save.id
  AND earlier.state IN ('waiting', 'sending', 'sent', 'problem'))`;

const isFree = `held IS NULL AND matter_id NOT IN (SELECT matter_id FROM paused_matter)
  AND NOT EXISTS (SELECT 1 FROM paused_document AS paused
                  WHERE paused.matter_id = save.matter_id AND paused.file_id = save.file_id)`;

/** Longest wait of a save, in milliseconds. A longer one means that the clock was set back: it is over. */
export const longestWait = 5 * 60_000;

/** The newest saves among which the filed ones of today are looked for. */
const lookedThrough = 5_000;
/** And those among which the documents worked on lately are. */
const lookedThroughForDocuments = 500;

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
   * of a matter or document that is paused, and none that is held until the person decides about a mass change.
   */
  heads(): Save[] {
    return this.#database
      .prepare<[], SaveRow>(
        `SELECT ${columns} FROM save WHERE ${unfinished} AND ${isHead} AND ${isFree} ORDER BY id`,
      )
      .all()
      .map(fromRow);
  }

  /** Heads that may move now, oldest first, none of them with more than `largest` bytes to send. */
  ready(query: { readonly now: number; readonly limit: number; readonly largest: number }): Save[] {
    return this.#database
      .prepare<[object], SaveRow>(
        `SELECT ${columns} FROM save WHERE ${movable} AND ${isHead} AND ${isFree}
           AND (next_try_at IS NULL OR next_try_at <= @now OR next_try_at > @now + ${longestWait})
           AND (kind = 'metadata' OR size <= @largest)
         ORDER BY id LIMIT @limit`,
      )
      .all(query)
      .map(fromRow);
  }

  /** The next instant after `now` at which a save may move; null when none waits for one. */
  nextTryAfter(now: number): number | null {
    return (
      this.#database
        .prepare<[{ now: number }], number | null>(
          `SELECT min(next_try_at) FROM save
           WHERE ${movable} AND ${isFree} AND next_try_at > @now AND next_try_at <= @now + ${longestWait}`,
        )
        .pluck()
        .get({ now }) ?? null
    );
  }

  open(matterId?: MatterId): Save[] {
    const all = `SELECT ${columns} FROM save WHERE ${unfinished}`;
    return (
      matterId
        ? this.#database.prepare<[string], SaveRow>(`${all} AND matter_id = ? ORDER BY id`).all(matterId)
        : this.#database.prepare<[], SaveRow>(`${all} ORDER BY id`).all()
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

  /** Where a document that was saved, renamed or moved here lay last, below its matter's folder. */
  lastPathOf(matterId: MatterId, fileId: FileId): string | undefined {
    return this.#database
      .prepare<[string, string], string>(
        'SELECT path FROM save WHERE matter_id = ? AND file_id = ? ORDER BY id DESC LIMIT 1',
      )
      .pluck()
      .get(matterId, fileId);
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
    const counts = Object.fromEntries(Object.keys(saveStates).map((state) => [state, 0])) as Record<
      SaveState,
      number
    >;
    const rows = this.#database
      .prepare<[], { state: SaveState; count: number }>(
        `SELECT state, count(*) AS count FROM save WHERE state <> 'filed' GROUP BY state`,
      )
      .all();
    for (const row of rows) counts[row.state] = row.count;
    return counts;
  }

  /** Different contents that the person keeps unfiled and that no filed save has. */
  keptHereOnly(): number {
    return (
      this.#database
        .prepare<[], number>(
          `SELECT count(DISTINCT sha256) FROM save WHERE state = 'kept' AND kind = 'content'
           AND NOT EXISTS (SELECT 1 FROM save AS other WHERE other.sha256 = save.sha256 AND other.kind = 'content'
             AND other.state = 'filed')`,
        )
        .pluck()
        .get() ?? 0
    );
  }

  /** On disk before it returns: content may follow only after it, so that a crash leaves a doubt and no surprise. */
  announcing(id: number, announcedSeq: number, now: number): void {
    const set = 'announced_seq = @announcedSeq, announced_at = @now, attempts = attempts + 1';
    this.#move('announcing', id, set, { announcedSeq, now }, () =>
      this.#record(id, { kind: 'announcing' }, now),
    );
  }

  /** The announcement was taken, and the first byte of the content is about to leave. */
  contentLeaves(id: number, now: number): void {
    withoutWaitingForDisk(this.#database, () => this.#record(id, { kind: 'sending' }, now));
  }

  /** Need not be on disk: without it, history is looked at. */
  sent(id: number, now: number): void {
    withoutWaitingForDisk(this.#database, () =>
      this.#move('sent', id, 'sent_at = @now', { now }, () => this.#record(id, { kind: 'sent' }, now)),
    );
  }

  filed(id: number, entryId: string | null, now: number): void {
    // Where the answer to the content was lost, that it was accepted is known only now.
    const isSent = this.get(id)?.state === 'sent';
    this.#move('filed', id, 'filed_at = @now, filed_entry_id = @entryId', { entryId, now }, () => {
      if (!isSent) this.#record(id, { kind: 'sent', detail: 'seen-in-history' }, now);
      this.#record(id, { kind: 'filed', versionId: entryId }, now);
    });
  }

  /** Back to waiting, with the reason to show meanwhile. */
  again(id: number, nextTryAt: number | null, problem: string | null): void {
    const wasWaiting = this.get(id)?.state === 'waiting';
    this.#move('again', id, 'next_try_at = @nextTryAt, problem = @problem', { nextTryAt, problem }, () => {
      // Waiting longer is nothing that happened to the save.
      if (!wasWaiting) this.#record(id, { kind: 'interrupted', detail: readProblem(problem)?.code ?? null });
    });
  }

  needsPerson(id: number, problem: string): void {
    this.#move('needsPerson', id, 'problem = @problem', { problem }, () =>
      this.#record(id, foundIn(problem)),
    );
  }

  /** What was on its way while the records of history were lost: only a person can tell whether it is filed. */
  doubted(problem: string): void {
    this.#database.transaction(() => {
      for (const { id } of this.open().filter(({ state }) => state === 'sending' || state === 'sent')) {
        this.#move('doubted', id, 'problem = @problem', { problem }, () =>
          this.#record(id, foundIn(problem)),
        );
      }
    })();
  }

  /** A rename or a move of what the service never had. */
  moot(id: number): void {
    this.#move('moot', id, 'next_try_at = NULL', {}, () =>
      this.#record(id, { kind: 'interrupted', detail: 'not-in-service' }),
    );
  }

  /** The person wants it tried again. */
  retry(id: number): void {
    this.#move('retry', id, 'next_try_at = NULL', {}, () => this.#decided(id, 'retry'));
  }

  /** Its copy in the vault is whole again: nothing stops it any more. */
  repaired(id: number): void {
    this.#move('repaired', id, 'next_try_at = NULL', {}, () =>
      this.#record(id, { kind: 'interrupted', detail: 'vault-repaired' }),
    );
  }

  fileOnTop(id: number): void {
    this.#move('fileOnTop', id, 'on_top = 1', {}, () => this.#decided(id, 'file-on-top'));
  }

  keepUnfiled(id: number): void {
    this.#move('keepUnfiled', id, 'next_try_at = NULL', {}, () => this.#decided(id, 'keep-unfiled'));
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

  /** Documents with the newest saves that are still on this computer, newest first. `path` is below the matter folder. */
  recentDocuments(limit: number): { matterId: MatterId; fileId: FileId; path: string }[] {
    return this.#database
      .prepare<[number], { matterId: MatterId; fileId: FileId; path: string }>(
        `SELECT local_file.matter_id AS matterId, local_file.file_id AS fileId, local_file.path
         FROM (SELECT matter_id, file_id, max(id) AS newest
               FROM (SELECT id, matter_id, file_id FROM save ORDER BY id DESC LIMIT ${lookedThroughForDocuments})
               GROUP BY matter_id, file_id) AS saved
         JOIN local_file ON local_file.matter_id = saved.matter_id AND local_file.file_id = saved.file_id
         WHERE local_file.removed = 0
         ORDER BY saved.newest DESC LIMIT ?`,
      )
      .all(limit);
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
    const events = { file: 'fileHeld', keep: 'keepHeld', each: 'lookAtHeld' } as const;
    const why = decision === 'each' ? problem : null;
    this.#database.transaction(() => {
      const held = this.#database
        .prepare<[number], number>('SELECT id FROM save WHERE held = ? ORDER BY id')
        .pluck()
        .all(massChange);
      for (const id of held) {
        this.#move(events[decision], id, 'held = NULL, problem = @why', { why }, () =>
          this.#decided(id, `mass-change-${decision}`),
        );
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

  pauseDocument(matterId: MatterId, fileId: FileId, paused: boolean): void {
    this.#database
      .prepare(
        paused
          ? 'INSERT OR IGNORE INTO paused_document (matter_id, file_id) VALUES (?, ?)'
          : 'DELETE FROM paused_document WHERE matter_id = ? AND file_id = ?',
      )
      .run(matterId, fileId);
  }

  /** Documents of a matter whose saves wait until the person resumes them. */
  pausedDocuments(matterId: MatterId): Set<FileId> {
    return new Set(
      this.#database
        .prepare<[string], FileId>('SELECT file_id FROM paused_document WHERE matter_id = ?')
        .pluck()
        .all(matterId),
    );
  }

  /** What is unfinished of the document becomes another document's, and waits; what is on its way stays what it is. */
  fileSeparately(save: Save, fileId: FileId): void {
    const { from, to } = transitions.fileSeparately;
    this.#database.transaction(() => {
      const moved = this.#database
        .prepare<[string, string, string], number>(
          `UPDATE save SET file_id = ?, state = '${to}', next_try_at = NULL, problem = NULL
           WHERE matter_id = ? AND file_id = ? AND state IN (${quoted(from)}) RETURNING id`,
        )
        .pluck()
        .all(fileId, save.matterId, save.fileId);
      for (const id of moved.toSorted((a, b) => a - b))
        this.#record(id, { kind: 'decided', detail: 'file-separately', relatedId: save.fileId });
    })();
  }

  /**
   * The one way from state to state, in one transaction with what the custody log says of it. What is not set here, the
   * reason and the next try, is over.
   * @throws when this cannot happen to the save in its state
   */
  #move(
    event: SaveEvent,
    id: number,
    set: string,
    values: Readonly<Record<string, string | number | null>>,
    record: () => void,
  ): void {
    const { from, to } = transitions[event];
    const over = ['next_try_at', 'problem'].filter((column) => !set.includes(`${column} =`));
    const all = [`state = '${to}'`, set, ...over.map((column) => `${column} = NULL`)].join(', ');
    const move = this.#database.prepare(
      `UPDATE save SET ${all} WHERE id = @id AND state IN (${quoted(from)})`,
    );
    this.#database.transaction(() => {
      const { changes } = move.run({ ...values, id });
      if (changes === 1) return record();
      throw new Error(`a save that is ${this.get(id)?.state ?? 'not there'} cannot take “${event}”`);
    })();
  }

  #decided(id: number, detail: string): void {
    this.#record(id, { kind: 'decided', detail });
  }

  #record(id: number, event: CustodyEvent, at?: number): void {
    const save = this.get(id);
    if (save) this.#custody.ofSave(save, event, at);
  }
}

/** What stopped a save: something filed that it must not bury, or anything else. */
function foundIn(problem: string | null): CustodyEvent {
  const detail = readProblem(problem)?.code ?? null;
  return { kind: isConflict(detail) ? 'conflict' : 'problem', detail };
}
