import { posix } from 'node:path';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { safeName } from '../../domain/safe-name.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import { comparable } from '../../store/comparable.ts';
import type { Stores } from '../../store/stores.ts';

type PlaceStores = Pick<Stores, 'history' | 'links' | 'documents'>;

/**
 * The folder (null is the root) whose history has to be read before it can be told whether the service has a document at
 * this path; undefined when all that is needed was read once. A deleted folder has nothing any more.
 */
export function unreadFolder(
  { history, links, documents }: PlaceStores,
  matterId: MatterId,
  path: string,
): FolderId | null | undefined {
  if (history.checkedAt(matterId, null) === null) return null;
  const { folderId } = folderOfPath(links.folders(matterId), posix.dirname(path));
  if (folderId === null || history.checkedAt(matterId, folderId) !== null) return undefined;
  return documents.hasFolder(matterId, folderId) ? folderId : undefined;
}

/**
 * True when everything is known that decides what a new document at this path is: the history of its folder was read, and
 * no folder of the service waits to be recognised in one of the directories it lies in.
 */
export function isPlaceKnown(stores: PlaceStores, matterId: MatterId, path: string): boolean {
  if (unreadFolder(stores, matterId, path) !== undefined) return false;
  const mapped = stores.links.folders(matterId);
  const { folderId, rest } = folderOfPath(mapped, posix.dirname(path));
  if (rest === '') return true;
  const [directory = ''] = rest.split('/');
  return !stores.documents
    .foldersBelow(matterId, folderId)
    .some(
      ({ id, name }) =>
        comparable(safeName(name, 'Folder')) === comparable(directory) &&
        !mapped.some((one) => one.folderId === id),
    );
}
