import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Attempt, Outcome } from '../domain/attempt.ts';
import type { Custody, SaveEvent as CustodyEvent, Presence } from './custody/custody.ts';
import { type Database, inTransaction } from './database.ts';
import { writeMovedFrom } from './moved-from.ts';
import type { Save } from './save.ts';
import { isConflict, oneOfMany, readProblem, writeProblem } from './save-problem.ts';
import { type SaveEvent, type SaveState, transitions } from './save-state-machine.ts';
import type { SaveStore } from './saves.ts';
import type { WhoWasHere } from './who-was-here.ts';

const quoted = (states: readonly SaveState[]): string => states.map((state) => `'${state}'`).join(', ');

/**
 * In `held`, instead of the number of a mass change: captured while another person was signed in, or somebody of whom it is not
 * known yet who they are.
 */
export const heldForReview = -1;
export const heldWhileUnknown = -2;
const heldBy = { own: null, unknown: heldWhileUnknown, another: heldForReview } as const;

/** What the person decides about saves of many documents at once. */
export type MassDecision = 'file' | 'keep' | 'each';

/** What is known of an attempt when it begins. */
export interface NewAttempt {
  readonly key: string;
  readonly seenUpTo: number;
  /** An `Announced` as JSON; null where nobody will ask. */
  readonly announced: string | null;
}

export type NewSave = Pick<
  Save,
  'matterId' | 'fileId' | 'kind' | 'path' | 'name' | 'sha256' | 'size' | 'capturedAt'
> & {
  readonly state: 'waiting' | 'problem';
  readonly problem: string | null;
  readonly movedFrom?: string | null;
  /** Who was at the computer when it was made; who is now, unless given. */
  readonly who?: Presence;
};

/**
 * The durable queue of versions to send. Whatever changes a save's state here is one transaction with the entry of the
 * custody log that tells of it; no other place changes it.
 */
export class Outbox {
  readonly #database: Database;
  readonly #saves: SaveStore;
  readonly #custody: Custody;
  readonly #whoWasHere: WhoWasHere;
  constructor(database: Database, saves: SaveStore, custody: Custody, whoWasHere: WhoWasHere) {
    this.#database = database;
    this.#saves = saves;
    this.#custody = custody;
    this.#whoWasHere = whoWasHere;
  }

  add(save: NewSave): number {
    return inTransaction(this.#database, () => {
      const { matterId, fileId, kind, path, name, sha256, size, capturedAt, state, problem, movedFrom } =
        save;
      const { who = this.#whoWasHere.now } = save;
      const { lastInsertRowid } = this.#database
        .prepare(
          `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem,
             moved_from, held)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[matterId, fileId, kind, path, name, sha256, size, capturedAt, state, problem],
          movedFrom ?? null,
          state === 'waiting' || state === 'problem' ? heldBy[who] : null,
        );
      const id = Number(lastInsertRowid);
      this.#custody.ofSave({ id, ...save }, { kind: 'captured', who }, capturedAt);
      if (state === 'problem') this.#custody.ofSave({ id, ...save }, foundIn(problem));
      return id;
    });
  }

  /**
   * A save that was captured in another person's workspace and is this one's, in its state and with its attempts; what a person was
   * asked about, or held back, is asked about again.
   */
  takeOver(save: Save, attempts: readonly Pick<Attempt, 'key' | 'seenUpTo' | 'outcome' | 'entryId'>[]): void {
    const { matterId, fileId, kind, path, name, sha256, size, capturedAt, movedFrom } = save;
    const isAsked = save.state === 'problem' || (save.held ?? 0) > 0;
    const state = save.state === 'problem' ? 'waiting' : save.state;
    inTransaction(this.#database, () => {
      const { lastInsertRowid } = this.#database
        .prepare(
          `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, moved_from, held, attempts,
             announced_at, announced, sent_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[matterId, fileId, kind, path, name, sha256, size, capturedAt, state, movedFrom],
          ...[isAsked ? heldForReview : null, save.attempts, save.announcedAt, save.announced, save.sentAt],
        );
      const id = Number(lastInsertRowid);
      for (const { key, seenUpTo, outcome, entryId } of attempts) {
        this.#database
          .prepare('INSERT INTO attempt (save_id, key, seen_up_to, outcome, entry_id) VALUES (?, ?, ?, ?, ?)')
          .run(id, key, seenUpTo, outcome, entryId);
      }
      this.#custody.ofSave({ ...save, id }, { kind: 'captured', detail: 'taken-over' }, capturedAt);
    });
  }

