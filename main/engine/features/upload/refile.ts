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
  // What an unlinked folder holds may be anything by now.
  if (!stores.links.of(matterId)) return 0;
  const placeOf = placesIn(stores, matterId);
  const waiting = stores.unplaced.withPlaces(matterId).filter(({ folderId, there, path }) => {
    // Most have no folder of their own yet: a matter may have thousands, and this is asked with each answer of its history.
    const isWhereItWas =
      there === folderId && path !== undefined && placeOf(posix.dirname(path)).folderId === folderId;
    return !isWhereItWas;
  });
  if (waiting.length === 0) return 0;
  const refile = stores.database.transaction(() => {
    let count = 0;
    for (const { fileId, folderId } of waiting) {
      const known = stores.documents.document(matterId, fileId);
      // What is on its way may move it anyway.
      if (!known || stores.saves.openOf(matterId, fileId).length > 0) continue;
      const file = stores.links.fileOfDocument(matterId, fileId);
      // What was taken from here to free space is still in its place, as far as the person is concerned.
      const isRemoved = file?.removed && typeof file.removedAt === 'number';
      if (!file || isRemoved || known.folderId !== folderId) {
        stores.unplaced.forget(matterId, fileId);
        continue;
      }
      const place = placeOf(posix.dirname(file.path));
      if (place.folderId === folderId) continue;
      // Where it lay in a directory that the matter is not linked to any more, what lies here says nothing of it.
      if (file.removed && place.rest !== '') continue;
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
