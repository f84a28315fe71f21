import { posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { LocalFile } from '../../store/links.ts';
import type { RenameToTell } from '../../store/renames-to-tell.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';

/** What the service does not have can be neither renamed nor moved there. One that it has deleted may be restored: then it is told. */
export function notInService(stores: Stores, save: Save): void {
  const { matterId, fileId } = save;
  stores.together(() => {
    const deletion = stores.documents.deletion(matterId, fileId);
    const pathBefore = stores.saves.pathBefore(save);
    if (deletion && pathBefore !== null)
      stores.renamesToTell.put({
        ...{ matterId, fileId, pathBefore },
        ...{ name: deletion.name, folderId: deletion.folderId },
      });
    stores.outbox.cancel(save.id, 'not-in-service');
  });
}

/**
 * Documents that the service has again get the name and the place that the person gave them here meanwhile.
 * @returns how many are to be renamed or moved
 */
export function tellRenames(stores: Stores, matterId: MatterId, now: number): number {
  const toTell = stores.renamesToTell.of(matterId);
  // What an unlinked folder holds may be anything by now.
  if (toTell.length === 0 || !stores.links.of(matterId)) return 0;
  let count = 0;
  stores.together(() => {
    for (const one of toTell) {
      const known = stores.documents.document(matterId, one.fileId);
      const file = stores.links.fileOfDocument(matterId, one.fileId);
      if (!known || file?.removed) continue;
      stores.renamesToTell.forget(matterId, one.fileId);
      if (!file) continue;
      const before = pathToComeFrom(one, known, file);
      if (before === file.path) continue;
      const { fileId, path, sha256, size } = file;
      stores.outbox.add({
        ...{ matterId, fileId, kind: 'metadata', path, pathBefore: before, name: posix.basename(path) },
        ...{ sha256, size, capturedAt: now, state: 'waiting', problem: null },
      });
      count += 1;
    }
  });
  return count;
}

/** What somebody gave the document there since, a name or a place, came after the person's and stays: of that they changed nothing. */
function pathToComeFrom(
  { pathBefore: before, name, folderId }: RenameToTell,
  known: Pick<RenameToTell, 'name' | 'folderId'>,
  { path }: LocalFile,
): string {
  const directory = posix.dirname(known.folderId === folderId ? before : path);
  return posix.join(directory, posix.basename(known.name === name ? before : path));
}