  /** The other side of `takeOver`. */
  handedOver(id: number): void {
    this.#move('handedOver', id, 'held = NULL', {}, () => this.#decided(id, 'handed-over'));
  }

  /**
   * A directory below a matter folder has another path: so have the saves in it of documents that have something to be filed, and
   * the last save of each document there. Where they lie, and where they lay before, is still asked; what happened to them is in
   * the custody log, and did not change. What is known of the files has the new path already.
   */
  directoryRenamed(matterId: MatterId, from: string, to: string): void {
    // '0' follows '/'.
    this.#database
      .prepare(
        `UPDATE save SET path = @to || substr(path, length(@from) + 1)
         WHERE matter_id = @matterId AND path >= @from || '/' AND path < @from || '0'
           AND (file_id IN (SELECT file_id FROM save WHERE matter_id = @matterId
               AND state IN ('waiting', 'sending', 'sent', 'problem'))
             OR id IN (SELECT (SELECT max(id) FROM save AS last
                 WHERE last.matter_id = @matterId AND last.file_id = local_file.file_id)
               FROM local_file WHERE matter_id = @matterId AND path >= @to || '/' AND path < @to || '0'))`,
      )
      .run({ matterId, from, to });
  }

  /** What waits of a document for its next try waits no longer. */
  tryNow(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare(`UPDATE save SET next_try_at = NULL WHERE matter_id = ? AND file_id = ? AND state = 'waiting'`)
      .run(matterId, fileId);
  }

  /** The next look for what may have arrived of a save is at this time, and why it is not sooner. */
  putOff(id: number, nextTryAt: number, problem: string): void {
    this.#database
      .prepare(`UPDATE save SET next_try_at = ?, problem = ? WHERE id = ? AND state = 'sending'`)
      .run(nextTryAt, problem, id);
  }

