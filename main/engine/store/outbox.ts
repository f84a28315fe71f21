import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { Attempt, Outcome } from '../domain/attempt.ts';
import type { Presence } from './custody/audit-context.ts';
import { inTransaction } from './database.ts';
import { DecidedSaves } from './decided-saves.ts';
import { heldForReview, heldWhileUnknown } from './held-saves.ts';
import type { Save } from './save.ts';
import { foundIn } from './save-moves.ts';
import { readProblem } from './save-problem.ts';

export { heldForReview, heldWhileUnknown, type MassDecision } from './held-saves.ts';

const heldBy = { own: null, unknown: heldWhileUnknown, another: heldForReview } as const;

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
  /** Where the document stood before this rename or move; left out where nobody knows, and of new content. */
  readonly pathBefore?: string | null;
  /** Who was at the computer when it was made; who is now, unless given. */
  readonly who?: Presence;
};

/**
 * The durable queue of versions to send. Whatever changes a save's state here is one transaction with the entry of the
 * custody log that tells of it; no other place changes it.
 */
export class Outbox extends DecidedSaves {
  add(save: NewSave): number {
    return inTransaction(this.database, () => {
      const {
        matterId,
        fileId,
        kind,
        path,
        name,
        sha256,
        size,
        capturedAt,
        state,
        problem,
        movedFrom,
        pathBefore,
      } = save;
      const { who = this.whoWasHere.now } = save;
      const { lastInsertRowid } = this.database
        .prepare(
          `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem,
             moved_from, path_before, held)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[matterId, fileId, kind, path, name, sha256, size, capturedAt, state, problem],
          movedFrom ?? null,
          pathBefore ?? null,
          state === 'waiting' || state === 'problem' ? heldBy[who] : null,
        );
      const id = Number(lastInsertRowid);
      this.custody.ofSave({ id, ...save }, { kind: 'captured', who }, capturedAt);
      if (state === 'problem') this.custody.ofSave({ id, ...save }, foundIn(problem));
      return id;
    });
  }

  /**
   * A save that was captured in another workspace and is this person's, in its state and with its attempts; what a person was asked
   * about, or held back, is asked about again.
   * @returns its number here
   * @param review what waited there for a review: `ours` was saved by this person, who was somebody else there; `stays`: it waits here
   */
  takeOver(
    save: Save,
    attempts: readonly Pick<Attempt, 'key' | 'seenUpTo' | 'outcome' | 'entryId'>[],
    pathBefore: string | null,
    review: 'ours' | 'stays',
  ): number {
    const { matterId, fileId, kind, path, name, sha256, size, capturedAt, movedFrom } = save;
    const isHeld = review === 'stays' ? save.held !== null : (save.held ?? 0) > 0;
    const state = save.state === 'problem' ? 'waiting' : save.state;
    return inTransaction(this.database, () => {
      const { lastInsertRowid } = this.database
        .prepare(
          `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, moved_from, held, attempts,
             announced_at, announced, sent_at, path_before)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[matterId, fileId, kind, path, name, sha256, size, capturedAt, state, movedFrom],
          ...[
            isHeld || save.state === 'problem' ? heldForReview : null,
            save.attempts,
            save.announcedAt,
            save.announced,
            save.sentAt,
          ],
          pathBefore,
        );
      const id = Number(lastInsertRowid);
      for (const { key, seenUpTo, outcome, entryId } of attempts) {
        this.database
          .prepare('INSERT INTO attempt (save_id, key, seen_up_to, outcome, entry_id) VALUES (?, ?, ?, ?, ?)')
          .run(id, key, seenUpTo, outcome, entryId);
      }
      this.custody.ofSave({ ...save, id }, { kind: 'captured', detail: 'taken-over' }, capturedAt);
      return id;
    });
  }

  /** The other side of `takeOver`. */
  handedOver(id: number): void {
    this.move('handedOver', id, 'held = NULL', {}, () => this.decided(id, 'handed-over'));
  }

  /**
   * A directory below a matter folder has another path: so have the saves in it of documents that have something to be filed, and
   * the last save of each document there. Where they lie, and where they lay before, is still asked; what happened to them is in
   * the custody log, and did not change. What is known of the files has the new path already.
   */
  directoryRenamed(matterId: MatterId, from: string, to: string): void {
    // '0' follows '/'.
    this.database
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
    this.database
      .prepare(
        `UPDATE save SET path_before = @to || substr(path_before, length(@from) + 1)
         WHERE matter_id = @matterId AND state IN ('waiting', 'sending', 'sent', 'problem')
           AND path_before >= @from || '/' AND path_before < @from || '0'`,
      )
      .run({ matterId, from, to });
  }

  /** What waits of a document for its next try waits no longer. */
  tryNow(matterId: MatterId, fileId: FileId): void {
    this.database
      .prepare(`UPDATE save SET next_try_at = NULL WHERE matter_id = ? AND file_id = ? AND state = 'waiting'`)
      .run(matterId, fileId);
  }

  /** The next look for what may have arrived of a save is at this time, and why it is not sooner. */
  putOff(id: number, nextTryAt: number, problem: string): void {
    this.database
      .prepare(`UPDATE save SET next_try_at = ?, problem = ? WHERE id = ? AND state = 'sending'`)
      .run(Math.ceil(nextTryAt), problem, id);
  }

  /** What these saves waited for is over. */
  waitNoLonger(ids: readonly number[]): void {
    const ready = this.database.prepare(
      `UPDATE save SET next_try_at = NULL WHERE id = ? AND state IN ('waiting', 'sending')`,
    );
    this.database.transaction(() => {
      for (const id of ids) ready.run(id);
    })();
  }

  /** A new attempt. Before content leaves, it is certain that none of it was taken; a rename or a move is told by this alone. */
  announcing(id: number, attempt: NewAttempt, now: number): void {
    const { key, seenUpTo, announced } = attempt;
    const set = `announced_at = @now, announced = @announced, attempts = attempts + 1`;
    this.move('announcing', id, set, { now, announced }, () => {
      this.database
        .prepare(`INSERT INTO attempt (save_id, key, seen_up_to, outcome) VALUES (?, ?, ?, ?)`)
        .run(id, key, seenUpTo, this.saves.get(id)?.kind === 'content' ? 'refused' : 'unknown');
      this.record(id, { kind: 'announcing' }, now);
    });
  }

  /** The answer to the last announcement named another document than was asked for. */
  isNamed(id: number, fileId: FileId): void {
    this.database
      .prepare(`UPDATE attempt SET named = ? WHERE id = (SELECT max(id) FROM attempt WHERE save_id = ?)`)
      .run(fileId, id);
  }

  /** The service's own record, or the bytes, tell that this entry is what came of an attempt. */
  isProven(attemptId: number, entryId: string): void {
    this.database
      .prepare(`UPDATE attempt SET outcome = 'accepted', entry_id = ? WHERE id = ?`)
      .run(entryId, attemptId);
  }

  /** How the last attempt of a save ended. */
  ended(id: number, outcome: Outcome): void {
    this.database
      .prepare(`UPDATE attempt SET outcome = ? WHERE id = (SELECT max(id) FROM attempt WHERE save_id = ?)`)
      .run(outcome, id);
  }

  /** The person said that nothing of it is in the service. */
  notArrived(id: number): void {
    this.database.prepare(`UPDATE attempt SET outcome = 'refused' WHERE save_id = ?`).run(id);
  }

  /**
   * The announcement was taken, and the first byte of the content is about to leave: to be on disk before it does.
   * @returns false when it must not leave: the save is not on its way any more, or waits for a review
   */
  contentLeaves(id: number, now: number): boolean {
    return inTransaction(this.database, () => {
      const save = this.saves.get(id);
      if (save?.state !== 'sending' || save.held !== null) return false;
      this.ended(id, 'unknown');
      this.record(id, { kind: 'sending' }, now);
      return true;
    });
  }

  /** Need not be on disk: without it, history is looked at. */
  sent(id: number, now: number): void {
    this.move('sent', id, 'sent_at = @now, held = NULL', { now }, () => {
      this.ended(id, 'accepted');
      this.record(id, { kind: 'sent' }, now);
    });
  }

  /** @param entryId null where several entries could be it */
  filed(id: number, entryId: string | null, now: number): void {
    // A rename or a move whose answer was lost is known to have been accepted only now.
    const isSent = ['sent', 'problem'].includes(this.saves.get(id)?.state ?? '');
    const set = 'filed_at = @now, filed_entry_id = @entryId, held = NULL';
    this.move('filed', id, set, { entryId, now }, () => {
      if (!isSent) this.record(id, { kind: 'sent', detail: 'seen-in-history' }, now);
      this.record(id, { kind: 'filed', versionId: entryId }, now);
    });
  }

  /**
   * Back to waiting, with the reason to show meanwhile.
   * @param badAddresses 1 when the storage refused the address, otherwise 0
   */
  again(id: number, nextTryAt: number | null, problem: string | null, badAddresses: 0 | 1 = 0): void {
    const wasWaiting = this.saves.get(id)?.state === 'waiting';
    const set = `next_try_at = @nextTryAt, problem = @problem,
      refused_addresses = refused_addresses + @badAddresses`;
    const at = nextTryAt && Math.ceil(nextTryAt);
    this.move('again', id, set, { nextTryAt: at, problem, badAddresses }, () => {
      // Waiting longer is nothing that happened to the save.
      if (!wasWaiting) this.record(id, { kind: 'interrupted', detail: readProblem(problem)?.code ?? null });
      this.decidedMeanwhile(id);
    });
  }

  needsPerson(id: number, problem: string): void {
    this.move('needsPerson', id, 'problem = @problem', { problem }, () => {
      this.record(id, foundIn(problem));
      this.decidedMeanwhile(id);
    });
  }

  /** What was on its way while the records of history were lost: only a person can tell whether it is filed. */
  outcomeLost(problem: string): void {
    this.database.transaction(() => {
      for (const { id } of this.saves.open().filter(({ state }) => state === 'sending' || state === 'sent')) {
        this.move('outcomeLost', id, 'problem = @problem', { problem }, () => {
          this.record(id, foundIn(problem));
          this.decidedMeanwhile(id);
        });
      }
    })();
  }

  /** A rename or a move of what the service never had, or of a copy that is not what the service has. */
  cancel(id: number, why: 'not-in-service' | 'kept-unfiled'): void {
    this.move('cancel', id, 'next_try_at = NULL', {}, () =>
      this.record(id, { kind: 'interrupted', detail: why }),
    );
  }

  /**
   * Saves that an earlier program called filed, though nothing that was kept proves it, are told of in the custody log: after
   * the migration that found them, at most so many at once.
   * @returns how many were told of
   */
  tellUnproven(limit: number): number {
    return this.database.transaction(() => {
      const ids = this.database
        .prepare<[number], number>('SELECT id FROM save WHERE unproven = 2 ORDER BY id LIMIT ?')
        .pluck()
        .all(limit);
      for (const id of ids) {
        this.record(id, { kind: 'problem', detail: 'unproven' });
        this.database.prepare('UPDATE save SET unproven = 1 WHERE id = ?').run(id);
      }
      return ids.length;
    })();
  }

  /** Its copy in the vault is whole again: nothing stops it any more. */
  repaired(id: number): void {
    this.move('repaired', id, 'next_try_at = NULL', {}, () =>
      this.record(id, { kind: 'interrupted', detail: 'vault-repaired' }),
    );
  }
}
