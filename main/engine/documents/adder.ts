import { basename, isAbsolute, join, posix, relative } from 'node:path';
import type { FolderId, MatterId, Refusal } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type Files, failureCode, makeBelow } from '../files/files.ts';
import type { OnTheWay } from '../folders/on-the-way.ts';
import { numbered } from '../folders/safe-name.ts';
import { isNoRoom } from '../own-trouble.ts';
import { notLinked } from '../refusals.ts';
import { longestFileName } from '../service/documents.ts';
import type { RuleChanges } from '../store/ignore-rules.ts';
import type { Stores } from '../store/stores.ts';
import { whyLeftOut } from '../watch/ignore.ts';

export type Added =
  | { readonly path: string; readonly outcome: 'added'; readonly name: string }
  | { readonly path: string; readonly outcome: 'refused'; readonly refusal: Refusal };

/** Copies files that were dropped or picked into a matter folder, where they are captured like every save. */
export class DocumentAdder {
  readonly #files: Files;
  readonly #stores: Stores;
  readonly #onTheWay: Pick<OnTheWay, 'begins' | 'moved' | 'ends'>;
  readonly #uniqueName: () => string;

  constructor(options: {
    files: Files;
    stores: Stores;
    onTheWay: Pick<OnTheWay, 'begins' | 'moved' | 'ends'>;
    uniqueName: () => string;
  }) {
    this.#files = options.files;
    this.#stores = options.stores;
    this.#onTheWay = options.onTheWay;
    this.#uniqueName = options.uniqueName;
  }

  /** One outcome per file; a directory counts as the files in it. Nothing that is there is overwritten. */
  async add(
    matterId: MatterId,
    folderId: FolderId | null,
    paths: readonly string[],
  ): Promise<Result<Added[], Refusal>> {
    const link = this.#stores.links.of(matterId);
    if (!link) return err(notLinked);
    const below =
      this.#stores.links.folders(matterId).find((folder) => folder.folderId === folderId)?.path ?? '';
    const rules = this.#stores.ignoreRules.of(matterId);
    const added: Added[] = [];
    for (const path of paths) {
      if (touches(path, link.path)) added.push(refuse(path, inHere(basename(path))));
      else added.push(...(await this.#addAt(path, link.path, below, rules)));
    }
    return ok(added);
  }

  async #addAt(path: string, root: string, below: string, rules: RuleChanges): Promise<Added[]> {
    const name = basename(path);
    if (name.length > longestFileName) return [refuse(path, nameTooLong(name))];
    try {
      const facts = await this.#files.facts(path);
      const leftOut = whyLeftOut(name, facts?.kind === 'directory' ? 'directory' : 'file', rules);
      if (leftOut) return [refuse(path, notADocument(name, leftOut.why))];
      if (facts?.kind === 'directory') {
        const inside = posix.join(below, name);
        await makeBelow(this.#files, root, inside);
        const added: Added[] = [];
        for (const child of await this.#files.list(path))
          added.push(...(await this.#addAt(join(path, child), root, inside, rules)));
        return added;
      }
      if (facts?.kind !== 'file') return [refuse(path, notAFile(name))];
      return [{ path, outcome: 'added', name: await this.#copy(path, root, below) }];
    } catch (failure) {
      const code = failureCode(failure);
      return [refuse(path, code === 'ENAMETOOLONG' ? nameTooLong(name) : notCopied(name, code))];
    }
  }

  async #copy(path: string, root: string, below: string): Promise<string> {
    await makeBelow(this.#files, root, below);
    const name = basename(path);
    const directory = join(root, below);
    const onTheWay = join(directory, `.matterline-${this.#uniqueName()}`);
    this.#onTheWay.begins(onTheWay);
    try {
      await this.#files.writeNew(onTheWay, this.#files.read(path));
      await this.#files.sync(onTheWay);
      const free = await this.#moveToFree(onTheWay, directory, name);
      await this.#onTheWay.moved(onTheWay);
      return free;
    } catch (failure) {
      await this.#onTheWay.ends(onTheWay);
      throw failure;
    }
  }

  /** Under the document's name, or the first numbered one at which nothing stands. */
  async #moveToFree(onTheWay: string, directory: string, name: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const free = count === 1 ? name : numbered(name, count);
      try {
        await this.#files.moveNew(onTheWay, join(directory, free));
        return free;
      } catch (failure) {
        if (failureCode(failure) !== 'EEXIST') throw failure;
      }
    }
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

const refuse = (path: string, refusal: Refusal): Added => ({ path, outcome: 'refused', refusal });

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

const notADocument = (name: string, why: string): Refusal => ({
  code: 'name-invalid',
  what: `“${name}” is not filed`,
  why,
  next: 'If it is a document, give it another name and add it again.',
});

const notAFile = (name: string): Refusal => ({
  code: 'not-a-file',
  what: `“${name}” is not a document`,
  why: 'It is gone, or a link to something else.',
  next: 'Add the document itself.',
});

const notCopied = (name: string, code: string): Refusal => ({
  code: code === 'EACCES' || code === 'EPERM' ? 'not-permitted' : 'service-failed',
  what: `“${name}” could not be added`,
  why: isNoRoom(code) ? 'The disk is full.' : `The system did not allow copying it (${code}).`,
  next: 'Correct this and add it again; the original is untouched.',
});
