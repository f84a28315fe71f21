import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

class Killed extends Error {}

/** Directories in which a program was killed: each life begins with what the one before left on disk. */
export class Lives implements Disposable {
  /** Of the life that is, or that begins next. */
  directory: string;
  #steps = 0;
  #killAt = Number.POSITIVE_INFINITY;
  readonly #directories: string[] = [];

  /** @param from what the first life begins with; it stays as it is */
  constructor(from: string) {
    this.directory = from;
    this.#goOnInACopy();
  }

  /** To be told before each step: at the one meant, what is on disk is taken as the kill leaves it, and nothing follows. */
  readonly onStep = (step: string): void => {
    this.#steps += 1;
    if (this.#steps !== this.#killAt) return;
    this.#goOnInACopy();
    throw new Killed(`killed at “${step}”`);
  };

  /** Lives once. False when it was killed, at its step number `killAt`, counted from 1. */
  async live(killAt: number, life: (directory: string) => unknown): Promise<boolean> {
    this.#steps = 0;
    this.#killAt = killAt;
    try {
      await life(this.directory);
      return true;
    } catch (failure) {
      if (!(failure instanceof Killed)) throw failure;
      return false;
    }
  }

  #goOnInACopy(): void {
    const left = mkdtempSync(join(tmpdir(), 'matterline-test-'));
    this.#directories.push(left);
    cpSync(this.directory, left, { recursive: true });
    this.directory = left;
  }

  [Symbol.dispose](): void {
    for (const directory of this.#directories) rmSync(directory, { recursive: true, force: true });
  }
}
