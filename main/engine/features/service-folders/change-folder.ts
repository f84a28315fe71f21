import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { FolderPut } from '../../service/document-folders.ts';
import type { ServiceError } from '../../service/errors.ts';
import { saysNoOperation } from '../capabilities/no-operation.ts';
import { type FolderListPorts, listFolder } from './list-folder.ts';

/**
 * Changes a folder by what changes alone; where there is no such operation, by all that is said of a folder. Null when it was accepted.
 * @param onLeaving asked at the moment at which the change leaves: false keeps it here
 */
export async function changeFolder(
  ports: FolderListPorts,
  matterId: MatterId,
  folderId: FolderId,
  { change, whole }: { readonly change: Partial<FolderPut>; readonly whole: FolderPut },
  { signal, onLeaving }: { readonly signal: AbortSignal; readonly onLeaving: () => boolean },
): Promise<ServiceError | 'not-offered' | null> {
  const { client, foldersOffered } = ports;
  const options = { priority: 'announce', signal, onLeaving } as const;
  const patched = await client.beyondSpec.patchFolder(matterId, folderId, change, options);
  if (patched.ok) foldersOffered.showed('offered');
  if (patched.ok) return null;
  if (!saysNoOperation(patched.error)) return patched.error;
  const listed = await listFolder(ports, matterId, null, signal);
  if (!listed.ok) return listed.error;
  if (listed.value === null) return 'not-offered';
  const put = await client.beyondSpec.putFolder(matterId, folderId, whole, options);
  return put.ok ? null : put.error;
}
