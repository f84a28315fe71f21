import { createHash } from 'node:crypto';
import { basename, dirname, join, parse } from 'node:path';
import { numbered, safeName, shorten } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import type { ContentTarget } from '../../service/get-content.ts';
import type { DocumentKey } from './wanted-version.ts';

/** Days for which a view copy stays at least after it was opened last; one that is open stays longer. */
export const keptDays = 7;
const day = 86_400_000;
/** Bytes of a document's own name in a view copy's: with our own directories above it, Windows finds no path too long. */
const longestStem = 80;
const unfinished = 'unfinished';

/** Bytes on the disk that are left for what is saved, which is nowhere else: a view copy can be had again. */
const leftForSaves = 512 * 1024 * 1024;
/** Bytes written between two looks at how much room there is. */
const lookedEvery = 8 * 1024 * 1024;

/** A copy while its bytes come in. What leaves too little room for saves is not written, as if the disk were full. */
export interface Unfinished extends ContentTarget {
  readonly hasRoomFor: (bytes: number) => Promise<boolean>;
  /**
   * Puts it where it stays: on disk, read-only, and whole at one instant, in which it can be opened; `before` is called ahead of that.
   * Answers where it is.
   */
  readonly keep: (key: string, sha256: string, name: string, before?: () => void) => Promise<string>;
  readonly drop: () => Promise<void>;
}

/**
 * Read-only copies of versions to look at, in a directory of the program's own: one below it for each version, named by the version
 * and the hash of the content. Nothing here is ever captured or sent.
 */
export class ViewCopies {
  readonly #files: Files;
  readonly #directory: string;
  readonly #uniqueName: () => string;
  readonly #now: () => number;
  readonly #marksOrigin: boolean;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: {
    files: Files;
    directory: string;
    uniqueName: () => string;
    now: () => number;
    /** Files are marked as coming from elsewhere, as Windows does it. */
    marksOrigin?: boolean;
  }) {
    this.#files = options.files;
    this.#directory = options.directory;
    this.#uniqueName = options.uniqueName;
    this.#now = options.now;
    this.#marksOrigin = options.marksOrigin ?? process.platform === 'win32';
  }

  /** What a run of the program that was cut off left unfinished goes, and what is old. */
  async open(): Promise<void> {
    if (!(await this.#files.facts(this.#directory).catch(() => null))) return;
    await this.#files.removeOwnTree(join(this.#directory, unfinished)).catch(() => undefined);
    await this.tidy();
  }

  /** True for a file that stands here. */
  holds(path: string): boolean {
    return dirname(dirname(path)) === this.#directory && basename(dirname(path)) !== unfinished;
  }

  /** The copy of this version that is here and still as it was written, to be opened: it stays for another while. */
  find(key: string): Promise<string | null> {
    return this.#inTurn(async () => {
      const path = await this.#find(key);
      if (path !== null) await this.#opens(path);
      return path;
    });
  }

  /** From now on it counts how long it stays. A disk that does not take that keeps nobody from looking at it. */
  async #opens(path: string): Promise<void> {
    await this.#files.putModified(path, this.#now()).catch(() => undefined);
  }

  async #find(key: string): Promise<string | null> {
    for (const name of await this.#list(this.#directory)) {
      if (!name.startsWith(`${key}-`)) continue;
      const directory = join(this.#directory, name);
      for (const file of await this.#list(directory)) {
        const path = join(directory, file);
        if (await this.#isCopy(path)) return path;
      }
    }
    return null;
  }

  /** Where the system has programs be careful with what comes from elsewhere. A disk that keeps no such marks says so. */
  async markOrigin(path: string): Promise<void> {
    if (!this.#marksOrigin) return;
    await this.#files.writeNew(`${path}:Zone.Identifier`, originMark()).catch(() => undefined);
  }

  async begin(): Promise<Unfinished> {
    const directory = join(this.#directory, unfinished);
    const path = join(directory, this.#uniqueName());
    await this.#files.makeDirectories(directory);
    await this.#files.writeNew(path, nothing());
    const hasRoomFor = async (bytes: number): Promise<boolean> => {
      const room = await this.#files.room(directory);
      return room === null || room - bytes >= leftForSaves;
    };
    let unseen = lookedEvery;
    return {
      hasRoomFor,
      write: async (chunk) => {
        unseen += chunk.byteLength;
        if (unseen >= lookedEvery) {
          if (!(await hasRoomFor(chunk.byteLength)))
            throw Object.assign(new Error('too little room'), { code: 'ENOSPC' });
          unseen = 0;
        }
        await this.#files.append(path, chunk);
      },
      beginAgain: async () => {
        await this.#files.removeOwn(path);
        await this.#files.writeNew(path, nothing());
      },
      keep: (key, sha256, name, before) => this.#keep(path, { key, sha256, name }, before),
      drop: () => this.#files.removeOwn(path),
    };
  }

  /** Removes copies that were opened last more than a week ago and are not open. What cannot be looked at, or is somebody's own, stays. */
  tidy(): Promise<void> {
    return this.#inTurn(async () => {
      for (const name of await this.#list(this.#directory).catch(() => [])) {
        if (name !== unfinished) await this.#tidyOne(join(this.#directory, name)).catch(() => undefined);
      }
    });
  }

  /** What is found, or put in its place, by one fetch is not removed by another. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #keep(
    from: string,
    { key, sha256, name }: { key: string; sha256: string; name: string },
    before: () => void = () => {},
  ): Promise<string> {
    const files = this.#files;
    const directory = join(this.#directory, `${key}-${sha256.slice(0, hashLength)}`);
    await files.sync(from);
    await this.markOrigin(from);
    await files.makeReadOnly(from);
    before();
    return this.#inTurn(() => this.#place(from, directory, name));
  }

  async #place(from: string, directory: string, name: string): Promise<string> {
    const files = this.#files;
    await files.makeDirectories(directory);
    for (let count = 1; ; count += 1) {
      const path = join(directory, count === 1 ? name : numbered(name, count));
      const there = await files.facts(path);
      // Somebody may have written into one in spite of everything: what is theirs now is left alone.
      if (there && !(await this.#isCopy(path))) continue;
      if (there) {
        await this.#opens(path);
        await files.removeOwn(from);
        return path;
      }
      await files.replace(from, path);
      await files.sync(directory);
      await files.sync(this.#directory);
      return path;
    }
  }

  async #tidyOne(directory: string): Promise<void> {
    const files = this.#files;
    if ((await files.facts(directory))?.kind !== 'directory') return;
    const names = await this.#list(directory);
    const before = this.#now() - keptDays * day;
    const copies: string[] = [];
    let isOurs = true;
    for (const name of names) {
      const path = join(directory, name);
      const facts = await files.facts(path);
      if (facts && Number(BigInt(facts.modified) / 1_000_000n) >= before) return;
      if (facts?.kind === 'file' && (await files.isOpen(path))) return;
      if (await this.#isCopy(path)) copies.push(path);
      else if (!isOwnerFile(name)) isOurs = false;
    }
    // A program may have it open all the same, and on some systems keeps it from being removed: then it goes another time.
    if (isOurs) return files.removeOwnTree(directory);
    // Somebody saved something of theirs beside it, or into it: that was never captured, and is nowhere else.
    for (const path of copies) await files.removeOwn(path);
  }

  /** True for a file that is still as it was fetched. */
  async #isCopy(path: string): Promise<boolean> {
    try {
      const facts = await this.#files.facts(path);
      return facts?.kind === 'file' && isOfHash(basename(dirname(path)), await this.#hashOf(path));
    } catch {
      return false;
    }
  }

  async #list(directory: string): Promise<string[]> {
    try {
      return await this.#files.list(directory);
    } catch (failure) {
      if (['ENOENT', 'ENOTDIR'].includes(failureCode(failure))) return [];
      throw failure;
    }
  }

  async #hashOf(path: string): Promise<string> {
    const digest = createHash('sha256');
    for await (const chunk of this.#files.read(path)) digest.update(chunk);
    return digest.digest('hex');
  }
}

