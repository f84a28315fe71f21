import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import { type FileFacts, failureCode } from '../../platform/files.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';

export interface SettlingWindow {
  /** Milliseconds without any event before the file is looked at. */
  readonly quiet: number;
  /** Milliseconds between the two looks that must agree. */
  readonly again: number;
}

const big = 64 * 1024 * 1024;

/**
 * Quick for what programs write at once, patient for what is empty because its content is still to come, and for what is big:
 * of the time a big file has to stay as it is, `whileCopied` goes by after it settled.
 */
function windowFor({ size }: { readonly size: number }): SettlingWindow {
  if (size === 0) return { quiet: 1000, again: 1000 };
  if (size > big) return { quiet: 700, again: 500 };
  if (size > 4 * 1024 * 1024) return { quiet: 500, again: 500 };
  return { quiet: 200, again: 100 };
}

/** Milliseconds that a file of so many bytes must still stay as it is after it settled: it is copied meanwhile. */
export const whileCopied = (size: number): number => (size > big ? 1000 : 0);

/** A look that fails says nothing about the file: look again, in milliseconds. */
const unreadableDelay = 2000;

const shortest: SettlingWindow = { quiet: 200, again: 100 };

/** Paths whose waiting begins within so many milliseconds share a timer: a hundred thousand files need a few dozen. */
const gathering = 20;

/** How many files are looked at at once. */
const parallelLooks = 32;

/** Paths that wait for the same moment, each with the look before: null when there was none yet. */
type Batch = Map<string, Fingerprint | null>;

/** Waits until a path has stopped changing: no event for a while, and two looks that agree. */
export class Debouncer {
  readonly #clock: Clock;
  readonly #facts: (path: string) => Promise<FileFacts | null>;
  readonly #onSettled: (path: string, facts: FileFacts | null) => void;
  readonly #leaveAlone: (path: string, code: string) => Promise<boolean>;
  readonly #onBegin: () => void;
  readonly #pending = new Map<string, Batch>();
  /** Batches that still take paths, by their delay. */
  readonly #open = new Map<number, Batch>();
  readonly #timers = new Set<Timer>();
  #stopped = false;

  constructor(options: {
    clock: Clock;
    facts: (path: string) => Promise<FileFacts | null>;
    /** `facts` null: nothing is there any more. */
    onSettled: (path: string, facts: FileFacts | null) => void;
    /** A look failed with this code. True: somebody else sees to it that the path is looked at when that makes sense. */
    leaveAlone?: (path: string, code: string) => Promise<boolean>;
    /** There is a path that has not settled, and was none before. */
    onBegin?: () => void;
  }) {
    this.#clock = options.clock;
    this.#facts = options.facts;
    this.#onSettled = options.onSettled;
    this.#onBegin = options.onBegin ?? (() => {});
    this.#leaveAlone = options.leaveAlone ?? (() => Promise.resolve(false));
  }

  /** How many paths have not settled yet. */
  get pending(): number {
    return this.#pending.size;
  }

  has(path: string): boolean {
    return this.#pending.has(path);
  }

  /** Paths that have not settled yet. */
  paths(): Iterable<string> {
    return this.#pending.keys();
  }

  /** Something happened to the path, or may have: start waiting anew. */
  touch(path: string, delay = shortest.quiet): void {
    this.#wait(path, delay, null);
  }

  /** The same, with a look that was taken just now: it is the first of the two. */
  touchSeen(path: string, seen: { readonly size: number; readonly fingerprint: Fingerprint }): void {
    const { quiet, again } = windowFor(seen);
    this.#wait(path, quiet + again, seen.fingerprint);
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) timer.cancel();
    this.#pending.clear();
  }

  #wait(path: string, delay: number, before: Fingerprint | null): void {
    if (this.#stopped) return;
    const batch = this.#open.get(delay) ?? this.#openBatch(delay);
    const other = this.#pending.get(path);
    if (other !== batch) other?.delete(path);
    batch.set(path, before);
    const isFirst = this.#pending.size === 0;
    this.#pending.set(path, batch);
    if (isFirst) this.#onBegin();
  }

  #openBatch(delay: number): Batch {
    const batch: Batch = new Map();
    this.#open.set(delay, batch);
    this.#after(Math.min(gathering, delay), () => {
      this.#open.delete(delay);
      this.#after(delay, () => void this.#lookAt(batch));
    });
    return batch;
  }

  #after(delay: number, ring: () => void): void {
    const timer = this.#clock.timer(delay, () => {
      this.#timers.delete(timer);
      ring();
    });
    this.#timers.add(timer);
  }

  async #lookAt(batch: Batch): Promise<void> {
    const paths = batch.entries();
    const lookAtNext = async () => {
      for (const [path, before] of paths) await this.#look(path, batch, before);
    };
    await Promise.all(Array.from({ length: Math.min(parallelLooks, batch.size) }, lookAtNext));
  }

  async #look(path: string, batch: Batch, before: Fingerprint | null): Promise<void> {
    const facts = await this.#facts(path).catch((failure: unknown) => failureCode(failure));
    const isLeft = typeof facts === 'string' && (await this.#leaveAlone(path, facts));
    // Touched again, or stopped, while it was looked at.
    if (this.#pending.get(path) !== batch) return;
    if (isLeft) {
      batch.delete(path);
      this.#pending.delete(path);
      return;
    }
    if (typeof facts === 'string') return this.#wait(path, unreadableDelay, before);
    const now = facts && fingerprintOf(facts);
    if (facts && now !== before) {
      const { quiet, again } = windowFor(facts);
      // Looked at for the first time, it was quiet for the shortest time only.
      return this.#wait(path, before ? quiet : quiet - shortest.quiet + again, now);
    }
    batch.delete(path);
    this.#pending.delete(path);
    this.#onSettled(path, facts);
  }
}
