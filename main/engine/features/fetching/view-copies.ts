import { createHash } from 'node:crypto';
import { basename, dirname, join, parse } from 'node:path';
import { ownedName } from '../../domain/owner-files.ts';
import { numbered } from '../../domain/safe-name.ts';
import { documentFileName } from '../../platform/document-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { beginAt, type Unfinished } from './unfinished.ts';
import type { DocumentKey } from './wanted-version.ts';

/** Days for which a view copy stays at least after it was opened last; one that is open stays longer. */
export const keptDays = 7;
const day = 86_400_000;
/** Bytes of a document's own name in a view copy's: with our own directories above it, Windows finds no path too long. */
const longestStem = 80;
const unfinished = 'unfinished';

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
  readonly #onRemoved: (sha256: string) => void;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: {
    files: Files;
    directory: string;
    uniqueName: () => string;
    now: () => number;
    /** Files are marked as coming from elsewhere, as Windows does it. */
    marksOrigin?: boolean;
    /** Told of each copy that was old and went. */
    onRemoved?: (sha256: string) => void;
  }) {
    this.#files = options.files;
    this.#directory = options.directory;
    this.#uniqueName = options.uniqueName;
    this.#now = options.now;
    this.#marksOrigin = options.marksOrigin ?? process.platform === 'win32';
    this.#onRemoved = options.onRemoved ?? (() => {});
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

  /** The first 32 digits of the hash of each content of which there is a copy here, read or not. */
  async contents(): Promise<Set<string>> {
    const names = await this.#list(this.#directory);
    const full = await Promise.all(
      names.map(async (name) => (await this.#list(join(this.#directory, name))).length > 0),
    );
    return new Set(
      names.filter((name, at) => full[at] && name !== unfinished).map((name) => name.slice(-hashLength)),
    );
  }

  /** True when this is the hash of what was fetched to a path here. */
  isOf(path: string, sha256: string): boolean {
    return isOfHash(basename(dirname(path)), sha256);
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
    return beginAt(this.#files, path, directory, {
      keep: (key, sha256, name, before) => this.#keep(path, { key, sha256, name }, before),
      drop: () => this.#files.removeOwn(path),
    });
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
    before: (path: string | null) => void = () => {},
  ): Promise<string> {
    const files = this.#files;
    const directory = join(this.#directory, `${key}-${sha256.slice(0, hashLength)}`);
    await files.sync(from);
    await this.markOrigin(from);
    await files.makeReadOnly(from);
    before(null);
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
    // However old it is: some programs put it there once, and have the document open for weeks.
    if (names.some((name) => ownedName(name) !== null)) return;
    const before = this.#now() - keptDays * day;
    for (const name of names) {
      const path = join(directory, name);
      const facts = await files.facts(path);
      if (facts && Number(BigInt(facts.modified) / 1_000_000n) >= before) return;
      if (facts?.kind === 'file' && (await files.isOpen(path))) return;
    }
    // What somebody saved beside it, or into it, was never captured, and is nowhere else.
    for (const name of names) await this.#removeCopy(join(directory, name));
    await files.removeDirectory(directory);
  }

  async #removeCopy(path: string): Promise<void> {
    const facts = await this.#files.facts(path);
    if (facts?.kind !== 'file') return;
    const sha256 = await this.#hashOf(path).catch(() => null);
    if (sha256 === null || !this.isOf(path, sha256)) return;
    await this.#files.removeExact(path, facts);
    if ((await this.#files.facts(path)) === null) this.#onRemoved(sha256);
  }

  /** True for a file that is still as it was fetched. */
  async #isCopy(path: string): Promise<boolean> {
    try {
      const facts = await this.#files.facts(path);
      return facts?.kind === 'file' && this.isOf(path, await this.#hashOf(path));
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
  const safe = documentFileName(name, longestStem);
  return at === null ? safe : copyName(safe, new Date(at));
}

/** `Contract.docx` saved on 20 November 2026 at 14:30 here: `Contract (2026-11-20 14.30).docx`. */
function copyName(name: string, at: Date): string {
  const { name: stem, ext } = parse(name);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${stem} (${date} ${two(at.getHours())}.${two(at.getMinutes())})${ext}`;
}

/** As Windows marks what a browser brought: Office opens it without letting it run anything. */
async function* originMark(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from('[ZoneTransfer]\r\nZoneId=3\r\n');
}
