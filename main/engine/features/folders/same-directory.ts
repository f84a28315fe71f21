import { join } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import type { LinkStore } from '../../store/links.ts';

/** So many of the known files are looked for. */
const looked = 20;

/** A drive may show another device each time it is connected; without a time of birth, another inode too. */
export function isSameDirectory(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((inode) => inode.slice(inode.indexOf(':')));
  return one === other && !a.endsWith(':0');
}

/**
 * The other matter whose folder a directory is, wherever it stands by now, or null as the matter where it is another person's: what is
 * in it is not to be filed into this one. One that was unlinked counts once it was moved: a folder that is linked with such a one in it
 * was chosen with it. Without a time of birth, what was unlinked long ago may be gone, and its number another's.
 */
export function otherMatterOf(
  links: Pick<LinkStore, 'foldersOfOthers'>,
  matterId: MatterId,
  { path, inode }: { readonly path: string; readonly inode: string },
): { readonly folderOf: MatterId | null } | null {
  const isOthers = (one: { path: string; inode: string; isLinked: boolean }) =>
    isSameDirectory(one.inode, inode) && (one.isLinked || (one.path !== path && !inode.endsWith(':0')));
  const found = links.foldersOfOthers(matterId).find(isOthers);
  return found ? { folderOf: found.matterId } : null;
}

/**
 * True when most of the known files are in this directory as they were captured last, by size and time of modification:
 * one that came back from a backup, from another computer, or with a drive that shows other inodes.
 * @param directory below the folder, of which alone the files are looked for
 */
export async function holdsWhatIsKnown(
  ports: { readonly files: Files; readonly links: Pick<LinkStore, 'someFiles'> },
  folder: { readonly matterId: MatterId; readonly path: string },
  directory: string | null = null,
): Promise<boolean> {
  const known = ports.links.someFiles(folder.matterId, looked, directory);
  let found = 0;
  for (const file of known) {
    const there = await ports.files.facts(join(folder.path, file.path));
    if (there?.kind === 'file' && there.size === file.size && isSameTime(there.modified, file.modified))
      found += 1;
  }
  return found * 2 > known.length;
}

export const onSameDevice = (a: Pick<FileFacts, 'inode'>, b: Pick<FileFacts, 'inode'>): boolean =>
  a.inode.split(':')[0] === b.inode.split(':')[0];

/** Backups keep a file's time to two seconds at worst; both in nanoseconds. */
function isSameTime(a: string, b: string): boolean {
  const between = BigInt(a) - BigInt(b);
  return between < 2_000_000_000n && between > -2_000_000_000n;
}
