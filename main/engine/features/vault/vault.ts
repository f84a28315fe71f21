import { createHash, hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { type FileFacts, type Files, failureCode, sameFile } from '../../platform/files.ts';
import type { ContentStore, KeptContent } from '../../store/contents.ts';
import { PackWriter } from './pack-writer.ts';

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

interface Copied {
  readonly sha256: string;
  readonly bytes: number;
}

/** Some bytes of a file of the vault. */
export interface ContentPlace {
  readonly path: string;
  readonly start: number;
  readonly size: number;
}

export interface VaultPorts {
  readonly files: Files;
  /** What is in the vault, and where. */
  readonly contents: ContentStore;
  readonly directory: string;
  readonly uniqueName: () => string;
  /** Bytes up to which a content goes into a pack. */
  readonly smallContent: number;
  readonly now: () => number;
}

/** Large files copied at once. */
const parallelCopies = 4;

/**
 * The content-addressed store of saves, each written once and never changed: small contents in packs, others in files
 * named by their SHA-256. A content is listed only when all its bytes and its name are on disk.
 */
export class Vault {
  readonly #files: Files;
  readonly #contents: ContentStore;
  readonly #directory: string;
  readonly #uniqueName: () => string;
  readonly #smallContent: number;
  readonly #now: () => number;
  readonly #copyLimit = pLimit(parallelCopies);
  /** One file of a content's own is named or removed at a time: what is kept anew is not removed with the old. */
  readonly #oneName = pLimit(1);
  readonly #newRooms = new Set<string>();
  readonly packs: PackWriter;

  constructor({ files, contents, directory, uniqueName, smallContent, now }: VaultPorts) {
    this.#files = files;
    this.#contents = contents;
    this.#directory = directory;
    this.#uniqueName = uniqueName;
    this.#smallContent = smallContent;
    this.#now = now;
    this.packs = new PackWriter(files, join(directory, 'packs'), uniqueName, (placed) =>
      contents.put(placed, now()),
    );
  }

  /** Where the file is that holds this content, whole or in part. */
  pathOf({ sha256, pack }: Pick<KeptContent, 'sha256' | 'pack'>): string {
    return pack === null ? join(this.#directory, sha256.slice(0, 2), sha256) : this.packs.pathOf(pack);
  }

  /** Which bytes of which file a content is; null when it is not kept. */
  placeOf(sha256: string): ContentPlace | null {
    const content = this.#contents.get(sha256);
    return content ? { path: this.pathOf(content), start: content.start, size: content.size } : null;
  }

  /** True when the content is kept, as far as can be told without reading it. Rejects when the disk does not answer. */
  async has(sha256: string): Promise<boolean> {
    const content = this.#contents.get(sha256);
    if (!content) return false;
    if (content.pack !== null) return this.hasPack(content.pack, content.start + content.size);
    const facts = await this.#files.facts(this.pathOf(content));
    return facts?.kind === 'file' && facts.size === content.size;
  }

  /** True when a pack is there as far as `end`, in bytes. */
  async hasPack(pack: string, end: number): Promise<boolean> {
    const facts = await this.#files.facts(this.packs.pathOf(pack));
    return facts?.kind === 'file' && facts.size >= end;
  }

  /**
   * The exact bytes, in chunks that hold until the next is asked for: a content that is damaged fails before its last chunk,
   * and is marked as damaged.
   */
  async *read(sha256: string): AsyncGenerator<Uint8Array, void> {
    const content = this.#contents.get(sha256);
    if (!content) throw Object.assign(new Error('the content is not kept'), { code: 'ENOENT' });
    const digest = createHash('sha256');
    let left = content.size;
    let last: Uint8Array | null = null;
    const part = { start: content.start, length: content.size };
    for await (const chunk of this.#files.read(this.pathOf(content), part)) {
      digest.update(chunk);
      left -= chunk.byteLength;
      last = chunk;
      if (left <= 0) break;
      yield chunk;
    }
    if (left !== 0 || digest.digest('hex') !== sha256) {
      this.#contents.markDamaged(sha256);
      throw Object.assign(new Error('the content is damaged'), { code: 'DAMAGED' });
    }
    if (last) yield last;
  }

  /** A small content in one piece; null when it is not kept, or not as it was captured. */
  async readWhole(sha256: string): Promise<Uint8Array | null> {
    const content = this.#contents.get(sha256);
    if (!content) return null;
    let bytes: Uint8Array;
    try {
      bytes = await this.#files.readSmall(this.pathOf(content), content.size, content.start);
    } catch (failure) {
      if (failureCode(failure) === 'ENOENT') return null;
      throw failure;
    }
    if (hash('sha256', bytes, 'hex') === sha256) return bytes;
    this.#contents.markDamaged(sha256);
    return null;
  }

  /**
   * Copies a file into the vault and hashes it; all of it is on disk when this resolves.
   * @param seen the file as it was looked at before: a file that is not as it was then is `changing`
   * @param quiet the last look at the file is not taken before it resolves
   */
  async capture(
    path: string,
    seen?: FileFacts,
    quiet?: Promise<void>,
  ): Promise<Result<Captured, CaptureFailure>> {
    const before = seen ? ok(seen) : await this.#factsOf(path);
    if (!before.ok) return before;
    return before.value.size <= this.#smallContent
      ? this.#captureSmall(path, before.value)
      : this.#copyLimit(() => this.#captureLarge(path, before.value, quiet));
  }

  /**
   * Removes contents: chosen and taken off the list at one instant, between which and their removal nothing of the
   * same name is kept. After a crash in between, what is not listed is removed at the next start.
   */
  remove(choose: () => readonly string[]): Promise<void> {
    return this.#oneName(async () => {
      for (const content of this.#contents.forget(choose)) {
        // What another program reads just now goes at the next start, and keeps no other from going.
        if (content.pack === null) await this.#files.removeOwn(this.pathOf(content)).catch(() => undefined);
      }
    });
  }

  async #captureSmall(path: string, before: FileFacts): Promise<Result<Captured, CaptureFailure>> {
    let bytes: Uint8Array;
    try {
      bytes = await this.#files.readSmall(path, before.size);
    } catch (failure) {
      return err(sourceFailure(failure));
    }
    const after = await this.#unchanged(path, before, bytes.byteLength);
    if (!after.ok) return after;
    const sha256 = hash('sha256', bytes, 'hex');
    try {
      if (!(await this.has(sha256))) await this.packs.add(sha256, bytes);
    } catch (failure) {
      return err({ kind: 'vault-failed', code: failureCode(failure) });
    }
    return ok({ sha256, facts: after.value });
  }

  async #captureLarge(
    path: string,
    before: FileFacts,
    quiet: Promise<void> | undefined,
  ): Promise<Result<Captured, CaptureFailure>> {
    const temporary = join(this.#directory, 'unfinished', this.#uniqueName());
    const copied = await this.#copy(path, temporary);
    if (copied.ok) await quiet;
    const captured = copied.ok ? await this.#nameUnchanged(path, before, temporary, copied.value) : copied;
    if (!captured.ok) await this.#files.removeOwn(temporary).catch(() => undefined);
    return captured;
  }

  async #nameUnchanged(
    path: string,
    before: FileFacts,
    temporary: string,
    { sha256, bytes }: Copied,
  ): Promise<Result<Captured, CaptureFailure>> {
    const after = await this.#unchanged(path, before, bytes);
    if (!after.ok) return after;
    try {
      await this.#oneName(() => this.#name(temporary, sha256, bytes));
    } catch (failure) {
      return err({ kind: 'vault-failed', code: failureCode(failure) });
    }
    return ok({ sha256, facts: after.value });
  }

  /** In one pass with hashing; where the file system can share content, what is shared is hashed: nobody writes to it. */
  async #copy(path: string, temporary: string): Promise<Result<Copied, CaptureFailure>> {
    const digest = createHash('sha256');
    const reading = { failure: null as unknown };
    let bytes = 0;
    const hashed = async function* (source: AsyncIterable<Uint8Array>) {
      try {
        for await (const chunk of source) {
          digest.update(chunk);
          bytes += chunk.byteLength;
          yield chunk;
        }
      } catch (failure) {
        reading.failure = failure;
        throw failure;
      }
    };
    try {
      // Whatever else is wrong, copying meets it too and knows which side it is on.
      const cloned = await this.#files.clone(path, temporary).catch(() => false);
      if (cloned) for await (const _ of hashed(this.#files.read(temporary)));
      else await this.#files.writeNew(temporary, hashed(this.#files.read(path)));
      await this.#files.sync(temporary);
    } catch (failure) {
      if (reading.failure) return err(sourceFailure(reading.failure));
      return err({ kind: 'vault-failed', code: failureCode(failure) });
    }
    return ok({ sha256: digest.digest('hex'), bytes });
  }

  async #name(temporary: string, sha256: string, size: number): Promise<void> {
    if (await this.has(sha256)) return this.#files.removeOwn(temporary);
    const target = this.pathOf({ sha256, pack: null });
    const room = dirname(target);
    if (this.#newRooms.has(room) || !(await this.#files.facts(room))) {
      // Until its name is on disk, whatever fails meanwhile, it counts as new: what is in it could go with it.
      this.#newRooms.add(room);
      await this.#files.makeDirectory(room);
      await this.#files.sync(this.#directory);
      this.#newRooms.delete(room);
    }
    await this.#files.replace(temporary, target);
    await this.#files.sync(room);
    this.#contents.put([{ sha256, size, pack: null, start: 0 }], this.#now());
  }

  async #unchanged(
    path: string,
    before: FileFacts,
    bytes: number,
  ): Promise<Result<FileFacts, CaptureFailure>> {
    const after = await this.#factsOf(path);
    if (!after.ok) return after;
    return sameFile(before, after.value) && bytes === after.value.size ? after : err({ kind: 'changing' });
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

/** A link that stands there now is no more a document than nothing. */
function sourceFailure(failure: unknown): CaptureFailure {
  const code = failureCode(failure);
  return code === 'ENOENT' || code === 'ELOOP' ? { kind: 'gone' } : { kind: 'unreadable', code };
}
