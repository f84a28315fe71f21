import { posix } from 'node:path';
import type { FileId } from '../../../../shared/model/index.ts';
import { mayHaveArrived } from '../../domain/attempt.ts';
import type { FilePut, UploadInfo } from '../../service/documents.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { Content } from '../../service/put-content.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { Save } from '../../store/save.ts';
import { vaultDamaged, writeProblem } from '../../store/save-problem.ts';
import type { Announcement } from './announcement.ts';
import { Departure, elapsedOn } from './departure.ts';
import { certainlyNotSent } from './failed-try.ts';
import { Failures } from './failures.ts';
import { announcementFor, noteAnnounced } from './filing.ts';
import { contentOf, smallContent } from './kept-content.ts';
import type { PipelinePorts } from './ports.ts';
import { Posting } from './posting.ts';
import { folderIsMade } from './problem-words.ts';
import { notInService } from './renamed-while-deleted.ts';
import { resolveUnknownOutcome } from './unknown-outcome.ts';

/** Milliseconds between two looks whether the service made a folder. */
const folderAgain = 2_000;

const namesAnother: ServiceError = {
  operation: 'documents.putFile',
  kind: 'malformed',
  status: null,
  what: 'fileId: that of another document',
};

/** Takes one save on its way: looks, announces, sends, and records how it ended. */
export class Sender {
  readonly #ports: PipelinePorts;
  readonly #failures: Failures;
  readonly #departure: Departure;
  readonly #posting: Posting;
  readonly #signal: AbortSignal;
  readonly #onProgress: (save: Save, bytes: number) => void;

