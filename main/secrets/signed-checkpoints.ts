import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** Signed notes by the log that they are of, and by the directory that they were signed for last. */
const keptSchema = z.record(z.string(), z.string());

/**
 * What this computer signed last of each custody log, kept beside its key and not with the logs: a log that was put back from a
 * backup, or that two profiles have a copy of, meets here what was signed of it.
 */
export class SignedCheckpoints {
  readonly #file: string | null;
  readonly #log: (message: string) => void;
  #kept: Promise<Map<string, string>> | null = null;

  /** @param file null to know it for as long as the program runs */
  constructor(file: string | null, log: (message: string) => void) {
    this.#file = file;
    this.#log = log;
  }

  /** @throws when the disk does not give it now: what was signed is not known then */
  async last(origin: string): Promise<string | null> {
    return (await this.#all()).get(origin) ?? null;
  }

  /**
   * Of whatever log it was.
   * @throws like `last`
   */
  async lastFor(place: string): Promise<string | null> {
    return (await this.#all()).get(keyOf(place)) ?? null;
  }

  /**
   * On disk when this resolves.
   * @throws when the disk does not take it
   */
  async put(origin: string, note: string, place: string | null): Promise<void> {
    const next = new Map(await this.#all()).set(origin, note);
    if (place !== null) next.set(keyOf(place), note);
    if (this.#file !== null) {
      const partial = `${this.#file}.new`;
      await writeFile(partial, JSON.stringify(Object.fromEntries(next)), { mode: 0o600, flush: true });
      await rename(partial, this.#file);
    }
    this.#kept = Promise.resolve(next);
  }

  #all(): Promise<Map<string, string>> {
    this.#kept ??= this.#read().catch((failure: unknown) => {
      this.#kept = null;
      throw failure;
    });
    return this.#kept;
  }

  async #read(): Promise<Map<string, string>> {
    if (this.#file === null) return new Map();
    const text = await readFile(this.#file, 'utf8').catch((failure: unknown) => {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return '{}';
      throw failure;
    });
    // Most starts sign nothing.
    const { parseCheckpoint } = await import('../../shared/evidence/checkpoint.ts');
    try {
      const all = Object.entries(keptSchema.parse(JSON.parse(text)));
      return new Map(
        all.filter(([key, note]) => {
          const checkpoint = parseCheckpoint(note);
          return checkpoint && (checkpoint.origin === key || key.startsWith(keyOf('')));
        }),
      );
    } catch {
      this.#log('What was signed of the custody logs cannot be read; it is known from now on.');
      return new Map();
    }
  }
}

/** No log is named so. */
const keyOf = (place: string): string => `for ${place}`;
