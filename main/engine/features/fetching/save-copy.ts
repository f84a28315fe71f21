import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { numbered } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { liesIn } from '../../platform/lineage.ts';
import { isNoRoom } from '../../platform/local-storage-errors.ts';
import type { ViewCopies } from './view-copies.ts';

/**
 * Copies a view copy to where the person wants it, whole or not at all. Nothing is overwritten: the name may get a number. Answers
 * where it stands.
 * @param folders of matters: what is put there would be filed as another document
 */
export async function saveCopy(
  { files, copies, uniqueName }: { files: Files; copies: ViewCopies; uniqueName: () => string },
  from: string,
  to: string,
  folders: readonly string[],
): Promise<Result<{ path: string }, Refusal>> {
  if (!copies.holds(from)) return err(notThere(to));
  const directory = dirname(to);
  const staging = join(directory, `.matterline-${uniqueName()}`);
  try {
    const inMatter = await Promise.all(folders.map((folder) => liesIn(files, directory, folder)));
    if (inMatter.includes(true)) return err(inMatterFolder(to));
    await files.writeNew(staging, files.read(from));
    await files.sync(staging);
    const path = await place(files, staging, to);
    await files.sync(directory);
    return ok({ path });
  } catch (failure) {
    await files.removeOwn(staging).catch(() => undefined);
    return err(failureCode(failure) === 'ENOENT' ? notThere(to) : notWritten(to, failureCode(failure)));
  }
}

async function place(files: Files, from: string, wanted: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const to = count === 1 ? wanted : join(dirname(wanted), numbered(basename(wanted), count));
    try {
      await files.moveNew(from, to);
      return to;
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST') throw failure;
    }
  }
}

const inMatterFolder = (path: string): Refusal => ({
  code: 'folder-linked-elsewhere',
  what: `“${basename(path)}” was not saved there`,
  why: 'That folder belongs to a matter: the copy would be filed as another document.',
  next: 'Choose a folder that belongs to no matter.',
});

const notThere = (path: string): Refusal => ({
  code: 'not-here',
  what: `“${basename(path)}” was not saved`,
  why: 'The copy to be saved, or the folder for it, is not there any more.',
  next: 'Try again.',
});

const notWritten = (path: string, code: string): Refusal => ({
  code: 'folder-not-writable',
  what: `“${basename(path)}” could not be written`,
  why: isNoRoom(code) ? 'The disk is full.' : `The system did not allow writing it (${code}).`,
  next: 'Choose another folder or make room, and try again.',
});
