import { basename, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { KnownDocument } from '../../store/documents.ts';
import type { Stores } from '../../store/stores.ts';
import { placesIn } from '../folders/folders-there.ts';

/** Milliseconds for which a document that is gone may still be found under another name, as after a rename. */
const justGone = 10_000;

/** A document filed in this folder under this name that no other file of this computer stands for. */
export function filedNamesake(
  stores: Pick<Stores, 'links' | 'documents'>,
  matterId: MatterId,
  path: string,
  now: number,
): KnownDocument | undefined {
  const { folderId } = placesIn(stores, matterId)(posix.dirname(path));
  return stores.documents.named(matterId, folderId, basename(path)).find((document) => {
    const local = stores.links.fileOfDocument(matterId, document.id);
    if (!local) return true;
    if (!local.removed) return false;
    // Asleep, nothing is found: what was renamed just before is captured under its new name after it.
    const awake = now - (local.removedAt ?? 0) - stores.links.sleptSinceRemoval(document.id);
    return local.path === path || awake > justGone;
  });
}
