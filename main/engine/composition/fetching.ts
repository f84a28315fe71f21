import type { FileId, MatterId } from '../../../shared/model/index.ts';
import { Offered } from '../features/capabilities/offered.ts';
import { DocumentLister } from '../features/fetching/document-lister.ts';
import { DownloadsOffered } from '../features/fetching/downloads-offered.ts';
import { Fetcher } from '../features/fetching/fetcher.ts';
import { IntoFolder } from '../features/fetching/into-folder.ts';
import { Following } from '../features/following/following.ts';
import { FetchedRoom } from '../features/keeping/fetched-room.ts';
import { freeSpace } from '../features/keeping/free-space.ts';
import { Keeping } from '../features/keeping/keeping.ts';
import type { WorkspaceEvents } from './events.ts';
import type { History } from './history.ts';
import type { MatterFolders } from './matter-folders.ts';
import type { EnginePorts } from './ports.ts';
import type { Storage } from './storage.ts';

export type Fetching = ReturnType<typeof composeFetching>;

/** What comes from the service to this computer: versions to look at, and documents kept in the matters' folders. */
export function composeFetching(
  { files, clock, newId, toWastebasket = noWastebasket }: EnginePorts,
  { stores, vault, commits, viewCopies }: Storage,
  { client, account, reader, stopping }: History,
  { turns, stagingFiles, replacedFiles, watches }: MatterFolders,
  events: WorkspaceEvents,
) {
  const onChange = (matterId: MatterId) => events.emit('changed', matterId);
  const downloadsOffered = new DownloadsOffered(stores.matters, clock, () => events.emit('downloadsOffered'));
  const listingOffered = new Offered(stores.matters, clock, 'listing');
  const fetcher = new Fetcher({ client, stores, vault, copies: viewCopies, downloadsOffered, newId });
  const lister = new DocumentLister({
    ...{ client, account, stores, clock, onChange },
    offered: listingOffered,
  });
  const intoFolder = new IntoFolder({
    ...{ files, stores, vault, commits, turns, clock, fetcher, stagingFiles, replacedFiles, onChange },
    mirror: (matterId) => watches.mirror(matterId),
    isCompared: (matterId) => watches.isCompared(matterId),
    async readHistory({ matterId, fileId }) {
      const folderId = stores.documents.document(matterId, fileId)?.folderId ?? null;
      await reader.read(matterId, folderId, { priority: 'view', signal: stopping.signal });
    },
    markOrigin: (path) => viewCopies.markOrigin(path),
    uniqueName: newId,
  });
  /** Copies that the service gives out again leave this computer. */
  const free = (matterId: MatterId, fileIds: readonly FileId[]) =>
    freeSpace(
      { files, stores, turns, clock, downloadsOffered, replacedFiles, onChange, uniqueName: newId },
      matterId,
      fileIds,
    );
  const fetchedRoom = new FetchedRoom({
    ...{ stores, clock, free },
    onRoom: () => keeping.roomAgain(),
  });
  const keeping: Keeping = new Keeping({
    ...{ stores, account, clock, downloadsOffered, lister, intoFolder, onChange, room: fetchedRoom },
    isCompared: (matterId) => watches.isCompared(matterId),
  });
  const following = new Following({
    ...{ files, stores, vault, clock, turns, stagingFiles, replacedFiles, downloadsOffered, onChange },
    ...{ toWastebasket, uniqueName: newId },
    mirror: (matterId) => watches.mirror(matterId),
    isCompared: (matterId) => watches.isCompared(matterId),
    async isThereStill(matterId, fileId) {
      const call = { priority: 'announce', signal: stopping.signal } as const;
      const file = await client.beyondSpec.readFile(matterId, fileId, call);
      // Many services leave out what is false.
      return file.ok && file.value.isDeleted !== true;
    },
  });
  return {
    downloadsOffered,
    listingOffered,
    fetcher,
    lister,
    intoFolder,
    free,
    fetchedRoom,
    keeping,
    following,
  };
}

const noWastebasket = (): Promise<void> => Promise.reject(new Error('there is no wastebasket'));
