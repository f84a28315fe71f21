import { basename, dirname, join } from 'node:path';
import type { Clock, Timer } from '../../../shared/clock.ts';
import type { MatterId } from '../../../shared/model.ts';
import type { Files } from '../files/files.ts';
import type { FormerName } from '../store/former-names.ts';
import type { Stores } from '../store/stores.ts';
import type { Vault } from '../vault/vault.ts';
import { ownerFiles } from '../versions/owner-files.ts';
import { type ReplacedFiles, secondNameOf } from '../versions/replaced-files.ts';
import type { Troubles } from '../watch/troubles.ts';

/** Milliseconds between looks whether a program still has a renamed document open; so many in a row say that none has. */
const lookInterval = 5_000;
const looksWithout = 2;

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly troubles: Pick<Troubles, 'ofFile'>;
  readonly replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'>;
  readonly uniqueName: () => string;
}

/**
 * Documents that were renamed in the window while a program had them open. That program saves under the name it knows, and
 * most put a new file there: it is put in the place of the renamed one, so that it is a version of the same document, under the
 * name that the person gave it. The person is told until the program has closed it.
 */
export class FormerNames {
  readonly #ports: Ports;
  readonly #looksWithout = new Map<string, number>();
  /** Names under which a program was seen to have a document open since this program started. */
  readonly #seenOpen = new Set<string>();
  #timer: Timer | null = null;
  #stopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  start(): void {
    if (this.#ports.stores.formerNames.all().length > 0) this.#lookLater();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** To be told before a document gets another name; true when a program has it open, as far as can be known. */
  async begins(root: string, name: FormerName): Promise<boolean> {
    const path = join(root, name.path);
    if (!(await this.#isOpen(path, path).catch(() => false))) return false;
    this.#ports.stores.formerNames.put(name);
    this.#seenOpen.add(keyOf(name));
    this.#lookLater();
    return true;
  }

  /** It did not get it. */
  notRenamed({ matterId, path }: FormerName): void {
    this.#ports.stores.formerNames.forget(matterId, path);
  }

  /**
   * What a program saved under a document's former name takes the place of what stands under its name now, if that is exactly
   * what was captured of it last and nobody has it open.
   * @param below where it was saved; its content is in the vault
   * @returns where it is now, below the matter folder; null when it is another document
   */
  async takeOver(
    matter: { readonly matterId: MatterId; readonly path: string },
    below: string,
  ): Promise<string | null> {
    const { files, stores, vault, replacedFiles, uniqueName, clock } = this.#ports;
    const { matterId, path: root } = matter;
    const fileId = stores.formerNames.at(matterId, below);
    const file = fileId && stores.links.fileOfDocument(matterId, fileId);
    if (!file || file.removed || file.path === below) return null;
    const [saved, stands] = [join(root, below), join(root, file.path)];
    // A program that saves as it ends has closed it by now, but had it open at the last look; at a start, nobody looked yet.
    const key = keyOf({ matterId, path: below });
    if (!this.#seenOpen.has(key) && !(await this.#isOpen(saved, stands).catch(() => false))) return null;
    const names = await files.list(dirname(stands));
    if (ownerFiles(basename(stands)).some((owner) => names.includes(owner))) return null;
    const captured = await vault.capture(stands);
    if (!captured.ok || captured.value.sha256 !== file.sha256) return null;
    const { sha256, facts } = captured.value;
    const keptAs = secondNameOf(stands, uniqueName());
    const document = { matterId, fileId: file.fileId };
    const inode = (await files.facts(saved))?.inode;
    if (inode === undefined) return null;
    stores.restoredFiles.begins({ ...document, inode, saveId: null }, clock.now());
    replacedFiles.begins({ ...document, keptAs, stoodAt: stands, path: file.path, sha256, putFrom: saved });
    try {
      if (!(await files.replaceExact(saved, stands, facts, keptAs))) {
        stores.restoredFiles.ends(inode);
        return null;
      }
    } finally {
      replacedFiles.ended(keptAs);
    }
    await files.sync(dirname(stands));
    this.#tell({ matterId, path: below, fileId: file.fileId }, true);
    return file.path;
  }

  /** By the sign that the program put beside it under the name it knows, or by what the system tells of the file. */
  async #isOpen(formerly: string, stands: string): Promise<boolean> {
    const name = basename(formerly);
    const names = await this.#ports.files.list(dirname(formerly));
    if (ownerFiles(name).some((owner) => names.includes(owner))) return true;
    if (names.some((one) => one.startsWith(`.${name}.sw`))) return true;
    // Who only reads it saves nothing under its former name.
    return this.#ports.files.isOpen(stands, 'to-write');
  }

  #lookLater(): void {
    if (this.#stopped || this.#timer) return;
    this.#timer = this.#ports.clock.timer(lookInterval, () => {
      this.#timer = null;
      // What could not be read is read again.
      const looked = this.#look().catch(() => true);
      void looked.then((again) => {
        if (again) this.#lookLater();
      });
    });
  }

  /** True when there are some to look at again. */
  async #look(): Promise<boolean> {
    const { stores } = this.#ports;
    for (const name of stores.formerNames.all()) {
      const { matterId, path, fileId } = name;
      const link = stores.links.of(matterId);
      const file = stores.links.fileOfDocument(matterId, fileId);
      if (!link) continue;
      // A folder that cannot be asked says nothing.
      const isOpen =
        file !== undefined &&
        !file.removed &&
        (await this.#isOpen(join(link.path, path), join(link.path, file.path)).catch(() => true));
      if (this.#stopped) return false;
      const key = keyOf(name);
      if (isOpen) this.#seenOpen.add(key);
      const without = isOpen ? 0 : (this.#looksWithout.get(key) ?? 0) + 1;
      this.#looksWithout.set(key, without);
      if (without < looksWithout) {
        this.#tell(name, true);
        continue;
      }
      this.#looksWithout.delete(key);
      this.#seenOpen.delete(key);
      this.#tell(name, false);
      stores.formerNames.forget(matterId, path);
    }
    return stores.formerNames.all().length > 0;
  }

  #tell({ matterId, path, fileId }: FormerName, isOpen: boolean): void {
    const now = this.#ports.stores.links.fileOfDocument(matterId, fileId)?.path;
    if (now === undefined) return;
    const trouble = isOpen ? ({ kind: 'open-under-former-name', code: basename(path) } as const) : null;
    this.#ports.troubles.ofFile(matterId, now, trouble);
  }
}

const keyOf = ({ matterId, path }: Pick<FormerName, 'matterId' | 'path'>): string =>
  JSON.stringify([matterId, path]);
