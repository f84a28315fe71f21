import { join, posix } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FileId, MatterId, Refusal } from '../../../../shared/model/index.ts';
import { notLinked } from '../../domain/refusals.ts';
import { safeName } from '../../domain/safe-name.ts';
import { folderAway } from '../../platform/file-refusals.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { longestFileName } from '../../service/documents.ts';
import type { RuleChanges } from '../../store/ignore-rules.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { registerRename } from '../capture/register-rename.ts';
import type { Journal } from '../folders/staging-files.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { whyLeftOut } from '../ignoring/ignore.ts';
import type { FormerNames } from '../replaced-files/former-names.ts';

interface RenamerPorts {
  readonly files: Files;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly stagingFiles: Journal;
  readonly formerNames: Pick<FormerNames, 'begins' | 'notRenamed'>;
  readonly onChange: (matterId: MatterId) => void;
}

/** Gives files in a matter folder other names, and files that like a rename made anywhere else. */
export class DocumentRenamer {
  readonly #ports: RenamerPorts;
  readonly #files: Files;
  readonly #stores: Stores;

  constructor(ports: RenamerPorts) {
    this.#ports = ports;
    this.#files = ports.files;
    this.#stores = ports.stores;
  }

  /** Nothing that is there is overwritten, and the document stays in its folder. */
  async rename(asked: {
    matterId: MatterId;
    fileId: FileId;
    name: string;
  }): Promise<Result<{ name: string }, Refusal>> {
    const link = this.#stores.links.of(asked.matterId);
    if (!link) return err(notLinked);
    const file = this.#stores.links.fileOfDocument(asked.matterId, asked.fileId);
    if (!file || file.removed) return err(notHere);
    const name = asked.name.trim();
    const before = posix.basename(file.path);
    if (name === before) return ok({ name });
    const why = whyNotName(name, this.#stores.ignoreRules.of(asked.matterId));
    if (why !== null) return err(badName(why));
    const directory = join(link.path, posix.dirname(file.path));
    try {
      const facts = await this.#files.facts(join(directory, before));
      if (facts?.kind !== 'file') return err(notHere);
      const there = await this.#files.facts(join(directory, name));
      // The same file where case makes no difference; where it does, one with two names has them already.
      const names = there ? await this.#files.list(directory) : [];
      const isItself = there?.inode === facts.inode && !(names.includes(name) && names.includes(before));
      if (there && !isItself) return err(refusalOf('EEXIST', name));
      // What the program that knows it by this name saves would be a version of this document.
      const openAs = this.#stores.formerNames.at(link.matterId, posix.join(posix.dirname(file.path), name));
      if (openAs !== undefined && openAs !== file.fileId) return err(refusalOf('EEXIST', name));
      const place = { files: this.#files, links: this.#stores.links };
      if (await standsElsewhere(place, link, file.path)) return err(folderAway);
      await this.#move(link.path, file, name);
      return ok({ name });
    } catch (failure) {
      return err(refusalOf(failureCode(failure), name));
    }
  }

  async #move(root: string, { matterId, fileId, path }: LocalFile, name: string): Promise<void> {
    const { files, stores, clock, stagingFiles, formerNames, onChange } = this.#ports;
    const to = posix.join(posix.dirname(path), name);
    const move = { from: join(root, path), to: join(root, to) };
    const former = { matterId, path, fileId };
    const isOpen = await formerNames.begins(root, former);
    stagingFiles.moveBegins(move);
    try {
      await files.moveNew(move.from, move.to, undefined, (inode) => stagingFiles.moveReserved(move, inode));
    } catch (failure) {
      if (isOpen) formerNames.notRenamed(former);
      throw failure;
    } finally {
      stagingFiles.moveEnds(move);
    }
    registerRename(stores, { matterId, fileId, from: path, to, now: clock.now() });
    onChange(matterId);
  }
}

/** Why a name is not taken, for a person; null when it is one on every system and is filed. */
export function whyNotName(name: string, rules?: RuleChanges): string | null {
  if (name === '') return 'A document needs a name.';
  if (name.length > longestFileName) return `The service takes names of up to ${longestFileName} characters.`;
  const leftOut = whyLeftOut(name, 'file', rules);
  if (leftOut) return `Files with names like this are not filed: ${leftOut.why}`;
  if (safeName(name, '') === name.normalize('NFC')) return null;
  if (Buffer.byteLength(name) > 200) return 'It is longer than file systems can keep.';
  return 'Some computers cannot keep a name with these characters.';
}

function refusalOf(code: string, name: string): Refusal {
  switch (code) {
    case 'EEXIST':
      return {
        code: 'name-taken',
        what: `Something here is called “${name}” already`,
        why: 'Nothing is ever overwritten.',
        next: 'Choose another name.',
      };
    case 'ENOENT':
      return notHere;
    case 'ENAMETOOLONG':
      return badName('It is longer than this disk can keep.');
    case 'ETIMEDOUT':
      return {
        code: 'not-permitted',
        what: 'The document was not renamed',
        why: 'Its drive does not answer.',
        next: 'Try again once it does.',
      };
    default:
      return {
        code: 'not-permitted',
        what: 'The document was not renamed',
        why: `The system did not allow it (${code}); another program may have the document open.`,
        next: 'Close it there and try again.',
      };
  }
}

const badName = (why: string): Refusal => ({
  code: 'name-invalid',
  what: 'This name cannot be used',
  why,
  next: 'Choose another name, without \\ / : * ? " < > |.',
});

const notHere: Refusal = {
  code: 'not-here',
  what: 'The document was not renamed',
  why: 'It is not on this computer any more.',
  next: 'Look for it in the matter folder.',
};
