import { posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { placesIn } from '../folders/folders-there.ts';

/**
 * Documents that were filed above their place, because the service had no folder for it, are to follow now that it
 * has one: by a change of name and place alone. One that somebody moved in the service meanwhile stays where they put it.
 * @returns how many are to be moved
 */
export function refileUnplaced(stores: Stores, matterId: MatterId, now: number): number {
  const waiting = stores.unplaced.of(matterId);
  // What an unlinked folder holds may be anything by now.
  if (waiting.length === 0 || !stores.links.of(matterId)) return 0;
  const placeOf = placesIn(stores, matterId);
  const refile = stores.database.transaction(() => {
    let count = 0;
    for (const { fileId, folderId } of waiting) {
      const known = stores.documents.document(matterId, fileId);
      // What is on its way may move it anyway.
      if (!known || stores.saves.openOf(matterId, fileId).length > 0) continue;
      const file = stores.links.fileOfDocument(matterId, fileId);
      if (!file || file.removed || known.folderId !== folderId) {
        stores.unplaced.forget(matterId, fileId);
        continue;
      }
      if (placeOf(posix.dirname(file.path)).folderId === folderId) continue;
      stores.unplaced.asked(matterId, fileId);
      stores.outbox.add({
        matterId,
        fileId,
        kind: 'metadata',
        path: file.path,
        name: posix.basename(file.path),
        sha256: file.sha256,
        size: file.size,
        capturedAt: now,
        state: 'waiting',
        problem: null,
      });
      count += 1;
    }
    return count;
  });
  return refile();
}
