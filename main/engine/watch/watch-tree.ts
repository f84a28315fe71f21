import type { BigIntStats, Stats } from 'node:fs';
import { watch } from 'chokidar';
import { failureCode } from '../files/files.ts';
import { type Fingerprint, fingerprintOfStats } from './fingerprint.ts';
import type { EntryKind } from './ignore.ts';

/** What a file looked like when it was reported. */
export interface Seen {
  /** Bytes. */
  readonly size: number;
  readonly fingerprint: Fingerprint;
}

export interface WatchHandlers {
  /** True for what is left out: a file is not reported, a directory not entered. */
  leavesOut(path: string, kind: EntryKind): boolean;
  /** Something is, was or may be at this absolute path: look. `seen` is null when nobody has looked yet. */
  onPath(path: string, seen: Seen | null): void;
  /** Everything that was there at the start has been reported. */
  onReady(): void;
  onFailure(code: string): void;
}

/** Watches a directory with everything below it, until closed. */
export type WatchTree = (root: string, handlers: WatchHandlers) => { close(): Promise<void> };

export const watchTree: WatchTree = (root, handlers) => {
  const watcher = watch(root, {
    // Asked without stats first: whether a name is left out depends on what it is the name of.
    ignored: (path, stats) =>
      path !== root &&
      stats !== undefined &&
      (stats.isFile() || stats.isDirectory()) &&
      handlers.leavesOut(path, stats.isFile() ? 'file' : 'directory'),
    followSymlinks: false,
    ignorePermissionErrors: true,
  });
  const onFile = (path: string, stats?: Stats) => handlers.onPath(path, stats ? seenIn(stats) : null);
  watcher
    .on('add', onFile)
    .on('change', onFile)
    .on('unlink', (path) => handlers.onPath(path, null))
    .on('ready', () => handlers.onReady())
    .on('error', (failure) => handlers.onFailure(failureCode(failure)));
  return { close: () => watcher.close() };
};

const seenIn = (stats: Stats | BigIntStats): Seen | null =>
  stats.isFile() ? { size: Number(stats.size), fingerprint: fingerprintOfStats(stats) } : null;
