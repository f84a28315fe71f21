import type { Clock } from '../../../shared/clock.ts';
import { type FileFacts, sameFile } from '../files/files.ts';

export interface SettlingWindow {
  /** Milliseconds without any event before the file is looked at. */
  readonly quiet: number;
  /** Milliseconds between the two looks that must agree. */
  readonly again: number;
}

/** Quick for what programs write at once, patient for what is big, or empty because its content is still to come. */
export function windowFor(facts: FileFacts): SettlingWindow {
  if (facts.size === 0) return { quiet: 1000, again: 1000 };
  if (facts.size > 64 * 1024 * 1024) return { quiet: 1500, again: 1500 };
  if (facts.size > 4 * 1024 * 1024) return { quiet: 500, again: 500 };
  return { quiet: 200, again: 100 };
}

/** A look that fails says nothing about the file: look again, in milliseconds. */
const unreadableDelay = 2000;

const shortest: SettlingWindow = { quiet: 200, again: 100 };

/** Waits until a path has stopped changing: no event for a while, and two looks that agree. */
export class Settler {
  readonly #clock: Clock;
  readonly #facts: (path: string) => Promise<FileFacts | null>;
  readonly #onSettled: (path: string, facts: FileFacts | null) => void;
  readonly #pending = new Map<string, { cancel(): void }>();

  constructor(options: {
    clock: Clock;
    facts: (path: string) => Promise<FileFacts | null>;
    /** `facts` null: nothing is there any more. */
    onSettled: (path: string, facts: FileFacts | null) => void;
  }) {
    this.#clock = options.clock;
    this.#facts = options.facts;
    this.#onSettled = options.onSettled;
  }

  /** Paths that have not settled yet. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Something happened to the path, or may have: start waiting anew. */
  touch(path: string, delay = shortest.quiet): void {
    this.#wait(path, delay, null);
  }

  stop(): void {
    for (const timer of this.#pending.values()) timer.cancel();
    this.#pending.clear();
  }

  #wait(path: string, delay: number, before: FileFacts | null): void {
    this.#pending.get(path)?.cancel();
    const timer = this.#clock.timer(delay, () => void this.#look(path, timer, before));
    this.#pending.set(path, timer);
  }

  async #look(path: string, timer: { cancel(): void }, before: FileFacts | null): Promise<void> {
    const facts = await this.#facts(path).catch(() => 'unknown' as const);
    if (this.#pending.get(path) !== timer) return;
    if (facts === 'unknown') return this.#wait(path, unreadableDelay, before);
    if (facts && (!before || !sameFile(before, facts))) {
      const { quiet, again } = windowFor(facts);
      this.#wait(path, before ? quiet : again, facts);
      return;
    }
    this.#pending.delete(path);
    this.#onSettled(path, facts);
  }
}
