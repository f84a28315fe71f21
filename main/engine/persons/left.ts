import { join } from 'node:path';
import { type Files, failureCode } from '../platform/files.ts';

/** Beside the database; that it is there says everything. */
const fileName = 'left';

/**
 * Whoever works in this directory signed out, or somebody else signed in since: it opens to their own sign-in alone.
 * @throws what the disk does not tell
 */
export async function isLeft(files: Files, directory: string): Promise<boolean> {
  return (await files.facts(join(directory, fileName))) !== null;
}

/** Resolves once it survives a power cut. */
export async function leave(files: Files, directory: string): Promise<void> {
  const path = join(directory, fileName);
  try {
    await files.writeNew(path, nothing());
  } catch (failure) {
    if (failureCode(failure) !== 'EEXIST') throw failure;
  }
  await files.sync(path);
  await files.sync(directory);
}

/** Their sign-in is here again. */
export async function comeBack(files: Files, directory: string): Promise<void> {
  await files.removeOwn(join(directory, fileName));
  await files.sync(directory);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
