import { join } from 'node:path';
import type { Files } from '../../platform/files.ts';
import type { PlacedContent } from '../../store/contents.ts';

/** Bytes after which a pack gets nothing more, and most bytes written before the disk is waited for. */
const fullPack = 16 * 1024 * 1024;
const mostAtOnce = 4 * 1024 * 1024;

interface Waiting {
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly kept: () => void;
  readonly failed: (failure: unknown) => void;
}

/**
 * Writes small contents one after the other into packs. The disk is waited for once for all that came while it was
 * last waited for: one alone takes as long as a file of its own, and thousands take little longer.
 */
export class PackWriter {
  readonly #files: Files;
  readonly #directory: string;
  readonly #uniqueName: () => string;
  /** Writes down where contents are, once their bytes are on disk. */
  readonly #list: (contents: readonly PlacedContent[]) => void;
  #pack: { readonly name: string; size: number } | null = null;
  #queue: Waiting[] = [];
  #writing = false;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(
    files: Files,
    directory: string,
    uniqueName: () => string,
    list: (contents: readonly PlacedContent[]) => void,
  ) {
    this.#files = files;
    this.#directory = directory;
    this.#uniqueName = uniqueName;
    this.#list = list;
  }

  /** The pack that more may be added to; null when the next content begins one. */
  get open(): string | null {
    return this.#pack?.name ?? null;
  }

  pathOf(pack: string): string {
    return join(this.#directory, pack);
  }

  /** Resolves once the bytes are on disk and listed; the same content coming twice at once is written once. */
  add(sha256: string, bytes: Uint8Array): Promise<void> {
    const pending = this.#pending.get(sha256);
    if (pending) return pending;
    const adding = new Promise<void>((kept, failed) => {
      this.#queue.push({ sha256, bytes, kept, failed });
    }).finally(() => this.#pending.delete(sha256));
    this.#pending.set(sha256, adding);
    if (!this.#writing) void this.#writeAll();
    return adding;
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      try {
        this.#list(await this.#write(batch));
        for (const { kept } of batch) kept();
      } catch (failure) {
        // How much of it arrived is not known: what comes next begins a new pack.
        this.#pack = null;
        for (const { failed } of batch) failed(failure);
      }
    }
    this.#writing = false;
  }

  #nextBatch(): Waiting[] {
    let bytes = 0;
    const tooMany = this.#queue.findIndex((waiting) => {
      bytes += waiting.bytes.byteLength;
      return bytes > mostAtOnce;
    });
    // One alone is always taken, however large it is.
    return this.#queue.splice(0, tooMany === -1 ? this.#queue.length : Math.max(tooMany, 1));
  }

  async #write(batch: readonly Waiting[]): Promise<PlacedContent[]> {
    const bytes = Buffer.concat(batch.map((waiting) => waiting.bytes));
    if (this.#pack && this.#pack.size >= fullPack) this.#pack = null;
    const pack = this.#pack ?? { name: this.#uniqueName(), size: 0 };
    const path = this.pathOf(pack.name);
    if (this.#pack) {
      await this.#files.append(path, bytes);
      await this.#files.sync(path);
    } else {
      this.#pack = pack;
      await this.#files.writeNew(path, only(bytes));
      await this.#files.sync(path);
      await this.#files.sync(this.#directory);
    }
    return batch.map(({ sha256, bytes: { byteLength: size } }) => {
      const start = pack.size;
      pack.size += size;
      return { sha256, size, pack: pack.name, start };
    });
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
