import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { mayHaveArrived } from '../../domain/attempt.ts';
import { failureCode } from '../../platform/files.ts';
import type { FilePut } from '../../service/documents.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { Content } from '../../service/put-content.ts';
import { isSameId } from '../../service/tolerant.ts';
import { inTransaction } from '../../store/database.ts';
import type { Save } from '../../store/save.ts';
import { type SaveProblem, vaultDamaged, writeProblem } from '../../store/save-problem.ts';
import { longestWait } from '../../store/saves.ts';
import { filedNamesake } from '../identity/namesake.ts';
import type { Announcement } from './announcement.ts';
import { Elsewhere, type FailedCheck, fewSaves } from './elsewhere.ts';
import { certainlyNotSent, isBadAddress, nextStep, waitAfterLocalStorageError } from './failed-try.ts';
import { announcementFor, fileShown, noteAnnounced } from './filing.ts';
import { notIncluded } from './in-history.ts';
import { inTheWay } from './in-the-way.ts';
import { checkForNewerVersion } from './newer-version.ts';
import type { PipelinePorts } from './ports.ts';
import { internalError, noNewDocuments, notTakenBack, refused, waitingFor } from './problem-words.ts';
import { resolveUnknownOutcome } from './unknown-outcome.ts';

/** How long, in ms, an announcement may take to get through before history is looked at again: it may wait its turn. */
const soonEnough = 3_000;
/** Looks at a history that take longer than that, before a save goes on all the same: it must not wait for ever. */
const mostLooks = 3;

/** Milliseconds from now on by either clock: one stands still while the computer sleeps, the other may be set. */
function elapsedOn(clock: Clock): () => number {
  const [now, steady] = [clock.now(), clock.steady()];
  return () => Math.max(clock.steady() - steady, Math.abs(clock.now() - now));
}

/** Bytes up to which a content is read at once: cheaper than a stream of one piece. */
const smallContent = 256 * 1024;

/** How long, in ms, a rename whose answer was lost is given to be shown by history before it is said again, at least. */
const shownWithin = 2_000;

/** Milliseconds in which a known document may answer that it is not there (spec: What the service does 2). */
const foundWithin = 2 * 60_000;

const namesAnother: ServiceError = {
  operation: 'documents.putFile',
  kind: 'malformed',
  status: null,
  what: 'fileId: that of another document',
};

/** Takes one save on its way: looks, announces, sends, and records how it ended. */
export class Sender {
  readonly #ports: PipelinePorts;
  readonly #elsewhere: Elsewhere;
  readonly #signal: AbortSignal;
  readonly #onProgress: (save: Save, bytes: number) => void;
  readonly #mayBegin: () => boolean;
  /** Since when the service does not find the document of a save, by a clock that nobody sets. */
  readonly #notFoundSince = new Map<number, number>();

  /** @param mayBegin false while filing as a whole is paused or held back */
  constructor(
    ports: PipelinePorts,
    signal: AbortSignal,
    onProgress: (save: Save, bytes: number) => void,
    mayBegin: () => boolean,
  ) {
    this.#ports = ports;
    this.#elsewhere = new Elsewhere(ports);
    this.#signal = signal;
    this.#onProgress = onProgress;
    this.#mayBegin = mayBegin;
  }

  /** Resolves once the save is in a state that says how far it came. */
  async take(save: Save): Promise<void> {
    try {
      if (save.state === 'sending') await this.#interrupted(save);
      else await this.#send(save);
    } catch (failure) {
      await this.#localStorageErrors(save, failure);
    }
  }

  /** The program ended while the save was on its way. */
  async #interrupted(save: Save): Promise<void> {
    const { stores } = this.#ports;
    const last = stores.saves.attemptsOf(save.id).at(-1);
    if (save.kind === 'content' && last && !mayHaveArrived(last))
      return stores.outbox.again(save.id, null, null);
    await resolveUnknownOutcome(this.#ports, save, this.#signal);
  }

