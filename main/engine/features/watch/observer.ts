import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import type { LastLook } from '../../store/links.ts';
import type { Rescanned } from '../folders/health-issues.ts';
import type { AnyKind } from '../ignoring/ignore.ts';
import { walk } from '../ignoring/walk.ts';
import { Reconcile } from './reconcile.ts';
import { type Seen, seenIn, type WatchTree } from './watch-tree.ts';

interface ObserverPorts {
  readonly files: Files;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  /** What the last captures saw of each file, by its path below the folder with '/' between names. */
  readonly known: () => Iterable<readonly [path: string, lastLook: LastLook]>;
  readonly below: (path: string) => string;
  readonly absolute: (below: string) => string;
  /** True for what is left out, at this absolute path. */
  readonly leavesOut: (path: string, kind: AnyKind) => boolean;
  /**
   * A file at this absolute path is new, changed or gone, or may be. What changed before `unchangedUntil`, in milliseconds since
   * 1970, was told of earlier; null when nobody looked before.
   */
  readonly onPath: (path: string, seen: Seen | null, unchangedUntil: number | null) => void;
  /** The watcher said that it cannot see a part of the folder. */
  readonly onFailure: () => void;
  /** Something at this absolute path may not be looked at, or nobody knows why it was not. */
  readonly onUnlisted: (path: string) => void;
  /** Something that is neither a file nor a directory is at this absolute path. */
  readonly onOther: (path: string) => void;
  /** A directory below the folder, at this absolute path. */
  readonly onDirectory: (path: string, facts: FileFacts) => void;
  /** What is known could not be read, or the folder not be compared with it; it is tried again, until `isFailing` is false. */
  readonly onPassFailed: (failure: unknown) => void;
  /** `isReconciled` or `rescanned` changed. */
  readonly onChange: () => void;
}

/** Milliseconds between the starts of two passes, in a folder that is looked through: as a multiple of what one took. */
const rest = { atLeast: 10_000, timesTheCost: 20 };
/** What a part counts for at most, in milliseconds: a longer one mostly tells of a computer that slept, or was set. */
const longestPart = 1_000;
/**
 * Events can be lost (a full queue of the system, a sleep), so everything is compared again from time to time, so slowly
 * that it is not felt: milliseconds until it begins, and between the end of one pass and the next.
 */
const verification = { first: 10_000, again: 15 * 60_000, timesTheCost: 1_000, atLeast: 500 };

/** Milliseconds that an event may take to be noticed by a computer that is busy. */
const longestEvent = 60_000;

/** Milliseconds until what failed is tried again. */
const tryAgain = 10_000;

/** The system has no more watches or open files to give. */
const outOfWatches = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** Notices what changes in a folder: by the system's events where it has them, otherwise by looking through it. */
export class Observer {
  readonly #ports: ObserverPorts;
  readonly #root: string;
  #watching: { close(): Promise<void> } | null = null;
  #timer: Timer | null = null;
  /** Aborted when the pass under way is to end. */
  #pass: AbortController | null = null;
  /** When the last pass that was gone through began, in milliseconds since 1970. */
  #lastPass: number | null = null;
  #closed = false;
  #isReconciled = false;
  #rescanned: Rescanned | null = null;
  #isFailing = false;
  /** Who waits for a look that begins from now on, in a folder that is looked through. */
  #waiting: (() => void)[] = [];
  /** Begins the next look; null while one is under way, or the system tells what changes. */
  #lookSooner: (() => void) | null = null;

  constructor(ports: ObserverPorts, root: string) {
    this.#ports = ports;
    this.#root = root;
  }

  /** True once everything that changed while nobody observed has been reported. */
  get isReconciled(): boolean {
    return this.#isReconciled;
  }

  /** Set when the folder is looked through instead of being watched. */
  get rescanned(): Rescanned | null {
    return this.#rescanned;
  }

