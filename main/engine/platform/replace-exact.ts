import { chmodSync, existsSync, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { factsFrom } from './facts-from.ts';
import { type FileFacts, failureCode, sameFile } from './files.ts';

/** What the system says where a file cannot have a second name: FAT and exFAT, some shares, too many names already. */
const noSecondName = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK', 'EACCES', 'EISDIR']);

/**
 * `Files.replaceExact`, all of it at one go: between the check and the replacing nothing else of this program runs.
 * @param link gives a file a second name; another one in tests, for disks that have no such names
 */
export function replaceExactly(
  from: string,
  to: string,
  expected: FileFacts,
  keptAs: string,
  link: typeof linkSync = linkSync,
): boolean {
  const stat = lstatSync(to, { bigint: true });
  if (!sameFile(factsFrom(stat), expected)) return false;
  chmodSync(from, Number(stat.mode & 0o777n));
  try {
    link(to, keptAs);
  } catch (failure) {
    if (!noSecondName.has(failureCode(failure))) throw failure;
    return replaceMovedAside(from, to, keptAs);
  }
  try {
    // Somebody may have put another file there in this instant: that one has no second name.
    const isSame = lstatSync(to, { bigint: true }).ino === stat.ino;
    if (isSame) renameSync(from, to);
    else forgetName(keptAs);
    return isSame;
  } catch (failure) {
    forgetName(keptAs);
    throw failure;
  }
}

/** `Files.setAsideExact`, all of it at one go. */
export function setAsideExactly(path: string, expected: FileFacts, keptAs: string): boolean {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat || !sameFile(factsFrom(stat), expected) || existsSync(keptAs)) return false;
  renameSync(path, keptAs);
  return true;
}

/** `Files.secondNameExact`, all of it at one go. */
export function secondNameExactly(path: string, expected: FileFacts, keptAs: string): boolean {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat || !sameFile(factsFrom(stat), expected)) return false;
  try {
    linkSync(path, keptAs);
  } catch (failure) {
    if (!noSecondName.has(failureCode(failure))) throw failure;
    return false;
  }
  // Somebody may have put another file there in this instant.
  const isSame = lstatSync(keptAs, { bigint: true }).ino === stat.ino;
  if (!isSame) forgetName(keptAs);
  return isSame;
}

/** Windows keeps every name of a file that a program has open: whoever looks after what was replaced removes it later. */
function forgetName(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is another name of a file that stands where it stood.
  }
}

/** For an instant nothing has the name. Whatever takes it then stays; when nothing can be put there, it is put back. */
function replaceMovedAside(from: string, to: string, keptAs: string): boolean {
  renameSync(to, keptAs);
  if (existsSync(to)) return false;
  try {
    renameSync(from, to);
    return true;
  } catch (failure) {
    if (!existsSync(to)) renameSync(keptAs, to);
    throw failure;
  }
}