  /** What these saves waited for is over. */
  waitNoLonger(ids: readonly number[]): void {
    const ready = this.#database.prepare(
      `UPDATE save SET next_try_at = NULL WHERE id = ? AND state IN ('waiting', 'sending')`,
    );
    this.#database.transaction(() => {
      for (const id of ids) ready.run(id);
    })();
  }

  /** A new attempt. Before content leaves, it is certain that none of it was taken; a rename or a move is told by this alone. */
  announcing(id: number, attempt: NewAttempt, now: number): void {
    const { key, seenUpTo, announced } = attempt;
    const set = `announced_at = @now, announced = @announced, attempts = attempts + 1`;
    this.#move('announcing', id, set, { now, announced }, () => {
      this.#database
        .prepare(`INSERT INTO attempt (save_id, key, seen_up_to, outcome) VALUES (?, ?, ?, ?)`)
        .run(id, key, seenUpTo, this.#saves.get(id)?.kind === 'content' ? 'refused' : 'unknown');
      this.#record(id, { kind: 'announcing' }, now);
    });
  }

  /** How the last attempt of a save ended. */
  ended(id: number, outcome: Outcome): void {
    this.#database
      .prepare(`UPDATE attempt SET outcome = ? WHERE id = (SELECT max(id) FROM attempt WHERE save_id = ?)`)
      .run(outcome, id);
  }

  /** The person said that nothing of it is in the service. */
  notArrived(id: number): void {
    this.#database.prepare(`UPDATE attempt SET outcome = 'refused' WHERE save_id = ?`).run(id);
  }

  /**
   * The announcement was taken, and the first byte of the content is about to leave: to be on disk before it does.
   * @returns false when it must not leave: the save is not on its way any more, or waits for a review
   */
  contentLeaves(id: number, now: number): boolean {
    return inTransaction(this.#database, () => {
      const save = this.#saves.get(id);
      if (save?.state !== 'sending' || save.held !== null) return false;
      this.ended(id, 'unknown');
      this.#record(id, { kind: 'sending' }, now);
      return true;
    });
  }

  /** Need not be on disk: without it, history is looked at. */
  sent(id: number, now: number): void {
    this.#move('sent', id, 'sent_at = @now, held = NULL', { now }, () => {
      this.ended(id, 'accepted');
      this.#record(id, { kind: 'sent' }, now);
    });
  }

  /** @param entryId null where several entries could be it */
  filed(id: number, entryId: string | null, now: number): void {
    // A rename or a move whose answer was lost is known to have been accepted only now.
    const isSent = ['sent', 'problem'].includes(this.#saves.get(id)?.state ?? '');
    const set = 'filed_at = @now, filed_entry_id = @entryId, held = NULL';
    this.#move('filed', id, set, { entryId, now }, () => {
      if (!isSent) this.#record(id, { kind: 'sent', detail: 'seen-in-history' }, now);
      this.#record(id, { kind: 'filed', versionId: entryId }, now);
    });
  }

  /**
   * Back to waiting, with the reason to show meanwhile.
   * @param badAddresses 1 when the storage refused the address, otherwise 0
   */
  again(id: number, nextTryAt: number | null, problem: string | null, badAddresses: 0 | 1 = 0): void {
    const wasWaiting = this.#saves.get(id)?.state === 'waiting';
    const set = `next_try_at = @nextTryAt, problem = @problem,
      refused_addresses = refused_addresses + @badAddresses`;
    this.#move('again', id, set, { nextTryAt, problem, badAddresses }, () => {
      // Waiting longer is nothing that happened to the save.
      if (!wasWaiting) this.#record(id, { kind: 'interrupted', detail: readProblem(problem)?.code ?? null });
      this.#decidedMeanwhile(id);
    });
  }

  needsPerson(id: number, problem: string): void {
    this.#move('needsPerson', id, 'problem = @problem', { problem }, () => {
      this.#record(id, foundIn(problem));
      this.#decidedMeanwhile(id);
    });
  }

  /** What was on its way while the records of history were lost: only a person can tell whether it is filed. */
  outcomeLost(problem: string): void {
    this.#database.transaction(() => {
      for (const { id } of this.#saves
        .open()
        .filter(({ state }) => state === 'sending' || state === 'sent')) {
        this.#move('outcomeLost', id, 'problem = @problem', { problem }, () => {
          this.#record(id, foundIn(problem));
          this.#decidedMeanwhile(id);
        });
      }
    })();
  }

  /** A rename or a move of what the service never had, or of a copy that is not what the service has. */
  cancel(id: number, why: 'not-in-service' | 'kept-unfiled'): void {
    this.#move('cancel', id, 'next_try_at = NULL', {}, () =>
      this.#record(id, { kind: 'interrupted', detail: why }),
    );
  }

  /**
   * Saves that an earlier program called filed, though nothing that was kept proves it, are told of in the custody log: after
   * the migration that found them, at most so many at once.
   * @returns how many were told of
   */
  tellUnproven(limit: number): number {
    return this.#database.transaction(() => {
      const ids = this.#database
        .prepare<[number], number>('SELECT id FROM save WHERE unproven = 2 ORDER BY id LIMIT ?')
        .pluck()
        .all(limit);
      for (const id of ids) {
        this.#record(id, { kind: 'problem', detail: 'unproven' });
        this.#database.prepare('UPDATE save SET unproven = 1 WHERE id = ?').run(id);
      }
      return ids.length;
    })();
  }

  /** The person has read which saves are not proven to be filed: they stay kept. */
  unprovenRead(): void {
    this.#database.transaction(() => {
      for (const { id } of this.#saves.unproven()) this.#decided(id, 'unproven-read');
      this.#database.prepare('UPDATE save SET unproven = 0 WHERE unproven <> 0').run();
    })();
  }

  /** The person wants it tried again. */
  retry(id: number): void {
    const set = 'next_try_at = NULL, refused_addresses = 0';
    this.#move('retry', id, set, {}, () => this.#decided(id, 'retry'));
  }

  /** Its copy in the vault is whole again: nothing stops it any more. */
  repaired(id: number): void {
    this.#move('repaired', id, 'next_try_at = NULL', {}, () =>
      this.#record(id, { kind: 'interrupted', detail: 'vault-repaired' }),
    );
  }

  /** @param agreedUpTo the newest entry that the person was shown: what comes later was not agreed to */
  fileOnTop(id: number, agreedUpTo: number): void {
    const set = 'agreed_up_to = max(coalesce(agreed_up_to, 0), @agreedUpTo)';
    this.#move('fileOnTop', id, set, { agreedUpTo }, () => this.#decided(id, 'file-on-top'));
  }

  /** The person said that the version they were shown is this save. It stays in the vault all the same. */
  alreadyThere(id: number): void {
    this.#move('alreadyThere', id, 'next_try_at = NULL', {}, () => this.#decided(id, 'already-there'));
  }

  keepUnfiled(id: number): void {
    this.#move('keepUnfiled', id, 'next_try_at = NULL', {}, () => this.#decided(id, 'keep-unfiled'));
  }

  /**
   * Saves of the matter captured since then wait for a decision about a mass change. Of those on their way nothing leaves that did
   * not leave yet, and nothing a second time.
   */
  hold(massChange: number, matterId: MatterId, since: number): void {
    this.#database
      .prepare(
        `UPDATE save SET held = ?
         WHERE matter_id = ? AND captured_at >= ? AND state IN ('waiting', 'sending') AND held IS NULL`,
      )
      .run(massChange, matterId, since);
  }

  /** What was captured after this save and is not with the service is for the workspace's own person to review. */
  holdSince(saveId: number): void {
    this.#database
      .prepare(
        `UPDATE save SET held = ${heldForReview}
         WHERE id > ? AND state IN ('waiting', 'sending', 'problem')`,
      )
      .run(saveId);
  }

  /** Those of these saves that are not with the service are for the workspace's own person to review. */
  holdForReview(ids: readonly number[]): void {
    const hold = this.#database.prepare(
      `UPDATE save SET held = ${heldForReview} WHERE id = ? AND state IN ('waiting', 'sending', 'problem')`,
    );
    for (const id of ids) hold.run(id);
  }

  /** Whoever was signed in while it was captured was the workspace's own person: it is sent. */
  unknownIsOwn(): void {
    this.#whoWasHere.unknownWas('own');
    this.letGo(heldWhileUnknown, 'file', '', 'same-person');
  }

  /** Whoever was signed in while it was captured is not known any more: the workspace's own person reviews it. */
  unknownIsAnother(): void {
    this.#whoWasHere.unknownWas('another');
    this.#database.prepare(`UPDATE save SET held = ${heldForReview} WHERE held = ${heldWhileUnknown}`).run();
  }

  /**
   * How many saves wait for the workspace's own person to review them, the number of the last of them (0 for none), and since when
   * (milliseconds since 1970).
   */
  toReview(): { readonly count: number; readonly last: number; readonly since: number | null } {
    return (
      this.#database
        .prepare<[], { count: number; last: number; since: number | null }>(
          `SELECT count(*) AS count, coalesce(max(id), 0) AS last, min(captured_at) AS since FROM save
           WHERE held = ${heldForReview} AND state IN ('waiting', 'sending', 'problem')`,
        )
        .get() ?? { count: 0, last: 0, since: null }
    );
  }

  /**
   * What was held is filed, kept unfiled, or becomes a problem each (`problem`, to be shown with it). What has a problem of its
   * own is kept unfiled with the others, or keeps its problem. What is on its way stays held unless it is to be filed: history may
   * show it yet, and it must not be sent again unasked. For a mass change the decision then holds for it, for review it is asked about.
   */
  letGo(massChange: number, decision: MassDecision, problem: string, said: string = saidOf(decision)): void {
    // Where nothing was held there is nothing to write, as on a disk that takes nothing.
    if (!this.#database.prepare('SELECT 1 FROM save WHERE held = ? LIMIT 1').get(massChange)) return;
    this.#database.transaction(() => {
      const held = this.#database
        .prepare<[number], number>(`SELECT id FROM save WHERE held = ? AND state = 'waiting' ORDER BY id`)
        .pluck()
        .all(massChange);
      for (const id of held) this.#letGoOne(id, decision, problem, said);
      const withProblems = this.#database
        .prepare<[number], number>(`SELECT id FROM save WHERE held = ? AND state = 'problem' ORDER BY id`)
        .pluck()
        .all(decision === 'keep' ? massChange : Number.NaN);
      for (const id of withProblems) {
        this.#move('keepUnfiled', id, 'held = NULL, next_try_at = NULL', {}, () => this.#decided(id, said));
      }
      const stays = decision === 'file' ? '' : `AND state <> 'sending'`;
      this.#database.prepare(`UPDATE save SET held = NULL WHERE held = ? ${stays}`).run(massChange);
    })();
  }

  #letGoOne(id: number, decision: MassDecision, problem: string, said: string): void {
    const events = { file: 'fileHeld', keep: 'keepHeld', each: 'lookAtHeld' } as const;
    const why = decision === 'each' ? problem : null;
    this.#move(events[decision], id, 'held = NULL, problem = @why', { why }, () => this.#decided(id, said));
  }

  /**
   * What was on its way when the person decided about a mass change did not arrive: their decision holds for it. Where it needs
   * a person for itself, that is asked.
   */
  #decidedMeanwhile(id: number): void {
    const found = this.#database
      .prepare<[number], { state: SaveState; decision: MassDecision }>(
        `SELECT save.state, mass_change.decision FROM save JOIN mass_change ON mass_change.id = save.held
         WHERE save.id = ? AND mass_change.decision IS NOT NULL`,
      )
      .get(id);
    if (found?.state === 'waiting')
      this.#letGoOne(id, found.decision, writeProblem(oneOfMany), saidOf(found.decision));
    else if (found) this.#database.prepare('UPDATE save SET held = NULL WHERE id = ?').run(id);
  }

  /**
   * The save and what is unfinished of the document after it becomes another document's, and waits; what is on its way stays
   * what it is, as does what was saved before. Later saves that the person keeps unfiled are of the same file here, so they go along, and stay kept.
   * @param agreedUpTo entries of history known by now: documents of its name in them are not asked about again
   */
  fileSeparately(save: Save, fileId: FileId, agreedUpTo = 0): void {
    const { from, to } = transitions.fileSeparately;
    this.#database.transaction(() => {
      const moved = this.#database
        .prepare<[string, number, string, string, number], number>(
          `UPDATE save SET file_id = ?, agreed_up_to = ?, state = '${to}', next_try_at = NULL, problem = NULL
           WHERE matter_id = ? AND file_id = ? AND id >= ? AND state IN (${quoted(from)}) RETURNING id`,
        )
        .pluck()
        .all(fileId, agreedUpTo, save.matterId, save.fileId, save.id);
      const kept = this.#database
        .prepare<[string, string, string, number], number>(
          `UPDATE save SET file_id = ? WHERE matter_id = ? AND file_id = ? AND id > ? AND state = 'kept' RETURNING id`,
        )
        .pluck()
        .all(fileId, save.matterId, save.fileId, save.id);
      for (const id of [...moved, ...kept].toSorted((a, b) => a - b))
        this.#record(id, { kind: 'decided', detail: 'file-separately', relatedId: save.fileId });
    })();
  }

  /**
   * A document captured before history was read is the one that the service has under its name: everything of it is that
   * document's, and a person decides about its first save that waits.
   */
  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId, problem: string): void {
    inTransaction(this.#database, () => {
      const saves = this.#saves.ofDocument(matterId, before);
      const first = saves.find(({ kind, state }) => kind === 'content' && state === 'waiting');
      this.#database
        .prepare(
          `UPDATE save SET file_id = ?, moved_from = CASE WHEN id = ? THEN NULL ELSE moved_from END
           WHERE matter_id = ? AND file_id = ?`,
        )
        .run(fileId, first?.id ?? null, matterId, before);
      const [from, to] = [before, fileId].map((id) =>
        writeMovedFrom({ movedFromMatter: matterId, movedFromFile: id }),
      );
      this.#database
        .prepare(
          `UPDATE save SET moved_from = ? WHERE moved_from = ? AND state IN ('waiting', 'sending', 'sent', 'problem')`,
        )
        .run(to, from);
      if (!first) return;
      this.#move('needsPerson', first.id, 'problem = @problem', { problem }, () =>
        this.#record(first.id, foundIn(problem, before)),
      );
    });
  }

  /** The person wants a document filed though nobody could look whether the service has it. */
  filedUnread(matterId: MatterId, fileId: FileId): void {
    for (const { id, state } of this.#saves.ofDocument(matterId, fileId))
      if (state === 'waiting') this.#decided(id, 'file-without-history');
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
      throw new Error(`a save that is ${this.#saves.get(id)?.state ?? 'not there'} cannot take “${event}”`);
    })();
  }

  #decided(id: number, detail: string): void {
    this.#record(id, { kind: 'decided', detail });
  }

  #record(id: number, event: CustodyEvent, at?: number): void {
    const save = this.#saves.get(id);
    if (save) this.#custody.ofSave(save, event, at);
  }
}

const saidOf = (decision: MassDecision): string => `mass-change-${decision}`;

/** What stopped a save: something filed that it must not bury, or anything else. */
function foundIn(problem: string | null, relatedId?: FileId): CustodyEvent {
  const detail = readProblem(problem)?.code ?? null;
  const found = { kind: isConflict(detail) ? 'conflict' : 'problem', detail } as const;
  return relatedId === undefined ? found : { ...found, relatedId };
}
