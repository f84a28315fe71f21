import { join, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import { numbered } from '../../domain/safe-name.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import { leadsElsewhere } from '../../platform/lineage.ts';
import type { LocalFolder, RenamedDirectory } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { isLost } from './lost-part.ts';

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
}
interface Matter {
  readonly matterId: MatterId;
  readonly path: string;
}
/** What stands at the path of each directory; nothing of one that a link hides, or whose drive does not answer. */
type Looks = ReadonlyMap<LocalFolder, FileFacts | null>;

/** False where the file system tells no time of birth: another directory may have been given the same number. */
export const tellsApart = (inode: string): boolean => !inode.endsWith(':0');

/**
 * Finds directories that the person renamed or moved, all of them at once, for they may have changed names: each stays the
 * folder it is, and so does what is known of everything in it. One that is gone stays where it was, or beside what took its name.
 * @param perhaps a directory that may be one of them, where it is not looked for; with '/' between names
 * @returns true when any has another path now
 */
export async function followDirectories(ports: Ports, matter: Matter, perhaps?: string): Promise<boolean> {
  const { links } = ports.stores;
  const mapped = links.folders(matter.matterId);
  const looks = await lookAtEach(ports, matter, mapped);
  if ([...looks].every(([own, there]) => there?.inode === own.inode)) return false;
  const found = await whereTheyAre(ports, matter, mapped, perhaps);
  const now = await asTheyAre(ports, matter, { mapped, looks, found });
  // Noticed meanwhile, and maybe renamed again.
  if (links.folders(matter.matterId) !== mapped) return followDirectories(ports, matter, perhaps);
  if (now.some(({ from, to }) => from !== to)) links.directoriesRenamed(matter.matterId, now);
  return now.some(({ from, to }) => from.path !== to.path);
}

async function lookAtEach(
  { files }: Ports,
  { path: root }: Matter,
  mapped: readonly LocalFolder[],
): Promise<Looks> {
  const looks = new Map<LocalFolder, FileFacts | null>();
  for (const own of mapped) {
    try {
      if (await leadsElsewhere(files, root, own.path)) continue;
      looks.set(own, await files.facts(join(root, own.path)));
    } catch {
      // Nothing is known of it, and it stays where it was.
    }
  }
  return looks;
}

/** Paths by inode: in the matter folder, and in the directories that stand for a folder. */
async function whereTheyAre(
  { files, stores }: Ports,
  { matterId, path: root }: Matter,
  mapped: readonly LocalFolder[],
  perhaps: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const inodes = new Set(mapped.map(({ inode }) => inode));
  const found = new Map<string, string>();
  const parents = new Set(['', ...mapped.map(({ path }) => path)]);
  const look = async (path: string) => {
    const facts = await files.facts(join(root, path)).catch(() => null);
    if (facts?.kind !== 'directory' || !inodes.has(facts.inode)) return;
    found.set(facts.inode, path);
    parents.add(path);
  };
  if (perhaps !== undefined) await look(perhaps);
  for (const parent of parents) {
    // Through a link, what is found is elsewhere.
    if (await leadsElsewhere(files, root, `${parent}/`).catch(() => true)) continue;
    for (const name of await files.list(join(root, parent)).catch(() => [])) {
      const path = posix.join(parent, name);
      // Nearly all names are documents: those need no look.
      if (stores.links.file(matterId, path)?.removed !== false) await look(path);
    }
  }
  return found;
}

