import { Readable } from 'node:stream';
import type { Clock, Timer } from '../../../shared/clock.ts';
import type { FileId, MatterId } from '../../../shared/model.ts';
import type { Account } from '../account/account.ts';
import { fullJitter } from '../budget/back-off.ts';
import type { Files } from '../files/files.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import type { Poller } from '../history/poller.ts';
import type { EngineClient } from '../service/client.ts';
import { describe } from '../service/describe-error.ts';
import { retryable, type ServiceError } from '../service/errors.ts';
import type { Save } from '../store/outbox.ts';
import type { Stores } from '../store/stores.ts';
import type { Vault } from '../vault/vault.ts';
import { type Announcement, announcementOf } from './announcement.ts';
import { learnOwnUserId, metadataShown, ownVersion, versionsSince } from './in-history.ts';
import { type SaveProblem, writeProblem } from './save-problem.ts';

export interface PipelinePorts {
  readonly client: EngineClient;
  readonly account: Account;
  readonly reader: HistoryReader;
  readonly poller: Poller;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newFileId: () => FileId;
  readonly onChange: (matterId: MatterId) => void;
}

/** Documents on their way at once. */
const parallel = 4;
/** How old, in ms, a look at the history may be that says nobody filed a newer version; never older than the save. */
const conflictAge = 1_000;
/** How often, and how far apart in ms, history is looked at for a version that may have arrived, before it is sent again. */
const doubtLooks = 20;
const doubtStep = 500;
const backOff = { base: 1_000, cap: 5 * 60_000 } as const;

/** Takes saves from the outbox to the service: announce, send, see filed. Per document in order, across in parallel. */
export class Pipeline {
  readonly #ports: PipelinePorts;
  readonly #stop = new AbortController();
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #progress = new Map<number, number>();
  #paused = false;
  #timer: Timer | null = null;

  constructor(ports: PipelinePorts) {
    this.#ports = ports;
  }

  /** Bytes of this save handed to the network so far; null while it is not being sent. */
  progress(saveId: number): number | null {
    return this.#progress.get(saveId) ?? null;
  }

