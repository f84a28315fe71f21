import { join } from 'node:path';
import type { Files } from '../../platform/files.ts';

/** Beside the database: what it says is known even when the database is another one. */
const fileName = 'last checkpoint';
const longestNote = 4_096;

/** The last checkpoint as a file of its own. Main knows what it signed too: what the disk does not do with this one stops nothing. */
export class LastCheckpointFile {
  readonly #files: Files;
  readonly #directory: string;
  readonly #uniqueName: () => string;

  /** @param directory of the workspace */
  constructor(files: Files, directory: string, uniqueName: () => string) {
    this.#files = files;
    this.#directory = directory;
    this.#uniqueName = uniqueName;
  }

  /** Null where there is none that can be read. */
  async read(): Promise<string | null> {
    try {
      return Buffer.from(await this.#files.readSmall(this.#path, longestNote)).toString('utf8');
    } catch {
      return null;
    }
  }

  async keep(note: string): Promise<void> {
    const partial = `${this.#path}-${this.#uniqueName()}.new`;
    try {
      await this.#files.writeNew(partial, chunksOf(note));
      await this.#files.sync(partial);
      await this.#files.replace(partial, this.#path);
      await this.#files.sync(this.#directory);
    } catch {
      await this.#files.removeOwn(partial).catch(() => undefined);
    }
  }

  get #path(): string {
    return join(this.#directory, fileName);
  }
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}
