import { dirname, join, posix } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { ok, type Result } from '../../../../shared/base/result.ts';
import type { MatterId, Refusal } from '../../../../shared/model/index.ts';
import { numbered } from '../../domain/safe-name.ts';
import { type Base, isNone } from '../../domain/version.ts';
import { type FileFacts, type Files, failureCode } from '../../platform/files.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { IncomingFile } from '../../store/incoming-files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import { isAway } from '../folders/folder-health.ts';
import { type Journal, moveJournaled, type StagingFiles } from '../folders/staging-files.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { isDocumentInUse } from '../open-documents/in-use.ts';
import { type ReplacedFiles, secondNameOf } from '../replaced-files/replaced-files.ts';
import { isSurelyChanged } from '../settling/racy.ts';
import type { Vault } from '../vault/vault.ts';
import { type Asked, knownName, nameOf } from './asked.ts';
import { baseOfFetched } from './base-of-fetched.ts';
import type { Fetcher, FetchOptions, Shelf, ViewCopy } from './fetcher.ts';
import { type DocumentPlace, isPlaceAway, nameHere, placeOf, shownDocument } from './place-of-document.ts';
import { RegisteredFiles } from './registered-files.ts';
import { beginAt, type Unfinished } from './unfinished.ts';
import type { DocumentKey } from './wanted-version.ts';

export interface IntoFolderPorts {
  readonly files: Files;
  readonly stores: Stores;
  readonly vault: Pick<Vault, 'capture'>;
  readonly commits: GroupCommit;
  /** Those of the watch: what it read before and has not registered yet comes first. */
  readonly turns: CaptureTurns;
  readonly clock: Clock;
  readonly fetcher: Pick<Fetcher, 'newest'>;
  readonly stagingFiles: Pick<StagingFiles, 'begins' | 'moved' | 'ends'> & Journal;
  readonly replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'>;
  readonly mirror: (matterId: MatterId) => Promise<void>;
  /** False while it is not known what is in a matter's folder: what is missing may stand there. */
  readonly isCompared: (matterId: MatterId) => boolean;
  /** Reads the history of the folder that a document is in. */
  readonly readHistory: (document: DocumentKey) => Promise<void>;
  readonly markOrigin: (path: string) => Promise<void>;
  readonly uniqueName: () => string;
  readonly onChange: (matterId: MatterId) => void;
}

/** What became of a document that somebody filed a newer version of; `same`: the copy here has that content. */
export type Followed = 'replaced' | 'same' | 'changed-here' | 'open' | 'not-followed';

/** Something that nobody knows yet stands where the document is to stand: it may be it. */
class InTheWay extends Error {}

/** Why the copy here was left as it is, thrown through the fetching. */
class LeftAsItIs extends Error {
  readonly why: Followed;
  constructor(why: Followed) {
    super(why);
    this.why = why;
  }
}

/**
 * Has documents in their place in a matter's folder: whole, checked, put there in one move, and known as what they are, so that
 * they are not taken for saves. Nothing is ever overwritten but what is filed, captured in the instant before, and open nowhere.
 */
export class IntoFolder {
  readonly #ports: IntoFolderPorts;
  readonly #registered: RegisteredFiles;
  /** What is being fetched, by matter and document. */
  readonly #fetching = new Map<string, Promise<Result<ViewCopy | 'later' | null, Refusal>>>();

  constructor(ports: IntoFolderPorts) {
    this.#ports = ports;
    this.#registered = new RegisteredFiles(ports);
  }

  stop(): void {
    this.#registered.stop();
  }

  /** True while nothing of a matter can be put into its folder. */
  async isAway(matterId: MatterId): Promise<boolean> {
    const { files, stores } = this.#ports;
    const link = stores.links.of(matterId);
    return link !== undefined && isAway({ files, links: stores.links }, link);
  }

  /** Resolves once all that was put into folders so far is known. */
  settled(): Promise<void> {
    return this.#registered.settled();
  }

