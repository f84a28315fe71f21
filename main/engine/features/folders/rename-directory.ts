import { basename, join, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import { numbered, safeName } from '../../domain/safe-name.ts';
import { composed } from '../../domain/shown-name.ts';
import type { Files } from '../../platform/files.ts';
import { leadsElsewhere } from '../../platform/lineage.ts';
import type { KnownFolder } from '../../store/documents.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { builtInRules, isIgnored } from '../ignoring/ignore.ts';
import { walk } from '../ignoring/walk.ts';

/** Does what is given while nothing below the directories is captured or waits for it; false when something does. */
export type WhileStill = (directories: readonly string[], work: () => Promise<boolean>) => Promise<boolean>;

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly whileStill: WhileStill;
}

/**
 * Gives a directory that we named the name its folder has in the service by now, when nothing in it is open or on its
 * way. What is known of it and of everything below it follows, so that nothing is taken for moved, gone or new.
 * @returns false when it has to be tried again later
 */
export async function followServiceName(
  ports: Ports,
  matter: { readonly matterId: MatterId; readonly path: string },
  own: LocalFolder,
  folder: KnownFolder,
): Promise<boolean> {
  const { stores } = ports;
  const { matterId } = matter;
  if (own.namedFor === null || own.namedFor === folder.name) return true;
  const wanted = safeName(folder.name, 'Folder');
  const hasItsName = wanted === safeName(own.namedFor, 'Folder');
  const to = hasItsName ? own.path : await freePathBeside(ports, matter, own, wanted);
  if (to === own.path) {
    stores.links.putFolder(matterId, { ...own, namedFor: folder.name });
    return true;
  }
  return moveDirectory(ports, matter, own, { ...own, path: to, namedFor: folder.name });
}

/**
 * Moves a directory to where the service has its folder, under the name it has here, when nothing in it is open or on its way.
 * @returns false when it has to be tried again later
 */
export async function followServicePlace(
  ports: Ports,
  matter: { readonly matterId: MatterId; readonly path: string },
  own: LocalFolder,
  above: string,
): Promise<boolean> {
  if (posix.dirname(posix.join('/', own.path)) === posix.join('/', above)) return true;
  // The person has it in itself: nothing here can be as it is there.
  if (`${above}/`.startsWith(`${own.path}/`)) return true;
  if (await leadsElsewhere(ports.files, matter.path, `${above}/`)) return false;
  const at = posix.join(above, posix.basename(own.path));
  const to = await freePathBeside(ports, matter, { ...own, path: at }, posix.basename(at));
  // A name that the person gave it goes to the service before it gets a number here.
  if (to !== at && !isAgreed(ports.stores, matter.matterId, own)) return false;
  return moveDirectory(ports, matter, own, { ...own, path: to });
}

const nameOf = ({ path }: LocalFolder): string => composed(posix.basename(path));

/** False while the service has yet to be told what the directory is called. */
function isAgreed({ foldersAgreed }: Stores, matterId: MatterId, own: LocalFolder): boolean {
  return foldersAgreed.of(matterId).get(own.folderId)?.here.name === nameOf(own);
}

/** False when something in it is open, on its way or not to be seen, or the system refuses. */
async function moveDirectory(
  { files, stores, whileStill }: Ports,
  matter: { readonly matterId: MatterId; readonly path: string },
  own: LocalFolder,
  renamed: LocalFolder,
): Promise<boolean> {
  const { matterId } = matter;
  const { path: to } = renamed;
  if (!isFiled(stores, matterId, own.path)) return false;
  return whileStill([own.path, to], async () => {
    if (await isInUse(files, join(matter.path, own.path))) return false;
    // A link may have been put in the place of the one it is in since that was looked at.
    if (await leadsElsewhere(files, matter.path, own.path)) return false;
    try {
      await files.renameDirectory(join(matter.path, own.path), join(matter.path, to));
    } catch {
      // Somebody has it open (EBUSY, EPERM), or took the name: its old one serves as well until the next try.
      return false;
    }
    stores.together(() => {
      for (const { folderId } of deletedAt(stores, matterId, to))
        stores.links.forgetFolder(matterId, folderId);
      stores.links.directoriesRenamed(matterId, withAllBelow(stores.links.folders(matterId), own, renamed));
      stores.foldersAgreed.calledHere(matterId, own.folderId, nameOf(own), nameOf(renamed));
    });
    return true;
  });
}

/** A renamed directory takes along all that are in it. */
const withAllBelow = (mapped: readonly LocalFolder[], own: LocalFolder, renamed: LocalFolder) =>
  mapped.map((one) => {
    if (one.folderId === own.folderId) return { from: one, to: renamed };
    const isBelow = one.path.startsWith(`${own.path}/`);
    const path = posix.join(renamed.path, posix.relative(own.path, one.path));
    return { from: one, to: isBelow ? { ...one, path } : one };
  });

/** Directories at a path or below it that stood for folders which were deleted. */
function deletedAt({ links, documents }: Stores, matterId: MatterId, path: string): LocalFolder[] {
  const deleted = documents.deletedFolders(matterId);
  const at = path.toLowerCase();
  return links
    .folders(matterId)
    .filter(
      ({ folderId, path: one }) => deleted.has(folderId) && `${one.toLowerCase()}/`.startsWith(`${at}/`),
    );
}

/** Beside the directory, with a number where something else has the name. Its own name in other case is free. */
async function freePathBeside(
  { files, stores }: Ports,
  matter: { readonly matterId: MatterId; readonly path: string },
  own: LocalFolder,
  name: string,
): Promise<string> {
  const { matterId } = matter;
  const deleted = stores.documents.deletedFolders(matterId);
  const others = stores.links
    .folders(matterId)
    .filter(({ folderId }) => folderId !== own.folderId && !deleted.has(folderId));
  const taken = new Set(others.map(({ path }) => path.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const path = posix.join(posix.dirname(own.path), count === 1 ? name : numbered(name, count));
    if (taken.has(path.toLowerCase())) continue;
    const there = await files.facts(join(matter.path, path));
    if (!there || there.inode === own.inode) return path;
  }
}

/** True when no save from below the directory is still to be filed: those name the place they come from. */
function isFiled(stores: Stores, matterId: MatterId, directory: string): boolean {
  return stores.saves.open(matterId).every(({ fileId, path }) => {
    const now = stores.links.fileOfDocument(matterId, fileId)?.path ?? path;
    return !path.startsWith(`${directory}/`) && !now.startsWith(`${directory}/`);
  });
}

/** What programs have in a directory while a document in it is open, or being saved. */
const whileOpen = new Set([
  'office-owner',
  'libreoffice-lock',
  'vim-swap',
  'word-save',
  'libreoffice-save',
  'glib-save',
  'mac-save',
  'mac-save-folder',
  'download',
]);
const signs = builtInRules.filter(({ id }) => whileOpen.has(id)).map(({ fits }) => fits);
/** Ours on their way into the directory. */
signs.push(/^\.matterline-/);

/** True when a program has a document open below the directory, something is put there, or a part cannot be seen. */
async function isInUse(files: Files, directory: string): Promise<boolean> {
  let found = false;
  const leavesOut = (path: string, kind: 'file' | 'directory') => {
    const name = basename(path);
    found ||= signs.some((sign) => sign.test(name));
    return isIgnored(name, kind);
  };
  for await (const { unlisted } of walk(files, directory, leavesOut)) {
    if (found || unlisted !== null) return true;
  }
  return found;
}
