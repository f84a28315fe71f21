import { type BigIntStats, lstatSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { link, lstat, open, readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { factsFrom } from './facts-from.ts';
import { failureCode } from './files.ts';

/** What stands at a name that is kept free for a file that is about to get it. Nobody writes this by chance. */
export const placeholder =
  'Matterline is putting a document here. If it is still here tomorrow, remove it.\n';

/** What the system says where a file cannot have two names: FAT and exFAT, some shares, too many names already. */
const noSecondName = new Set([
  ...['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EISDIR', 'EMLINK'],
]);

/** Something else looks into a new file for a moment: a scanner of viruses, for one. In milliseconds between tries. */
const held = new Set(['EBUSY', 'EPERM', 'EACCES']);
const pauses = [30, 100, 300];

/** The disk as moving needs it; another one in tests. */
export interface Disk {
  link(from: string, to: string): Promise<void>;
  /** At one go with the look before it: another file may take the name at any time. */
  unlinkSync(path: string): void;
  /** Replaces what stands at `to`. At one go with the look before it. */
  renameSync(from: string, to: string): void;
  /**
   * False on Windows: there a file that a program has open can get a second name, and keeps the first, and the second, as long
   * as it is open.
   */
  readonly trustsLinks: boolean;
}

const systemDisk: Disk = { link, unlinkSync, renameSync, trustsLinks: process.platform !== 'win32' };

/** `Files.moveNew` on a disk. Whatever fails, the file has one name: the one before. */
export function moveNewOn(given: Partial<Disk> = {}) {
  const disk = { ...systemDisk, ...given };
  return async (
    from: string,
    to: string,
    reserving: () => void = () => undefined,
    reserved: (inode: string) => void = () => undefined,
    late?: AbortSignal,
  ): Promise<void> => {
    const isSpelling = await isOtherSpelling(from, to);
    late?.throwIfAborted();
    if (isSpelling) return disk.renameSync(from, to);
    if (!disk.trustsLinks) return intoReserved(disk, from, to, { reserving, reserved, late });
    const there = await lstat(from, { bigint: true });
    late?.throwIfAborted();
    try {
      // Fails where something stands, which a rename does not.
      await disk.link(from, to);
    } catch (failure) {
      if (!noSecondName.has(failureCode(failure))) throw failure;
      return intoReserved(disk, from, to, { reserving, reserved, late });
    }
    if (late?.aborted) takeBack(disk, from, to);
    late?.throwIfAborted();
    oneName(disk, from, to, there);
  };
}

/**
 * Of a file that has both names, the one before goes; where that is another file's by now, as when a program saved a new one
 * in its place, the new name goes.
 * @param linked what was at `from` just before
 */
function oneName(disk: Disk, from: string, to: string, linked: BigIntStats): void {
  const [here, there] = [statsAt(from), statsAt(to)];
  const isBoth = isSame(here, there);
  // What was put at the new name since is somebody's.
  if (!isBoth && !isSame(there, linked)) throw exists();
  try {
    if (isBoth) return disk.unlinkSync(from);
  } catch (failure) {
    disk.unlinkSync(to);
    throw failure;
  }
  disk.unlinkSync(to);
  throw Object.assign(new Error('another file took the name'), { code: here ? 'EBUSY' : 'ENOENT' });
}

/** A file that got its second name too late has its first one alone again. */
function takeBack(disk: Disk, from: string, to: string): void {
  if (isSame(statsAt(from), statsAt(to))) disk.unlinkSync(to);
}

const isSame = (one: BigIntStats | null, other: BigIntStats | null): boolean =>
  one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;

function statsAt(path: string): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** Removes the file at a path if it is this one. */
export function removeExactly(path: string, { inode, size }: { inode: string; size: number }): void {
  const there = statsAt(path);
  if (!there) return;
  const facts = factsFrom(there);
  if (facts.inode === inode && facts.size === size) unlinkSync(path);
}

/** True when both are the name of one file in one directory, which has but one: they differ in case or composition. */
async function isOtherSpelling(from: string, to: string): Promise<boolean> {
  const there = await lstat(to, { bigint: true }).catch(() => null);
  if (!there || dirname(from) !== dirname(to)) return false;
  const here = await lstat(from, { bigint: true });
  if (here.ino !== there.ino || here.dev !== there.dev) return false;
  return !(await haveBothNames(from, to));
}

/** True when both names stand in their directories: the same file by two names, or two files. */
async function haveBothNames(from: string, to: string): Promise<boolean> {
  const [here, there] = await Promise.all([readdir(dirname(from)), readdir(dirname(to))]);
  return here.includes(basename(from)) && there.includes(basename(to));
}

interface Reserving {
  readonly reserving: () => void;
  readonly reserved: (inode: string) => void;
  readonly late: AbortSignal | undefined;
}

/** The name is taken first, as only one can, and what was put there is replaced. */
async function intoReserved(
  disk: Disk,
  from: string,
  to: string,
  { reserving, reserved, late }: Reserving,
): Promise<void> {
  await lstat(from);
  if (await lstat(to).catch(() => null)) throw exists();
  late?.throwIfAborted();
  reserving();
  await reserve(to, reserved);
  try {
    for (const pause of [...pauses, null]) {
      const isReserved = await isPlaceholder(to);
      late?.throwIfAborted();
      if (!isReserved || lstatSync(to).size !== placeholder.length) throw exists();
      try {
        return disk.renameSync(from, to);
      } catch (failure) {
        if (pause === null || !held.has(failureCode(failure))) throw failure;
        await sleep(pause);
      }
    }
  } catch (failure) {
    removePlaceholder(disk, to);
    throw failure;
  }
}

async function reserve(path: string, reserved: (inode: string) => void): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    reserved(factsFrom(await handle.stat({ bigint: true })).inode);
    await handle.writeFile(placeholder);
  } catch (failure) {
    const ours = await handle.stat({ bigint: true }).catch(() => null);
    if (isSame(statsAt(path), ours)) unlinkSync(path);
    throw failure;
  } finally {
    await handle.close();
  }
}

/** That it cannot be removed is not what failed. */
function removePlaceholder(disk: Disk, path: string): void {
  try {
    const there = statsAt(path);
    if (
      there?.isFile() &&
      Number(there.size) === placeholder.length &&
      readFileSync(path, 'utf8') === placeholder
    )
      disk.unlinkSync(path);
  } catch {
    // Told of with what failed.
  }
}

const exists = () => Object.assign(new Error('something stands there'), { code: 'EEXIST' });

async function isPlaceholder(path: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => null);
  if (!stat?.isFile() || stat.size !== placeholder.length) return false;
  return (await readFile(path, 'utf8').catch(() => '')) === placeholder;
}
