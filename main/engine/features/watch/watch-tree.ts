import type { BigIntStats, Stats } from 'node:fs';
import { join } from 'node:path';
import { FSWatcher } from 'chokidar';
import { type FileFacts, failureCode, maybeUnreadable } from '../../platform/files.ts';
import type { LastLook } from '../../store/links.ts';
import type { AnyKind } from '../ignoring/ignore.ts';
import {
  type Fingerprint,
  fingerprintOf,
  fingerprintOfLast,
  fingerprintOfStats,
  isAsLast,
} from '../settling/fingerprint.ts';
import { isForbidden } from './unreadable-parts.ts';

/** What a file looked like when it was reported. */
export interface Seen {
  /** Bytes. */
  readonly size: number;
  readonly fingerprint: Fingerprint;
  /** True when the last capture saw the same. */
  isAs(look: LastLook): boolean;
}

/** A look of our own. */
export function seenIn(facts: FileFacts): Seen {
  const fingerprint = fingerprintOf(facts);
  return { size: facts.size, fingerprint, isAs: (look) => fingerprintOfLast(look) === fingerprint };
}

export interface WatchHandlers {
  /** True for what is left out, whatever it is if its kind is unknown: a file is not reported, a directory not entered. */
  leavesOut(path: string, kind: AnyKind): boolean;
  /** Something is, was or may be at this absolute path: look. `seen` is null when nobody has looked yet. */
  onPath(path: string, seen: Seen | null): void;
  /** Everything that was there at the start has been reported. */
  onReady(): void;
  onFailure(code: string): void;
  /** Something at this absolute path, or at the end of it, may not be looked at. */
  onForbidden(path: string): void;
}

/** Watches a directory with everything below it, until closed. */
export type WatchTree = (root: string, handlers: WatchHandlers) => { close(): Promise<void> };

export const watchTree: WatchTree = (root, handlers) => {
  const watcher = new TreeWatcher(root, handlers);
  const onFile = (path: string, stats?: Stats) =>
    handlers.onPath(path, stats?.isFile() ? new WatcherLook(stats) : null);
  watcher
    .on('add', onFile)
    .on('change', onFile)
    .on('unlink', (path) => handlers.onPath(path, null))
    .on('raw', (_event, name, details: unknown) => {
      const directory =
        typeof details === 'object' && details && 'watchedPath' in details ? details.watchedPath : null;
      // What bears such a name is not found by it, and chokidar takes it for gone.
      if (typeof name === 'string' && maybeUnreadable(name) && typeof directory === 'string')
        handlers.onForbidden(join(directory, name));
    })
    .on('ready', () => handlers.onReady())
    .on('error', (failure) => handlers.onFailure(failureCode(failure)));
  watcher.add(root);
  return { close: () => watcher.close() };
};

/**
 * Asks what is left out in its own way: as the option `ignored`, chokidar would bring each of a hundred thousand paths into
 * a normal form twice, which takes as long as everything else that is done with them here.
 */
class TreeWatcher extends FSWatcher {
  readonly #root: string;
  readonly #handlers: WatchHandlers;

  constructor(root: string, handlers: WatchHandlers) {
    super({
      followSymlinks: false,
      ignorePermissionErrors: true,
      // It would leave out what editors keep beside a document whatever the rules say; a file that is put in the place of
      // another is waited for until it settles.
      atomic: false,
    });
    this.#root = root;
    this.#handlers = handlers;
  }

  /** What may not be looked at chokidar keeps to itself, as long as it is told that it may; the rest it tells anyway. */
  override handleError(error: unknown): void {
    if (isForbidden(failureCode(error)) && error instanceof Error && 'path' in error)
      this.#handlers.onForbidden(String(error.path));
    super.handleError(error);
  }

  override isIgnored(path: string, stats?: Stats): boolean {
    // Asked without stats too, of what is gone for one: when that is not left out, all of its directory is read again.
    const kind = stats?.isFile() ? 'file' : stats?.isDirectory() ? 'directory' : 'unknown';
    return (path !== this.#root && this.#handlers.leavesOut(path, kind)) || super.isIgnored(path, stats);
  }
}

/** A look of the watcher. Of a hundred thousand files that are as they were, no fingerprint is ever asked for. */
class WatcherLook implements Seen {
  readonly #stats: Stats | BigIntStats;
  constructor(stats: Stats | BigIntStats) {
    this.#stats = stats;
  }

  get size(): number {
    return Number(this.#stats.size);
  }

  get fingerprint(): Fingerprint {
    return fingerprintOfStats(this.#stats);
  }

  isAs(look: LastLook): boolean {
    return isAsLast(this.#stats, look);
  }
}
