import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Attempt } from '../domain/attempt.ts';
import type { Database } from './database.ts';
import { type Save, saveColumns } from './save.ts';
import { type SaveState, saveStates } from './save-state-machine.ts';

/** Words for word as in the indexes, so that these are used. */
const unfinished = `state IN ('waiting', 'sending', 'sent', 'problem')`;
const movable = `state IN ('waiting', 'sending')`;
const isHead = `NOT EXISTS (SELECT 1 FROM save AS earlier WHERE earlier.matter_id = save.matter_id
  AND earlier.file_id = save.file_id AND earlier.id < save.id
  AND earlier.state IN ('waiting', 'sending', 'sent', 'problem'))`;

/** What is on its way though it is held was cut off there: history is read for it, and nothing is sent before the person decides. */
/** What the person chose to keep unfiled, and nothing saved after it and before save number `@before`. */
const isKeptUnfiled = `state = 'kept' AND state <> 'filed' AND kind = 'content' AND unproven = 0
  AND NOT EXISTS (SELECT 1 FROM save AS later WHERE later.matter_id = save.matter_id
    AND later.file_id = save.file_id AND later.id > save.id AND later.id < @before AND later.kind = 'content')
  AND NOT EXISTS (SELECT 1 FROM custody WHERE custody.matter_id = save.matter_id
    AND custody.file_id = save.file_id AND custody.save_id = save.id
    AND custody.detail IN ('already-there', 'handed-over', 'unproven-read'))`;
const isFree = `(held IS NULL OR state = 'sending') AND matter_id NOT IN (SELECT matter_id FROM paused_matter)
  AND NOT EXISTS (SELECT 1 FROM paused_document AS paused
                  WHERE paused.matter_id = save.matter_id AND paused.file_id = save.file_id)
  AND NOT EXISTS (SELECT 1 FROM undecided_document AS undecided
                  WHERE undecided.matter_id = save.matter_id AND undecided.file_id = save.file_id)`;

/** Longest wait of a save, in milliseconds. A longer one means that the clock was set back: it is over. */
export const longestWait = 5 * 60_000;

/** The newest saves among which those filed lately are looked for. */
const mostScanned = 5_000;
/** And those among which the documents worked on lately are. */
const mostScannedForDocuments = 500;
/** How many of those filed last tell how long the service takes to show a version. */
const lately = 20;

