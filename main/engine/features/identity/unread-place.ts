import { posix } from 'node:path';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import type { Stores } from '../../store/stores.ts';
import { notRecognised, placesIn } from '../folders/folders-there.ts';

type PlaceStores = Pick<Stores, 'history' | 'links' | 'documents'>;

/**
 * The folder (null is the root) whose history has to be read before it can be told whether the service has a document at
 * this path; undefined when all that is needed was read once. A deleted folder has nothing any more.
 */
export function unreadFolder(
  stores: PlaceStores,
  matterId: MatterId,
  path: string,
  placeOf = placesIn(stores, matterId),
): FolderId | null | undefined {
  const { history, documents } = stores;
  if (history.checkedAt(matterId, null) === null) return null;
  const { folderId } = placeOf(posix.dirname(path));
  if (folderId === null || history.checkedAt(matterId, folderId) !== null) return undefined;
  return documents.hasFolder(matterId, folderId) ? folderId : undefined;
}

/**
 * True when everything is known that decides what a new document at this path is: the history of its folder was read, and
 * no folder of the service waits to be recognised in one of the directories it lies in.
 */
export function isPlaceKnown(stores: PlaceStores, matterId: MatterId, path: string): boolean {
  if (unreadFolder(stores, matterId, path) !== undefined) return false;
  const { folderId, rest } = folderOfPath(stores.links.folders(matterId), posix.dirname(path));
  const [directory = ''] = rest.split('/');
  return rest === '' || notRecognised(stores, matterId, folderId, directory) === undefined;
}
