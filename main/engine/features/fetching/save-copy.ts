import { createHash, type Hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { numbered } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { liesIn } from '../../platform/lineage.ts';
import { isNoRoom } from '../../platform/local-storage-errors.ts';
import { type Journal, moveJournaled, type StagingFiles } from '../folders/staging-files.ts';
import type { ViewCopies } from './view-copies.ts';

interface Ports {
  readonly files: Files;
  readonly viewCopies: ViewCopies;
  readonly stagingFiles: Pick<StagingFiles, 'begins' | 'moved' | 'ends'> & Journal;
  readonly uniqueName: () => string;
}

/**
 * Copies a view copy to where the person wants it, whole or not at all, and marked as coming from elsewhere. Nothing is overwritten:
 * the name may get a number. Answers where it stands.
 * @param folders of matters, as they are linked at the moment: what is put there would be filed as another document; null while not
 * all are known
 */
export async function saveCopy(
  { files, viewCopies, stagingFiles, uniqueName }: Ports,
  from: string,
  to: string,
  folders: () => readonly string[] | null,
): Promise<Result<{ path: string }, Refusal>> {
  if (!viewCopies.holds(from)) return err(notThere(to));
  const directory = await realDirectory(files, dirname(to));
  if (directory === null) return err(notThere(to));
  const staging = join(directory, `.matterline-${uniqueName()}`);
  const whyNot = async (): Promise<Refusal | null> => {
    const linked = folders();
    if (linked === null) return foldersNotKnown(to);
    const inMatter = await Promise.all(linked.map((folder) => liesIn(files, directory, folder)));
    return inMatter.includes(true) ? inMatterFolder(to) : null;
  };
  try {
    const refusal = await whyNot();
    if (refusal) return err(refusal);
    stagingFiles.begins(staging);
    const digest = createHash('sha256');
    await files.writeNew(staging, hashed(files.read(from), digest));
    const isAsFetched = viewCopies.isOf(from, digest.digest('hex'));
    await viewCopies.markOrigin(staging);
    await files.sync(staging);
    // The folder may have been linked while a large copy was written.
    const whyNotNow = isAsFetched ? await whyNot() : notAsFetched(to);
    if (whyNotNow) {
      await stagingFiles.ends(staging);
      return err(whyNotNow);
    }
    const path = await place(files, stagingFiles, staging, join(directory, basename(to)));
    await stagingFiles.moved(staging);
    await files.sync(directory);
    return ok({ path: join(dirname(to), basename(path)) });
  } catch (failure) {
    await stagingFiles.ends(staging).catch(() => undefined);
    return err(failureCode(failure) === 'ENOENT' ? notThere(to) : notWritten(to, failureCode(failure)));
  }
}

/** What is left there is looked for by this name, whatever becomes of a link to it; null when it is not there. */
async function realDirectory(files: Files, path: string): Promise<string | null> {
  try {
    return await files.real(path);
  } catch (failure) {
    // Not every drive can say.
    return failureCode(failure) === 'ENOENT' ? null : path;
  }
}

async function place(files: Files, journal: Journal, from: string, wanted: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const to = count === 1 ? wanted : join(dirname(wanted), numbered(basename(wanted), count));
    try {
      await moveJournaled(files, journal, from, to);
      return to;
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST') throw failure;
    }
  }
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

const notAsFetched = (path: string): Refusal => ({
  code: 'service-failed',
  what: `“${basename(path)}” was not saved`,
  why: 'The copy it was to be made of was changed on this computer since it was fetched.',
  next: 'Try again: the version is fetched anew.',
});

const inMatterFolder = (path: string): Refusal => ({
  code: 'folder-linked-elsewhere',
  what: `“${basename(path)}” was not saved there`,
  why: 'That folder belongs to a matter: the copy would be filed as another document.',
  next: 'Choose a folder that belongs to no matter.',
});

const foldersNotKnown = (path: string): Refusal => ({
  code: 'folder-linked-elsewhere',
  what: `“${basename(path)}” was not saved there`,
  why: 'What someone else keeps on this computer cannot be opened just now, so that not all folders of matters are known.',
  next: 'Try again in a while: Matterline tries to open it by itself.',
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