/** What is asked of the saves of this computer. Whatever changes one is in `Outbox`. */
export class SaveStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  get(id: number): Save | undefined {
    return this.#database.prepare<[number], Save>(`SELECT ${saveColumns} FROM save WHERE id = ?`).get(id);
  }

  /**
   * The oldest unfinished save of each document: only these may move, so that each document's saves go in order. None
   * of a matter or document that is paused, none that is held until the person decides about a mass change, and none of a
   * document of which it is not known yet whether the service has it.
   */
  heads(): Save[] {
    return this.#database
      .prepare<[], Save>(
        `SELECT ${saveColumns} FROM save WHERE ${unfinished} AND ${isHead} AND ${isFree} ORDER BY id`,
      )
      .all();
  }

  /** Heads that may move now, oldest first, none of them with more than `largest` bytes to send. */
  ready(query: { readonly now: number; readonly limit: number; readonly largest: number }): Save[] {
    return this.#database
      .prepare<[object], Save>(
        `SELECT ${saveColumns} FROM save WHERE ${movable} AND ${isHead} AND ${isFree}
           AND (next_try_at IS NULL OR next_try_at <= @now OR next_try_at > @now + ${longestWait})
           AND (kind = 'metadata' OR size <= @largest)
         ORDER BY id LIMIT @limit`,
      )
      .all(query);
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
    const all = `SELECT ${saveColumns} FROM save WHERE ${unfinished}`;
    return matterId
      ? this.#database.prepare<[string], Save>(`${all} AND matter_id = ? ORDER BY id`).all(matterId)
      : this.#database.prepare<[], Save>(`${all} ORDER BY id`).all();
  }

  /** Unfinished saves of these documents, oldest first. */
  openOfDocuments(matterId: MatterId, ids: readonly FileId[]): Save[] {
    return this.#database
      .prepare<[string, string], Save>(
        `SELECT ${saveColumns} FROM save WHERE ${unfinished} AND state <> 'filed' AND matter_id = ?
         AND file_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      )
      .all(matterId, JSON.stringify(ids));
  }

  /** Every save of a document, oldest first. */
  ofDocument(matterId: MatterId, fileId: FileId): Save[] {
    return this.#database
      .prepare<[string, string], Save>(
        `SELECT ${saveColumns} FROM save WHERE matter_id = ? AND file_id = ? ORDER BY id`,
      )
      .all(matterId, fileId);
  }

  /** True when more saves of the matter than these wait to be sent. */
  isWaiting(matterId: MatterId, moreThan: number): boolean {
    return (
      this.#database
        .prepare<[string, number], number>(
          `SELECT 1 FROM save WHERE state = 'waiting' AND state <> 'filed' AND matter_id = ? LIMIT 1 OFFSET ?`,
        )
        .pluck()
        .get(matterId, moreThan) !== undefined
    );
  }

  /** Unfinished saves of one document. */
  openOf(matterId: MatterId, fileId: FileId): Save[] {
    return this.#database
      .prepare<[string, string], Save>(
        `SELECT ${saveColumns} FROM save WHERE ${unfinished} AND matter_id = ? AND file_id = ? ORDER BY id`,
      )
      .all(matterId, fileId);
  }

  /** The id of the last one; 0 when there is none. */
  last(): number {
    return this.#database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM save').pluck().get() ?? 0;
  }

  /** False while the save is held, or its matter or document is paused or undecided. */
  isFree(id: number): boolean {
    return (
      this.#database
        .prepare<[number], number>(`SELECT 1 FROM save WHERE id = ? AND ${isFree}`)
        .pluck()
        .get(id) !== undefined
    );
  }

  /** True when no earlier save of its document is unfinished. */
  isHead(id: number): boolean {
    return (
      this.#database
        .prepare<[number], number>(`SELECT 1 FROM save WHERE id = ? AND ${isHead}`)
        .pluck()
        .get(id) !== undefined
    );
  }

  /** Saves that need a person. */
  problems(): Save[] {
    return this.#inState('problem');
  }

  /** Saves of the matter that the service took and does not show, as the person was told. */
  neverShown(matterId: MatterId): Save[] {
    return this.#database
      .prepare<[string], Save>(
        `SELECT ${saveColumns} FROM save WHERE state = 'problem' AND state <> 'filed' AND matter_id = ?
         AND problem ->> 'code' = 'never-shown' ORDER BY id`,
      )
      .all(matterId);
  }

  /** True while it is not known of a save of the matter whether the service has it. */
  isSending(matterId: MatterId): boolean {
    return (
      this.#database
        .prepare<[string]>(
          `SELECT 1 FROM save WHERE state = 'sending' AND state <> 'filed' AND matter_id = ? LIMIT 1`,
        )
        .get(matterId) !== undefined
    );
  }

  /** Saves that the service took and does not show yet. */
  sentOnes(matterId?: MatterId): Save[] {
    return matterId ? this.#sentOnesOf(matterId) : this.#inState('sent');
  }

  #inState(state: 'problem' | 'sent'): Save[] {
    return (
      this.#database
        // Said twice, for SQLite takes the index only where its own condition stands.
        .prepare<[string], Save>(
          `SELECT ${saveColumns} FROM save WHERE state = ? AND state <> 'filed' ORDER BY id`,
        )
        .all(state)
    );
  }

  /** Of a matter with a hundred thousand saves that wait, the few that were sent are found without reading those. */
  #sentOnesOf(matterId: MatterId): Save[] {
    return this.#database
      .prepare<[string], Save>(
        `SELECT ${saveColumns} FROM save WHERE state = 'sent' AND state <> 'filed' AND matter_id = ? ORDER BY id`,
      )
      .all(matterId);
  }

  /** Saves of this content, whatever their state. */
  withContent(sha256: string): Save[] {
    return this.#database
      .prepare<[string], Save>(
        `SELECT ${saveColumns} FROM save WHERE sha256 = ? AND kind = 'content' ORDER BY id`,
      )
      .all(sha256);
  }

  /** Every content of a document that was saved here, oldest first, with the history entry that shows it. */
  versionsOf(matterId: MatterId, fileId: FileId): (Save & { readonly filedEntryId: string | null })[] {
    return this.#database
      .prepare<[string, string], Save & { readonly filedEntryId: string | null }>(
        `SELECT ${saveColumns}, filed_entry_id AS filedEntryId FROM save
         WHERE matter_id = ? AND file_id = ? AND kind = 'content' ORDER BY id`,
      )
      .all(matterId, fileId);
  }

  /** Entries of history that are known to be saves of this computer. */
  entriesFiledHere(matterId: MatterId, fileId: FileId): Set<string> {
    return new Set(
      this.#database
        .prepare<[string, string], string>(
          `SELECT filed_entry_id FROM save WHERE matter_id = ? AND file_id = ? AND kind = 'content'
           AND state = 'filed' AND filed_entry_id IS NOT NULL`,
        )
        .pluck()
        .all(matterId, fileId),
    );
  }

  /**
   * Of these documents, the version saved here last where the person chose to keep it unfiled. What they said is in the service
   * already, what went to somebody else's workspace, and what an earlier program called filed, is kept for other reasons.
   * @param before of the saves before this one alone
   */
  keptUnfiled(matterId: MatterId, ids: readonly FileId[], before = Number.MAX_SAFE_INTEGER): Save[] {
    return this.#database
      .prepare<[object], Save>(
        `SELECT ${saveColumns} FROM save WHERE ${isKeptUnfiled} AND matter_id = @matterId
         AND file_id IN (SELECT value FROM json_each(@ids)) AND id < @before`,
      )
      .all({ matterId, ids: JSON.stringify(ids), before });
  }

  /** Documents whose version saved here last the person chose to keep unfiled. */
  countKeptUnfiled(): number {
    return (
      this.#database
        .prepare<[object], number>(`SELECT count(*) FROM save WHERE ${isKeptUnfiled}`)
        .pluck()
        .get({ before: Number.MAX_SAFE_INTEGER }) ?? 0
    );
  }

  /** True when the last rename or move of a document is kept, and was never said to the service. */
  isRenamedHereOnly(matterId: MatterId, fileId: FileId): boolean {
    const last = this.ofDocument(matterId, fileId).findLast(({ kind }) => kind === 'metadata');
    return last?.state === 'kept' && last.attempts === 0;
  }

  /** Saves that an earlier program called filed, and that nothing proves to be, oldest first. */
  unproven(): Save[] {
    return this.#database
      .prepare<[], Save>(`SELECT ${saveColumns} FROM save WHERE unproven <> 0 ORDER BY id`)
      .all();
  }

  /** True when what was saved later, of a file that took the document's name, was or is asked about: whether it is the document at all. */
  hasLaterOfAnother(matterId: MatterId, fileId: FileId, saveId: number): boolean {
    return (
      this.#database
        .prepare(
          `SELECT 1 FROM save WHERE matter_id = ? AND file_id = ? AND id > ? AND kind = 'content'
           AND (agreed_up_to IS NOT NULL OR (state = 'problem' AND problem ->> 'code' = 'already-filed')) LIMIT 1`,
        )
        .get(matterId, fileId, saveId) !== undefined
    );
  }

  hasUnproven(): boolean {
    return this.#database.prepare('SELECT 1 FROM save WHERE unproven <> 0 LIMIT 1').get() !== undefined;
  }

  /** Tries to bring a save to the service, oldest first. */
  attemptsOf(saveId: number): Attempt[] {
    return this.#database
      .prepare<[number], Attempt>(
        `SELECT id, save_id AS saveId, key, seen_up_to AS seenUpTo, outcome, entry_id AS entryId FROM attempt
         WHERE save_id = ? ORDER BY id`,
      )
      .all(saveId);
  }

  /** Ids other than its own that answers to its announcements named, the last first. */
  namedFor(saveId: number): FileId[] {
    return this.#database
      .prepare<[number], FileId>(
        'SELECT named FROM attempt WHERE save_id = ? AND named IS NOT NULL ORDER BY id DESC',
      )
      .pluck()
      .all(saveId);
  }

  /** Where a document lay before this save of it, as its saves tell; null when none before it does. */
  pathBefore({ matterId, fileId, id }: Save): string | null {
    return (
      this.#database
        .prepare<[number, string, string, number], string | null>(
          `SELECT coalesce(
             (SELECT path_before FROM save WHERE id = ?),
             (SELECT path FROM save WHERE matter_id = ? AND file_id = ? AND id < ? ORDER BY id DESC LIMIT 1))`,
        )
        .pluck()
        .get(id, matterId, fileId, id) ?? null
    );
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
      .prepare<[number], Save>(
        `SELECT ${saveColumns} FROM save WHERE state IN ('waiting', 'sending', 'sent', 'problem')
         ORDER BY CASE state WHEN 'sending' THEN 0 WHEN 'sent' THEN 1 WHEN 'problem' THEN 2 ELSE 3 END, id LIMIT ?`,
      )
      .all(limit);
  }

  /** Saves filed since, newest first, at most so many; looked for among the newest few thousand only. */
  filedSince(since: number, limit: number): Save[] {
    return this.#database
      .prepare<[number, number, number], Save>(
        `SELECT ${saveColumns} FROM save WHERE id > (SELECT coalesce(max(id), 0) FROM save) - ?
         AND state = 'filed' AND filed_at >= ? ORDER BY filed_at DESC, id DESC LIMIT ?`,
      )
      .all(mostScanned, since, limit);
  }

  /** Milliseconds from a content's having been sent to its being shown, as it usually was lately; 0 when nothing tells. */
  usualLag(): number {
    const lags = this.#database
      .prepare<[number, number], number>(
        `SELECT filed_at - sent_at FROM save WHERE id > (SELECT coalesce(max(id), 0) FROM save) - ?
         AND state = 'filed' AND kind = 'content' AND sent_at IS NOT NULL ORDER BY id DESC LIMIT ?`,
      )
      .pluck()
      .all(mostScanned, lately)
      .toSorted((a, b) => a - b);
    return lags[Math.floor(lags.length / 2)] ?? 0;
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

  /** What a document is being renamed to; null when it is not. */
  newName(matterId: MatterId, fileId: FileId): string | null {
    return (
      this.#database
        .prepare<[string, string], string>(
          `SELECT name FROM save WHERE matter_id = ? AND file_id = ? AND kind = 'metadata'
           AND state IN ('waiting', 'sending', 'sent', 'problem') ORDER BY id DESC LIMIT 1`,
        )
        .pluck()
        .get(matterId, fileId) ?? null
    );
  }

  /** True when a rename or a move of the document is still on its way. */
  isBeingRenamed(matterId: MatterId, fileId: FileId): boolean {
    return this.newName(matterId, fileId) !== null;
  }

  /** Documents with the newest saves that are still on this computer, newest first. `path` is below the matter folder. */
  recentDocuments(limit: number): { matterId: MatterId; fileId: FileId; path: string }[] {
    return this.#database
      .prepare<[number], { matterId: MatterId; fileId: FileId; path: string }>(
        `SELECT local_file.matter_id AS matterId, local_file.file_id AS fileId, local_file.path
         FROM (SELECT matter_id, file_id, max(id) AS newest
               FROM (SELECT id, matter_id, file_id FROM save ORDER BY id DESC LIMIT ${mostScannedForDocuments})
               GROUP BY matter_id, file_id) AS saved
         JOIN matter_folder USING (matter_id)
         JOIN local_file ON local_file.matter_id = saved.matter_id AND local_file.file_id = saved.file_id
         WHERE local_file.removed = 0
         ORDER BY saved.newest DESC LIMIT ?`,
      )
      .all(limit);
  }
}
