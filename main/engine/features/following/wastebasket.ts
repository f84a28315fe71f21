import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { numbered } from '../../domain/safe-name.ts';
import { type FileFacts, type Files, failureCode } from '../../platform/files.ts';

/** Moves what stands at a path to the system's wastebasket; rejects where there is none for it. */
export type ToWastebasket = (path: string) => Promise<void>;

/** How the directory begins in which a document stands for the instant before the wastebasket takes it. */
export const setAsidePrefix = '.matterline-leaving-';

/** Milliseconds after which a wastebasket that says nothing counts as none. */
const patience = 30_000;

interface Ports {
  readonly files: Files;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly toWastebasket: ToWastebasket;
  readonly uniqueName: () => string;
}

/**
 * Moves a document to the system's wastebasket, if it is still this file. It is set aside first, so that one which a program puts in
 * its place in this instant is not what goes. What does not go gets its name back.
 * @returns 'none' where there is no wastebasket for it, 'aside' where it could not be given its name back either: the next start does that
 */
export async function moveToWastebasket(
  { files, clock, toWastebasket, uniqueName }: Ports,
  path: string,
  expected: Pick<FileFacts, 'inode' | 'size' | 'modified'>,
): Promise<'done' | 'changed' | 'none' | 'aside'> {
  const now = await files.facts(path);
  if (now?.kind !== 'file' || !isSameContent(now, expected)) return 'changed';
  // Beside it, where no other disk begins, and under its own name, by which the person finds it in the wastebasket.
  const directory = join(dirname(path), `${setAsidePrefix}${uniqueName()}`);
  const isMade = await files.makeDirectory(directory).then(
    () => true,
    () => false,
  );
  if (!isMade) return 'none';
  const aside = join(directory, basename(path));
  // Where a program has it open the system may refuse.
  const isAside = await files.setAsideExact(path, now, aside).catch(() => false);
  const isThis = isAside && (await lookAt(files, aside))?.inode === now.inode;
  // What the system refuses may be gone all the same.
  if (isThis) await inTime(clock, toWastebasket(aside));
  const isGone = isThis && (await lookAt(files, aside)) === null;
  const isBack = await putBack(files, path, basename(directory)).then(
    () => true,
    () => false,
  );
  if (isGone) return 'done';
  if (!isBack) return 'aside';
  return isThis ? 'none' : 'changed';
}

async function inTime(clock: Pick<Clock, 'sleep'>, work: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const answered = work.catch(() => undefined);
  await Promise.race([answered, clock.sleep(patience, ended.signal)]);
  ended.abort();
}

/** What a failed look says nothing of may stand there. */
const lookAt = (files: Files, path: string): Promise<FileFacts | null | undefined> =>
  files.facts(path).catch(() => undefined);

/** A second name shows in other facts than these. */
export const isSameContent = (
  now: FileFacts,
  { inode, size, modified }: Pick<FileFacts, 'inode' | 'size' | 'modified'>,
): boolean => now.inode === inode && now.size === size && now.modified === modified;

/** Gives a document that was set aside its name back, with a number where something else took it meanwhile: neither is lost. */
export async function putBack(files: Files, path: string, directory: string): Promise<void> {
  const beside = join(dirname(path), directory);
  const aside = join(beside, basename(path));
  for (let count = 1; (await files.facts(aside)) !== null; count += 1) {
    const name = count === 1 ? basename(path) : numbered(basename(path), count);
    try {
      await files.moveNew(aside, join(dirname(path), name));
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST') throw failure;
    }
  }
  await files.removeDirectory(beside).catch(() => undefined);
}
