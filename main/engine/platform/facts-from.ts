import type { BigIntStats } from 'node:fs';
import type { FileFacts } from './files.ts';

/** What Node says of a path, in the engine's words. */
export function factsFrom(stat: BigIntStats): FileFacts {
  return {
    kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other',
    size: Number(stat.size),
    modified: String(stat.mtimeNs),
    changed: String(stat.ctimeNs),
    inode: `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`,
  };
}
