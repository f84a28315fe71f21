import { basename, dirname, join } from 'node:path';
import { type Files, maybeUnreadable } from '../../platform/files.ts';

/** What has a name that is not UTF-8 can be neither opened nor watched, and is told of: with its directory, until it is gone. */
export class UnreadableNames {
  readonly #files: Pick<Files, 'unreadableNames'>;
  readonly #isWanted: (name: string) => boolean;
  readonly #onChange: (path: string, name: string | null) => void;
  /** Names by their directory. */
  readonly #told = new Map<string, ReadonlySet<string>>();

  constructor(options: {
    files: Pick<Files, 'unreadableNames'>;
    isWanted: (name: string) => boolean;
    /** `path` is absolute, and not one of the system: with the bytes that are no text escaped. `name` null: no longer there. */
    onChange: (path: string, name: string | null) => void;
  }) {
    this.#files = options.files;
    this.#isWanted = options.isWanted;
    this.#onChange = options.onChange;
  }

  /** Something at this absolute path was not found, or something happened to it. */
  async noticed(path: string): Promise<void> {
    if (maybeUnreadable(basename(path))) await this.#lookIn(dirname(path));
  }

  /** Looks whether those that were told of are still there. */
  async recheck(): Promise<void> {
    for (const directory of [...this.#told.keys()]) await this.#lookIn(directory);
  }

  async #lookIn(directory: string): Promise<void> {
    const before = this.#told.get(directory) ?? new Set();
    // What cannot be listed, or is gone, is told of by others.
    const names = await this.#files.unreadableNames(directory).catch(() => []);
    const now = new Set(names.filter(this.#isWanted));
    if (now.size > 0) this.#told.set(directory, now);
    else this.#told.delete(directory);
    for (const name of before) if (!now.has(name)) this.#onChange(join(directory, name), null);
    for (const name of now) if (!before.has(name)) this.#onChange(join(directory, name), name);
  }
}
