import { basename, dirname, join } from 'node:path';
import { ownerFiles } from '../../domain/owner-files.ts';
import type { Files } from '../../platform/files.ts';
import type { FormerNameStore } from '../../store/former-names.ts';
import type { LocalFile } from '../../store/links.ts';

/** The same of a document, also under names that it had when the program opened it. @param root the matter's folder */
export async function isDocumentInUse(
  { files, formerNames }: { files: Pick<Files, 'list' | 'isOpen'>; formerNames: Pick<FormerNameStore, 'of'> },
  root: string,
  { matterId, fileId, path }: Pick<LocalFile, 'matterId' | 'fileId' | 'path'>,
): Promise<boolean> {
  if (await isInUse(files, join(root, path))) return true;
  for (const former of formerNames.of(matterId))
    if (former.fileId === fileId && (await isInUse(files, join(root, former.path)))) return true;
  return false;
}

/** True when a program is known to have a file open: it put its owner file beside it, or the system tells. */
export async function isInUse(
  files: Pick<Files, 'list' | 'isOpen'>,
  path: string,
  how: 'at-all' | 'to-write' = 'at-all',
): Promise<boolean> {
  const names = new Set(await files.list(dirname(path)));
  const name = basename(path);
  if (ownerFiles(name).some((owner) => names.has(owner))) return true;
  // Editors that keep what is not saved yet beside it.
  if ([...names].some((one) => one.startsWith(`.${name}.sw`))) return true;
  return files.isOpen(path, how);
}
