import { basename, dirname, join, posix } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FileId, MatterId, Refusal } from '../../../../shared/model/index.ts';
import { ownerFiles } from '../../domain/owner-files.ts';
import { notLinked, unlinkedMeanwhile } from '../../domain/refusals.ts';
import { noBase } from '../../domain/version.ts';
import {
  changedMeanwhile,
  copyDamaged,
  folderAway,
  inUse,
  nameTaken,
  notAsItWas,
  notKept,
  notRead,
  notWritten,
} from '../../platform/file-refusals.ts';
import { type FileFacts, type Files, failureCode, makeBelow, sameFile } from '../../platform/files.ts';
import { comparable } from '../../store/comparable.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import { fileKept, registerCapture } from '../capture/register.ts';
import { takenNames } from '../capture/taken-names.ts';
import { checkFolder, isUnplugged } from '../folders/folder-health.ts';
import { directoryNow } from '../folders/renamed-directory.ts';
import { type Journal, moveJournaled, type StagingFiles } from '../folders/staging-files.ts';
import { type ReplacedFiles, secondNameOf } from '../replaced-files/replaced-files.ts';
import { whileCopied } from '../settling/debounce.ts';
import { untilStill } from '../settling/still.ts';
import { versionsSince } from '../upload/in-history.ts';
import type { Captured, Vault } from '../vault/vault.ts';
import { movedFromElsewhere } from '../watch/gone.ts';
import { whenSaved } from '../watch/when-saved.ts';

/** Milliseconds that somebody may go on writing before the person is told to try again. */
const longestUnrest = 15_000;

export interface RestorerPorts {
  readonly files: Files;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly commits: GroupCommit;
  /** Those of the watch: what it read before and has not registered yet comes first. */
  readonly turns: CaptureTurns;
  readonly clock: Clock;
  readonly stagingFiles: Pick<StagingFiles, 'begins' | 'ends'> & Journal;
  readonly replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'>;
  readonly uniqueName: () => string;
  readonly newFileId: () => FileId;
  readonly onChange: (matterId: MatterId) => void;
}

/** `same` when what stands there has the version's content already; `to-file` when that was kept unfiled and is filed now. */
type Restored = 'restored' | 'same' | 'to-file';

/** Bytes that the vault has of a document; without an id, those that were had from the service. */
export type KeptVersion = Pick<Save, 'matterId' | 'fileId' | 'sha256' | 'path' | 'name' | 'capturedAt'> & {
  readonly id: number | null;
};

/** Where a version goes back to. */
interface Place {
  readonly matterId: MatterId;
  readonly root: string;
  /** Below the root, with '/' between names. */
  readonly below: string;
  readonly path: string;
  readonly name: string;
}

/**
 * Puts an earlier version back into the matter folder, where it is captured and filed like every save. What stands
 * there is captured first, and replaced only if it is still exactly that.
 */
export class Restorer {
  readonly #ports: RestorerPorts;
  /** Staging files that are about to get a document's name, each with its matter. */
  readonly #putting = new Map<string, MatterId>();

  constructor(ports: RestorerPorts) {
    this.#ports = ports;
  }

