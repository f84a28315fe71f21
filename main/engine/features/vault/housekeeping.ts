import { join } from 'node:path';
import type { Files } from '../../platform/files.ts';
import type { ContentStore } from '../../store/contents.ts';
import { checkMark } from './list-mark.ts';
import type { Vault } from './vault.ts';

const ownFile = /^[0-9a-f]{64}$/;
const room = /^[0-9a-f]{2}$/;

/** Keeps the vault's directory to what is listed. Nothing in it is removed that a save might still need. */
export class Housekeeping {
  readonly #files: Files;
  readonly #contents: ContentStore;
  readonly #vault: Vault;
  readonly #directory: string;
  readonly #now: () => number;
  readonly #uniqueName: () => string;
  readonly #onForgotten: (sha256: string) => void;

  constructor(options: {
    files: Files;
    contents: ContentStore;
    vault: Vault;
    directory: string;
    now: () => number;
    uniqueName: () => string;
    /** Told of each content that no save has, and that is not kept any more. */
    onForgotten?: (sha256: string) => void;
  }) {
    this.#files = options.files;
    this.#contents = options.contents;
    this.#vault = options.vault;
    this.#directory = options.directory;
    this.#now = options.now;
    this.#uniqueName = options.uniqueName;
    this.#onForgotten = options.onForgotten ?? (() => {});
  }

  /** Before anything is captured: makes the directories and removes what crashes left. */
  async open(): Promise<void> {
    const unfinished = join(this.#directory, 'unfinished');
    await this.#files.makeDirectories(unfinished);
    await this.#files.makeDirectories(join(this.#directory, 'packs'));
    // What a crash left half-copied was never captured: its original is still where the person saved it.
    for (const name of await this.#files.list(unfinished)) {
      await this.#removeIfPossible(join(unfinished, name));
    }
    await this.#files.sync(this.#directory);
    await checkMark(this.#files, this.#contents, this.#directory, this.#uniqueName);
    // A list that knows nothing is a lost list: what the vault has may be all there is.
    if (this.#contents.isEmpty || !this.#contents.isWhole()) return;
    this.#contents.forgetUnreferenced(this.#onForgotten);
    await this.#removeUnlisted();
    await this.removeEmptyPacks();
  }

  /** Packs in which nothing is listed any more. */
  async removeEmptyPacks(): Promise<void> {
    if (!this.#contents.isWhole()) return;
    const { packs } = this.#vault;
    const found = await this.#files.list(join(this.#directory, 'packs'));
    // One that is not open gets nothing more; one begun after this was looked at is not among those found.
    const used = new Set([packs.open, ...this.#contents.packNames()]);
    for (const pack of found) if (!used.has(pack)) await this.#removeIfPossible(packs.pathOf(pack));
  }

  /** What cannot be removed now (another program reads it) keeps nothing else from being done; it goes at another time. */
  async #removeIfPossible(path: string): Promise<void> {
    await this.#files.removeOwn(path).catch(() => undefined);
  }

  /** Null for a content that is damaged or cannot be read: it stays where it is, and keeps the others from nothing. */
  async #readIfPossible(sha256: string): Promise<Uint8Array | null> {
    try {
      return await this.#vault.readWhole(sha256);
    } catch {
      return null;
    }
  }

  /** What is left in packs that are mostly empty moves into the pack that is being written. */
  async compactPacks(): Promise<void> {
    for (const { pack, size } of this.#contents.packs()) {
      if (pack === this.#vault.packs.open) continue;
      const facts = await this.#files.facts(this.#vault.packs.pathOf(pack));
      if (!facts || size * 2 >= facts.size) continue;
      for (const { sha256 } of this.#contents.inPack(pack)) {
        const bytes = await this.#readIfPossible(sha256);
        if (bytes !== null) await this.#vault.packs.add(sha256, bytes);
      }
    }
  }

  /** Files of their own that a crash left between naming and listing, or between forgetting and removing. */
  async #removeUnlisted(): Promise<void> {
    const rooms = (await this.#files.list(this.#directory)).filter((name) => room.test(name));
    for (const one of rooms) {
      for (const name of await this.#files.list(join(this.#directory, one))) {
        if (!ownFile.test(name) || this.#contents.isListed(name)) continue;
        const path = this.#vault.pathOf({ sha256: name, pack: null });
        const facts = await this.#files.facts(path);
        if (facts && this.#contents.isNeeded(name)) {
          this.#contents.put([{ sha256: name, size: facts.size, pack: null, start: 0 }], this.#now());
        } else {
          await this.#removeIfPossible(path);
        }
      }
    }
  }
}
