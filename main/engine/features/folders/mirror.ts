import { join, posix } from 'node:path';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { numbered, safeName } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { leadsElsewhere } from '../../platform/lineage.ts';
import { localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import type { KnownFolder } from '../../store/documents.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { isNowAsShown } from './as-shown.ts';
import { checkFolder } from './folder-health.ts';
import { isLost } from './lost-part.ts';
import { followServiceName, followServicePlace, type WhileStill } from './rename-directory.ts';
import { followDirectories, tellsApart } from './renamed-directory.ts';

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly whileStill: WhileStill;
  /** True for a folder whose directory is to be where the service has it. */
  readonly isToBeMoved: (folderId: FolderId) => boolean;
}
interface Matter {
  readonly matterId: MatterId;
  readonly path: string;
}

export interface Mirrored {
  /** False when something is to be tried again. */
  readonly isDone: boolean;
  /** Directories that could not be made, by their path below the matter folder, and the system's code. */
  readonly failed: ReadonlyMap<string, string>;
  /** True when directories were found under other names. */
  readonly hasMoved: boolean;
}

/**
 * Makes a directory for each folder of the service that never had one here, and renames those that we named when their
 * folder has another name now. Directories are never deleted. One that the person renamed or moved is recognised by its
 * inode, stays the same folder, and keeps its name; one that is gone is not made again, and is the same folder when it is
 * back. The directory of a folder that was deleted is given to one that is made anew under its name. In a matter folder that is not there, or lost what was in it, nothing is done. One that cannot be made stops no other.
 * @throws when the database does not take what follows from it
 */
export async function mirrorFolders(ports: Ports, matter: Matter): Promise<Mirrored> {
  const { stores } = ports;
  const folders = parentsFirst(stores.documents.folders(matter.matterId));
  const failed = new Map<string, string>();
  if (folders.length === 0) return { isDone: true, failed, hasMoved: false };
  if (!(await isWell(ports, matter))) return { isDone: false, failed, hasMoved: false };
  let isDone = true;
  const hasMoved = await followDirectories(ports, matter);
  for (const folder of folders) {
    try {
      const own = mappedOf(stores, matter.matterId, folder.id);
      const done = own ? await follow(ports, matter, own, folder) : await make(ports, matter, folder);
      if (done === 'away') return { isDone: false, failed: new Map(), hasMoved };
      if (done === 'later') isDone = false;
    } catch (failure) {
      if (localStorageErrorCode(failure) !== null) throw failure;
      isDone = false;
      failed.set(wantedPath(stores, matter.matterId, folder), failureCode(failure));
    }
  }
  return { isDone, failed, hasMoved };
}

const mappedOf = (stores: Stores, matterId: MatterId, folderId: FolderId): LocalFolder | undefined =>
  stores.links.folders(matterId).find((one) => one.folderId === folderId);

async function follow(
  ports: Ports,
  matter: Matter,
  own: LocalFolder,
  folder: KnownFolder,
): Promise<'done' | 'later'> {
  if (await leadsElsewhere(ports.files, matter.path, own.path)) return 'later';
  const there = await ports.files.facts(join(matter.path, own.path));
  if (there?.inode !== own.inode) return 'done';
  if (!(await followServiceName(ports, matter, own, folder))) return 'later';
  const { stores } = ports;
  if (!ports.isToBeMoved(folder.id)) return 'done';
  const above = folder.parentId === null ? '' : mappedOf(stores, matter.matterId, folder.parentId)?.path;
  const now = mappedOf(stores, matter.matterId, folder.id);
  if (above === undefined || !now) return 'done';
  return (await followServicePlace(ports, matter, now, above)) ? 'done' : 'later';
}

