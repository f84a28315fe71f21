import { basename } from 'node:path';
import { watch } from 'chokidar';
import { failureCode } from '../files/files.ts';
import { isIgnored } from './ignore.ts';

export interface WatchHandlers {
  /** Something is, was or may be at this absolute path: look. */
  onPath(path: string): void;
  /** Everything that was there at the start has been reported. */
  onReady(): void;
  onFailure(code: string): void;
}

/** Watches a directory with everything below it, until closed. */
export type WatchTree = (root: string, handlers: WatchHandlers) => { close(): Promise<void> };

export const watchTree: WatchTree = (root, handlers) => {
  const watcher = watch(root, {
    ignored: (path) => path !== root && isIgnored(basename(path)),
    followSymlinks: false,
    ignorePermissionErrors: true,
  });
  watcher
    .on('add', (path) => handlers.onPath(path))
    .on('change', (path) => handlers.onPath(path))
    .on('unlink', (path) => handlers.onPath(path))
    .on('ready', () => handlers.onReady())
    .on('error', (failure) => handlers.onFailure(failureCode(failure)));
  return { close: () => watcher.close() };
};
