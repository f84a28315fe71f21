import { join } from 'node:path';
import { type Files, failureCode } from '../../platform/files.ts';
import type { ContentStore } from '../../store/contents.ts';

/** Bytes of a mark at most. */
const most = 100;

/**
 * Vault and list each hold the same mark, another one from start to start. A list with another mark than the vault's is not the
 * one that was kept last (a database put back from an older copy, for one): it knows nothing of what was captured since, so
 * nothing may be removed from the vault because it is not in the list.
 */
export async function checkMark(
  files: Files,
  contents: ContentStore,
  directory: string,
  uniqueName: () => string,
): Promise<void> {
  const path = join(directory, 'list');
  const marked = await readMark(files, path);
  const known = contents.marks();
  const isAnother =
    marked === null ? contents.isEmpty && (await hasContents(files, directory)) : !known.includes(marked);
  const next = uniqueName();
  try {
    // Both hold until the vault has the next one: killed in between, neither is another list's.
    contents.setMarks([next, ...(marked === null ? [] : [marked])], isAnother);
    await writeMark(files, path, next);
    await files.sync(directory);
  } catch (failure) {
    // A full disk takes no new mark, and the one before holds as well. That the list is another's must be written down.
    if (isAnother) throw failure;
  }
}

async function writeMark(files: Files, path: string, mark: string): Promise<void> {
  const unfinished = `${path}.new`;
  await files.removeOwn(unfinished);
  await files.writeNew(unfinished, only(Buffer.from(mark)));
  await files.sync(unfinished);
  await files.replace(unfinished, path);
}

async function readMark(files: Files, path: string): Promise<string | null> {
  try {
    return Buffer.from(await files.readSmall(path, most)).toString('utf8');
  } catch (failure) {
    if (failureCode(failure) === 'ENOENT') return null;
    throw failure;
  }
}

async function hasContents(files: Files, directory: string): Promise<boolean> {
  const names = await files.list(directory);
  return (
    names.some((name) => /^[0-9a-f]{2}$/.test(name)) ||
    (await files.list(join(directory, 'packs'))).length > 0
  );
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
