import { link, lstat, unlink } from 'node:fs/promises';
import { extname } from 'node:path';

/** Moves a file to the system's wastebasket; rejects where there is none. */
export type ToWastebasket = (path: string) => Promise<void>;

/** Device, inode, size in bytes and time of change (ns): what tells that a file is still the one that was there. */
type Standing = readonly [bigint, bigint, bigint, bigint];

/**
 * A name that the person chose in the system's dialog, which asks before something that is there is replaced. What is made is
 * always written beside it first, and replaces nothing itself.
 */
export class ChosenFile {
  readonly path: string;
  readonly #toWastebasket: ToWastebasket;
  readonly #replaced: Standing | null;

  private constructor(path: string, replaced: Standing | null, toWastebasket: ToWastebasket) {
    this.path = path;
    this.#replaced = replaced;
    this.#toWastebasket = toWastebasket;
  }

  /** Looks at what stands there now: that, and nothing that comes later, is what the person agreed to have replaced. */
  static async at(path: string, toWastebasket: ToWastebasket): Promise<ChosenFile> {
    return new ChosenFile(path, await standingAt(path), toWastebasket);
  }

  /**
   * Gives the chosen name to what was made under another one, because the chosen one was taken. What the person agreed to have
   * replaced goes to the system's wastebasket, if it is still what stands there; otherwise both stay.
   * @returns where it stands
   */
  async takes(made: string): Promise<string> {
    if (made === this.path || this.#replaced === null || extname(made) !== extname(this.path)) return made;
    const now = await standingAt(this.path);
    if (now === null || now.some((part, at) => part !== this.#replaced?.[at])) return made;
    try {
      await this.#toWastebasket(this.path);
      // Fails where something stands, which a rename does not.
      await link(made, this.path);
    } catch {
      return made;
    }
    await unlink(made).catch(() => undefined);
    return this.path;
  }
}

/** Null unless a file of its own stands there: a link, or a directory, is never replaced. */
async function standingAt(path: string): Promise<Standing | null> {
  const facts = await lstat(path, { bigint: true }).catch(() => null);
  return facts?.isFile() ? [facts.dev, facts.ino, facts.size, facts.ctimeNs] : null;
}
