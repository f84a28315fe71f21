import { Offered } from '../features/capabilities/offered.ts';
import { UndecidedDocuments } from '../features/identity/undecided-documents.ts';
import { FolderMaker } from '../features/service-folders/folder-maker.ts';
import { FolderRenames } from '../features/service-folders/folder-renames.ts';
import { DocumentCheck } from '../features/upload/document-check.ts';
import { Pipeline } from '../features/upload/pipeline.ts';
import type { WorkspaceEvents } from './events.ts';
import type { Fetching } from './fetching.ts';
import type { History } from './history.ts';
import type { MatterFolders } from './matter-folders.ts';
import type { EnginePorts } from './ports.ts';
import type { Storage } from './storage.ts';

export type Filing = ReturnType<typeof composeFiling>;

/** What goes from this computer to the service: captured saves, once it is known which document they are of. */
export function composeFiling(
  { files, clock, random, sendPace }: EnginePorts,
  { stores, vault, commits, newFileId, integrity, localStorageErrors }: Storage,
  { client, account, reader, poller }: History,
  { watches }: MatterFolders,
  { fetcher }: Fetching,
  events: WorkspaceEvents,
) {
  const upload: { storage: { readonly origin: string } | null } = { storage: null };
  const undecided = new UndecidedDocuments({
    ...{ stores, clock, reader, account, localStorageErrors },
    mirror: (matterId) => watches.mirror(matterId),
    onFirst: (matterId) => poller.foldersChanged(matterId),
    onDecided: (matterId) => events.emit('decided', matterId),
  });
  const documentCheck = new DocumentCheck({ client, stores, clock });
  const postOffered = new Offered(stores.matters, clock, 'post');
  const foldersOffered = new Offered(stores.matters, clock, 'folders');
  const folderMaker = new FolderMaker({
    ...{ client, files, stores, commits, clock, random, reader, foldersOffered },
  });
  const folderRenames = new FolderRenames({
    ...{ client, account, files, stores, commits, clock, reader, poller },
    ...{ foldersOffered, folderMaker, localStorageErrors },
    mirror: (matterId) => watches.mirror(matterId),
    onChange: (matterId) => events.emit('changed', matterId),
  });
  const pipeline = new Pipeline({
    ...{ documentCheck, postOffered, client, account, reader, poller, stores, vault },
    ...{ commits, clock, random, newFileId, sendPace },
    isKept: (sha256) => integrity.ensure(sha256),
    hashOf: (document, entryId, signal) => fetcher.hashOf(document, entryId, signal),
    attemptOf: (document, signal) => fetcher.attemptOf(document, signal),
    folderReady: (matterId, directory, signal) => folderMaker.ensure(matterId, directory, signal),
    onUndecided: (matterId) => undecided.wake(matterId),
    onChange: (...changed) => events.emit('changed', ...changed),
    onStorage(origin) {
      upload.storage = { origin };
    },
  });
  return {
    upload,
    undecided,
    documentCheck,
    postOffered,
    foldersOffered,
    folderMaker,
    folderRenames,
    pipeline,
  };
}