/** What Microsoft Office and LibreOffice put beside a document that they have open. */
const isOwnerFile = (name: string): boolean => name.startsWith('~$') || name.startsWith('.~lock.');

/** Hexadecimal digits of a content's hash in the name of its directory. */
const hashLength = 32;
const isOfHash = (directory: string, sha256: string): boolean =>
  directory.slice(-hashLength) === sha256.slice(0, hashLength);

/** Names a version of a document in a few letters that every disk takes. */
export const viewKey = ({ matterId, fileId }: DocumentKey, version: string): string =>
  createHash('sha256')
    .update(JSON.stringify([matterId, fileId, version]))
    .digest('hex')
    .slice(0, 24);

/**
 * What a view copy is called: the document's name made safe, with its ending and the time of the version, if that is known.
 * @param name with its extension, as the service says it
 */
export function viewName(name: string, at: number | null): string {
  const { name: stem, ext } = parse(name.replaceAll(/[/\\]/g, '-'));
  const ending = /^\.[\p{L}\p{N}]{1,16}$/u.test(ext) ? ext : '';
  const short = shorten(safeName(ending === '' ? stem + ext : stem, 'Document'), longestStem);
  const safe = short.replace(/[\s.]+$/, '') + ending;
  return at === null ? safe : copyName(safe, new Date(at));
}

/** `Contract.docx` saved on 20 November 2026 at 14:30 here: `Contract (2026-11-20 14.30).docx`. */
function copyName(name: string, at: Date): string {
  const { name: stem, ext } = parse(name);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${stem} (${date} ${two(at.getHours())}.${two(at.getMinutes())})${ext}`;
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}

/** As Windows marks what a browser brought: Office opens it without letting it run anything. */
async function* originMark(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from('[ZoneTransfer]\r\nZoneId=3\r\n');
}
