import { join, posix } from 'node:path';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import { leadsElsewhere } from '../../platform/lineage.ts';
import type { LocalStorageErrors } from '../../platform/local-storage-errors.ts';
import type { EngineClient } from '../../service/client.ts';
import type { FolderPut } from '../../service/document-folders.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { Offered } from '../capabilities/offered.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import type { Poller } from '../history/poller.ts';
import { changeFolder } from './change-folder.ts';
import {
  agreedSinceTold,
  changeOf,
  type Differing,
  differingFolders,
  isFollowed,
  isTold,
  placeOf,
} from './differing-folders.ts';
import { folderAsItIs } from './folder-as-it-is.ts';
import type { FolderMaker } from './folder-maker.ts';
import { writeWhy } from './folder-words.ts';
import { listFolder } from './list-folder.ts';
import { isMatterPaused } from './matter-paused.ts';
import { hasWhatWasTold, whatToDo } from './what-to-do.ts';

interface Ports {
  readonly client: Pick<EngineClient, 'beyondSpec' | 'matters'>;
  readonly account: Pick<Account, 'isReady' | 'ready' | 'failed'>;
  readonly files: Files;
  readonly stores: Stores;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly reader: Pick<HistoryReader, 'read'>;
  readonly poller: Pick<Poller, 'expect'>;
  readonly foldersOffered: Pick<Offered, 'state' | 'mayBe' | 'showed' | 'denied'>;
  readonly folderMaker: Pick<FolderMaker, 'ensure'>;
  readonly localStorageErrors: Pick<LocalStorageErrors, 'untilDone'>;
  /** Makes and renames directories as the service has its folders. */
  readonly mirror: (matterId: MatterId) => Promise<void>;
  readonly onChange: (matterId: MatterId) => void;
}

/** What the custody log says of it. */
function eventOf(matterId: MatterId, { own, here }: Differing, change: Partial<FolderPut>) {
  const moved = change.name === undefined ? 'move' : 'rename-and-move';
  const detail = change.parentFolderId === undefined ? 'rename' : moved;
  return { matterId, relatedId: own.folderId, name: here.name, path: own.path, detail } as const;
}

/** Milliseconds until the service is told again what it accepted and history does not show, and how often it accepts that at most. */
const shownWithin = 60_000;
const mostTries = 3;

/**
 * Folders that the person renames or moves here are so in the service, and the other way round, where the service has operations for it
 * (beyond the spec: Folders). What both had when they last agreed tells whose change it is.
 */
export class FolderRenames {
  readonly #ports: Ports;
  readonly #stop = new AbortController();
  readonly #running = new Map<MatterId, Promise<void>>();
  readonly #again = new Map<MatterId, Timer>();
  /** When the service accepted what it was told of a folder, by a clock that nobody sets. */
  readonly #acceptedAt = new Map<FolderId, number>();
  /** What was looked at last: what is known here and there has not changed while these are the same. */
  readonly #looked = new Map<MatterId, { readonly mapped: readonly LocalFolder[]; readonly seq: number }>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#again.values()) timer.cancel();
    await Promise.all(this.#running.values());
  }

