import type { MatterId } from '../../../../shared/model/index.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';

/** The directories that stand for a folder which the service still has: in one that was deleted, nothing can be filed. */
export function foldersThere(
  { links, documents }: Pick<Stores, 'links' | 'documents'>,
  matterId: MatterId,
): readonly LocalFolder[] {
  const mapped = links.folders(matterId);
  if (mapped.length === 0) return mapped;
  const deleted = documents.deletedFolders(matterId);
  return deleted.size === 0 ? mapped : mapped.filter(({ folderId }) => !deleted.has(folderId));
}
