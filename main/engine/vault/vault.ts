import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type FileFacts, type Files, failureCode } from '../files/files.ts';

export interface Captured {
  /** Lowercase hex of the exact bytes. */
  readonly sha256: string;
  /** The file as it was before and after reading: the same both times. */
  readonly facts: FileFacts;
}

export type CaptureFailure =
  /** Not there any more, or not a regular file. */
  | { readonly kind: 'gone' }
  /** Somebody wrote to it while it was read: settle again. */
  | { readonly kind: 'changing' }
  /** Held by another program, or not ours to read: try again, then tell the person. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** Our own disk is full or failing. */
  | { readonly kind: 'vault-failed'; readonly code: string };

/**
 * The content-addressed store of saves: one file per content, named by its SHA-256, written once, never changed.
 * A content is in the vault only when all its bytes and its name are on disk.
 */
export class Vault {
  readonly #files: Files;
  readonly #directory: string;
  readonly #uniqueName: () => string;

  constructor(files: Files, directory: string, uniqueName: () => string) {
    this.#files = files;
    this.#directory = directory;
    this.#uniqueName = uniqueName;
  }

  async open(): Promise<void> {
    const unfinished = join(this.#directory, 'unfinished');
    await this.#files.makeDirectories(unfinished);
    // What a crash left half-copied was never captured: its original is still where the person saved it.
    for (const name of await this.#files.list(unfinished)) {
      await this.#files.removeOwn(join(unfinished, name));
    }
    await this.#files.sync(this.#directory);
  }

  pathOf(sha256: string): string {
    return join(this.#directory, sha256.slice(0, 2), sha256);
  }

  read(sha256: string): AsyncIterable<Uint8Array> {
    return this.#files.read(this.pathOf(sha256));
  }

  /** Its length in bytes; null when it is not there. */
  async sizeOf(sha256: string): Promise<number | null> {
    return (await this.#files.facts(this.pathOf(sha256)))?.size ?? null;
  }

  /** A content of a length known, in one piece; null when it is not there, or not as long. */
  async readSmall(sha256: string, size: number): Promise<Buffer | null> {
    try {
      return await this.#files.readSmall(this.pathOf(sha256), size);
    } catch (failure) {
      if (failureCode(failure) === 'ENOENT') return null;
      throw failure;
    }
  }

  /** Copies a file into the vault in one pass with hashing it; all of it is on disk when this resolves. */
  async capture(path: string): Promise<Result<Captured, CaptureFailure>> {
    const before = await this.#factsOf(path);
    if (!before.ok) return before;

    const temporary = join(this.#directory, 'unfinished', this.#uniqueName());
    const hash = createHash('sha256');
    const reading = { failure: null as unknown };
    let bytes = 0;
    const source = this.#files.read(path);
    async function* hashed() {
      try {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          yield chunk;
        }
      } catch (failure) {
        reading.failure = failure;
        throw failure;
      }
    }
    try {
      await this.#files.writeNew(temporary, hashed());
      await this.#files.sync(temporary);
    } catch (failure) {
      await this.#files.removeOwn(temporary).catch(() => undefined);
      if (!reading.failure) return err({ kind: 'vault-failed', code: failureCode(failure) });
      const code = failureCode(reading.failure);
      return err(code === 'ENOENT' ? { kind: 'gone' } : { kind: 'unreadable', code });
    }

    const after = await this.#factsOf(path);
    if (!after.ok || !sameFile(before.value, after.value) || bytes !== after.value.size) {
      await this.#files.removeOwn(temporary);
      return after.ok ? err({ kind: 'changing' }) : after;
    }
    const sha256 = hash.digest('hex');
    try {
      await this.#keep(temporary, sha256);
    } catch (failure) {
      await this.#files.removeOwn(temporary).catch(() => undefined);
      return err({ kind: 'vault-failed', code: failureCode(failure) });
    }
    return ok({ sha256, facts: after.value });
  }

  async #keep(temporary: string, sha256: string): Promise<void> {
    const target = this.pathOf(sha256);
    const room = dirname(target);
    if (await this.#files.facts(target)) {
      // A crash may have come between giving the name and making it safe.
      await this.#files.sync(room);
      return this.#files.removeOwn(temporary);
    }
    if (!(await this.#files.facts(room))) {
      await this.#files.makeDirectory(room);
      await this.#files.sync(this.#directory);
    }
    await this.#files.replace(temporary, target);
    await this.#files.sync(room);
  }

  async #factsOf(path: string): Promise<Result<FileFacts, CaptureFailure>> {
    try {
      const facts = await this.#files.facts(path);
      return facts?.kind === 'file' ? ok(facts) : err({ kind: 'gone' });
    } catch (failure) {
      return err({ kind: 'unreadable', code: failureCode(failure) });
    }
  }
}

type FactsOfContent = Pick<FileFacts, 'inode' | 'size' | 'modified' | 'changed'>;

/** True when nothing that the file system can show says that the content changed. */
export function sameFile(a: FactsOfContent, b: FactsOfContent): boolean {
  return a.inode === b.inode && a.size === b.size && a.modified === b.modified && a.changed === b.changed;
}
