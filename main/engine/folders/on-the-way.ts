import { basename, dirname, sep } from 'node:path';
import { z } from 'zod';
import type { Clock, Timer } from '../../../shared/clock.ts';
import type { Files } from '../files/files.ts';
import { withoutWaitingForDisk } from '../store/database.ts';
import type { Stores } from '../store/stores.ts';
import { lookAtFolder } from '../watch/folder-trouble.ts';
import type { EntryKind } from '../watch/ignore.ts';
import { walk } from '../watch/walk.ts';

/** Files of our own in matter folders that a crash would leave there, as a JSON list of paths. */
const setting = 'restoring';
/** How often one whose drive went away, or holds on to it, is tried to be removed again, in milliseconds. */
const clearInterval = 10_000;

/** The files that are written beside documents to be moved into place: none of them stays, whatever ends that. */
export class OnTheWay {
  readonly #files: Files;
  readonly #stores: Stores;
  readonly #clock: Clock;
  /** Nobody needs them any more, and they are not known to be gone. */
  readonly #leftOver = new Set<string>();
  #timer: Timer | null = null;
  #stopped = false;

  constructor(options: { files: Files; stores: Stores; clock: Clock }) {
    this.#files = options.files;
    this.#stores = options.stores;
    this.#clock = options.clock;
  }

  /** Removes what a crash left; before anything begins. */
  open(): Promise<void> {
    return this.#clear(this.#list());
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** To be told before the file is written. */
  begins(path: string): void {
    this.#putList([...this.#list(), path]);
  }

  /** The file was moved into place: nothing of it is left. */
  async moved(path: string): Promise<void> {
    try {
      this.#forget(path);
    } catch {
      // The list could not be written: it is tried again.
      await this.ends(path);
    }
  }

  /** Removes the file, if it still is there: now, or as soon as its drive is back. */
  ends(path: string): Promise<void> {
    return this.#clear([path]);
  }

  async #clear(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      this.#leftOver.add(path);
      try {
        if (!(await this.#remove(path)) || this.#stopped) continue;
        this.#forget(path);
        this.#leftOver.delete(path);
      } catch {
        // A program holds on to it, or the list could not be written: it is tried again.
      }
    }
    this.#timer?.cancel();
    if (this.#leftOver.size === 0 || this.#stopped) return;
    this.#timer = this.#clock.timer(clearInterval, () => void this.#clear([...this.#leftOver]));
  }

  /** False when it may be there still: its drive, which would have to tell, is not. */
  async #remove(path: string): Promise<boolean> {
    const { links } = this.#stores;
    await this.#files.removeOwn(path);
    const folder = links.all().find((one) => path.startsWith(one.path + sep));
    const isThere = folder
      ? [null, 'read-only'].includes((await lookAtFolder({ files: this.#files, links }, folder)).trouble)
      : (await this.#files.facts(dirname(path)))?.kind === 'directory';
    if (!isThere || (await this.#files.facts(path)) !== null) return false;
    if (folder && (await this.#files.facts(dirname(path))) === null) await this.#removeMoved(path);
    return true;
  }

  /**
   * Its directory has another name or place, maybe in another matter's folder: the file may be in it. Nobody else gives a file
   * its name.
   */
  async #removeMoved(path: string): Promise<void> {
    const name = basename(path);
    const leavesOut = (at: string, kind: EntryKind) => kind !== 'directory' && basename(at) !== name;
    for (const folder of this.#stores.links.all()) {
      for await (const { files } of walk(this.#files, folder.path, leavesOut)) {
        for (const found of files) await this.#files.removeOwn(found.path);
      }
    }
  }

  #list(): string[] {
    return z.array(z.string()).parse(JSON.parse(this.#stores.matters.setting(setting) ?? '[]'));
  }

  /** Does not wait for the disk: that the file is removed again after a power loss, when it is not there, does no harm. */
  #forget(path: string): void {
    withoutWaitingForDisk(this.#stores.database, () =>
      this.#putList(this.#list().filter((one) => one !== path)),
    );
  }

  #putList(paths: readonly string[]): void {
    this.#stores.matters.putSetting(setting, JSON.stringify(paths));
  }
}
