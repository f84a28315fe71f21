import type { FileId, MatterId } from '../../../shared/model.ts';
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
}

type SaveRow = Omit<Save, 'onTop'> & { onTop: 0 | 1 };

const columns = `id, matter_id AS matterId, file_id AS fileId, kind, path, name, sha256, size,
  captured_at AS capturedAt, state, on_top AS onTop, attempts, next_try_at AS nextTryAt, problem,
  announced_seq AS announcedSeq, announced_at AS announcedAt, sent_at AS sentAt, filed_at AS filedAt`;

const quoted = (states: readonly SaveState[]): string => states.map((state) => `'${state}'`).join(', ');

/** Words for word as in the indexes, so that these are used. */
const unfinished = `state IN ('waiting', 'sending', 'sent', 'problem')`;
const movable = `state IN ('waiting', 'sending')`;
const isHead = `NOT EXISTS (SELECT 1 FROM save AS earlier WHERE earlier.matter_id = save.matter_id
  AND earlier.file_id = save.file_id AND earlier.id < save.id
  AND earlier.state IN ('waiting', 'sending', 'sent', 'problem'))`;

/** Longest wait of a save, in milliseconds. A longer one means that the clock was set back: it is over. */
export const longestWait = 5 * 60_000;

const fromRow = (row: SaveRow): Save => ({ ...row, onTop: row.onTop === 1 });

export type NewSave = Pick<
  Save,
  'matterId' | 'fileId' | 'kind' | 'path' | 'name' | 'sha256' | 'size' | 'capturedAt'
> & { readonly state: 'waiting' | 'problem'; readonly problem: string | null };

/** The durable queue of versions to send. */
export class Outbox {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  add(save: NewSave): number {
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem)
         VALUES (@matterId, @fileId, @kind, @path, @name, @sha256, @size, @capturedAt, @state, @problem)`,
      )
      .run(save);
    return Number(lastInsertRowid);
  }

  get(id: number): Save | undefined {
    const row = this.#database.prepare<[number], SaveRow>(`SELECT ${columns} FROM save WHERE id = ?`).get(id);
    return row && fromRow(row);
  }

  /** The oldest unfinished save of each document: only these may move, so that each document's saves go in order. */
  heads(): Save[] {
    return this.#database
      .prepare<[], SaveRow>(`SELECT ${columns} FROM save WHERE ${unfinished} AND ${isHead} ORDER BY id`)
      .all()
      .map(fromRow);
  }

  /** Heads that may move now, oldest first, none of them with more than `largest` bytes to send. */
  ready(query: { readonly now: number; readonly limit: number; readonly largest: number }): Save[] {
    return this.#database
      .prepare<[object], SaveRow>(
        `SELECT ${columns} FROM save WHERE ${movable} AND ${isHead}
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
           WHERE ${movable} AND next_try_at > @now AND next_try_at <= @now + ${longestWait}`,
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

  /** On disk before it returns: content may follow only after it, so that a crash leaves a doubt and no surprise. */
  announcing(id: number, announcedSeq: number, now: number): void {
    this.#move(
      'announcing',
      id,
      'announced_seq = @announcedSeq, announced_at = @now, attempts = attempts + 1',
      {
        announcedSeq,
        now,
      },
    );
  }

  /** Need not be on disk: without it, history is looked at. */
  sent(id: number, now: number): void {
    withoutWaitingForDisk(this.#database, () => this.#move('sent', id, 'sent_at = @now', { now }));
  }

  filed(id: number, entryId: string | null, now: number): void {
    this.#move('filed', id, 'filed_at = @now, filed_entry_id = @entryId', { entryId, now });
  }

  /** Back to waiting, with the reason to show meanwhile. */
  again(id: number, nextTryAt: number | null, problem: string | null): void {
    this.#move('again', id, 'next_try_at = @nextTryAt, problem = @problem', { nextTryAt, problem });
  }

  needsPerson(id: number, problem: string): void {
    this.#move('needsPerson', id, 'problem = @problem', { problem });
  }

  retry(id: number): void {
    this.#move('retry', id, 'next_try_at = NULL', {});
  }

  fileOnTop(id: number): void {
    this.#move('fileOnTop', id, 'on_top = 1', {});
  }

  keepUnfiled(id: number): void {
    this.#move('keepUnfiled', id, 'next_try_at = NULL', {});
  }

  /** What is unfinished of the document becomes another document's, and waits; what is on its way stays what it is. */
  fileSeparately(save: Save, fileId: FileId): void {
    const { from, to } = transitions.fileSeparately;
    this.#database
      .prepare(
        `UPDATE save SET file_id = ?, state = '${to}', next_try_at = NULL, problem = NULL
         WHERE matter_id = ? AND file_id = ? AND state IN (${quoted(from)})`,
      )
      .run(fileId, save.matterId, save.fileId);
  }

  /**
   * The one way from state to state. What is not set here, the reason and the next try, is over.
   * @throws when this cannot happen to the save in its state
   */
  #move(
    event: SaveEvent,
    id: number,
    set: string,
    values: Readonly<Record<string, string | number | null>>,
  ): void {
    const { from, to } = transitions[event];
    const over = ['next_try_at', 'problem'].filter((column) => !set.includes(`${column} =`));
    const all = [`state = '${to}'`, set, ...over.map((column) => `${column} = NULL`)].join(', ');
    const { changes } = this.#database
      .prepare(`UPDATE save SET ${all} WHERE id = @id AND state IN (${quoted(from)})`)
      .run({ ...values, id });
    if (changes === 1) return;
    throw new Error(`a save that is ${this.get(id)?.state ?? 'not there'} cannot take “${event}”`);
  }
}
