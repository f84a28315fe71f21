import type { FileId, MatterId } from '../../../shared/model.ts';
import type { Custody, SaveEvent as CustodyEvent } from '../custody/custody.ts';
import { isConflict, readProblem } from '../upload/save-problem.ts';
import { type Database, inTransaction } from './database.ts';
import { type SaveEvent, type SaveState, transitions } from './life-of-a-save.ts';
import type { Save } from './save.ts';
import type { SaveStore } from './saves.ts';

const quoted = (states: readonly SaveState[]): string => states.map((state) => `'${state}'`).join(', ');

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
  readonly #saves: SaveStore;
  readonly #custody: Custody;
  constructor(database: Database, saves: SaveStore, custody: Custody) {
    this.#database = database;
    this.#saves = saves;
    this.#custody = custody;
  }

  add(save: NewSave): number {
    return inTransaction(this.#database, () => {
      const { matterId, fileId, kind, path, name, sha256, size, capturedAt, state, problem, movedFrom } =
        save;
      const { lastInsertRowid } = this.#database
        .prepare(
          `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem,
             moved_from)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[matterId, fileId, kind, path, name, sha256, size, capturedAt, state, problem],
          movedFrom ?? null,
        );
      const id = Number(lastInsertRowid);
      this.#custody.ofSave({ id, ...save }, { kind: 'captured' }, capturedAt);
      if (state === 'problem') this.#custody.ofSave({ id, ...save }, foundIn(problem));
      return id;
    });
  }

  /** What waits of a document for its next try waits no longer. */
  tryNow(matterId: MatterId, fileId: FileId): void {
    this.#database
      .prepare(`UPDATE save SET next_try_at = NULL WHERE matter_id = ? AND file_id = ? AND state = 'waiting'`)
      .run(matterId, fileId);
  }

  /**
   * To be on disk before content follows, so that a crash leaves a doubt and no surprise.
   * @param announced an `Announced` as JSON
   */
  announcing(id: number, announcedSeq: number, now: number, announced: string | null = null): void {
    const set = `announced_seq = @announcedSeq, announced_at = @now, announced = @announced,
      attempts = attempts + 1`;
    this.#move('announcing', id, set, { announcedSeq, now, announced }, () =>
      this.#record(id, { kind: 'announcing' }, now),
    );
  }

  /** The announcement was taken, and the first byte of the content is about to leave. */
  contentLeaves(id: number, now: number): void {
    this.#record(id, { kind: 'sending' }, now);
  }

  /** Need not be on disk: without it, history is looked at. */
  sent(id: number, now: number): void {
    this.#move('sent', id, 'sent_at = @now', { now }, () => this.#record(id, { kind: 'sent' }, now));
  }

  filed(id: number, entryId: string | null, now: number): void {
    // Where the answer to the content was lost, that it was accepted is known only now.
    const isSent = ['sent', 'problem'].includes(this.#saves.get(id)?.state ?? '');
    this.#move('filed', id, 'filed_at = @now, filed_entry_id = @entryId', { entryId, now }, () => {
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
      for (const { id } of this.#saves
        .open()
        .filter(({ state }) => state === 'sending' || state === 'sent')) {
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
    const set = 'next_try_at = NULL, refused_addresses = 0';
    this.#move('retry', id, set, {}, () => this.#decided(id, 'retry'));
  }

  /** Its copy in the vault is whole again: nothing stops it any more. */
  repaired(id: number): void {
    this.#move('repaired', id, 'next_try_at = NULL', {}, () =>
      this.#record(id, { kind: 'interrupted', detail: 'vault-repaired' }),
    );
  }

  fileOnTop(id: number): void {
    this.#move('fileOnTop', id, 'on_top = 1, announced_seq = NULL', {}, () =>
      this.#decided(id, 'file-on-top'),
    );
  }

  keepUnfiled(id: number): void {
    this.#move('keepUnfiled', id, 'next_try_at = NULL', {}, () => this.#decided(id, 'keep-unfiled'));
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

  /**
   * What was held is filed, kept unfiled, or becomes a problem each (`problem`, to be shown with it). What was on its way
   * already when it was held, or met a problem of its own, stays what it is.
   */
  letGo(massChange: number, decision: MassDecision, problem: string): void {
    const events = { file: 'fileHeld', keep: 'keepHeld', each: 'lookAtHeld' } as const;
    const why = decision === 'each' ? problem : null;
    this.#database.transaction(() => {
      const held = this.#database
        .prepare<[number], number>(`SELECT id FROM save WHERE held = ? AND state = 'waiting' ORDER BY id`)
        .pluck()
        .all(massChange);
      for (const id of held) {
        this.#move(events[decision], id, 'held = NULL, problem = @why', { why }, () =>
          this.#decided(id, `mass-change-${decision}`),
        );
      }
      this.#database.prepare('UPDATE save SET held = NULL WHERE held = ?').run(massChange);
    })();
  }

  /**
   * What is unfinished of the document becomes another document's, and waits; what is on its way stays what it is. Later
   * saves that the person keeps unfiled are of the same file here, so they go along, and stay kept.
   */
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

/** What stopped a save: something filed that it must not bury, or anything else. */
function foundIn(problem: string | null): CustodyEvent {
  const detail = readProblem(problem)?.code ?? null;
  return { kind: isConflict(detail) ? 'conflict' : 'problem', detail };
}