async function make(ports: Ports, matter: Matter, folder: KnownFolder): Promise<'done' | 'later' | 'away'> {
  const { files, stores } = ports;
  const { matterId, path: root } = matter;
  if (isNowAsShown(stores, matterId, folder.id)) return 'done';
  const deletedFolders = stores.documents.deletedFolders(matterId);
  // In one that was deleted: nothing can be filed there.
  if (deletedFolders.has(folder.id)) return 'done';
  const parent = folder.parentId === null ? null : mappedOf(stores, matterId, folder.parentId);
  if (parent === undefined) return 'done';
  const above = parent === null ? root : join(root, parent.path);
  // Its drive may have gone since the last was made.
  if (!(await isWell(ports, matter))) return 'away';
  if (parent !== null) {
    if (await leadsElsewhere(files, root, `${parent.path}/`)) return 'later';
    const there = await files.facts(above);
    // What the person removed is not made again by itself.
    if (there?.kind !== 'directory') return 'done';
    if (await isLost({ files, links: stores.links }, matter, parent.path, there)) return 'later';
  }
  for (let count = 1; ; count += 1) {
    const wanted = pathOf(parent, folder, count);
    const mapped = stores.links.folders(matterId);
    const own = mapped.find((one) => one.path.toLowerCase() === wanted.toLowerCase());
    // Deleted and made anew: people go on working in the directory that is there.
    if (own && !deletedFolders.has(own.folderId)) continue;
    const path = own?.path ?? wanted;
    const before = await files.facts(join(root, path));
    // Another folder's, which the person gave this name.
    const others =
      before && tellsApart(before.inode) && mapped.find((one) => one !== own && one.inode === before.inode);
    if (others) {
      await followDirectories(ports, matter, path);
      continue;
    }
    // A link may have been put in the place of the one it is to be in since that was looked at.
    if (await leadsElsewhere(files, root, path)) return 'later';
    if (before === null) await files.makeDirectory(join(root, path));
    const made = await files.facts(join(root, path));
    // The one it is in was moved away meanwhile, or what is there now is behind a link.
    if (made === null || (await leadsElsewhere(files, root, path))) return 'later';
    // Found to be another folder's meanwhile.
    const isTaken = stores.links
      .folders(matterId)
      .some((one) => one.path === path && one.folderId !== own?.folderId);
    if (isTaken || made.kind !== 'directory') continue;
    // One that was there already, the person named.
    const namedFor = before ? null : folder.name;
    stores.together(() => {
      if (own) stores.links.forgetFolder(matterId, own.folderId);
      stores.links.putFolder(matterId, { path, folderId: folder.id, inode: made.inode, namedFor });
    });
    return 'done';
  }
}

/** False where the matter folder's documents should be and are not: their drive may not be connected. */
async function isWell({ files, stores }: Ports, matter: Matter): Promise<boolean> {
  const { issue } = await checkFolder({ files, links: stores.links }, matter);
  if (issue !== null && issue !== 'read-only') return false;
  const { links } = stores;
  const isKnown = links.folders(matter.matterId).length > 0 || links.anyFile(matter.matterId) !== undefined;
  return !isKnown || (await files.holdsAny(matter.path, () => true));
}

const pathOf = (parent: LocalFolder | null, { name }: KnownFolder, count: number): string => {
  const safe = safeName(name, 'Folder');
  return posix.join(parent?.path ?? '', count === 1 ? safe : numbered(safe, count));
};

/** For a person, of a folder that has no directory yet. */
function wantedPath(stores: Stores, matterId: MatterId, folder: KnownFolder): string {
  const parent = folder.parentId === null ? undefined : mappedOf(stores, matterId, folder.parentId);
  return mappedOf(stores, matterId, folder.id)?.path ?? pathOf(parent ?? null, folder, 1);
}

function parentsFirst(folders: readonly KnownFolder[]): KnownFolder[] {
  const below = Map.groupBy(folders, (folder) => folder.parentId);
  const inOrder: KnownFolder[] = [];
  const visit = (parent: FolderId | null) => {
    for (const folder of below.get(parent) ?? []) {
      inOrder.push(folder);
      visit(folder.id);
    }
  };
  visit(null);
  return inOrder;
}