  /** @param mayBegin false while filing as a whole is paused or held back */
  constructor(
    ports: PipelinePorts,
    signal: AbortSignal,
    onProgress: (save: Save, bytes: number) => void,
    mayBegin: () => boolean,
  ) {
    this.#ports = ports;
    this.#failures = new Failures(ports, signal);
    this.#departure = new Departure(ports, this.#failures, signal, mayBegin);
    this.#posting = new Posting(ports);
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  /** Resolves once the save is in a state that says how far it came. */
  async take(save: Save): Promise<void> {
    try {
      if (save.state === 'sending') await this.#interrupted(save);
      else await this.#send(save);
    } catch (failure) {
      await this.#failures.ofThisComputer(save, failure);
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
    const { stores, clock, sendPace } = this.#ports;
    const { matterId, fileId } = save;
    const signal = this.#signal;
    const content = save.kind === 'content' ? await contentOf(save, this.#ports) : null;
    if (save.kind === 'content') {
      if (!content) return stores.outbox.needsPerson(save.id, writeProblem(vaultDamaged(save.name)));
      // Before anything is looked at: what comes while it waits for the person's own limit counts. A stream pays as it goes.
      await sendPace.take(content.size > smallContent ? 0 : content.size, signal);
      if (signal.aborted || !this.#departure.mayLeave(save)) return;
      const mayBegin = await this.#posting.mayBeAnnounced(save, signal);
      if (!mayBegin.ok) return this.#failures.ofSending(save, mayBegin.error);
      if (!mayBegin.value || !(await this.#hasFolder(save)) || !(await this.#departure.isFree(save))) return;
    } else if (!(await this.#hasFolder(save)) || !(await this.#departure.isStillToDo(save))) return;
    if (signal.aborted) return;
    if (save.kind === 'metadata' && !stores.documents.document(matterId, fileId))
      return notInService(stores, save);
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
    const answered = await this.#posting.announce(save, begin, signal);
    if (!answered.ok) return this.#failures.ofSending(save, answered.error);
    if (!announcement) return;
    // The service may have given it an id.
    const isPosted = stores.posted.isMade(matterId, answered.value.fileId);
    await this.#content(isPosted ? (stores.saves.get(save.id) ?? save) : save, content, {
      announcement,
      sinceCheck,
      target: answered.value,
    });
  }

  /**
   * True once the directory that the document is in stands for a folder of the service, or cannot: it is announced into the nearest one
   * then. What it waits for otherwise is written down.
   */
  async #hasFolder(save: Save): Promise<boolean> {
    const { stores, clock, folderReady } = this.#ports;
    const { matterId, fileId } = save;
    if (!folderReady || announcementFor(stores, save).relativePath === null) return true;
    const local = save.kind === 'content' ? stores.links.fileOfDocument(matterId, fileId) : undefined;
    const ready = await folderReady(matterId, posix.dirname(local?.path ?? save.path), this.#signal);
    if (!ready.ok) this.#failures.ofSending(save, ready.error);
    else if (ready.value === 'later')
      stores.outbox.again(save.id, clock.now() + folderAgain, writeProblem(folderIsMade(save.name)));
    return ready.ok && ready.value === 'ready' && !this.#signal.aborted;
  }

  /** The announcement was taken: the content follows, where there is one. */
  async #content(
    save: Save,
    content: Content | null,
    {
      announcement,
      sinceCheck,
      target,
    }: {
      readonly announcement: Announcement;
      readonly sinceCheck: () => number;
      readonly target: UploadInfo;
    },
  ): Promise<void> {
    const { stores, client, account, commits, clock } = this.#ports;
    const { fileId } = save;
    const signal = this.#signal;
    account.succeeded();
    if (!content) return this.#sent(save, announcement);
    if (sinceCheck() > this.#departure.soonEnough(save) && !(await this.#departure.isFree(save))) return;
    // What came meanwhile costs no other request.
    if (signal.aborted || !this.#departure.isFreeNow(save)) return;
    if (this.#departure.hasNewNamesake(save)) {
      stores.outbox.again(save.id, null, null);
      return this.#departure.undecided(save);
    }
    if (this.#isAnothers(save, target.fileId)) return this.#failures.ofSending(save, namesAnother);
    // A crash from here on leaves an unknown outcome, and before it a certain one.
    const mayLeave = () => account.service !== 'signed-out' && !this.#departure.isPaused(save);
    const named = target.fileId;
    const leaves = () => {
      if (!mayLeave() || !stores.outbox.contentLeaves(save.id, clock.now())) return false;
      // In another letter case it is the same document, and one that history shows by that.
      if (named !== fileId) stores.outbox.isNamed(save.id, named);
      return true;
    };
    if (!(await commits.run(leaves))) return this.#stays(save);
    const { uploadUrl } = target;
    if (URL.canParse(uploadUrl)) this.#ports.onStorage?.(new URL(uploadUrl).origin);

    const sent = await client.documents.putContent(target, content, {
      signal,
      onProgress: (bytes: number) => this.#onProgress(save, bytes),
    });
    if (sent.ok) return this.#sent(save, announcement);
    if (certainlyNotSent(sent.error)) return this.#failures.ofSending(save, sent.error);
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
    if (this.#signal.aborted || !this.#departure.mayLeave(save)) return null;
    if (save.kind === 'content' && this.#departure.hasNewNamesake(save)) {
      this.#departure.undecided(save);
      return null;
    }
    if (save.kind === 'content' && !this.#departure.isFreeNow(save)) return null;
    // What comes until it is written down was not looked at.
    const seenUpTo = stores.history.newestSeq();
    return commits.run(() => {
      if (!this.#departure.mayLeave(save)) return null;
      const announcement = announcementFor(stores, save);
      noteAnnounced(stores, save, { key, announcement, seenUpTo }, clock.now());
      onChange(save.matterId);
      return announcement;
    });
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

  async #sent(save: Save, { folderId, relativePath }: Announcement): Promise<void> {
    const { stores, commits, clock, poller } = this.#ports;
    this.#failures.overcome(save);
    const now = clock.now();
    await commits.soon(() => {
      if (save.kind === 'metadata' && relativePath === null)
        stores.unplaced.forget(save.matterId, save.fileId);
      stores.outbox.sent(save.id, now);
    });
    poller.expect(save.matterId, folderId);
  }
}
