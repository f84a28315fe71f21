import { join, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import type { Presence } from '../../store/custody/audit-context.ts';
import { inTransaction } from '../../store/database.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { tellsApart } from '../folders/renamed-directory.ts';
import { addRename, type CaptureStores } from './register.ts';

interface Ports {
  readonly files: Files;
  readonly stores: Pick<Stores, 'links'>;
}
interface Matter {
  readonly matterId: MatterId;
  readonly path: string;
}

/** A file that stands under the name that another had, or gave its own to another. Paths are below the matter folder. */
export interface TakenName {
  readonly file: LocalFile;
  readonly to: string;
}

/** A file this young, in milliseconds, may be what a program wrote to save a document, however long that took. */
const young = 10 * 60_000;

/**
 * Files that took each other's names (two that change names, or one that takes the name of another that was set aside), by
 * their inodes: all that have to do with the file found at this path. Empty when a path's document is another one by a save
 * alone: then its former file is nowhere near, or what stands at a name is no file that is known.
 */
export async function takenNames(
  ports: Ports,
  matter: Matter,
  found: { readonly path: string; readonly inode: string; readonly now: number },
): Promise<TakenName[]> {
  const { files, stores } = ports;
  const { matterId, path: root } = matter;
  const { links } = stores;
  const inodeAt = async (path: string) => (await files.facts(join(root, path)))?.inode;
  const named = links.file(matterId, found.path);
  const first = links.withInode(matterId, found.inode);
  if (!tellsApart(found.inode) || !first || first.path === found.path) return [];
  const isAt = await inodeAt(first.path);
  if (isAt === found.inode || (isAt === undefined && (!named || named.removed))) return [];

  const near = await inodesNear(ports, matter, first.path, found.path);
  const taken = new Map<string, TakenName>();
  // Where those went whose names were taken.
  for (let file: LocalFile | undefined = first, to = found.path; file; ) {
    taken.set(file.path, { file, to });
    const other = links.file(matterId, to);
    if (!other || other.removed || taken.has(to)) break;
    const next = tellsApart(other.inode) ? near.get(other.inode) : undefined;
    if (next === undefined || next === to) return [];
    [file, to] = [other, next];
  }
  // Where those came from that took the names left behind: what somebody else wrote there is a version of what was there.
  for (let path = first.path; ; ) {
    const inode = await inodeAt(path);
    if (inode === undefined) break;
    const other = links.withInode(matterId, inode);
    if (!other || other.path === path || !tellsApart(inode)) return [];
    if (taken.has(other.path)) break;
    taken.set(other.path, { file: other, to: path });
    path = other.path;
  }
  const all = [...taken.values()];
  return all.length < 2 || isSave(all, found.now) ? [] : all;
}

/** Programs write a new file, give the old one another name for a while or for good, and the new one its name. */
function isSave(all: readonly TakenName[], now: number): boolean {
  if (all.length !== 2) return false;
  return all.some(({ file, to }) => {
    const takesName = all.some((other) => other.file.path === to);
    return takesName && posix.basename(file.path) !== posix.basename(to) && now - bornAt(file) < young;
  });
}

/** In milliseconds since 1970. */
const bornAt = ({ inode }: LocalFile): number =>
  Number(BigInt(inode.slice(inode.lastIndexOf(':') + 1)) / 1_000_000n);

/**
 * Paths by inode where a file may be that had to do with both of these: beside them, and under the same name in the directories
 * beside theirs, where it was a directory that got another name.
 */
async function inodesNear(
  { files }: Ports,
  { path: root }: Matter,
  a: string,
  b: string,
): Promise<ReadonlyMap<string, string>> {
  const list = async (directory: string) =>
    (await files.list(join(root, directory)).catch(() => [])).map((name) => posix.join(directory, name));
  const [ofA, ofB] = [a.split('/'), b.split('/')];
  const common = ofA.findIndex((name, index) => name !== ofB[index]);
  const isDirectorys = ofA.at(-1) === ofB.at(-1);
  const paths: string[] = [];
  if (isDirectorys) {
    const longer = ofA.length > ofB.length ? ofA : ofB;
    const rest = longer.slice(common + 1).join('/');
    for (const beside of await list(ofA.slice(0, common).join('/'))) paths.push(posix.join(beside, rest));
  } else {
    for (const directory of new Set([posix.dirname(a), posix.dirname(b)]))
      paths.push(...(await list(directory === '.' ? '' : directory)));
  }
  const near = new Map<string, string>();
  for (const path of [...paths, a, b]) {
    const facts = await files.facts(join(root, path)).catch(() => null);
    if (facts?.kind === 'file') near.set(facts.inode, path);
  }
  return near;
}

/** They are known under the names they have now; nothing is done when something else is known of one by now. */
export function registerTakenNames(
  stores: CaptureStores,
  matterId: MatterId,
  taken: readonly TakenName[],
  now: number,
  who?: Presence,
): void {
  inTransaction(stores.database, () => {
    const { links, massChanges } = stores;
    // As it is known by now: a version of it may have been filed since they were looked at, and it descends from that.
    const known = taken.flatMap(({ file, to }) => {
      const there = links.file(matterId, file.path);
      return there?.fileId === file.fileId && there.inode === file.inode ? [{ file: there, to }] : [];
    });
    if (known.length < taken.length) return;
    for (const { file } of known) links.forgetFile(matterId, file.path);
    // With the facts of the last captures: what was saved since is a version under the new name.
    for (const { file, to } of known) links.putFile({ ...file, path: to, removed: false });
    for (const { file, to } of known) {
      if (file.removed) massChanges.foundAgain(matterId, file.fileId);
      addRename(stores, file, to, now, who);
    }
  });
}
