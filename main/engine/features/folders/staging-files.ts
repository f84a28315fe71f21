import { basename, dirname, sep } from 'node:path';
import { z } from 'zod';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { Files } from '../../platform/files.ts';
import { placeholder } from '../../platform/move-new.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import type { Stores } from '../../store/stores.ts';
import type { EntryKind } from '../ignoring/ignore.ts';
import { walk } from '../ignoring/walk.ts';
import { checkFolder } from './folder-health.ts';

/** Files of our own in matter folders that a crash would leave there, as a JSON list of paths. */
const setting = 'restoring';
/** Files that are given another name in more than one step, as a JSON list of both names. */
const movesSetting = 'moving';
/** How often one whose drive went away, or holds on to it, is tried to be removed again, in milliseconds. */
const clearInterval = 10_000;

const moveSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Inode of the empty file that keeps the new name free, once there is one. */
  reserved: z.string().optional(),
});
export type Move = z.infer<typeof moveSchema>;

/** The files that are written beside documents to be moved into place: none of them stays, whatever ends that. */
export class StagingFiles {
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
  async open(): Promise<void> {
    await this.#clear(this.#list());
    for (const move of this.#moves()) {
      // Its drive may be away: at another start.
      const isOver = await this.#undoHalf(move).then(
        () => true,
        () => false,
      );
      if (isOver) this.moveEnds(move);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** To be told before the file is written. */
  begins(path: string): void {
    this.#putList([...this.#list(), path]);
  }

  /**
   * To be told before a file is given another name, at which nothing stands, in more than one step. After a kill in the middle
   * of it the file has one name again, the one before.
   */
  moveBegins(move: Move): void {
    this.#putMoves([...this.#moves(), move]);
  }

  /** To be told before anything is written to the file that keeps the new name free. */
  moveReserved(move: Move, inode: string): void {
    const others = this.#moves().filter(({ from, to }) => from !== move.from || to !== move.to);
    this.#putMoves([...others, { from: move.from, to: move.to, reserved: inode }]);
  }

  /** It has its new name, or the one before. */
  moveEnds(move: Move): void {
    withoutWaitingForDisk(this.#stores.database, () =>
      this.#putMoves(this.#moves().filter(({ from, to }) => from !== move.from || to !== move.to)),
    );
  }

  async #undoHalf({ from, to, reserved }: Move): Promise<void> {
    const [here, there] = [await this.#files.facts(from), await this.#files.facts(to)];
    if (!here && !there) throw new Error('the drive may be away');
    if (there?.kind !== 'file') return;
    if (await isPlaceholder(this.#files, to, there)) return this.#files.removeExact(to, there);
    if (await isTornPlaceholder(this.#files, to, there)) return this.#files.removeExact(to, there);
    // An empty file that is not known as ours may be somebody's. What was to take its place may be removed by now.
    const isOurs = there.size === 0 && there.inode === reserved;
    if (isOurs) return this.#files.removeExact(to, there);
    if (!here) return;
    // Where case makes no difference both are the one name it has.
    if (!(await this.#has(from)) || !(await this.#has(to))) return;
    if (here.inode === there.inode) await this.#files.removeExact(to, there);
  }

  async #has(path: string): Promise<boolean> {
    return (await this.#files.list(dirname(path))).includes(basename(path));
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
    const { links, replacedFiles } = this.#stores;
    if (replacedFiles.isToTakePlace(path)) return false;
    await this.#files.removeOwn(path);
    const folder = links.all().find((one) => path.startsWith(one.path + sep));
    const isThere = folder
      ? [null, 'read-only'].includes((await checkFolder({ files: this.#files, links }, folder)).issue)
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

  #moves(): Move[] {
    return z.array(moveSchema).parse(JSON.parse(this.#stores.matters.setting(movesSetting) ?? '[]'));
  }

  #putMoves(moves: readonly Move[]): void {
    this.#stores.matters.putSetting(movesSetting, JSON.stringify(moves));
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

/** Where a move is written down while it is on its way. */
export type Journal = Pick<StagingFiles, 'moveBegins' | 'moveReserved' | 'moveEnds'>;

/** `Files.moveNew` of a file of ours; what a kill in the middle of it leaves at the name is removed at the next start. */
export async function moveJournaled(files: Files, journal: Journal, from: string, to: string): Promise<void> {
  let isReserved = false;
  try {
    const begins = () => {
      isReserved = true;
      journal.moveBegins({ from, to });
    };
    await files.moveNew(from, to, begins, (inode) => journal.moveReserved({ from, to }, inode));
  } finally {
    if (isReserved) journal.moveEnds({ from, to });
  }
}

/** Whether a name is only kept free for an instant: nobody's document. */
export async function isPlaceholder(
  files: Files,
  path: string,
  { size }: { size: number },
): Promise<boolean> {
  if (size !== placeholder.length) return false;
  return Buffer.from(await files.readSmall(path, size)).toString() === placeholder;
}

/** Bytes from which on a file that begins as a placeholder, where one was being put, is not somebody's. */
const surelyOurs = 20;

/** What a power cut left of a placeholder, where one was being put: its beginning, maybe with zeros behind it. */
async function isTornPlaceholder(files: Files, path: string, { size }: { size: number }): Promise<boolean> {
  if (size < surelyOurs || size > placeholder.length) return false;
  const [text = '', ...rest] = Buffer.from(await files.readSmall(path, size))
    .toString()
    .split('\0');
  return text.length >= surelyOurs && placeholder.startsWith(text) && rest.every((part) => part === '');
}