  start(paused: boolean): void {
    this.#paused = paused;
    for (const save of this.#ports.stores.outbox.open()) {
      if (save.state === 'sent') this.#expect(save);
    }
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timer?.cancel();
    await Promise.all(this.#underWay.values());
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.wake();
  }

  /** Something may be sendable now. */
  wake(): void {
    this.#timer?.cancel();
    if (this.#stop.signal.aborted) return;
    this.#timer = this.#ports.clock.timer(0, () => this.#turn());
  }

  /** History was read: what it shows is filed. */
  historyRead(matterId: MatterId): void {
    const open = this.#ports.stores.outbox.open(matterId);
    let missing = false;
    for (const save of open) {
      if (save.state !== 'sent') continue;
      if (this.#fileIfShown(save)) this.wake();
      else missing = true;
    }
    if (!missing) this.#ports.poller.satisfied(matterId);
  }

  #turn(): void {
    const { account, clock, stores } = this.#ports;
    if (this.#paused || this.#stop.signal.aborted) return;
    if (!account.isReady) {
      void account.ready(this.#stop.signal).then(() => this.wake());
      return;
    }
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const save of stores.outbox.heads()) {
      if (this.#underWay.size >= parallel) return;
      if (this.#underWay.has(save.id)) continue;
      if (save.state !== 'waiting' && save.state !== 'sending') continue;
      // A wait longer than any there is means that the clock was set back: it is over.
      const wait = save.nextTryAt === null ? 0 : save.nextTryAt - now;
      if (wait > 0 && wait <= backOff.base + backOff.cap) next = Math.min(next, now + wait);
      else this.#begin(save);
    }
    if (Number.isFinite(next)) this.#timer = clock.timer(next - now, () => this.#turn());
  }

  #begin(save: Save): void {
    const work = (save.state === 'sending' ? this.#resolveDoubt(save) : this.#send(save))
      .catch((failure: unknown) => this.#again(save, internal(failure)))
      .finally(() => {
        this.#underWay.delete(save.id);
        this.#progress.delete(save.id);
        this.#ports.onChange(save.matterId);
        this.wake();
      });
    this.#underWay.set(save.id, work);
    this.#ports.onChange(save.matterId);
  }

  async #send(save: Save): Promise<void> {
    const { stores, vault, files, clock, client, account } = this.#ports;
    const { signal } = this.#stop;
    // What the service does not have can be neither renamed nor moved there, and no history would ever show it.
    if (save.kind === 'metadata' && !stores.documents.document(save.matterId, save.fileId)) {
      return stores.outbox.keepUnfiled(save.id);
    }
    if (save.kind === 'content') {
      const kept = await files.facts(vault.pathOf(save.sha256));
      if (kept?.size !== save.size) return stores.outbox.needsPerson(save.id, writeProblem(vaultDamaged));
      const newer = await this.#newerVersion(save);
      if (newer !== 'none') {
        if (newer !== 'unknown') stores.outbox.needsPerson(save.id, writeProblem(newer));
        return;
      }
    }
    if (signal.aborted) return;

    const announcement = this.#announcement(save);
    stores.outbox.announcing(save.id, stores.history.newestSeq(), clock.now());
    this.#ports.onChange(save.matterId);
    const announced = await client.documents.putFile(
      save.matterId,
      save.fileId,
      {
        fileName: announcement.fileName,
        folderId: announcement.folderId,
        ...(announcement.relativePath === null
          ? {}
          : { fileAdditionalData: { relativePath: announcement.relativePath } }),
      },
      { priority: 'announce', signal },
    );
    // Announcing alone files nothing, so whatever went wrong may be done again.
    if (!announced.ok) return this.#notSent(save, announced.error);
    account.succeeded();
    if (save.kind === 'metadata') return this.#sent(save);

    const content = await client.documents.putContent(
      announced.value,
      { size: save.size, open: () => Readable.from(vault.read(save.sha256)) },
      { signal, onProgress: (bytes: number) => this.#progressed(save, bytes) },
    );
    if (content.ok) return this.#sent(save);
    if (certainlyNotSent(content.error)) return this.#notSent(save, content.error);
    await this.#resolveDoubt(save);
  }

  /** A version by somebody else that the person's copy does not include is never buried silently (promise 7). */
  async #newerVersion(save: Save): Promise<'none' | 'unknown' | SaveProblem> {
    const { stores, reader } = this.#ports;
    const local = stores.links.fileOfDocument(save.matterId, save.fileId);
    const known = stores.documents.document(save.matterId, save.fileId);
    const inHistory = stores.history.ofDocumentSince(save.matterId, save.fileId, 0).length > 0;
    if (save.onTop || (!inHistory && !known)) return 'none';
    const folderId = known?.folderId ?? null;
    const now = this.#ports.clock.now();
    const since = Math.min(Math.max(save.capturedAt, now - conflictAge), now);
    // A read that began too early may be shared by the first; the second is our own.
    for (let reads = 0; reads < 2 && !reader.readSince(save.matterId, folderId, since); reads += 1) {
      const read = await reader.read(save.matterId, folderId, {
        priority: 'announce',
        signal: this.#stop.signal,
      });
      if (read.ok) continue;
      this.#again(save, read.error);
      return 'unknown';
    }
    const newer = versionsSince(stores, save, local?.baseSeq ?? 0).at(-1);
    if (!newer) return 'none';
    const who =
      newer.userId === null ? null : (stores.matters.staffNames().get(newer.userId) ?? newer.userId);
    return newerVersion(save.name, who, newer.timestamp);
  }

  /**
   * What the service has of this save is not known: the program or the connection ended in the middle. History is
   * looked at first; only when it does not show the version for a while is it sent again.
   */
  async #resolveDoubt(save: Save): Promise<void> {
    const { stores, reader, clock } = this.#ports;
    const { signal } = this.#stop;
    if (save.kind === 'metadata') return stores.outbox.again(save.id, null, null);
    const current = stores.outbox.get(save.id) ?? save;
    for (let look = 1; !signal.aborted; look += 1) {
      const folderId = this.#announcement(current).folderId;
      const read = await reader.read(save.matterId, folderId, { priority: 'announce', signal });
      if (signal.aborted || this.#fileIfShown(current)) return;
      if (!read.ok && retryable(read.error) !== 'never') {
        // Doubt stays: the next turn looks again.
        return this.#ports.account.isReady ? clock.sleep(doubtStep, signal) : undefined;
      }
      if (look >= doubtLooks) return stores.outbox.again(save.id, null, writeProblem(sendingAgain));
      await clock.sleep(doubtStep, signal);
    }
  }

  #sent(save: Save): void {
    const { stores, clock } = this.#ports;
    stores.outbox.sent(save.id, clock.now());
    this.#expect(save);
  }

  #expect(save: Save): void {
    this.#ports.poller.expect(save.matterId, this.#announcement(save).folderId);
  }

  /** True when history shows the save: it is filed, and the person's copy includes it. */
  #fileIfShown(save: Save): boolean {
    const { stores, clock, onChange } = this.#ports;
    if (save.kind === 'metadata') {
      if (!metadataShown(stores, save, this.#announcement(save))) return false;
      stores.outbox.filed(save.id, null, clock.now());
    } else {
      const version = ownVersion(stores, save);
      if (!version) return false;
      stores.database.transaction(() => {
        stores.outbox.filed(save.id, version.entryId, clock.now());
        stores.links.raiseBase(save.matterId, save.fileId, version.seq);
        learnOwnUserId(stores, save, version);
      })();
    }
    onChange(save.matterId);
    return true;
  }

  #announcement(save: Save): Announcement {
    const { stores } = this.#ports;
    return announcementOf(
      save,
      stores.documents.document(save.matterId, save.fileId),
      stores.links.fileOfDocument(save.matterId, save.fileId),
      stores.links.folders(save.matterId),
    );
  }

  #progressed(save: Save, bytes: number): void {
    this.#progress.set(save.id, bytes);
    this.#ports.onChange(save.matterId);
  }

  #notSent(save: Save, error: ServiceError): void {
    const retry = retryable(error);
    if (retry !== 'never') return this.#again(save, error);
    const { stores } = this.#ports;
    const isNew = !stores.documents.document(save.matterId, save.fileId);
    const problem =
      error.kind === 'not-found' && isNew ? noNewDocuments(save.name) : refused(save.name, error);
    stores.outbox.needsPerson(save.id, writeProblem(problem));
  }

  #again(save: Save, error: ServiceError | { kind: 'internal'; code: string }): void {
    const { account, stores, clock, random } = this.#ports;
    if (error.kind === 'aborted') return;
    if (error.kind === 'internal') {
      const wait = backOff.base + fullJitter(save.attempts, random, backOff);
      return stores.outbox.again(
        save.id,
        clock.now() + wait,
        writeProblem(internalTrouble(save.name, error.code)),
      );
    }
    const ofAccount = error.operation !== 'documents.putContent' && account.failed(error);
    const wait =
      ofAccount || error.kind === 'upload-expired' ? 0 : 250 + fullJitter(save.attempts, random, backOff);
    const { why, next } = describe(error);
    const what = `“${save.name}” is waiting to be filed`;
    const problem = { code: 'waiting-for-service', what, why, next } as const;
    stores.outbox.again(save.id, wait === 0 ? null : clock.now() + wait, writeProblem(problem));
  }
}

