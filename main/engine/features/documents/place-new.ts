import { join, posix } from 'node:path';
import { numbered } from '../../domain/safe-name.ts';
import { type Files, failureCode, makeBelow } from '../../platform/files.ts';
import type { MatterFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { type Journal, moveJournaled, type StagingFiles } from '../folders/staging-files.ts';

export interface Placing {
  readonly files: Files;
  readonly stores: Stores;
  readonly stagingFiles: Pick<StagingFiles, 'begins' | 'moved' | 'ends'> & Journal;
  readonly uniqueName: () => string;
}

/** False when the matter was unlinked from the folder meanwhile: it may belong to another matter by now. */
export const isStillLinked = ({ links }: Pick<Stores, 'links'>, { matterId, path }: MatterFolder): boolean =>
  links.of(matterId)?.path === path;

/**
 * A new file in a matter's folder, under a name at which nothing stands. Killed at any instant, it is there whole or not at all.
 * @param below the folder, with '/' between names
 * @param write writes what goes there to the path it is given; false for what is not to be kept
 * @returns its name; null when it was not to be kept
 */
export async function placeNew(
  ports: Placing,
  link: MatterFolder,
  { below, name }: { readonly below: string; readonly name: string },
  write: (path: string) => Promise<boolean>,
): Promise<{ readonly name: string } | 'unlinked' | null> {
  const { files, stores, stagingFiles, uniqueName } = ports;
  if (!isStillLinked(stores, link)) return 'unlinked';
  await makeBelow(files, link.path, below);
  const staging = join(link.path, below, `.matterline-${uniqueName()}`);
  stagingFiles.begins(staging);
  try {
    if (!(await write(staging))) {
      await stagingFiles.ends(staging);
      return null;
    }
    const moved = await moveToFree(ports, link, staging, { below, name });
    await (moved === 'unlinked' ? stagingFiles.ends(staging) : stagingFiles.moved(staging));
    return moved;
  } catch (failure) {
    await stagingFiles.ends(staging);
    throw failure;
  }
}

/** Under this name, or the first numbered one at which nothing stands and no program saves another document. */
async function moveToFree(
  { files, stores, stagingFiles }: Placing,
  link: MatterFolder,
  staging: string,
  { below, name }: { readonly below: string; readonly name: string },
): Promise<{ readonly name: string } | 'unlinked'> {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : numbered(name, count);
    if (stores.formerNames.at(link.matterId, posix.join(below, free)) !== undefined) continue;
    if (!isStillLinked(stores, link)) return 'unlinked';
    try {
      await moveJournaled(files, stagingFiles, staging, join(link.path, below, free));
      return { name: free };
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST') throw failure;
    }
  }
}