/** Each directory under the name it has by now. */
async function asTheyAre(
  { files, stores }: Ports,
  { matterId, path: root }: Matter,
  {
    mapped,
    looks,
    found,
  }: { mapped: readonly LocalFolder[]; looks: Looks; found: ReadonlyMap<string, string> },
): Promise<RenamedDirectory[]> {
  const inodes = new Set(mapped.map(({ inode }) => inode));
  const places = new Map<LocalFolder, string>();
  const taken = new Set<string>();
  const put = (own: LocalFolder, path: string) => {
    places.set(own, path);
    taken.add(path.toLowerCase());
  };
  const stays = (own: LocalFolder) => !looks.has(own) || looks.get(own)?.inode === own.inode;
  for (const own of mapped) if (stays(own)) put(own, own.path);
  for (const own of mapped) {
    const there = looks.get(own);
    const mayBeElsewhere = !there || tellsApart(own.inode) || inodes.has(there.inode);
    const path = mayBeElsewhere ? found.get(own.inode) : undefined;
    if (!stays(own) && path !== undefined && !taken.has(path.toLowerCase())) put(own, path);
  }
  for (const own of mapped) {
    if (places.has(own)) continue;
    // Gone: with the one that it was in, as far as anybody knows.
    const above = nearest(mapped, posix.dirname(own.path));
    const rest = posix.relative(above?.path ?? '', own.path);
    const path = posix.join((above && places.get(above)) ?? '', rest);
    const isFree = async (name: string) =>
      !taken.has(name.toLowerCase()) && (name === path || !(await files.facts(join(root, name))));
    let free = path;
    for (let count = 2; !(await isFree(free)); count += 1)
      free = posix.join(posix.dirname(path), numbered(posix.basename(path), count));
    put(own, free);
  }
  const now: RenamedDirectory[] = [];
  for (const own of mapped) {
    const path = places.get(own) ?? own.path;
    const there = looks.get(own);
    const isInItsPlace = path === own.path && there?.kind === 'directory' && !inodes.has(there.inode);
    // Put back from a copy, or its drive shows other numbers than before; not the place of one that is not connected.
    const isBack =
      isInItsPlace && !(await isLost({ files, links: stores.links }, { matterId, path: root }, path, there));
    const namedFor = posix.basename(path) === posix.basename(own.path) ? own.namedFor : null;
    const inode = isBack ? there.inode : own.inode;
    now.push({ from: own, to: isBack || path !== own.path ? { ...own, path, namedFor, inode } : own });
  }
  return now;
}

/**
 * Before something found in a directory is taken for new: that directory, or one it is in, may be one that was renamed or moved.
 * @returns true when any has another path now
 */
export async function followRenamedFolder(ports: Ports, matter: Matter, directory: string): Promise<boolean> {
  const { files, stores } = ports;
  const mapped = stores.links.folders(matter.matterId);
  if (mapped.length === 0) return false;
  for (let path = directory; path !== '.' && path !== ''; path = posix.dirname(path)) {
    const own = mapped.find((one) => one.path === path);
    const facts = await files.facts(join(matter.path, path));
    if (own && (!facts || facts.inode === own.inode)) return false;
    if (own || mapped.some((one) => one.inode === facts?.inode))
      return followDirectories(ports, matter, path);
  }
  return false;
}

/**
 * Before something is put below a directory: what the person calls that directory by now, though nobody may have noticed
 * yet that they renamed it. What is known of the files in it follows.
 * @param below the directory, with '/' between names; '' or '.' for the matter folder
 */
export async function directoryNow(ports: Ports, matter: Matter, below: string): Promise<string> {
  const { files, stores } = ports;
  const { matterId, path: root } = matter;
  const own = nearest(stores.links.folders(matterId), below);
  if (!own || (await leadsElsewhere(files, root, own.path))) return below;
  if ((await files.facts(join(root, own.path)))?.inode !== own.inode) await followDirectories(ports, matter);
  const now = stores.links.folders(matterId).find(({ folderId }) => folderId === own.folderId);
  return posix.join(now?.path ?? own.path, posix.relative(own.path, below));
}

function nearest(mapped: readonly LocalFolder[], below: string): LocalFolder | undefined {
  for (let path = below; path !== '.' && path !== ''; path = posix.dirname(path)) {
    const own = mapped.find((one) => one.path === path);
    if (own) return own;
  }
  return undefined;
}