  async #send(save: Save): Promise<void> {
    const { stores, client, account, commits, clock } = this.#ports;
    const { matterId, fileId } = save;
    const signal = this.#signal;
    const content = save.kind === 'content' ? await this.#contentOf(save) : null;
    if (save.kind === 'content') {
      if (!content) return stores.outbox.needsPerson(save.id, writeProblem(vaultDamaged(save.name)));
      if (!(await this.#isFree(save))) return;
    } else if (!(await this.#isStillToDo(save))) return;
    if (signal.aborted) return;
    // What the service does not have can be neither renamed nor moved there, and no history would ever show it.
    if (save.kind === 'metadata' && !stores.documents.document(matterId, fileId))
      return stores.outbox.cancel(save.id, 'not-in-service');
    // Of too many changes at once, as was found meanwhile: it waits until the person decides.
    if (stores.saves.get(save.id)?.held !== null) return;
    const sinceCheck = elapsedOn(clock);

    let announcement: Announcement | null = null;
    let said: FilePut | null = null;
    const begin = async (): Promise<FilePut | null> => {
      // Said again, to a service that took the access token for an old one.
      if (said) return said;
      const key = this.#ports.newFileId();
      announcement = await this.#attempt(save, key);
      said = announcement && this.#filePut(save, announcement, key);
      return said;
    };
    const answered = await client.documents.putFile(matterId, fileId, begin, {
      priority: 'announce',
      signal,
    });
    if (!answered.ok) return this.#notSent(save, answered.error);
    if (!announcement) return;
    account.succeeded();
    if (!content) return this.#sent(save, announcement);
    if (sinceCheck() > this.#soonEnough(save) && !(await this.#isFree(save))) return;
    // What came meanwhile costs no other request.
    if (signal.aborted || !this.#isFreeNow(save)) return;
    if (this.#hasNewNamesake(save)) {
      stores.outbox.again(save.id, null, null);
      return this.#undecided(save);
    }
    if (this.#isAnothers(save, answered.value.fileId)) return this.#notSent(save, namesAnother);
    // A crash from here on leaves an unknown outcome, and before it a certain one.
    const mayLeave = () => account.service !== 'signed-out' && !this.#isPaused(save);
    if (!(await commits.run(() => mayLeave() && stores.outbox.contentLeaves(save.id, clock.now()))))
      return this.#stays(save);
    const { uploadUrl } = answered.value;
    if (URL.canParse(uploadUrl)) this.#ports.onStorage?.(new URL(uploadUrl).origin);

    const sent = await client.documents.putContent(answered.value, content, {
      signal,
      onProgress: (bytes: number) => this.#onProgress(save, bytes),
    });
    if (sent.ok) return this.#sent(save, announcement);
    if (certainlyNotSent(sent.error)) return this.#notSent(save, sent.error);
    await resolveUnknownOutcome(this.#ports, save, signal);
  }

  /** The address is for another document by what the service says of it. An id that nobody knows may be its own word for this one. */
  #isAnothers({ fileId }: Save, named: FileId): boolean {
    return !isSameId(named, fileId) && this.#ports.stores.documents.isKnown(named);
  }

  /** Nothing of it was sent, and somebody else is signed in by now, or it is to be reviewed first, or filing was paused. */
  #stays({ id }: Save): void {
    const { stores } = this.#ports;
    if (stores.saves.get(id)?.state === 'sending') stores.outbox.again(id, null, null);
  }

  /**
   * A new attempt, which begins when its announcement may leave: that may have waited long for its turn. What is announced is
   * what holds then, and it is in the custody log, on disk, before it leaves. Null when it shall not leave any more.
   */
  async #attempt(save: Save, key: string): Promise<Announcement | null> {
    const { stores, commits, clock, onChange } = this.#ports;
    if (this.#signal.aborted || !this.#mayLeave(save)) return null;
    if (save.kind === 'content' && this.#hasNewNamesake(save)) {
      this.#undecided(save);
      return null;
    }
    if (save.kind === 'content' && !this.#isFreeNow(save)) return null;
    // What comes until it is written down was not looked at.
    const seenUpTo = stores.history.newestSeq();
    return commits.run(() => {
      if (!this.#mayLeave(save)) return null;
      const announcement = announcementFor(stores, save);
      noteAnnounced(stores, save, { key, announcement, seenUpTo }, clock.now());
      onChange(save.matterId);
      return announcement;
    });
  }

  /**
   * False when it waits for a person by now: as one of too many changes, because it was decided about, or because filing was
   * paused; or for what its document is.
   */
  #mayLeave(save: Save): boolean {
    const { database, saves } = this.#ports.stores;
    return inTransaction(database, () => !this.#isPaused(save) && saves.get(save.id)?.state === 'waiting');
  }

  /** Filing as a whole, of its matter or of its document is paused, or what its document is was called into question. */
  #isPaused({ id }: Save): boolean {
    return !this.#mayBegin() || !this.#ports.stores.saves.isFree(id);
  }

  /**
   * True when a document of this name came to be in this folder since this one was captured as a new one, or since the person
   * said that it is another than those of its name. A new version of one of those is none.
   */
  #hasNewNamesake({ id, matterId, fileId, path, agreedUpTo }: Save): boolean {
    const { stores, clock } = this.#ports;
    const { documents, links, saves, history } = stores;
    return inTransaction(stores.database, () => {
      if (documents.document(matterId, fileId)) return false;
      const at = links.fileOfDocument(matterId, fileId)?.path ?? path;
      const namesake = filedNamesake(stores, matterId, at, clock.now(), agreedUpTo ?? 0);
      if (!namesake || !saves.isHead(id)) return false;
      if (history.ofDocumentSince(matterId, namesake.id, 0).length === 0) return false;
      const mayBeThere = saves
        .ofDocument(matterId, fileId)
        .some((one) => saves.attemptsOf(one.id).some(mayHaveArrived));
      return !mayBeThere && history.ofDocumentSince(matterId, fileId, 0).length === 0;
    });
  }

  /** What the save's document is, is decided again. */
  #undecided({ matterId, fileId }: Save): void {
    const { stores, onUndecided } = this.#ports;
    stores.undecided.put(matterId, fileId);
    onUndecided(matterId);
  }

  /**
   * A rename or a move says name and place, and a colleague may have changed what the person did not: history is read first. False when
   * it shows the change already, as after an answer that was lost, or cannot be read, or when the copy here is not the document there.
   */
  async #isStillToDo(save: Save): Promise<boolean> {
    const { stores, clock } = this.#ports;
    const checked = await checkForNewerVersion(this.#ports, this.#elsewhere, save, this.#signal);
    if (!checked.ok) this.#again(save, checked.error);
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

  /** True when nothing that is known now is in the way of the save; what is, is written down. */
  #isFreeNow(save: Save): boolean {
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

  /** True when nothing is in the way of the save; what is, is written down. */
  async #isFree(save: Save): Promise<boolean> {
    const { clock } = this.#ports;
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const sinceBegun = elapsedOn(clock);
      if (await this.#isProvenFree(save)) return this.#isFreeNow(save);
      const looked = await checkForNewerVersion(this.#ports, this.#elsewhere, save, this.#signal);
      if (!looked.ok) this.#again(save, looked.error);
      else if (looked.value !== 'none' && looked.value !== 'itself') this.#stopped(save, looked.value);
      if (!looked.ok || looked.value !== 'none') return false;
      // A look says nothing of what happened since it began.
      if (sinceBegun() <= this.#soonEnough(save)) break;
    }
    return true;
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

  /** A history that takes long to read is not known any better for being read again at once. */
  #soonEnough(save: Save): number {
    const { stores, reader } = this.#ports;
    return soonEnough + reader.cost(save.matterId, announcementFor(stores, save).folderId);
  }

  #filePut(
    { kind, matterId, fileId }: Save,
    { fileName, folderId, relativePath, movedFrom }: Announcement,
    key: string,
  ): FilePut {
    // The path below the folder that was said once must not stay when the document is in its place.
    const placed = kind === 'metadata' && this.#ports.stores.unplaced.has(matterId, fileId) ? fileName : null;
    const path = relativePath ?? placed;
    const said = { ...(path === null ? {} : { relativePath: path }), ...movedFrom, attempt: key };
    return { fileName, folderId, fileAdditionalData: said };
  }

  /** Null when the vault does not have it as it was captured. */
  async #contentOf({ sha256, size }: Save): Promise<Content | null> {
    const { vault, isKept } = this.#ports;
    if (size > smallContent) {
      return (await isKept(sha256)) ? { size, open: () => vault.read(sha256) } : null;
    }
    const bytes =
      (await vault.readWhole(sha256)) ?? ((await isKept(sha256)) ? await vault.readWhole(sha256) : null);
    return bytes && { size, open: () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  }

  async #sent(save: Save, { folderId, relativePath }: Announcement): Promise<void> {
    const { stores, commits, clock, poller } = this.#ports;
    this.#notFoundSince.delete(save.id);
    const now = clock.now();
    await commits.soon(() => {
      if (save.kind === 'metadata' && relativePath === null)
        stores.unplaced.forget(save.matterId, save.fileId);
      stores.outbox.sent(save.id, now);
    });
    poller.expect(save.matterId, folderId);
  }

  #notSent(save: Save, error: ServiceError): void {
    const { account, stores, random } = this.#ports;
    if (error.kind === 'aborted') return;
    if (save.kind === 'content' && stores.saves.get(save.id)?.state === 'sending')
      stores.outbox.ended(save.id, 'refused');
    const ofAccount = error.operation !== 'documents.putContent' && account.failed(error);
    const step = nextStep(error, save, ofAccount, random, this.#mayBeFoundYet(save, error));
    if (step.kind !== 'again') this.#notFoundSince.delete(save.id);
    if (step.kind === 'again') {
      // What may have been heard is given the time to be shown: said again at once, it would undo what a colleague did since.
      const mayBeHeard = save.kind === 'metadata' && !certainlyNotSent(error);
      const shown = mayBeHeard ? Math.max(shownWithin, stores.saves.usualLag() * 2) : 0;
      return this.#wait(save, Math.min(Math.max(step.wait, shown), longestWait), error);
    }
    stores.outbox.needsPerson(save.id, writeProblem(this.#refusal(save, error)));
  }

  /** What the service accepted, of this document or its folder, may not be found for a while. One that was deleted is not. */
  #mayBeFoundYet({ id, matterId, fileId }: Save, error: ServiceError): boolean {
    const { stores, clock } = this.#ports;
    const { documents } = stores;
    if (error.operation !== 'documents.putFile' || error.kind !== 'not-found') {
      this.#notFoundSince.delete(id);
      return false;
    }
    if (!documents.document(matterId, fileId) || documents.deletion(matterId, fileId)) return false;
    const since = this.#notFoundSince.get(id) ?? clock.steady();
    this.#notFoundSince.set(id, since);
    return clock.steady() - since < foundWithin;
  }

  #refusal({ matterId, fileId, kind, name }: Save, error: ServiceError): SaveProblem {
    const { documents } = this.#ports.stores;
    if (error.kind === 'content-unreadable') return vaultDamaged(name);
    if (error.operation !== 'documents.putFile' || kind === 'metadata') return refused(name, error);
    const isDeleted = documents.deletion(matterId, fileId) !== undefined;
    if (isDeleted) return notTakenBack(name, error);
    if (error.kind !== 'not-found') return refused(name, error);
    return documents.document(matterId, fileId) ? notTakenBack(name, error) : noNewDocuments(name);
  }

  /** A look at the history failed: nothing of the save was said to anybody yet. */
  #again(save: Save, { folderId, error }: FailedCheck): void {
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

  #wait(save: Save, wait: number, error: ServiceError): void {
    const { stores, clock } = this.#ports;
    const nextTryAt = wait === 0 ? null : clock.now() + wait;
    const problem = writeProblem(waitingFor(save.name, error));
    stores.outbox.again(save.id, nextTryAt, problem, isBadAddress(error) ? 1 : 0);
  }

  /** Something on this computer failed: the disk is full, for one. */
  async #localStorageErrors(save: Save, failure: unknown): Promise<void> {
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
}
