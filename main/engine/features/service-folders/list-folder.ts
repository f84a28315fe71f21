import { ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { EngineClient } from '../../service/client.ts';
import type { ListedFolder } from '../../service/document-folders.ts';
import type { ServiceError } from '../../service/errors.ts';
import { isSameId } from '../../service/tolerant.ts';
import { mayBeNoOperation } from '../capabilities/no-operation.ts';
import type { Offered } from '../capabilities/offered.ts';

export interface FolderListPorts {
  readonly client: Pick<EngineClient, 'beyondSpec' | 'matters'>;
  readonly foldersOffered: Pick<Offered, 'state' | 'showed' | 'denied'>;
}

/**
 * The folders that lie in a folder itself, null being the root, as the service has them now; null where it does not list any. What it
 * shows of itself is remembered.
 */
export async function listFolder(
  ports: FolderListPorts,
  matterId: MatterId,
  folderId: FolderId | null,
  signal: AbortSignal,
): Promise<Result<readonly ListedFolder[] | null, ServiceError>> {
  const { client, foldersOffered } = ports;
  const options = { priority: 'announce', signal } as const;
  if (folderId !== null) {
    const listing = await client.beyondSpec.readFolder(matterId, folderId, options);
    if (listing.ok) foldersOffered.showed('offered');
    if (listing.ok)
      return ok(listing.value.folders.filter(({ parentId }) => isSameId(parentId ?? folderId, folderId)));
    if (!mayBeNoOperation(listing.error)) return listing;
    // That folder alone may be gone: where the root is listed, the operation is there.
    const root = await listFolder(ports, matterId, null, signal);
    return root.ok ? ok(null) : root;
  }
  const folders: ListedFolder[] = [];
  for await (const page of client.beyondSpec.listFolders(matterId, options)) {
    if (!page.ok) {
      if (!mayBeNoOperation(page.error)) return page;
      // What a matter that is not there is answered says nothing of the others.
      if ((await client.matters.read(matterId, options)).ok) foldersOffered.denied();
      return ok(null);
    }
    for (const listing of page.value.items) folders.push(...listing.folders);
  }
  foldersOffered.showed('offered');
  // The root may have an id of its own: only what names another of these as its parent lies deeper.
  const ids = new Set(folders.map(({ id }) => id.toLowerCase()));
  return ok(folders.filter(({ parentId }) => parentId === null || !ids.has(parentId.toLowerCase())));
}
