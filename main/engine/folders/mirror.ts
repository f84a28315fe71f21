import { join, posix } from 'node:path';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import { type Files, makeBelow } from '../files/files.ts';
import type { KnownFolder } from '../store/documents.ts';
import type { LocalFolder } from '../store/links.ts';
import type { Stores } from '../store/stores.ts';
import { followServiceName, type WhileStill } from './rename-directory.ts';
import { numbered, safeName } from './safe-name.ts';

/**
 * Makes a directory for each folder of the service that has none here yet, and renames those that we named when their
 * folder has another name now. Directories are never deleted; one that the person renamed or moved is recognised by its
 * inode, stays the same folder, and keeps its name.
 * @returns false when a directory could not be renamed yet
 */
export async function mirrorFolders(
  ports: { readonly files: Files; readonly stores: Stores; readonly whileStill: WhileStill },
  matter: { readonly matterId: MatterId; readonly path: string },
): Promise<boolean> {
  let isDone = true;
  const { files, stores } = ports;
  const { matterId } = matter;
  for (const folder of parentsFirst(stores.documents.folders(matterId))) {
    const mapped = stores.links.folders(matterId);
    const own = mapped.find((one) => one.folderId === folder.id);
    const there = own && (await files.facts(join(matter.path, own.path)));
    if (own && there?.kind === 'directory') {
      if (there.inode === own.inode && !(await followServiceName(ports, matter, own, folder))) isDone = false;
      continue;
    }
    const renamed = own && (await renamedTo(files, matter.path, mapped, own.inode));
    if (own && renamed !== undefined) {
      moveMapping(stores, matterId, own, renamed);
      continue;
    }
    const parent =
      folder.parentId === null ? '' : mapped.find((one) => one.folderId === folder.parentId)?.path;
    if (parent === undefined) continue;
    const taken = new Set(mapped.map((one) => one.path.toLowerCase()));
    const path = freePath(parent, safeName(folder.name, 'Folder'), taken);
    // One that was there already, the person named.
    const namedFor = (await files.facts(join(matter.path, path))) ? null : folder.name;
    await makeBelow(files, matter.path, path);
    const facts = await files.facts(join(matter.path, path));
    if (facts?.kind !== 'directory') continue;
    stores.links.putFolder(matterId, { path, folderId: folder.id, inode: facts.inode, namedFor });
  }
  return isDone;
}

/** Where a directory is now that was renamed, or moved into another directory that stands for a folder. */
async function renamedTo(
  files: Files,
  root: string,
  mapped: readonly { readonly path: string }[],
  inode: string,
): Promise<string | undefined> {
  for (const parent of ['', ...mapped.map((one) => one.path)]) {
    const names = await files.list(join(root, parent)).catch(() => []);
    for (const name of names) {
      const path = posix.join(parent, name);
      if ((await files.facts(join(root, path)))?.inode === inode) return path;
    }
  }
  return undefined;
}

/**
 * A directory stands for its folder under the new name the person gave it, and so do all those in it. One that was found
 * elsewhere while the disk was asked stays there.
 */
function moveMapping(stores: Stores, matterId: MatterId, from: LocalFolder, to: string): void {
  stores.database.transaction(() => {
    const mapped = stores.links.folders(matterId);
    if (!mapped.some((one) => one.folderId === from.folderId && one.path === from.path)) return;
    for (const one of mapped) {
      if (one.path !== from.path && !one.path.startsWith(`${from.path}/`)) continue;
      const path = posix.join(to, posix.relative(from.path, one.path));
      const namedFor = posix.basename(path) === posix.basename(one.path) ? one.namedFor : null;
      stores.links.putFolder(matterId, { ...one, path, namedFor });
    }
  })();
}

function freePath(parent: string, name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const path = posix.join(parent, count === 1 ? name : numbered(name, count));
    if (!taken.has(path.toLowerCase())) return path;
  }
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

/** Finds directories that were renamed or moved here, so that what lies in them stays in the same folder. */
export async function followRenamedFolder(
  ports: { readonly files: Files; readonly stores: Stores },
  matter: { readonly matterId: MatterId; readonly path: string },
  directory: string,
): Promise<void> {
  const { files, stores } = ports;
  if (stores.links.folders(matter.matterId).length === 0) return;
  for (let path = directory; path !== '.' && path !== ''; path = posix.dirname(path)) {
    const mapped = stores.links.folders(matter.matterId);
    if (mapped.some((one) => one.path === path)) return;
    const facts = await files.facts(join(matter.path, path));
    const before = mapped.find((one) => one.inode === facts?.inode);
    if (!before || (await files.facts(join(matter.path, before.path)))) continue;
    moveMapping(stores, matter.matterId, before, path);
    return;
  }
}
