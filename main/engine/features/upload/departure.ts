import type { Clock } from '../../../../shared/base/clock.ts';
import { mayHaveArrived } from '../../domain/attempt.ts';
import { inTransaction } from '../../store/database.ts';
import type { Save } from '../../store/save.ts';
import { type SaveProblem, writeProblem } from '../../store/save-problem.ts';
import { filedNamesake } from '../identity/namesake.ts';
import { Elsewhere, fewSaves } from './elsewhere.ts';
import type { Failures } from './failures.ts';
import { announcementFor, fileShown } from './filing.ts';
import { notIncluded } from './in-history.ts';
import { inTheWay } from './in-the-way.ts';
import { checkForNewerVersion } from './newer-version.ts';
import type { PipelinePorts } from './ports.ts';
import { isProvenByBytes } from './proven-by-bytes.ts';

/** How long, in ms, an announcement may take to get through before history is looked at again: it may wait its turn. */
const soonEnough = 3_000;
/** Looks at a history that take longer than that, before a save goes on all the same: it must not wait for ever. */
const mostLooks = 3;

/** Milliseconds from now on by either clock: one stands still while the computer sleeps, the other may be set. */
export function elapsedOn(clock: Clock): () => number {
  const [now, steady] = [clock.now(), clock.steady()];
  return () => Math.max(clock.steady() - steady, Math.abs(clock.now() - now));
}

/** Whether a save may leave: what is known, what the person decided, and what history says by now. */
export class Departure {
  readonly #ports: PipelinePorts;
  readonly #elsewhere: Elsewhere;
  readonly #failures: Failures;
  readonly #signal: AbortSignal;
  readonly #mayBegin: () => boolean;

  /** @param mayBegin false while filing as a whole is paused or held back */
  constructor(ports: PipelinePorts, failures: Failures, signal: AbortSignal, mayBegin: () => boolean) {
    this.#ports = ports;
    this.#elsewhere = new Elsewhere(ports);
    this.#failures = failures;
    this.#signal = signal;
    this.#mayBegin = mayBegin;
  }

  /**
   * False when it waits for a person by now: as one of too many changes, because it was decided about, because filing was
   * paused, or because nobody is signed in any more; or for what its document is.
   */
  mayLeave(save: Save): boolean {
    const { account, stores } = this.#ports;
    // Once its wait is over somebody has to try.
    if (account.service === 'signed-out' && !account.isReady) return false;
    const { database, saves } = stores;
    return inTransaction(database, () => !this.isPaused(save) && saves.get(save.id)?.state === 'waiting');
  }

  /** Filing as a whole, of its matter or of its document is paused, or what its document is was called into question. */
  isPaused({ id }: Save): boolean {
    return !this.#mayBegin() || !this.#ports.stores.saves.isFree(id);
  }

  /**
   * True when a document of this name came to be in this folder since this one was captured as a new one, or since the person
   * said that it is another than those of its name. A new version of one of those is none.
   */
  hasNewNamesake({ id, matterId, fileId, path, agreedUpTo }: Save): boolean {
    const { stores, clock } = this.#ports;
    const { documents, links, saves, history } = stores;
    return inTransaction(stores.database, () => {
      if (documents.document(matterId, fileId)) return false;
      const at = links.fileOfDocument(matterId, fileId)?.path ?? path;
      const [first] = stores.saves.ofDocument(matterId, fileId);
      const namesake = filedNamesake(stores, matterId, at, clock.now(), {
        ...{ agreedUpTo: agreedUpTo ?? 0, firstSave: first?.id ?? 0 },
      });
      if (!namesake || !saves.isHead(id)) return false;
      if (history.ofDocumentSince(matterId, namesake.id, 0).length === 0) return false;
      const mayBeThere = saves
        .ofDocument(matterId, fileId)
        .some((one) => saves.attemptsOf(one.id).some(mayHaveArrived));
      return !mayBeThere && history.ofDocumentSince(matterId, fileId, 0).length === 0;
    });
  }

