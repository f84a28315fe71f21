import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Preferences, KeptScreen as Screen } from '../../shared/model/index.ts';

/**
 * What the window showed last, in a file: the page begins with it while the rest of the program comes up. Everything is done
 * at once, so that nothing written late can come back after it was forgotten.
 */
export class KeptScreen {
  readonly #file: string;
  /** Another version of the program may mean something else by it. */
  readonly #version: string;
  readonly #log: (message: string) => void;

  constructor(file: string, version: string, log: (message: string) => void) {
    this.#file = file;
    this.#version = version;
    this.#log = log;
  }

  /** Whose it is, as `keep` was told; null when nothing is kept. */
  get owner(): string | null {
    return this.#read()?.owner ?? null;
  }

  /** What the person preferred; null when nothing is kept. */
  get theme(): Preferences['theme'] | null {
    return this.#read()?.screen.preferences.theme ?? null;
  }

  /** As JSON that can stand between the tags of a script; `null` when nothing is kept. */
  forPage(): string {
    return JSON.stringify(this.#read()?.screen ?? null).replaceAll('<', '\\u003c');
  }

  keep(owner: string, screen: Screen): void {
    const beside = `${this.#file}.new`;
    try {
      writeFileSync(beside, JSON.stringify({ version: this.#version, owner, screen }), { mode: 0o600 });
      renameSync(beside, this.#file);
    } catch (error) {
      // The next start takes a moment longer.
      this.#log(`what the window shows is not kept: ${codeOf(error)}`);
      this.forget();
    }
  }

  /** The person prefers something else now; of another list than was shown nothing is kept. */
  prefer(preferences: Preferences): void {
    const kept = this.#read();
    if (!kept) return;
    const { screen, owner } = kept;
    const matters = preferences.show === screen.preferences.show ? screen.matters : null;
    this.keep(owner, { ...screen, preferences, matters });
  }

  forget(): void {
    for (const file of [this.#file, `${this.#file}.new`]) {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        this.#log(`what the window showed cannot be removed: ${codeOf(error)}`);
      }
    }
  }

  #read(): Kept | null {
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as Partial<Kept> | null;
      // What this version wrote it had checked.
      return kept?.version === this.#version ? (kept as Kept) : null;
    } catch {
      return null;
    }
  }
}

interface Kept {
  readonly version: string;
  /** Whoever may see it, as `keep` was told. */
  readonly owner: string;
  readonly screen: Screen;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