  /** A version is being put into the matter's folder just now, and the custody log is told of it after. */
  isPutting(matterId: MatterId): boolean {
    return [...this.#putting.values()].includes(matterId);
  }

  /** A version that this computer keeps. */
  async save(matterId: MatterId, fileId: FileId, versionId: string): Promise<Result<KeptVersion, Refusal>> {
    const { stores, vault } = this.#ports;
    const removed = stores.removedContents
      .ofDocument(matterId, fileId)
      .find(({ sha256 }) => versionId === `removed:${sha256}`);
    if (removed) {
      const { sha256, path, removedAt: capturedAt } = removed;
      const kept = { id: null, matterId, fileId, sha256, path, name: posix.basename(path), capturedAt };
      return (await vault.has(sha256)) ? ok(kept) : err(notKept);
    }
    const save = stores.saves.get(Number(/^save:(\d+)$/.exec(versionId)?.[1] ?? Number.NaN));
    if (save?.kind !== 'content' || save.matterId !== matterId || save.fileId !== fileId) return err(notKept);
    return (await vault.has(save.sha256)) ? ok(save) : err(notKept);
  }

  /** @param asItIs only what stands there with this content is filed, and nothing put in its place */
  async restore(
    matterId: MatterId,
    fileId: FileId,
    versionId: string,
    asItIs = false,
  ): Promise<Result<Restored, Refusal>> {
    const { files, stores } = this.#ports;
    const link = stores.links.of(matterId);
    if (!link) return err(notLinked);
    const save = await this.save(matterId, fileId, versionId);
    if (!save.ok) return save;
    const lastKnown = () => stores.links.fileOfDocument(matterId, fileId);
    if (!this.#isUnderOwnName(lastKnown())) return err(nameTaken(save.value.name));
    // Where nothing is known of its file, only its saves tell; the newest may have renamed or moved it.
    const lastPath = lastKnown()?.path ?? stores.saves.lastPathOf(matterId, fileId) ?? save.value.path;
    try {
      if (!(await this.#isTheFolder(matterId, link.path))) return err(folderAway);
      const away = { files, links: stores.links };
      if (await isUnplugged(away, link, posix.dirname(lastPath))) return err(folderAway);
      const directory = await directoryNow({ files, stores }, link, posix.dirname(lastPath));
      const known = lastKnown();
      const below = known?.path ?? posix.join(directory, basename(lastPath));
      const place = {
        matterId,
        root: link.path,
        below,
        path: join(link.path, below),
        name: basename(below),
      };
      const there = await files.facts(place.path);
      const now = stores.links.fileOfDocument(matterId, fileId);
      // Found renamed, removed or back while the disk was asked: it is restored where it is now.
      const isAsKnown = now?.path === known?.path && now?.removed === known?.removed;
      if (!isAsKnown) return await this.restore(matterId, fileId, versionId, asItIs);
      if (there && (!known || there.kind !== 'file')) return err(nameTaken(place.name));
      if (there) return await this.#over(place, save.value, asItIs);
      if (asItIs) return err(notAsItWas(place.name));
      // A document that has just been renamed and is not known under its new name yet is found again by its old one.
      const isOthers = !known && stores.links.file(matterId, below)?.removed === false;
      if (isOthers) return err(nameTaken(place.name));
      if (!known) this.#putRemoved(place, save.value);
      // However long ago it was removed: what appears there is this document.
      else if (known.removed) this.#removedNow({ ...known, removed: false });
      return await this.#anew(place, save.value);
    } catch (failure) {
      return err(notWritten(basename(lastPath), failureCode(failure)));
    }
  }

  /**
   * False for a removed document whose name another one has by now. One that is remembered where that other one was before is
   * under its own name again once that is free.
   */
  #isUnderOwnName(file: LocalFile | undefined): boolean {
    if (!file?.removed) return true;
    const { links, saves } = this.#ports.stores;
    const own = basename(saves.lastPathOf(file.matterId, file.fileId) ?? file.path);
    if (comparable(own) === comparable(basename(file.path))) return true;
    const path = posix.join(posix.dirname(file.path), own);
    if (links.file(file.matterId, path)) return false;
    links.forgetFile(file.matterId, file.path);
    this.#removedNow({ ...file, path, removed: false });
    return true;
  }

  /** In the place of what is there, which is captured first. */
  async #over(place: Place, save: KeptVersion, asItIs: boolean): Promise<Result<Restored, Refusal>> {
    // Never through a link in the place of a directory.
    await makeBelow(this.#ports.files, place.root, posix.dirname(place.below));
    if (await this.#isInUse(place)) return err(inUse(place.name));
    const captured = await this.#captureCurrent(place);
    if (!captured.ok) return captured;
    if (captured.value.sha256 === save.sha256) return ok(await this.#sameContent(place));
    if (asItIs) return err(notAsItWas(place.name));
    return this.#fromVault(place, save, async (restored) => {
      if (await this.#isInUse(place)) return err(inUse(place.name));
      if (!(await this.#isTheFolder(place.matterId, place.root))) return err(folderAway);
      if (!this.#isLinked(place)) return err(unlinkedMeanwhile(place.name));
      return (await this.#replace(place, save.fileId, restored, captured.value))
        ? ok('restored')
        : err(changedMeanwhile(place.name));
    });
  }

  async #sameContent({ matterId, below }: Place): Promise<Restored> {
    const { stores, commits, clock, onChange } = this.#ports;
    const isFiling = await commits.run(() => fileKept(stores, matterId, below, clock.now()));
    if (isFiling) onChange(matterId);
    return isFiling ? 'to-file' : 'same';
  }

  /** What is replaced keeps a second name: a program that has it open without a sign of it goes on writing there. */
  async #replace(
    { matterId, below, path }: Place,
    fileId: FileId,
    restored: string,
    { sha256, facts }: Captured,
  ): Promise<boolean> {
    const { files, replacedFiles, uniqueName } = this.#ports;
    const keptAs = secondNameOf(path, uniqueName());
    replacedFiles.begins({ keptAs, stoodAt: path, matterId, fileId, path: below, sha256, putFrom: restored });
    try {
      return await files.replaceExact(restored, path, facts, keptAs);
    } finally {
      replacedFiles.ended(keptAs);
    }
  }

  /** Where nothing is: the document was removed here. */
  async #anew(place: Place, save: KeptVersion): Promise<Result<Restored, Refusal>> {
    const { files, stores } = this.#ports;
    // What the program that knows another document by this name saves would be a version of this one.
    const openAs = stores.formerNames.at(place.matterId, place.below);
    if (openAs !== undefined && openAs !== save.fileId) return err(nameTaken(place.name));
    await makeBelow(files, place.root, posix.dirname(place.below));
    return this.#fromVault(place, save, async (restored) => {
      if (!(await this.#isTheFolder(place.matterId, place.root))) return err(folderAway);
      if (!this.#isLinked(place)) return err(unlinkedMeanwhile(place.name));
      try {
        await moveJournaled(files, this.#ports.stagingFiles, restored, place.path);
        return ok('restored');
      } catch (failure) {
        if (failureCode(failure) !== 'EEXIST') throw failure;
        return err(nameTaken(place.name));
      }
    });
  }

  /** False when the matter's folder is away, or another one stands in its place: what is in that is not this matter's. */
  async #isTheFolder(matterId: MatterId, path: string): Promise<boolean> {
    const { files, stores } = this.#ports;
    const { inode } = await checkFolder({ files, links: stores.links }, { matterId, path });
    return inode !== null;
  }

  /** False when the matter was unlinked from the folder meanwhile: it may belong to another matter by now. */
  #isLinked({ matterId, root }: Place): boolean {
    return this.#ports.stores.links.of(matterId)?.path === root;
  }

  /** Writes the version beside its place, safe on disk, lets `put` move it there, and makes its name safe. */
  async #fromVault(
    place: Place,
    save: KeptVersion,
    put: (restored: string) => Promise<Result<Restored, Refusal>>,
  ): Promise<Result<Restored, Refusal>> {
    const { files, stores, vault, stagingFiles, uniqueName, clock } = this.#ports;
    const restored = join(dirname(place.path), `.matterline-${uniqueName()}`);
    stagingFiles.begins(restored);
    try {
      await files.writeNew(restored, vault.read(save.sha256));
      // What came by mail stays marked as that.
      await files.copyOriginMark(place.path, restored);
      await files.sync(restored);
      // After a power cut, that it is there tells that it took nothing's place.
      await files.sync(dirname(restored));
      const atPlace = stores.links.file(place.matterId, place.below);
      if (atPlace?.fileId !== save.fileId) return err(changedMeanwhile(place.name));
      const inode = (await files.facts(restored))?.inode;
      if (inode === undefined) return err(changedMeanwhile(place.name));
      const { matterId, below } = place;
      this.#putting.set(restored, matterId);
      stores.restoredFiles.begins({ inode, matterId, fileId: save.fileId, saveId: save.id }, clock.now());
      const done = await put(restored);
      if (done.ok) {
        // It stands there, whatever is not known of a power cut.
        await files.sync(dirname(place.path)).catch(() => undefined);
        stores.restoredFiles.tell(inode, below);
      } else stores.restoredFiles.ends(inode);
      return done;
    } catch (failure) {
      if (failureCode(failure) === 'DAMAGED') return err(copyDamaged(place.name));
      throw failure;
    } finally {
      this.#putting.delete(restored);
      await stagingFiles.ends(restored);
    }
  }

  /** In the vault and in the outbox, on disk, before anything is overwritten. */
  async #captureCurrent(place: Place): Promise<Result<Captured, Refusal>> {
    const still = await this.#stillAt(place);
    if (still === null) return err(changedMeanwhile(place.name));
    return this.#ports.turns.run(place.path, () => this.#captureAs(still, place));
  }

  async #captureAs(still: FileFacts, place: Place): Promise<Result<Captured, Refusal>> {
    const { vault, commits, stores, newFileId, clock, onChange } = this.#ports;
    const quiet = whileCopied(still.size);
    const captured = await vault.capture(place.path, still, quiet > 0 ? clock.sleep(quiet) : undefined);
    if (!captured.ok) {
      switch (captured.error.kind) {
        case 'gone':
        case 'changing':
          return err(changedMeanwhile(place.name));
        case 'unreadable':
          return err(notRead(place.name, captured.error.code));
        case 'vault-failed':
          return err(notWritten(place.name, captured.error.code));
      }
    }
    if (await this.#mayBeAnothers(place, captured.value.facts)) return err(changedMeanwhile(place.name));
    if (!(await this.#isTheFolder(place.matterId, place.root))) return err(folderAway);
    const { matterId, below: path } = place;
    const isShared = await this.#ports.files.isShared(place.root).catch(() => true);
    const isRegistered = await commits.run(() => {
      if (!this.#isLinked(place)) return false;
      const known = stores.links.file(matterId, path);
      const now = clock.now();
      const noticed = { first: now, last: now, unchangedUntil: null };
      const { facts } = captured.value;
      if (!stores.contents.get(captured.value.sha256)) throw new Error('the content is not kept');
      registerCapture(stores, {
        matterId,
        path,
        captured: captured.value,
        gone: [],
        newFileId,
        who: stores.whoWasHere.during(() =>
          whenSaved(stores, matterId, { facts, known, noticed, isShared, now }),
        ),
        now,
      });
      return true;
    });
    if (!isRegistered) return err(unlinkedMeanwhile(place.name));
    onChange(matterId);
    return captured;
  }

  /** What the watch has to decide first: it may be a file of another matter, or of another document. */
  async #mayBeAnothers({ matterId, root, below }: Place, { inode }: FileFacts): Promise<boolean> {
    const { clock, stores } = this.#ports;
    const known = stores.links.file(matterId, below);
    if (!known || known.removed) return true;
    if (known.inode === inode) return false;
    const found = { path: below, inode, now: clock.now() };
    const taken = await takenNames(this.#ports, { matterId, path: root }, found);
    return taken.length > 0 || (await movedFromElsewhere(this.#ports, matterId, inode)) !== undefined;
  }

  /** The file once nobody writes to it, as before every capture; null when somebody goes on. */
  async #stillAt(place: Place): Promise<FileFacts | null> {
    const { files, stores, clock } = this.#ports;
    const known = stores.links.file(place.matterId, place.below);
    const now = await files.facts(place.path);
    // It was still when it was captured as it is.
    if (now?.kind === 'file' && known && !known.removed && sameFile(known, now)) return now;
    const still = await untilStill({ files, clock }, place.path, longestUnrest);
    return still === 'restless' || still?.kind !== 'file' ? null : still;
  }

  /** A program put its owner file beside it, or the system knows of one that may write into it. */
  async #isInUse(place: Place): Promise<boolean> {
    const { files, stores } = this.#ports;
    const { matterId, root, below } = place;
    const fileId = stores.links.file(matterId, below)?.fileId;
    const formerly = stores.formerNames.of(matterId).filter((one) => one.fileId === fileId);
    for (const path of [place.path, ...formerly.map((one) => join(root, one.path))]) {
      const names = await files.list(dirname(path));
      if (ownerFiles(basename(path)).some((owner) => names.includes(owner))) return true;
    }
    return files.isOpen(place.path, 'to-write');
  }

  /**
   * The document as it would be known if it had been removed from this folder just now: what appears there is this one,
   * not a new one of its name, and is filed unless it is the newest that was saved here.
   */
  #putRemoved({ matterId, below: path }: Place, { fileId }: KeptVersion): void {
    const { stores } = this.#ports;
    const saves = stores.saves.versionsOf(matterId, fileId);
    const newest = saves.at(-1);
    const filed = stores.saves.entriesFiledHere(matterId, fileId);
    const included = versionsSince(stores, { matterId, fileId }, 0).filter(({ entryId }) =>
      filed.has(entryId),
    );
    const facts = {
      modified: '',
      changed: '',
      inode: '',
      size: newest?.size ?? 0,
      sha256: newest?.sha256 ?? '',
    };
    const last = included.at(-1);
    const base = last ? { entryId: last.entryId, upTo: last.seq } : noBase;
    this.#removedNow({ matterId, path, fileId, ...facts, base, removed: false });
  }

  #removedNow(file: LocalFile): void {
    const { stores, clock } = this.#ports;
    stores.database.transaction(() => {
      stores.links.putFile(file);
      stores.links.markRemoved(file.matterId, file.path, clock.now());
    })();
  }
}