  /**
   * The newest version of a document that is not here; null where it has no place in a folder of this computer. 'later': the folder
   * is away, or what is in it is not known yet and may be it.
   */
  async fetch(
    document: DocumentKey,
    options: FetchOptions,
  ): Promise<Result<ViewCopy | 'later' | null, Refusal>> {
    const key = JSON.stringify([document.matterId, document.fileId]);
    // Somebody else wants it too: whoever came first may have given up.
    for (let other = this.#fetching.get(key); other; other = this.#fetching.get(key)) {
      const got = await other.catch(() => null);
      if (got?.ok && got.value !== null && got.value !== 'later') return got;
    }
    const fetching = this.#fetch(document, options).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #fetch(
    document: DocumentKey,
    options: FetchOptions,
  ): Promise<Result<ViewCopy | 'later' | null, Refusal>> {
    const { stores } = this.#ports;
    const { matterId, fileId } = document;
    const local = stores.links.fileOfDocument(matterId, fileId);
    // What the person removed here comes back by restoring it.
    if (local && (!local.removed || typeof local.removedAt === 'number')) return ok(null);
    const name = shownDocument(stores, document)?.name;
    const here = name === undefined ? null : nameHere(stores, document, name);
    const place = here === null ? null : await placeOf(this.#ports, document);
    if (here === null) return ok(null);
    if (place === null) return ok((await isPlaceAway(this.#ports, document)) ? 'later' : null);
    const path = posix.join(place.directory, here);
    if (!this.#ports.isCompared(matterId) || (await this.#mayBeAt(document, place.root, path)))
      return ok('later');
    try {
      return await this.#newest(
        document,
        options,
        (about, base, incoming) => this.#putNew(place, about, base, incoming),
        place,
      );
    } catch (failure) {
      if (failure instanceof InTheWay) return ok('later');
      throw failure;
    }
  }

  /** Somebody filed a newer version of what is here: it takes its place, if nobody changed or opened the copy here. */
  async follow(document: DocumentKey, options: FetchOptions): Promise<Result<Followed, Refusal>> {
    const { stores, files } = this.#ports;
    const { matterId, fileId } = document;
    const link = stores.links.of(matterId);
    const local = stores.links.fileOfDocument(matterId, fileId);
    if (!link || !local || local.removed) return ok('not-followed');
    const path = join(link.path, local.path);
    if (await standsElsewhere({ files, links: stores.links }, link, local.path)) return ok('not-followed');
    try {
      const before = this.#whyLeft(local);
      if (before) return ok(before);
      if ((await this.#isInUse(link.path, local)) || (await this.#isHeld(path))) return ok('open');
      // What is not captured yet is not fetched over in vain.
      const now = await files.facts(path);
      if (now !== null && isSurelyChanged(local, now)) return ok('changed-here');
      let became = 'not-followed' as Followed;
      const place = { root: link.path, directory: posix.dirname(local.path) };
      const got = await this.#newest(
        document,
        options,
        async (about, base, incoming) => {
          became = await this.#putOver(local, link.path, about, base, incoming);
          return path;
        },
        place,
        (about, baseOf) => {
          if (!this.#isHere(about, local)) return false;
          const base = baseOf(local.sha256);
          if (!isNone(base)) stores.links.raiseBase(matterId, fileId, base);
          became = 'same';
          return true;
        },
      );
      return got.ok ? ok(got.value === null && became !== 'same' ? 'not-followed' : became) : got;
    } catch (failure) {
      if (failure instanceof LeftAsItIs) return ok(failure.why);
      throw failure;
    }
  }

  /** The copy here is the version that is asked for, as far as the service named it when it was fetched. */
  #isHere({ matterId, fileId, ...asked }: Asked, { sha256 }: LocalFile): boolean {
    if (asked.version.sha256 !== null) return asked.version.sha256 === sha256;
    const named = nameOf({ matterId, fileId, ...asked });
    const fetched = this.#ports.stores.fetchedVersions.versionId(matterId, fileId, sha256);
    return named !== null && fetched !== null && isSameId(named, fetched);
  }

  /**
   * @param put gives the file its name, and answers the path at which it stands then
   * @param isHere true for a version that need not be fetched
   */
  async #newest(
    document: DocumentKey,
    options: FetchOptions,
    put: (about: Asked, base: Base, incoming: Incoming) => Promise<string>,
    place: DocumentPlace,
    isHere: (about: Asked, baseOf: (sha256: string) => Base) => boolean = () => false,
  ): Promise<Result<ViewCopy | null, Refusal>> {
    const { stores, fetcher, readHistory } = this.#ports;
    let isUnknown = false;
    const shelf = (mustBeKnown: boolean): Shelf => {
      // Asked before the service says which version is the newest: that one includes all that is known now.
      const upTo = stores.history.newestSeq();
      return {
        find: () => Promise.resolve(null),
        begin: async (about) => {
          isUnknown = about.version.entryId === null;
          if (isUnknown && mustBeKnown) return null;
          const baseOf = (sha256: string) => baseOfFetched(stores, about, sha256, upTo);
          if (isHere(about, baseOf)) return null;
          return this.#begin(place, about, (incoming) => put(about, baseOf(incoming.sha256), incoming));
        },
      };
    };
    const got = await fetcher.newest(document, shelf(true), options);
    if (!got.ok || got.value !== null || !isUnknown) return got;
    // What it descends from is better known than not: history may show it by now.
    await readHistory(document);
    return fetcher.newest(document, shelf(false), options);
  }

  /** A file beside the place, which is no document before it has its name. */
  async #begin(
    { root, directory }: DocumentPlace,
    about: Asked,
    put: (incoming: Incoming) => Promise<string>,
  ): Promise<Unfinished> {
    const { files, stagingFiles, uniqueName, markOrigin } = this.#ports;
    const beside = join(root, directory);
    const staging = join(beside, `.matterline-${uniqueName()}`);
    let inode: string | null = null;
    stagingFiles.begins(staging);
    return beginAt(files, staging, beside, {
      keep: async (_key, sha256, _name, before = () => {}) => {
        await markOrigin(staging);
        const modified = about.file?.dateModified ?? about.version.at;
        if (modified !== null) await files.putModified(staging, modified).catch(() => undefined);
        await files.sync(staging);
        const facts = await files.facts(staging);
        if (facts === null) throw Object.assign(new Error('the file is gone'), { code: 'ENOENT' });
        ({ inode } = facts);
        const path = await put({ staging, sha256, facts, before });
        await stagingFiles.moved(staging);
        return path;
      },
      drop: async () => {
        if (inode !== null) this.#ports.stores.incomingFiles.ends(inode);
        await stagingFiles.ends(staging);
      },
    });
  }

  /** A file at this path may be the document: it is not known yet, or not filed, and nobody said that it is another. */
  async #mayBeAt({ matterId, fileId }: DocumentKey, root: string, path: string): Promise<boolean> {
    const { stores, files } = this.#ports;
    const known = stores.links.file(matterId, path);
    if (!known || known.removed) return (await files.facts(join(root, path)))?.kind === 'file';
    const isAnother =
      known.fileId !== fileId &&
      (stores.documents.document(matterId, known.fileId) !== undefined ||
        typeof stores.saves.openOf(matterId, known.fileId)[0]?.agreedUpTo === 'number');
    return !isAnother;
  }

  /** Where nothing stands, under the document's name, or one with a number where that is another document's. */
  async #putNew(place: DocumentPlace, about: Asked, base: Base, incoming: Incoming): Promise<string> {
    const { files, stores, stagingFiles, turns } = this.#ports;
    const { matterId, fileId } = about;
    const name = nameHere(stores, about, knownName(stores, about, null));
    if (name === null) throw Object.assign(new Error('a name that is left out'), { code: 'EINVAL' });
    for (let count = 1; ; count += 1) {
      const path = posix.join(place.directory, count === 1 ? name : numbered(name, count));
      const known = stores.links.file(matterId, path);
      if (known && !known.removed && known.fileId !== fileId) continue;
      // What the program saves that has a document open under this name would be a version of this one.
      if (stores.formerNames.at(matterId, path) !== undefined) continue;
      const to = join(place.root, path);
      const file = await this.#note(about, base, incoming, { path, insteadOf: null });
      try {
        await turns.run(to, async () => {
          this.#stillLinked(matterId, place.root);
          // A file of the person's was found to be it meanwhile.
          if (stores.links.fileOfDocument(matterId, fileId)?.removed === false) throw new InTheWay();
          await moveJournaled(files, stagingFiles, incoming.staging, to);
        });
      } catch (failure) {
        if (failureCode(failure) !== 'EEXIST') throw failure;
        if (count === 1 && (await this.#mayBeAt(about, place.root, path))) throw new InTheWay();
        continue;
      }
      await files.sync(dirname(to));
      this.#registered.put({ file, root: place.root, facts: incoming.facts });
      return to;
    }
  }

  /** In the place of the copy here, of which the last look said that it is filed, captured and closed. */
  async #putOver(
    local: LocalFile,
    root: string,
    about: Asked,
    base: Base,
    incoming: Incoming,
  ): Promise<Followed> {
    const { files, stores, turns, replacedFiles, uniqueName, onChange } = this.#ports;
    const { matterId, fileId, path: below } = local;
    const path = join(root, below);
    return turns.run(path, async () => {
      if (incoming.sha256 === local.sha256) {
        if (!isNone(base)) stores.links.raiseBase(matterId, fileId, base);
        await this.#ports.stagingFiles.ends(incoming.staging);
        return 'same';
      }
      const captured = await this.#ports.vault.capture(path);
      const why =
        this.#whyLeft(local) ??
        (captured.ok && captured.value.sha256 === local.sha256 ? null : 'changed-here') ??
        ((await this.#isInUse(root, local)) ? 'open' : null) ??
        ((await standsElsewhere({ files, links: stores.links }, { matterId, path: root }, below))
          ? 'not-followed'
          : null);
      if (why !== null || !captured.ok) throw new LeftAsItIs(why ?? 'changed-here');
      const { sha256, facts } = captured.value;
      const insteadOf = { sha256, size: facts.size };
      const file = await this.#note(about, base, incoming, { path: below, insteadOf });
      const keptAs = secondNameOf(path, uniqueName());
      replacedFiles.begins({
        ...{ keptAs, stoodAt: path, matterId, fileId, path: below, sha256 },
        putFrom: incoming.staging,
      });
      let isPut = false;
      try {
        this.#stillLinked(matterId, root);
        isPut = await files.replaceExact(incoming.staging, path, facts, keptAs);
      } finally {
        replacedFiles.ended(keptAs);
      }
      if (!isPut) throw new LeftAsItIs('changed-here');
      await files.sync(dirname(path));
      this.#registered.put({ file, root, facts: incoming.facts });
      onChange(matterId);
      return 'replaced';
    });
  }

  #isInUse(root: string, file: LocalFile): Promise<boolean> {
    const { files, stores } = this.#ports;
    return isDocumentInUse({ files, formerNames: stores.formerNames }, root, file);
  }

  /** Another program lets nobody read it: it could not be captured before another takes its place, so that is not fetched. */
  #isHeld(path: string): Promise<boolean> {
    return this.#ports.files.readSmall(path, 1).then(
      () => false,
      (failure: unknown) => ['EBUSY', 'EPERM', 'EACCES'].includes(failureCode(failure)),
    );
  }

  /** Whatever ends the program from here on, the file is known for what it is by its inode. */
  async #note(
    about: Asked,
    base: Base,
    incoming: Incoming,
    where: Pick<IncomingFile, 'path' | 'insteadOf'>,
  ): Promise<IncomingFile> {
    const { stores, commits, clock } = this.#ports;
    const { matterId, fileId } = about;
    const { sha256, facts, before } = incoming;
    const file = { inode: facts.inode, matterId, fileId, ...where, sha256, base };
    await commits.run(() => {
      if (!incoming.isTold) before(where.path);
      stores.incomingFiles.begins(file, clock.now());
      stores.fetchedVersions.put({ matterId, fileId, sha256, versionId: nameOf(about) }, clock.now());
    });
    incoming.isTold = true;
    return file;
  }

  /** Null for a copy that nobody changed since it was filed or fetched, as far as is known without a look at it. */
  #whyLeft({ matterId, fileId, path, sha256 }: LocalFile): Followed | null {
    const { stores } = this.#ports;
    const now = stores.links.fileOfDocument(matterId, fileId);
    if (!now || now.removed || now.path !== path || now.sha256 !== sha256) return 'changed-here';
    if (now.doubted || stores.saves.openOf(matterId, fileId).length > 0) return 'changed-here';
    if (stores.saves.keptUnfiled(matterId, [fileId]).length > 0) return 'changed-here';
    return stores.fetchedVersions.isFiled(matterId, fileId, sha256) ? null : 'changed-here';
  }

  #stillLinked(matterId: MatterId, root: string): void {
    if (this.#ports.stores.links.of(matterId)?.path === root) return;
    throw Object.assign(new Error('the folder is not linked any more'), { code: 'ENOENT' });
  }
}

interface Incoming {
  readonly staging: string;
  readonly sha256: string;
  /** As it is beside its place. */
  readonly facts: FileFacts;
  /** Tells the custody log, once, in the transaction in which it is noted. */
  readonly before: (path: string) => void;
  isTold?: boolean;
}
