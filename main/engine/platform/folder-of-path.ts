import { posix } from 'node:path';
import type { FolderId } from '../../../shared/model/index.ts';

/**
 * The service folder that a directory below the matter folder stands for, or the nearest known one above it; the
 * root is null. `rest` is the part of the path that the service has no folder for ('' when it has all).
 */
export function folderOfPath(
  known: readonly { readonly path: string; readonly folderId: FolderId }[],
  directory: string,
): { folderId: FolderId | null; rest: string } {
  for (let path = directory; path !== '.' && path !== ''; path = posix.dirname(path)) {
    const folder = known.find((candidate) => candidate.path === path);
    if (folder) return { folderId: folder.folderId, rest: posix.relative(path, directory) };
  }
  return { folderId: null, rest: directory === '.' ? '' : directory };
}