/** True when no byte of the content can have been taken. */
function certainlyNotSent(error: ServiceError): boolean {
  switch (error.kind) {
    case 'upload-expired':
    case 'content-unreadable':
    case 'forbidden':
    case 'too-large':
    case 'rejected':
    case 'not-found':
    case 'unauthorized':
    case 'rate-limited':
    case 'invalid-request':
      return true;
    case 'offline':
      return ['no-such-host', 'refused', 'unreachable', 'not-trusted'].includes(error.why);
    default:
      return false;
  }
}

const internal = (failure: unknown) =>
  ({
    kind: 'internal',
    code: failure instanceof Error && 'code' in failure ? String(failure.code) : 'UNKNOWN',
  }) as const;

const internalTrouble = (name: string, code: string): SaveProblem => ({
  code: 'waiting-for-service',
  what: `“${name}” is waiting to be filed`,
  why: `This computer could not go on with it (${code}).`,
  next: 'Matterline tries again by itself. Check that the disk is not full.',
});

const vaultDamaged: SaveProblem = {
  code: 'vault-damaged',
  what: 'The kept copy of this save is missing or damaged',
  why: 'Its file in the program’s own folder is not as it was written.',
  next: 'Save the document again; the file in the matter folder is not touched.',
};

const sendingAgain: SaveProblem = {
  code: 'waiting-for-service',
  what: 'Sending was interrupted',
  why: 'The service does not show this version.',
  next: 'It is being sent again.',
};

const noNewDocuments = (name: string): SaveProblem => ({
  code: 'no-new-documents',
  what: `“${name}” could not be filed as a new document`,
  why: 'This service takes no new documents this way.',
  next: 'Add the document in the service once, then save it here again; this save is kept.',
});

const refused = (name: string, error: ServiceError): SaveProblem => {
  const { why, next } = describe(error);
  return { code: 'refused', what: `“${name}” was not filed`, why, next: `${next} This save is kept.` };
};

const newerVersion = (name: string, who: string | null, when: string | null): SaveProblem => ({
  code: 'newer-version',
  what: `${who ?? 'Somebody'} filed a newer version of “${name}”`,
  why: `It was filed${when === null ? '' : ` on ${when}`} and is not part of your copy.`,
  next: 'Choose: file yours on top, file it as a separate document, or keep it unfiled. Both are kept.',
});
