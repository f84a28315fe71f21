import { ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { ServiceError } from '../../service/errors.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { NameAndParent } from '../../store/folders-agreed.ts';
import type { Stores } from '../../store/stores.ts';
import { mayBeNoOperation } from '../capabilities/no-operation.ts';
import { asShown } from '../folders/as-shown.ts';
import { type FolderListPorts, listFolder } from './list-folder.ts';

/**
 * What the service calls a folder now, and where it has it; `not-found` where it is not in the parent that it was known in and the
 * service does not tell the way to it, `not-offered` where the service tells of no folders.
 */
export async function folderAsItIs(
  ports: FolderListPorts & { readonly stores: Pick<Stores, 'documents'> },
  matterId: MatterId,
  folderId: FolderId,
  knownParent: FolderId | null,
  signal: AbortSignal,
): Promise<Result<NameAndParent | 'not-found' | 'not-offered', ServiceError>> {
  const options = { priority: 'announce', signal } as const;
  const path = await ports.client.beyondSpec.folderPath(matterId, folderId, options);
  if (path.ok) {
    const at = path.value.findIndex(({ id }) => id !== null && isSameId(id, folderId));
    const own = path.value[at];
    // The root may have an id of its own.
    const isTop = own?.depth === 1 || path.value[at - 1]?.depth === 0;
    const above = isTop ? null : ((own?.parentId || null) as FolderId | null);
    if (own) return ok({ name: own.name, parent: above && asShown(ports.stores, matterId, above) });
  } else if (!mayBeNoOperation(path.error)) return path;
  const listed = await listFolder(ports, matterId, knownParent, signal);
  if (!listed.ok) return listed;
  const own = listed.value?.find(({ id }) => isSameId(id, folderId));
  if (own) return ok({ name: own.name, parent: knownParent });
  return ok(listed.value === null && ports.foldersOffered.state !== 'offered' ? 'not-offered' : 'not-found');
}
