import { join } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { safeName } from '../../domain/safe-name.ts';
import { composed } from '../../domain/shown-name.ts';
import type { Files } from '../../platform/files.ts';
import { leadsElsewhere } from '../../platform/lineage.ts';
import type { EngineClient } from '../../service/client.ts';
import type { ListedFolder } from '../../service/document-folders.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import { isSameId } from '../../service/tolerant.ts';
import { untilThere } from '../../service/until-there.ts';
import { comparable } from '../../store/comparable.ts';
import type { FolderToMake } from '../../store/folders-to-make.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { Stores } from '../../store/stores.ts';
import { saysNoOperation } from '../capabilities/no-operation.ts';
import type { Offered } from '../capabilities/offered.ts';
import { asShown, isNowAsShown } from '../folders/as-shown.ts';
import { placesIn } from '../folders/folders-there.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import { writeWhy } from './folder-words.ts';
import { listFolder } from './list-folder.ts';
import { isMatterPaused } from './matter-paused.ts';

interface Ports {
  readonly client: Pick<EngineClient, 'beyondSpec' | 'matters'>;
  readonly files: Files;
  readonly stores: Stores;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly random: () => number;
  readonly reader: Pick<HistoryReader, 'read'>;
  readonly foldersOffered: Pick<Offered, 'state' | 'mayBe' | 'showed' | 'denied'>;
}

/** Whether documents in a directory may be announced now: `later` while the service is still making its folder. */
export type FolderReady = 'ready' | 'later';

/** A directory here, and the folder of the service that it is to be in. */
interface Directory {
  readonly matterId: MatterId;
  /** Of the matter folder. */
  readonly root: string;
  /** Below it. */
  readonly path: string;
  readonly parentId: FolderId | null;
  readonly name: string;
}

/** Milliseconds in which an accepted folder is there (spec: What the service does 2), and that are waited for it at a time. */
const thereWithin = 30_000;
const waitedFor = 5_000;
/** Milliseconds after which documents are filed without a folder that cannot be made, and until it is tried again. */
const triedFor = 2 * 60_000;
const triedAgain = 5 * 60_000;

/**
 * Makes folders of the service of directories here, where it has operations for that (beyond the spec: Folders), before documents in them
 * are announced. One of its name that is there is taken for it. What cannot be made keeps no document: that is filed into the
 * nearest folder.
 */
