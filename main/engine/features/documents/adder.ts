import { basename, isAbsolute, join, posix, relative } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId, Refusal } from '../../../../shared/model/index.ts';
import { notLinked, unlinkedMeanwhile } from '../../domain/refusals.ts';
import { folderAway } from '../../platform/file-refusals.ts';
import {
  type FileFacts,
  type Files,
  failureCode,
  makeBelow,
  maybeUnreadable,
  sameFile,
} from '../../platform/files.ts';
import { overlap } from '../../platform/lineage.ts';
import { isNoRoom } from '../../platform/local-storage-errors.ts';
import { longestFileName } from '../../service/documents.ts';
import type { RuleChanges } from '../../store/ignore-rules.ts';
import type { MatterFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { isUnplugged } from '../folders/folder-health.ts';
import { directoryNow } from '../folders/renamed-directory.ts';
import type { Journal, StagingFiles } from '../folders/staging-files.ts';
import { whyLeftOut } from '../ignoring/ignore.ts';
import { isStillLinked, placeNew } from './place-new.ts';
import { finished, type Source } from './source.ts';

/** Milliseconds that one call waits in all for files that are still being written. */
const patience = 10_000;

export type Added =
  | { readonly path: string; readonly outcome: 'added'; readonly name: string }
  | { readonly path: string; readonly outcome: 'refused'; readonly refusal: Refusal };

/** What a path that was dropped comes to: files to copy, and what cannot be. `below` is where the copy goes. */
type Wanted = (Source & { readonly below: string }) | Extract<Added, { outcome: 'refused' }>;

/** The folder that it was dropped on, and what its directory was called then; `folderId` null for the top one. */
interface Into {
  readonly folderId: FolderId | null;
  readonly path: string;
}

/** Copies files that were dropped or picked into a matter folder, where they are captured like every save. */
export class DocumentAdder {
  readonly #files: Files;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #stagingFiles: Pick<StagingFiles, 'begins' | 'moved' | 'ends'> & Journal;
  readonly #uniqueName: () => string;
  readonly #ownDirectory: string;

  constructor(options: {
    ownDirectory: string;
    files: Files;
    stores: Stores;
    clock: Clock;
    stagingFiles: Pick<StagingFiles, 'begins' | 'moved' | 'ends'> & Journal;
    uniqueName: () => string;
  }) {
    this.#files = options.files;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#stagingFiles = options.stagingFiles;
    this.#uniqueName = options.uniqueName;
    this.#ownDirectory = options.ownDirectory;
  }

  /**
   * One outcome per file; a directory counts as the files in it. Nothing that is there is overwritten. A file that somebody
   * still writes to is waited for, some seconds for all of them; what goes on longer is refused as `still-written`.
   */
  async add(
    matterId: MatterId,
    folderId: FolderId | null,
    paths: readonly string[],
  ): Promise<Result<Added[], Refusal>> {
    const link = this.#stores.links.of(matterId);
    if (!link) return err(notLinked);
    const ports = { files: this.#files, stores: this.#stores };
    const mapped = this.#stores.links.folders(matterId).find((folder) => folder.folderId === folderId);
    const place = { files: this.#files, links: this.#stores.links };
    if (await isUnplugged(place, link, mapped?.path).catch(() => false)) return err(folderAway);
    // Under no other folder than the one that was asked for.
    if (folderId !== null && !mapped) return err(noDirectory);
    const below = await directoryNow(ports, link, mapped?.path ?? '').catch(() => mapped?.path ?? '');
    const rules = this.#stores.ignoreRules.of(matterId);
    const wanted: Wanted[] = [];
    for (const path of paths) {
      if (touches(path, link.path) || (await overlap(this.#files, path, link.path)))
        wanted.push(refuse(path, inHere(basename(path))));
      else if (await overlap(this.#files, path, this.#ownDirectory))
        wanted.push(refuse(path, ownData(basename(path))));
      else wanted.push(...(await this.#lookAt(path, link, below, rules)));
    }
    const endsAt = this.#clock.steady() + patience;
    const added: Added[] = [];
    const into = { folderId, path: below };
    for (const one of wanted)
      added.push('outcome' in one ? one : await this.#addOne(one, link, into, endsAt));
    return ok(added);
  }

  /** Everything is looked at before anything is copied: whether a file changes shows in the time that goes by. */
  async #lookAt(path: string, link: MatterFolder, below: string, rules: RuleChanges): Promise<Wanted[]> {
    const name = basename(path);
    if (!isStillLinked(this.#stores, link)) return [refuse(path, unlinkedMeanwhile(name))];
    if (name.length > longestFileName) return [refuse(path, nameTooLong(name))];
    try {
      const facts = await this.#files.facts(path);
      const leftOut = whyLeftOut(name, facts?.kind === 'directory' ? 'directory' : 'file', rules);
      if (leftOut) return [refuse(path, notADocument(name, leftOut.why))];
      if (facts?.kind === 'directory') {
        const inside = posix.join(below, name);
        await makeBelow(this.#files, link.path, inside);
        const wanted: Wanted[] = [];
        for (const child of await this.#files.list(path))
          wanted.push(...(await this.#lookAt(join(path, child), link, inside, rules)));
        return wanted;
      }
      if (facts === null && maybeUnreadable(name)) return [refuse(path, nameUnreadable(name))];
      if (facts?.kind !== 'file') return [refuse(path, notAFile(name))];
      const shared = await this.#files.isShared(path).catch(() => true);
      return [{ path, facts, below, shared, lookedAt: this.#clock.steady() }];
    } catch (failure) {
      return [refuse(path, notCopied(name, failureCode(failure)))];
    }
  }

  async #addOne(
    source: Exclude<Wanted, Added>,
    link: MatterFolder,
    into: Into,
    endsAt: number,
  ): Promise<Added> {
    const { path } = source;
    const name = basename(path);
    try {
      for (;;) {
        const facts = await finished({ files: this.#files, clock: this.#clock }, source, endsAt);
        if (facts === null) return refuse(path, notAFile(name));
        if (facts === 'still-written') return refuse(path, stillWritten(name));
        // It may have been renamed while the file was waited for.
        const known = this.#asNamedNow(link.matterId, into, source.below);
        const below = await directoryNow({ files: this.#files, stores: this.#stores }, link, known);
        const copied = await this.#copy(path, facts, link, below);
        if (copied === 'unlinked') return refuse(path, unlinkedMeanwhile(name));
        if (copied !== null) return { path, outcome: 'added', name: copied.name };
      }
    } catch (failure) {
      return refuse(path, notCopied(name, failureCode(failure)));
    }
  }

  /** Where a place in the folder is that it goes to, should its directory have another name by now. */
  #asNamedNow(matterId: MatterId, { folderId, path }: Into, below: string): string {
    const now = this.#stores.links.folders(matterId).find((folder) => folder.folderId === folderId)?.path;
    return now === undefined ? below : posix.join(now, posix.relative(path, below));
  }

  /** The copy's name; null when the file changed while it was copied, and nothing was added. */
  #copy(path: string, before: FileFacts, link: MatterFolder, below: string) {
    const files = this.#files;
    const placing = {
      files,
      stores: this.#stores,
      stagingFiles: this.#stagingFiles,
      uniqueName: this.#uniqueName,
    };
    return placeNew(placing, link, { below, name: basename(path) }, async (staging) => {
      await files.writeNew(staging, files.read(path));
      await files.copyOriginMark(path, staging);
      await files.sync(staging);
      const [after, copy] = [await files.facts(path), await files.facts(staging)];
      return after !== null && sameFile(before, after) && copy?.size === after.size;
    });
  }
}

/** True when one of two places lies in the other: a copy of it would be a second document, or never end. */
function touches(path: string, root: string): boolean {
  const inside = (from: string, to: string) => {
    const [first] = relative(from, to).split(/[\\/]/u);
    return first !== '..' && !isAbsolute(relative(from, to));
  };
  return inside(root, path) || inside(path, root);
}

export const noDirectory: Refusal = {
  code: 'folder-missing',
  what: 'This folder is not on this computer yet',
  why: 'It is still to be made in the matter’s folder, or could not be made.',
  next: 'Try again in a moment; if that does not help, look under Problems.',
};

const refuse = (path: string, refusal: Refusal): Extract<Added, { outcome: 'refused' }> => ({
  path,
  outcome: 'refused',
  refusal,
});

const nameTooLong = (name: string): Refusal => ({
  code: 'name-too-long',
  what: `“${name.slice(0, 40)}…” has a name that is too long`,
  why: `The service takes names of up to ${longestFileName} characters; this one has ${name.length}.`,
  next: 'Give it a shorter name and add it again.',
});

const inHere = (name: string): Refusal => ({
  code: 'name-taken',
  what: `“${name}” is in this matter already`,
  why: 'It lies in the matter’s folder, or the folder lies in it.',
  next: 'To move a document, move its file in the file manager; it stays the same document.',
});

const ownData = (name: string): Refusal => ({
  code: 'not-permitted',
  what: `“${name}” was not added`,
  why: 'Matterline keeps its own data there.',
  next: 'Add the documents themselves.',
});

const notADocument = (name: string, why: string): Refusal => ({
  code: 'name-invalid',
  what: `“${name}” is not filed`,
  why,
  next: 'If it is a document, give it another name and add it again.',
});

const nameUnreadable = (name: string): Refusal => ({
  code: 'name-invalid',
  what: `“${name}” was not added`,
  why: 'It is gone, or its name is not valid UTF-8 text, so that the program cannot open it, nor anything in it if it is a folder.',
  next: 'Give it another name in the file manager and add it again.',
});

const notAFile = (name: string): Refusal => ({
  code: 'not-a-file',
  what: `“${name}” is not a document`,
  why: 'It is gone, or a link to something else.',
  next: 'Add the document itself.',
});

const stillWritten = (name: string): Refusal => ({
  code: 'still-written',
  what: `“${name}” was not added yet`,
  why: 'A program is still writing it: a copy would not be the whole of it.',
  next: 'Wait until it is finished and add it again.',
});

const notCopied = (name: string, code: string): Refusal => {
  if (code === 'ENAMETOOLONG') return nameTooLong(name);
  if (code === 'ENOTDIR') return throughLink(name);
  return {
    code: code === 'EACCES' || code === 'EPERM' ? 'not-permitted' : 'service-failed',
    what: `“${name}” could not be added`,
    why: isNoRoom(code)
      ? 'The disk is full.'
      : code === 'ETIMEDOUT'
        ? 'A drive does not answer.'
        : `The system did not allow copying it (${code}).`,
    next: 'Correct this and add it again; the original is untouched.',
  };
};

const throughLink = (name: string): Refusal => ({
  code: 'not-permitted',
  what: `“${name}” was not added`,
  why: 'Its folder in the matter’s folder is a link or a file: what is put there would not be filed.',
  next: 'Put a real folder in its place, or add the document to another folder.',
});
