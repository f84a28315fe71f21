import { basename, dirname, join, posix } from 'node:path';
import { type Files, failureCode } from '../../platform/files.ts';
import type { FollowedChange } from '../../store/followed-changes.ts';
import type { Stores } from '../../store/stores.ts';
import { onSameDevice } from '../folders/same-directory.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { isIgnored } from '../ignoring/ignore.ts';
import { walk } from '../ignoring/walk.ts';
import { isNowGone } from './follow-deletion.ts';
import { putBack, setAsidePrefix } from './wastebasket.ts';

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
}

/**
 * Of a document that was about to go when the program ended: it went only if it stands nowhere in the matter's folder, whatever name the
 * person gave it since, and nothing of that is away. Otherwise it is looked at once more.
 */
export async function putRightRemoval(
  { files, stores }: Ports,
  root: string,
  change: FollowedChange,
): Promise<void> {
  const { matterId, fileId, from, inode } = change;
  const stood = join(root, from);
  const isBack = await isBackAt(files, stood);
  // Its directory may have another name: then it is looked for below.
  const went = stores.removedContents.ofDocument(matterId, fileId).at(-1);
  const where = isBack || !went ? 'here' : await whereIs(files, root, inode);
  if (where === 'unknown' || (where === 'gone' && (await mayBeAway({ files, stores }, root, change)))) return;
  if (where === 'gone' && went) return isNowGone(stores, change, went);
  const known = stores.links.file(matterId, from);
  const isIt = known?.fileId === fileId && (await files.facts(stood))?.inode === known.inode;
  stores.together(() => {
    if (known?.removed && isIt) stores.links.putFile({ ...known, removed: false });
    stores.followedChanges.forget(matterId, fileId);
  });
}

/** It may be on a drive that is away, where it may stand set aside: what became of it shows once that is back. */
async function mayBeAway(
  { files, stores }: Ports,
  root: string,
  { matterId, from, inode }: FollowedChange,
): Promise<boolean> {
  if (await standsElsewhere({ files, links: stores.links }, { matterId, path: root }, from)) return true;
  let directory = posix.dirname(from);
  let there = await files.facts(join(root, directory));
  while (there === null && directory !== '.') {
    directory = posix.dirname(directory);
    there = await files.facts(join(root, directory));
  }
  return there === null || !onSameDevice(there, { inode });
}

/** Gives what was set aside for the wastebasket its name back; true when something has the name then. */
async function isBackAt(files: Files, stood: string): Promise<boolean> {
  const names = await files.list(dirname(stood)).catch((failure) => {
    if (failureCode(failure) !== 'ENOENT') throw failure;
    return [];
  });
  for (const name of names) if (name.startsWith(setAsidePrefix)) await putBack(files, stood, name);
  return (await files.facts(stood)) !== null;
}

async function whereIs(files: Files, root: string, inode: string): Promise<'here' | 'gone' | 'unknown'> {
  let where: 'gone' | 'unknown' = 'gone';
  const leavesOut = (path: string, kind: 'file' | 'directory') =>
    !basename(path).startsWith(setAsidePrefix) && isIgnored(basename(path), kind);
  for await (const { files: found, unlisted } of walk(files, root, leavesOut)) {
    const there = found.find(({ facts }) => facts.inode === inode)?.path;
    if (there !== undefined) {
      // Its directory may have another name than when it was set aside there.
      const aside = basename(dirname(there));
      if (aside.startsWith(setAsidePrefix))
        await putBack(files, join(dirname(dirname(there)), basename(there)), aside);
      return 'here';
    }
    if (unlisted !== null) where = 'unknown';
  }
  return where;
}
