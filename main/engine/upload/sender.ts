import type { Clock } from '../../../shared/clock.ts';
import { failureCode } from '../files/files.ts';
import type { FilePut } from '../service/documents.ts';
import type { ServiceError } from '../service/errors.ts';
import type { Content } from '../service/put-content.ts';
import type { Save } from '../store/save.ts';
import type { Announcement } from './announcement.ts';
import { resolveDoubt } from './doubt.ts';
import { Elsewhere } from './elsewhere.ts';
import { certainlyNotSent, isBadAddress, nextStep, waitAfterOwnTrouble } from './failed-try.ts';
import { announcementFor, noteAnnounced } from './filing.ts';
import { lookForNewerVersion } from './newer-version.ts';
import type { PipelinePorts } from './ports.ts';
import { internalTrouble, noNewDocuments, refused, waitingFor } from './problem-words.ts';
import { vaultDamaged, writeProblem } from './save-problem.ts';

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

/** Takes one save on its way: looks, announces, sends, and records how it ended. */
export class Sender {
  readonly #ports: PipelinePorts;
  readonly #elsewhere: Elsewhere;
  readonly #signal: AbortSignal;
  readonly #onProgress: (save: Save, bytes: number) => void;

  constructor(ports: PipelinePorts, signal: AbortSignal, onProgress: (save: Save, bytes: number) => void) {
    this.#ports = ports;
    this.#elsewhere = new Elsewhere(ports);
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  /** Resolves once the save is in a state that says how far it came. */
  async take(save: Save): Promise<void> {
    try {
      if (save.state === 'sending') await resolveDoubt(this.#ports, save, this.#signal);
      else await this.#send(save);
    } catch (failure) {
      await this.#ownTrouble(save, failure);
    }
  }

  async #send(save: Save): Promise<void> {
    const { stores, client, account, commits, clock } = this.#ports;
    const { matterId, fileId } = save;
    const signal = this.#signal;
    // What the service does not have can be neither renamed nor moved there, and no history would ever show it.
    if (save.kind === 'metadata' && !stores.documents.document(matterId, fileId))
      return stores.outbox.moot(save.id);
    const content = save.kind === 'content' ? await this.#contentOf(save) : null;
    if (save.kind === 'content') {
      if (!content) return stores.outbox.needsPerson(save.id, writeProblem(vaultDamaged(save.name)));
      if (!(await this.#isFree(save))) return;
    }
    if (signal.aborted) return;
    // Of too many changes at once, as was found meanwhile: it waits until the person decides.
    if (stores.saves.get(save.id)?.held !== null) return;
    const sinceLook = elapsedOn(clock);

    const announcement = announcementFor(stores, save);
    // Announcing files nothing: it need not wait until the disk has it. Content must.
    const [answered, noted] = await Promise.allSettled([
      client.documents.putFile(matterId, fileId, this.#filePut(save, announcement), {
        priority: 'announce',
        signal,
      }),
      commits.run(() => this.#announcing(save, announcement)),
    ]);
    // Both have ended before anything is tried again: an announcement that came late would take back a newer name.
    if (answered.status === 'rejected') throw answered.reason;
    if (noted.status === 'rejected') throw noted.reason;
    const announced = answered.value;
    if (!announced.ok) return this.#notSent(save, announced.error);
    account.succeeded();
    if (!content) return this.#sent(save, announcement);
    if (sinceLook() > soonEnough && !(await this.#isFree(save))) return;
    await commits.soon(() => stores.outbox.contentLeaves(save.id, clock.now()));
    if (signal.aborted) return;
    const { uploadUrl } = announced.value;
    if (URL.canParse(uploadUrl)) this.#ports.onStorage?.(new URL(uploadUrl).origin);

    const sent = await client.documents.putContent(announced.value, content, {
      signal,
      onProgress: (bytes: number) => this.#onProgress(save, bytes),
    });
    if (sent.ok) return this.#sent(save, announcement);
    if (certainlyNotSent(sent.error)) return this.#notSent(save, sent.error);
    await resolveDoubt(this.#ports, save, signal);
  }

  /** True when nothing is in the way of the save; what is, is written down. */
  async #isFree(save: Save): Promise<boolean> {
    const { stores, clock } = this.#ports;
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const sinceBegun = elapsedOn(clock);
      const looked = await lookForNewerVersion(this.#ports, this.#elsewhere, save, this.#signal);
      if (!looked.ok) this.#again(save, looked.error);
      else if (looked.value !== 'none' && looked.value !== 'itself')
        stores.outbox.needsPerson(save.id, writeProblem(looked.value));
      if (!looked.ok || looked.value !== 'none') return false;
      // A look says nothing of what happened since it began.
      if (sinceBegun() <= soonEnough) break;
    }
    return true;
  }

  #announcing(save: Save, announcement: Announcement): void {
    const { stores, clock, onChange } = this.#ports;
    noteAnnounced(stores, save, announcement, clock.now());
    onChange(save.matterId);
  }

  #filePut(
    { kind, matterId, fileId }: Save,
    { fileName, folderId, relativePath, movedFrom }: Announcement,
  ): FilePut {
    // The path below the folder that was said once must not stay when the document is in its place.
    const placed = kind === 'metadata' && this.#ports.stores.unplaced.has(matterId, fileId) ? fileName : null;
    const path = relativePath ?? placed;
    const said = { ...(path === null ? {} : { relativePath: path }), ...movedFrom };
    return { fileName, folderId, ...(Object.keys(said).length === 0 ? {} : { fileAdditionalData: said }) };
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
    const ofAccount = error.operation !== 'documents.putContent' && account.failed(error);
    const step = nextStep(error, save, ofAccount, random);
    if (step.kind === 'again') return this.#wait(save, step.wait, error);
    const isNew = !stores.documents.document(save.matterId, save.fileId);
    const ofFile = error.operation === 'documents.putFile';
    const problem =
      error.kind === 'content-unreadable'
        ? vaultDamaged(save.name)
        : ofFile && error.kind === 'not-found' && isNew
          ? noNewDocuments(save.name)
          : refused(save.name, error);
    stores.outbox.needsPerson(save.id, writeProblem(problem));
  }

  /** A look at the history failed: nothing of the save was said to anybody yet. */
  #again(save: Save, error: ServiceError): void {
    const { account, random } = this.#ports;
    if (error.kind === 'aborted') return;
    const step = nextStep(error, save, account.failed(error), random);
    this.#wait(save, step.kind === 'again' ? step.wait : waitAfterOwnTrouble(save.attempts, random), error);
  }

  #wait(save: Save, wait: number, error: ServiceError): void {
    const { stores, clock } = this.#ports;
    const nextTryAt = wait === 0 ? null : clock.now() + wait;
    const problem = writeProblem(waitingFor(save.name, error));
    stores.outbox.again(save.id, nextTryAt, problem, isBadAddress(error) ? 1 : 0);
  }

  /** Something on this computer failed: the disk is full, for one. */
  async #ownTrouble(save: Save, failure: unknown): Promise<void> {
    const { stores, clock, random } = this.#ports;
    const wait = waitAfterOwnTrouble(save.attempts, random);
    try {
      const state = stores.saves.get(save.id)?.state;
      // Content may be on its way: the doubt is to be looked into, not forgotten.
      if (state !== 'waiting') return await clock.sleep(wait, this.#signal);
      const problem = internalTrouble(save.name, failureCode(failure));
      stores.outbox.again(save.id, clock.now() + wait, writeProblem(problem));
    } catch {
      // Not even that could be written down; the save is as it was, and is taken up again after the wait.
      await clock.sleep(wait, this.#signal);
    }
  }
}
