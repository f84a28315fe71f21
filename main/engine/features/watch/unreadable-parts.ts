import { join, sep } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { type Files, failureCode } from '../../platform/files.ts';

/** Milliseconds until an unreadable directory is tried again: longer after each try. */
const retry = { first: 3_000, atMost: 5 * 60_000 };

/** True for what the system says where something may not be looked at. */
export const isForbidden = (code: string): boolean => code === 'EACCES' || code === 'EPERM';

interface Part {
  /** By the steady clock, in milliseconds. */
  nextTryAt: number;
  wait: number;
}

/**
 * Directories below a matter folder that may not be looked into. Nothing in them is asked for alone: each is tried again as
 * a whole, ever more seldom.
 */
export class UnreadableParts {
  readonly #files: Files;
  readonly #clock: Clock;
  readonly #root: string;
  readonly #onChange: (part: string, code: string | null) => void;
  readonly #parts = new Map<string, Part>();

  constructor(options: {
    files: Files;
    clock: Clock;
    root: string;
    /** `part` is below the root, with '/' between names. `code` null: it can be looked into again, or is gone. */
    onChange: (part: string, code: string | null) => void;
  }) {
    this.#files = options.files;
    this.#clock = options.clock;
    this.#root = options.root;
    this.#onChange = options.onChange;
  }

  /** True when a directory that may not be looked into is there, or above it: something there was not permitted. */
  async holds(below: string): Promise<boolean> {
    // The matter folder itself is looked at by others.
    const names = below === '' ? [] : below.split('/');
    for (let depth = 1; depth <= names.length; depth += 1) {
      const part = names.slice(0, depth).join('/');
      if (this.#parts.has(part)) return true;
      const code = await this.#whyNotRead(part);
      if (code === null) continue;
      if (!isForbidden(code)) return false;
      this.#parts.set(part, { nextTryAt: this.#clock.steady() + retry.first, wait: retry.first });
      this.#onChange(part, code);
      return true;
    }
    return false;
  }

  /** Tries those again whose time has come. True when one can be looked into again. */
  async tryAgain(): Promise<boolean> {
    let isAny = false;
    for (const [part, state] of this.#parts) {
      if (this.#clock.steady() < state.nextTryAt) continue;
      const code = await this.#whyNotRead(part);
      if (code !== null && isForbidden(code)) {
        state.wait = Math.min(state.wait * 2, retry.atMost);
        state.nextTryAt = this.#clock.steady() + state.wait;
        continue;
      }
      this.#parts.delete(part);
      this.#onChange(part, null);
      isAny = true;
    }
    return isAny;
  }

  /** Null when its names and what they stand for can be asked for. */
  async #whyNotRead(part: string): Promise<string | null> {
    const path = join(this.#root, part);
    try {
      await this.#files.holdsAny(path, () => true);
      // A directory may be listed and yet not entered.
      await this.#files.facts(`${path}${sep}.`);
      return null;
    } catch (failure) {
      return failureCode(failure);
    }
  }
}