  /** What is known of the matter's folders, here or there, may have changed. */
  wake(matterId: MatterId): void {
    const { stores, localStorageErrors } = this.#ports;
    if (this.#stop.signal.aborted) return;
    const now = { mapped: stores.links.folders(matterId), seq: stores.history.newestSeqOf(matterId) };
    const last = this.#looked.get(matterId);
    if (last?.mapped === now.mapped && last.seq === now.seq) return;
    this.#looked.set(matterId, now);
    const run = (this.#running.get(matterId) ?? Promise.resolve())
      .then(() => localStorageErrors.untilDone(() => this.#look(matterId)))
      .catch(() => undefined)
      .finally(() => {
        if (this.#running.get(matterId) === run) this.#running.delete(matterId);
      });
    this.#running.set(matterId, run);
  }

  /** The person wants what was refused of a folder told again, or what waited may be told now. */
  retry(matterId: MatterId): void {
    this.#looked.delete(matterId);
    this.wake(matterId);
  }

  #later(matterId: MatterId): void {
    this.#again.get(matterId)?.cancel();
    if (this.#stop.signal.aborted) return;
    this.#again.set(
      matterId,
      this.#ports.clock.timer(shownWithin, () => this.retry(matterId)),
    );
  }

  async #look(matterId: MatterId): Promise<void> {
    const { stores, foldersOffered, mirror } = this.#ports;
    if (this.#stop.signal.aborted || !stores.links.of(matterId)) return;
    // What changes while nobody compares is nobody's to tell.
    if (!foldersOffered.mayBe) return stores.foldersAgreed.forgetMatter(matterId);
    const differing = differingFolders(stores, matterId);
    const isAsked = foldersOffered.state === 'unknown' && differing.some(({ todo }) => isFollowed(todo));
    if (isAsked) await listFolder(this.#ports, matterId, null, this.#stop.signal);
    if (isAsked && foldersOffered.state === 'unknown') this.#later(matterId);
    const awaited = differing.filter((one) => isFollowed(one.todo) && this.#isAwaited(matterId, one));
    if (awaited.length > 0) this.#later(matterId);
    const followed = differing.filter((one) => !awaited.includes(one) && this.#follow(matterId, one));
    if (followed.length > 0) await mirror(matterId);
    for (const { own } of differing.filter(({ todo }) => isTold(todo))) {
      if (this.#stop.signal.aborted) return;
      // Much may have become known while the others were told.
      const one = this.#toTell(matterId, own.folderId);
      if (one) await this.#tell(matterId, one);
    }
  }

  #toTell(matterId: MatterId, folderId: FolderId): Differing | undefined {
    const differing = differingFolders(this.#ports.stores, matterId);
    return differing.find(({ own, todo }) => own.folderId === folderId && isTold(todo));
  }

  /** History does not show yet what the service accepted lately: what it shows may be what the folder was called before. */
  #isAwaited(matterId: MatterId, { own: { folderId }, folder }: Differing): boolean {
    const last = this.#ports.stores.foldersAgreed.told(matterId, folderId);
    if (!last?.told || !this.#isAcceptedLately(folderId)) return false;
    return !hasWhatWasTold(JSON.parse(last.told), { name: folder.name, parent: folder.parentId });
  }

  /** Its directory is to be as the service has it, once nothing in it is open. True when anything is to be done. */
  #follow(matterId: MatterId, { own, folder, before, todo }: Differing): boolean {
    const { stores, foldersOffered } = this.#ports;
    if (foldersOffered.state !== 'offered') return false;
    const renames = todo.name === 'follow' && (own.namedFor === null || own.namedFor === folder.name);
    stores.together(() => {
      if (renames) stores.links.putFolder(matterId, { ...own, namedFor: before.there.name });
      if (todo.place === 'follow') stores.foldersAgreed.putFollows(matterId, own.folderId, true);
    });
    return renames || todo.place === 'follow';
  }

  /**
   * What is to be told of a folder by what its history says by now, where that was told before: somebody may have changed it since.
   * @returns undefined where nothing is, or history cannot be read now
   */
  async #stillToTell(matterId: MatterId, differing: Differing): Promise<Differing | undefined> {
    const { stores, reader } = this.#ports;
    const { folderId } = differing.own;
    const change = changeOf(differing);
    const told = JSON.stringify(change);
    const isSame = stores.foldersAgreed.told(matterId, folderId)?.told === told;
    if (!isSame || this.#isSaid(matterId, folderId, told) || this.#isAcceptedLately(folderId))
      return differing;
    const { signal } = this.#stop;
    for (const parent of new Set([differing.folder.parentId, change.parentFolderId ?? null])) {
      const read = await reader.read(matterId, parent, { priority: 'announce', signal, anew: true });
      // One that this person may not read, or that is gone, keeps nothing from being told.
      if (!read.ok && retryable(read.error) !== 'never') return undefined;
    }
    return this.#toTell(matterId, folderId);
  }

  async #tell(matterId: MatterId, known: Differing): Promise<void> {
    const { account, stores, commits, clock, poller, folderMaker } = this.#ports;
    const { signal } = this.#stop;
    if (!account.isReady) return void account.ready(signal).then(() => this.retry(matterId));
    const differing = isMatterPaused(stores, matterId) ? undefined : await this.#stillToTell(matterId, known);
    if (!differing) return this.#later(matterId);
    const { own, folder, here, before, todo } = differing;
    if (!(await this.#isThere(matterId, own))) return this.#later(matterId);
    if (todo.place === 'tell' && here.parent === 'outside') {
      // The directory that it was moved into is to be a folder first; that it is one then is looked at anew.
      await folderMaker.ensure(matterId, posix.dirname(own.path), signal);
      return this.#later(matterId);
    }
    if (this.#isSaid(matterId, own.folderId, JSON.stringify(changeOf(differing)))) return;
    const asked = await folderAsItIs(this.#ports, matterId, own.folderId, folder.parentId, signal);
    if (!asked.ok) return this.#failed(matterId, differing, changeOf(differing), asked.error);
    if (asked.value === 'not-offered') return this.#later(matterId);
    const there = asked.value === 'not-found' ? null : asked.value;
    const agreed = there && agreedSinceTold(stores, before, there);
    const now = there && whatToDo(agreed ?? before, { here, there }, own.namedFor);
    const change = changeOf({
      here,
      todo: {
        name: now?.name === 'tell' ? todo.name : 'none',
        place: now?.place === 'tell' ? todo.place : 'none',
      },
    });
    const parents = new Set([folder.parentId, placeOf(there ?? here)]);
    if (!there || (change.name === undefined && change.parentFolderId === undefined)) {
      // History tells soon what a colleague did with it.
      for (const parent of parents) poller.expect(matterId, parent);
      return this.#later(matterId);
    }
    const told = JSON.stringify(change);
    if (this.#isSaid(matterId, own.folderId, told)) return;
    const last = stores.foldersAgreed.told(matterId, own.folderId);
    const isSame = last?.told === told;
    if (isSame && this.#isAcceptedLately(own.folderId)) return this.#later(matterId);
    const tries = isSame ? last.tries : 0;
    const seq = isSame ? last.seq : stores.history.newestSeqOf(matterId);
    const said = { told, at: Math.ceil(clock.now()), seq, tries, refused: null };
    const mayLeave = () => !isMatterPaused(stores, matterId);
    const isNoted = await commits.run(() => {
      if (!mayLeave()) return false;
      // The service has what it was told before, whenever its history shows that: nobody else said it.
      if (!isSame && agreed) stores.foldersAgreed.putPart({ ...before, ...agreed }, null);
      stores.foldersAgreed.putTold(matterId, own.folderId, said);
      stores.custody.folder({ kind: 'folder-told', ...eventOf(matterId, differing, change) });
      return true;
    });
    if (!isNoted) return this.#later(matterId);
    const whole = { name: there.name, parentFolderId: placeOf(there), ...change };
    const error = await changeFolder(
      this.#ports,
      matterId,
      own.folderId,
      { change, whole },
      { signal, onLeaving: mayLeave },
    );
    // What did not leave after all is looked for like what was lost on its way.
    if (error === 'not-offered' || (error?.kind === 'aborted' && !mayLeave())) return this.#later(matterId);
    if (error) return this.#failed(matterId, differing, change, error);
    this.#acceptedAt.set(own.folderId, clock.steady());
    stores.foldersAgreed.putTold(matterId, own.folderId, { ...said, tries: tries + 1 });
    for (const parent of parents.add(whole.parentFolderId)) poller.expect(matterId, parent);
    this.#later(matterId);
  }

  #isAcceptedLately(folderId: FolderId): boolean {
    const acceptedAt = this.#acceptedAt.get(folderId) ?? Number.NEGATIVE_INFINITY;
    return this.#ports.clock.steady() - acceptedAt < shownWithin;
  }

  /** It was refused, or accepted often enough. */
  #isSaid(matterId: MatterId, folderId: FolderId, told: string): boolean {
    const last = this.#ports.stores.foldersAgreed.told(matterId, folderId);
    return last?.told === told && (last.refused !== null || last.tries >= mostTries);
  }

  /** A refusal is written down, and told; anything else is tried again: whatever was heard of it, said again it is the same. */
  #failed(matterId: MatterId, differing: Differing, change: Partial<FolderPut>, error: ServiceError): void {
    const { account, stores, clock, onChange } = this.#ports;
    const { folderId } = differing.own;
    if (error.kind === 'aborted') return;
    if (retryable(error) === 'never') {
      const said = { told: JSON.stringify(change), at: Math.ceil(clock.now()), seq: null, tries: 0 };
      stores.together(() => {
        stores.foldersAgreed.putTold(matterId, folderId, { ...said, refused: writeWhy(error) });
        stores.custody.folder({ kind: 'folder-refused', ...eventOf(matterId, differing, change) });
      });
      return onChange(matterId);
    }
    if (account.failed(error)) void account.ready(this.#stop.signal).then(() => this.retry(matterId));
    else this.#later(matterId);
  }

  /** The directory that stands for the folder is where it is known to be. */
  async #isThere(matterId: MatterId, { path, inode }: LocalFolder): Promise<boolean> {
    const { files, stores } = this.#ports;
    const root = stores.links.of(matterId)?.path;
    if (root === undefined || (await leadsElsewhere(files, root, path).catch(() => true))) return false;
    return (await files.facts(join(root, path)).catch(() => null))?.inode === inode;
  }
}