  /** What the save's document is, is decided again. */
  undecided({ matterId, fileId }: Save): void {
    const { stores, onUndecided } = this.#ports;
    stores.undecided.put(matterId, fileId);
    onUndecided(matterId);
  }

  /**
   * A rename or a move says name and place, and a colleague may have changed what the person did not: history is read first. False when
   * it shows the change already, as after an answer that was lost, or cannot be read, or when the copy here is not the document there.
   */
  async isStillToDo(save: Save): Promise<boolean> {
    const { stores, clock } = this.#ports;
    const checked = await checkForNewerVersion(this.#ports, this.#elsewhere, save, this.#signal);
    if (!checked.ok) this.#failures.ofCheck(save, checked.error);
    if (!checked.ok) return false;
    const mayBeDone = stores.saves.attemptsOf(save.id).some(mayHaveArrived);
    if (mayBeDone && fileShown(stores, [save], clock.now()).length > 0) return false;
    if (!this.#isOfKeptCopy(save)) return true;
    stores.outbox.cancel(save.id, 'kept-unfiled');
    return false;
  }

  /** True when the copy here is kept unfiled beside versions of somebody else: its name and place are not theirs. */
  #isOfKeptCopy({ id, matterId, fileId }: Save): boolean {
    const { stores } = this.#ports;
    if (stores.saves.keptUnfiled(matterId, [fileId], id).length === 0) return false;
    return notIncluded(stores, { matterId, fileId }).length > 0;
  }

  /** True when nothing is in the way of the save; what is, is written down. */
  async isFree(save: Save): Promise<boolean> {
    const { clock } = this.#ports;
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const sinceBegun = elapsedOn(clock);
      if (await this.#isProvenFree(save)) return this.isFreeNow(save);
      const looked = await checkForNewerVersion(this.#ports, this.#elsewhere, save, this.#signal);
      if (!looked.ok) this.#failures.ofCheck(save, looked.error);
      else if (looked.value !== 'none' && looked.value !== 'itself') {
        if (await isProvenByBytes(this.#ports, save, this.#signal)) return false;
        if (!this.#signal.aborted) this.#stopped(save, looked.value);
      }
      if (!looked.ok || looked.value !== 'none') return false;
      // A look says nothing of what happened since it began.
      if (sinceBegun() <= this.soonEnough(save)) break;
    }
    return true;
  }

  /** True when nothing that is known now is in the way of the save; what is, is written down. */
  isFreeNow(save: Save): boolean {
    const { stores, clock } = this.#ports;
    const found = inTheWay(stores, save, clock.now());
    if (found !== 'none' && found !== 'itself') this.#stopped(save, found);
    return found === 'none';
  }

  /** Something is in the way: no content leaves. */
  #stopped({ id }: Save, problem: SaveProblem): void {
    const { stores } = this.#ports;
    stores.outbox.needsPerson(id, writeProblem(problem));
  }

  /**
   * True when the document's own history proves that nothing is newer than what is known. Asked where the look at its folder takes
   * long and serves few: one look serves all saves of a folder, and is cheaper for many.
   */
  async #isProvenFree(save: Save): Promise<boolean> {
    const { stores, documentCheck } = this.#ports;
    const { matterId, fileId } = save;
    const folderId = stores.documents.document(matterId, fileId)?.folderId;
    if (folderId === undefined || !this.#elsewhere.isLong(matterId, folderId)) return false;
    if (stores.saves.isWaiting(matterId, fewSaves)) return false;
    return documentCheck.provesNothingNew(save, this.#signal);
  }

  /** Milliseconds for which a look is good enough: a history that takes long to read is not known any better for being read again at once. */
  soonEnough(save: Save): number {
    const { stores, reader } = this.#ports;
    return soonEnough + reader.cost(save.matterId, announcementFor(stores, save).folderId);
  }
}
