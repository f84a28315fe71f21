import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { safeName } from '../../domain/safe-name.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import { comparable } from '../../store/comparable.ts';
import type { KnownFolder } from '../../store/documents.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';

type Place = ReturnType<typeof folderOfPath>;
export type PlaceOf = (directory: string) => Place;
type FolderStores = Pick<Stores, 'links' | 'documents'>;
type Directory = Pick<LocalFolder, 'path' | 'folderId'>;

/** The directories that stand for a folder which the service still has: in one that was deleted, nothing can be filed. */
function foldersThere(
  { documents }: FolderStores,
  matterId: MatterId,
  mapped: readonly Directory[],
): readonly Directory[] {
  if (mapped.length === 0) return mapped;
  const deleted = documents.deletedFolders(matterId);
  return deleted.size === 0 ? mapped : mapped.filter(({ folderId }) => !deleted.has(folderId));
}

/** A folder of the service, in another one, that no directory here was recognised as, and that has a directory's name. */
export function notRecognised(
  { links, documents }: FolderStores,
  matterId: MatterId,
  parent: FolderId | null,
  directory: string,
): Pick<KnownFolder, 'id'> | undefined {
  const mapped = links.folders(matterId);
  return documents
    .foldersBelow(matterId, parent)
    .find(
      ({ id, name }) =>
        comparable(safeName(name, 'Folder')) === comparable(directory) &&
        !mapped.some(({ folderId }) => folderId === id),
    );
}

/**
 * The folder that a directory below the matter folder stands for, or the nearest above it: by the directory itself, or by its name
 * where it was not recognised yet, as when it is away. `rest` is the part of the path that the service has no folder for. To be
 * asked for many directories at one instant.
 * @param mapped what each directory stands for
 */
export function placesIn(
  stores: FolderStores,
  matterId: MatterId,
  mapped: readonly Directory[] = stores.links.folders(matterId),
): PlaceOf {
  const there = foldersThere(stores, matterId, mapped);
  const known = new Map<string, Place>();
  return (directory) => {
    const before = known.get(directory);
    if (before) return before;
    let place = folderOfPath(there, directory);
    while (place.rest !== '') {
      const [name = '', ...others] = place.rest.split('/');
      const folder = notRecognised(stores, matterId, place.folderId, name);
      if (!folder) break;
      place = { folderId: folder.id, rest: others.join('/') };
    }
    known.set(directory, place);
    return place;
  };
}
