import { failureCode } from '../../platform/files.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { Save } from '../../store/save.ts';
import { type SaveProblem, vaultDamaged, writeProblem } from '../../store/save-problem.ts';
import { longestWait } from '../../store/saves.ts';
import type { FailedCheck } from './elsewhere.ts';
import { certainlyNotSent, isBadAddress, nextStep, waitAfterLocalStorageError } from './failed-try.ts';
import type { PipelinePorts } from './ports.ts';
import {
  internalError,
  mayBeAnnounced,
  noNewDocuments,
  notTakenBack,
  refused,
  waitingFor,
} from './problem-words.ts';
import { untilRenameShows } from './unknown-outcome.ts';

/** Milliseconds in which a known document may answer that it is not there (spec: What the service does 2). */
const foundWithin = 2 * 60_000;

/** What becomes of a save that did not get through: it is tried again later, or a person decides. */
export class Failures {
  readonly #ports: PipelinePorts;
  readonly #signal: AbortSignal;
  /** Since when the service does not find the document of a save, by a clock that nobody sets. */
  readonly #notFoundSince = new Map<number, number>();

  constructor(ports: PipelinePorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /** The save got through after all. */
  overcome({ id }: Save): void {
    this.#notFoundSince.delete(id);
  }

  /** It was not taken, or certainly never sent. */
  ofSending(save: Save, error: ServiceError): void {
    const { account, stores, random } = this.#ports;
    if (error.kind === 'aborted') return;
    if (save.kind === 'content' && stores.saves.get(save.id)?.state === 'sending')
      stores.outbox.ended(save.id, 'refused');
    const ofAccount = error.operation !== 'documents.putContent' && account.failed(error);
    const step = nextStep(error, save, ofAccount, random, this.#mayBeFoundYet(save, error));
    if (step.kind !== 'again') this.#notFoundSince.delete(save.id);
    if (step.kind === 'again') {
      const mayBeHeard = save.kind === 'metadata' && !certainlyNotSent(error);
      return this.#wait(save, Math.max(step.wait, mayBeHeard ? untilRenameShows(stores) : 0), error);
    }
    stores.outbox.needsPerson(save.id, writeProblem(this.#refusal(save, error)));
  }

  /** A look at the history failed: nothing of the save was said to anybody yet. */
  ofCheck(save: Save, { folderId, error }: FailedCheck): void {
    const { account, reader, random } = this.#ports;
    if (error.kind === 'aborted') return;
    const rest = reader.looks.restOf(save.matterId, folderId);
    if (rest > 0) {
      reader.looks.awaitedBy(save.matterId, folderId, save.id);
      return this.#wait(save, Math.min(rest, longestWait), error);
    }
    const step = nextStep(error, save, account.failed(error), random);
    this.#wait(
      save,
      step.kind === 'again' ? step.wait : waitAfterLocalStorageError(save.attempts, random),
      error,
    );
  }

  /** Something on this computer failed: the disk is full, for one. */
  async ofThisComputer(save: Save, failure: unknown): Promise<void> {
    const { stores, clock, random } = this.#ports;
    const wait = waitAfterLocalStorageError(save.attempts, random);
    try {
      const state = stores.saves.get(save.id)?.state;
      // Content may be on its way: the doubt is to be looked into, not forgotten.
      if (state !== 'waiting') return await clock.sleep(wait, this.#signal);
      const problem = internalError(save.name, failureCode(failure));
      stores.outbox.again(save.id, clock.now() + wait, writeProblem(problem));
    } catch {
      // Not even that could be written down; the save is as it was, and is taken up again after the wait.
      await clock.sleep(wait, this.#signal);
    }
  }

  /** What the service accepted, of this document or its folder, may not be found for a while. One that was deleted is not. */
  #mayBeFoundYet({ id, matterId, fileId }: Save, error: ServiceError): boolean {
    const { stores, clock } = this.#ports;
    const { documents, posted } = stores;
    if (error.operation !== 'documents.putFile' || error.kind !== 'not-found') {
      this.#notFoundSince.delete(id);
      return false;
    }
    const isThere = documents.document(matterId, fileId) || posted.isMade(matterId, fileId);
    if (!isThere || documents.deletion(matterId, fileId)) return false;
    const since = this.#notFoundSince.get(id) ?? clock.steady();
    this.#notFoundSince.set(id, since);
    return clock.steady() - since < foundWithin;
  }

  #refusal({ matterId, fileId, kind, name }: Save, error: ServiceError): SaveProblem {
    const { documents, posted } = this.#ports.stores;
    if (error.kind === 'content-unreadable') return vaultDamaged(name);
    if (error.operation !== 'documents.putFile' || kind === 'metadata') return refused(name, error);
    const isDeleted = documents.deletion(matterId, fileId) !== undefined;
    if (isDeleted) return notTakenBack(name, error);
    if (error.kind !== 'not-found') return refused(name, error);
    const wasThere = documents.document(matterId, fileId) || posted.isMade(matterId, fileId);
    if (!wasThere && posted.unanswered(matterId, fileId)) return mayBeAnnounced(name, false);
    return wasThere ? notTakenBack(name, error) : noNewDocuments(name);
  }

  #wait(save: Save, wait: number, error: ServiceError): void {
    const { stores, clock } = this.#ports;
    const nextTryAt = wait === 0 ? null : clock.now() + wait;
    const problem = writeProblem(waitingFor(save.name, error));
    stores.outbox.again(save.id, nextTryAt, problem, isBadAddress(error) ? 1 : 0);
  }
}