export class FolderMaker {
  readonly #ports: Ports;
  readonly #turns = new Map<MatterId, Promise<unknown>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @param directory below the matter folder, with '/' between names */
  ensure(
    matterId: MatterId,
    directory: string,
    signal: AbortSignal,
  ): Promise<Result<FolderReady, ServiceError>> {
    const run = (this.#turns.get(matterId) ?? Promise.resolve()).then(() =>
      this.#ensure(matterId, directory, signal),
    );
    this.#turns.set(
      matterId,
      run.catch(() => undefined),
    );
    return run;
  }

  async #ensure(
    matterId: MatterId,
    directory: string,
    signal: AbortSignal,
  ): Promise<Result<FolderReady, ServiceError>> {
    const { stores, clock, foldersOffered } = this.#ports;
    for (;;) {
      const wanted = foldersOffered.mayBe ? this.#firstMissing(matterId, directory) : null;
      if (!wanted || signal.aborted || !(await this.#isDirectory(wanted))) return ok('ready');
      const before = stores.foldersToMake.get(matterId, wanted.path);
      const rest = (before?.nextTryAt ?? 0) - clock.now();
      // A longer rest than that means that the clock was set back: it is over.
      if (before && (before.refused !== null || (rest > 0 && rest <= triedAgain))) return ok('ready');
      const made = await this.#make(wanted, before, signal);
      if (made === 'made') continue;
      if (made === 'not-offered') return ok('ready');
      const since = before?.since ?? clock.now();
      if (signal.aborted || Math.abs(clock.now() - since) < triedFor)
        return typeof made === 'object' ? { ok: false, error: made } : ok('later');
      const row = stores.foldersToMake.get(matterId, wanted.path) ?? this.#row(wanted, before);
      const nextTryAt = Math.ceil(clock.now() + triedAgain);
      stores.foldersToMake.put({ ...row, since: nextTryAt, nextTryAt });
      return ok('ready');
    }
  }

  /** The first directory on the way to this one that stands for no folder; null when all do. */
  #firstMissing(matterId: MatterId, directory: string): Directory | null {
    const { stores } = this.#ports;
    const link = stores.links.of(matterId);
    const { folderId: parentId, rest } = placesIn(stores, matterId)(directory);
    if (!link || rest === '') return null;
    const [name = '', ...others] = rest.split('/');
    const path = directory
      .split('/')
      .slice(0, -others.length || undefined)
      .join('/');
    return { matterId, root: link.path, path, parentId, name: composed(name) };
  }

  async #isDirectory({ root, path }: Directory): Promise<boolean> {
    const { files } = this.#ports;
    if (await leadsElsewhere(files, root, path).catch(() => true)) return false;
    return (await files.facts(join(root, path)).catch(() => null))?.kind === 'directory';
  }

  async #make(
    wanted: Directory,
    before: FolderToMake | undefined,
    signal: AbortSignal,
  ): Promise<'made' | 'not-offered' | 'later' | ServiceError> {
    const { client, stores, commits, clock } = this.#ports;
    const { matterId, parentId, name } = wanted;
    const listed = await listFolder(this.#ports, matterId, parentId, signal);
    if (!listed.ok) return this.#failed(wanted, before, listed.error);
    if (listed.value === null) return 'not-offered';
    const there = listed.value.find((one) => this.#isIt(wanted, one));
    if (there) return this.#isMade(wanted, there.id, 'adopted', signal);
    const postedAt = before?.postedAt ?? null;
    // What an answer that was lost accepted may not be listed yet.
    if (postedAt !== null && Math.abs(clock.now() - postedAt) < thereWithin) return 'later';
    const row = { ...this.#row(wanted, before), postedAt: Math.ceil(clock.now()) };
    const mayLeave = () => !isMatterPaused(stores, matterId);
    const isNoted = await commits.run(() => {
      if (mayLeave()) stores.foldersToMake.put(row);
      return mayLeave();
    });
    if (!isNoted) return 'later';
    const posted = await client.beyondSpec.createFolder(
      matterId,
      { name, parentFolderId: parentId },
      { priority: 'announce', signal, onLeaving: mayLeave },
    );
    // What did not leave after all is looked for like what was lost on its way.
    if (!posted.ok && posted.error.kind === 'aborted' && !mayLeave()) return 'later';
    if (!posted.ok) return this.#failed(wanted, row, posted.error);
    const id = (posted.value.id ?? posted.value.href?.split('/').at(-1) ?? null) as FolderId | null;
    return id ? this.#isMade(wanted, id, null, signal) : 'later';
  }

  /** A folder of this name that no other directory here stands for. */
  #isIt({ matterId, path, name }: Directory, there: ListedFolder): boolean {
    const { links, documents } = this.#ports.stores;
    const isThere = ![...documents.deletedFolders(matterId)].some((id) => isSameId(id, there.id));
    const isFree = links
      .folders(matterId)
      .every((one) => !isSameId(one.folderId, there.id) || one.path === path);
    return (
      isThere && isFree && comparable(safeName(there.name, 'Folder')) === comparable(safeName(name, 'Folder'))
    );
  }

  /** From here on the directory stands for the folder, once that is there. */
  async #isMade(
    wanted: Directory,
    named: FolderId,
    detail: 'adopted' | null,
    signal: AbortSignal,
  ): Promise<'made' | 'later' | ServiceError> {
    const { client, files, stores, commits, clock, random, reader } = this.#ports;
    const { matterId, root, path, parentId, name } = wanted;
    const options = { priority: 'announce', signal } as const;
    const id = asShown(stores, matterId, named);
    const read = () => client.beyondSpec.readFolder(matterId, id, options);
    const there = await untilThere(read, { clock, random, deadline: waitedFor, signal });
    if (!there.ok) return there.error.kind === 'not-there-yet' ? 'later' : there.error;
    const facts = await files.facts(join(root, path)).catch(() => null);
    // Renamed or moved away meanwhile: it is found in its new place, and its folder by its name.
    if (facts?.kind !== 'directory') return 'later';
    const { inode } = facts;
    const isNowOne = await commits.run(() => {
      const isGone = stores.documents.deletedFolders(matterId);
      const own = stores.links.folders(matterId).find((one) => one.path === path || one.folderId === id);
      const stoodForGone = own?.path === path && isGone.has(own.folderId);
      // Another directory has become this folder meanwhile, or this one another folder.
      if (own && !stoodForGone && (own.path !== path || own.folderId !== id)) return false;
      if (stoodForGone) stores.links.forgetFolder(matterId, own.folderId);
      stores.foldersToMake.forget(matterId, path);
      stores.links.putFolder(matterId, { path, folderId: id, inode, namedFor: name });
      stores.custody.folder({ kind: 'folder-made', matterId, relatedId: id, name, path, detail });
      return true;
    });
    if (!isNowOne) return 'later';
    // What keeps it from being read, the poller meets and tells too.
    await reader.read(matterId, parentId, { ...options, anew: true });
    if (!signal.aborted) isNowAsShown(stores, matterId, asShown(stores, matterId, id));
    return 'made';
  }

  /** A refusal is written down, and told; anything else is tried again. */
  #failed(
    wanted: Directory,
    before: FolderToMake | undefined,
    error: ServiceError,
  ): 'not-offered' | ServiceError {
    const { stores, clock } = this.#ports;
    const { matterId, path, name } = wanted;
    if (error.kind !== 'aborted') {
      const isRefused = retryable(error) === 'never';
      const row = this.#row(wanted, before);
      // An operation that is not there is no refusal of this folder, and it may be there later, as may the folder above.
      if (saysNoOperation(error)) {
        const nextTryAt = Math.ceil(clock.now() + triedAgain);
        stores.foldersToMake.put({ ...row, since: nextTryAt, postedAt: null, nextTryAt });
        return 'not-offered';
      }
      const refused = isRefused ? writeWhy(error) : null;
      stores.together(() => {
        stores.foldersToMake.put({ ...row, refused });
        if (refused)
          stores.custody.folder({
            ...{ kind: 'folder-refused', matterId, relatedId: null, name, path, detail: 'make' },
          });
      });
      if (isRefused) return 'not-offered';
    }
    return error;
  }

  #row({ matterId, path }: Directory, before: FolderToMake | undefined): FolderToMake {
    const now = Math.ceil(this.#ports.clock.now());
    const fresh = { matterId, path, since: now, postedAt: null, nextTryAt: null, refused: null };
    return { ...fresh, ...before, refused: null, nextTryAt: null };
  }
}
