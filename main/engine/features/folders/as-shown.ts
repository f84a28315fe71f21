import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { Stores } from '../../store/stores.ts';

/** A folder's id as history writes it, which may be in the other case of its letters; as it came where no history shows the folder yet. */
export function asShown(
  { documents }: Pick<Stores, 'documents'>,
  matterId: MatterId,
  id: FolderId,
): FolderId {
  if (documents.hasFolder(matterId, id)) return id;
  return documents.folders(matterId).find((one) => isSameId(one.id, id))?.id ?? id;
}

/**
 * A directory became a folder before any history showed that, by an answer that wrote its id otherwise: it has the id that history
 * writes from now on. False where none did.
 */
export function isNowAsShown(stores: Stores, matterId: MatterId, shown: FolderId): boolean {
  const { documents, links } = stores;
  const own = links.folders(matterId).find(({ folderId }) => folderId !== shown && isSameId(folderId, shown));
  if (!own || documents.hasFolder(matterId, own.folderId)) return false;
  stores.together(() => {
    links.forgetFolder(matterId, own.folderId);
    links.putFolder(matterId, { ...own, folderId: shown });
  });
  return true;
}