  /** True from a failed pass until one that went well. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  async open(): Promise<void> {
    const shared = await this.#ports.files.isShared(this.#root).catch(() => false);
    if (this.#closed) return;
    if (shared) this.#rescanFromNowOn('shared-drive');
    else this.#watch();
  }

  /**
   * Resolves once what was saved until now has been reported, where nobody tells of it: a look that begins from now on has gone
   * through the folder, or the observing ends. Null where the system tells what changes.
   */
  rescanNow(): Promise<void> | null {
    if (!this.#rescanned || this.#closed) return null;
    return new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#lookSooner?.();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopLooking();
    this.#looked(this.#waiting);
    await this.#watching?.close();
  }

  /** Events may have been lost: compares everything now. */
  rescan(): void {
    if (!this.#isReconciled || this.#rescanned || this.#closed) return;
    this.#stopLooking();
    void this.#verify(0);
  }

  #watch(): void {
    if (this.#closed) return;
    let reconcile: Reconcile | null;
    try {
      reconcile = new Reconcile(this.#ports.known());
    } catch (failure) {
      this.#timer = this.#ports.clock.timer(tryAgain, () => this.#watch());
      return this.#failed(failure);
    }
    this.#isFailing = false;
    this.#watching = this.#ports.watchTree(this.#root, {
      leavesOut: this.#ports.leavesOut,
      onPath: (path, seen) => {
        if (this.#closed) return;
        if (reconcile && !reconcile.differs(this.#ports.below(path), seen)) return;
        this.#ports.onPath(path, seen, reconcile ? null : this.#ports.clock.now() - longestEvent);
      },
      onReady: () => {
        if (this.#closed || !reconcile) return;
        // What vanished while nobody watched.
        for (const below of reconcile.missing()) this.#ports.onPath(this.#ports.absolute(below), null, null);
        reconcile = null;
        this.#reconciled();
        this.#verifyAfter(verification.first);
      },
      onForbidden: (path) => {
        if (!this.#closed) this.#ports.onUnlisted(path);
      },
      onFailure: (code) => {
        if (this.#closed || this.#rescanned) return;
        if (outOfWatches.has(code)) this.#rescanFromNowOn('watch-limit');
        else this.#ports.onFailure();
      },
    });
  }

  #rescanFromNowOn(because: Rescanned['because']): void {
    this.#stopLooking();
    void this.#watching?.close().catch(() => undefined);
    this.#watching = null;
    const again = async () => {
      this.#lookSooner = null;
      this.#rescanned ??= { kind: 'rescanned', because, everySeconds: rest.atLeast / 1000 };
      const waiting = this.#waiting.splice(0);
      const took = await this.#tryPass(0);
      if (this.#closed) return this.#looked(waiting);
      if (took === 'failed') {
        this.#waiting.unshift(...waiting);
        return after(tryAgain);
      }
      const wait = Math.max(rest.atLeast, rest.timesTheCost * (took ?? 0));
      const everySeconds = roughly(wait / 1000);
      const isAsBefore = this.#isReconciled && this.#rescanned.everySeconds === everySeconds;
      this.#rescanned = { kind: 'rescanned', because, everySeconds };
      if (!isAsBefore) this.#reconciled();
      this.#looked(waiting);
      after(this.#waiting.length > 0 ? 0 : wait);
    };
    const after = (wait: number) => {
      this.#timer = this.#ports.clock.timer(wait, () => void again());
      this.#lookSooner = () => {
        this.#timer?.cancel();
        void again();
      };
    };
    void again();
  }

  #looked(waiting: readonly (() => void)[]): void {
    for (const done of waiting) done();
  }

  #verifyAfter(wait: number): void {
    if (this.#closed || this.#rescanned) return;
    this.#timer?.cancel();
    this.#timer = this.#ports.clock.timer(wait, () => void this.#verify(verification.timesTheCost));
  }

  async #verify(restTimes: number): Promise<void> {
    const took = await this.#tryPass(restTimes);
    if (took !== null) this.#verifyAfter(took === 'failed' ? tryAgain : verification.again);
  }

  /** The same as `#passThrough`; a failure is told of, and is for the caller to try again. */
  async #tryPass(restTimes: number): Promise<number | null | 'failed'> {
    try {
      const took = await this.#passThrough(restTimes);
      if (took !== null) this.#isFailing = false;
      return took;
    } catch (failure) {
      if (this.#closed) return null;
      this.#pass = null;
      this.#failed(failure);
      return 'failed';
    }
  }

  #failed(failure: unknown): void {
    this.#isFailing = true;
    this.#ports.onPassFailed(failure);
  }

  /**
   * Compares everything once, resting after each part so many times as long as it took.
   * @returns milliseconds it took without the rests; null when it was told to end
   */
  async #passThrough(restTimes: number): Promise<number | null> {
    const { files, clock, known, below, absolute, leavesOut, onPath, onOther, onDirectory } = this.#ports;
    const pass = new AbortController();
    this.#pass = pass;
    const reconcile = new Reconcile(known());
    const [before, began] = [this.#lastPass, clock.now()];
    const unlisted: string[] = [];
    let took = 0;
    let partAt = clock.now();
    for await (const part of walk(files, this.#root, leavesOut)) {
      if (pass.signal.aborted) return null;
      if (part.unlisted !== null) {
        unlisted.push(below(part.unlisted));
        this.#ports.onUnlisted(part.unlisted);
      }
      part.others.forEach(onOther);
      for (const { path, facts } of part.directories) onDirectory(path, facts);
      for (const { path, facts } of part.files) {
        const seen = seenIn(facts);
        if (reconcile.differs(below(path), seen)) onPath(path, seen, before);
      }
      const partTook = Math.min(Math.max(clock.now() - partAt, 0), longestPart);
      took += partTook;
      if (restTimes > 0) {
        await clock.sleep(Math.max(partTook * restTimes, verification.atLeast), pass.signal);
        if (pass.signal.aborted) return null;
      }
      partAt = clock.now();
    }
    const isUnknown = (path: string) =>
      unlisted.some((place) => place === '' || path === place || path.startsWith(`${place}/`));
    for (const path of reconcile.missing()) if (!isUnknown(path)) onPath(absolute(path), null, before);
    this.#lastPass = began;
    if (this.#pass === pass) this.#pass = null;
    return took;
  }

  #reconciled(): void {
    this.#isReconciled = true;
    this.#ports.onChange();
  }

  #stopLooking(): void {
    this.#timer?.cancel();
    this.#pass?.abort();
    this.#pass = null;
  }
}

/** Seconds for people: not another number after each pass. */
function roughly(seconds: number): number {
  const step = seconds < 60 ? 10 : 60;
  return Math.ceil(seconds / step) * step;
}
