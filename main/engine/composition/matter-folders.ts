import type { MatterId } from '../../../shared/model/index.ts';
import { CaptureTurns } from '../features/capture/capture-turns.ts';
import { Captures } from '../features/capture/captures.ts';
import { Registrar } from '../features/capture/registrar.ts';
import { DocumentAdder } from '../features/documents/adder.ts';
import { DocumentRenamer } from '../features/documents/renamer.ts';
import { HealthIssues } from '../features/folders/health-issues.ts';
import { Linker } from '../features/folders/linker.ts';
import { StagingFiles } from '../features/folders/staging-files.ts';
import { MassRemovals } from '../features/mass-changes/mass-removals.ts';
import { OpenDocuments } from '../features/open-documents/open-documents.ts';
import { FormerNames } from '../features/replaced-files/former-names.ts';
import { ReplacedFiles } from '../features/replaced-files/replaced-files.ts';
import { Restorer } from '../features/versions/restorer.ts';
import { MatterWatches } from '../features/watch/matter-watches.ts';
import { NotFiled } from '../features/watch/not-filed.ts';
import type { WorkspaceEvents } from './events.ts';
import type { History } from './history.ts';
import type { EnginePorts, Place } from './ports.ts';
import type { Storage } from './storage.ts';

export type MatterFolders = ReturnType<typeof composeMatterFolders>;

/** What is seen in the matters' folders, and what the program itself does there. */
export function composeMatterFolders(
  ports: EnginePorts,
  place: Place,
  { stores, vault, commits, newFileId, localStorageErrors }: Storage,
  { account, reader, stopping }: History,
  events: WorkspaceEvents,
) {
  const { files, clock, watchTree, newId: uniqueName } = ports;
  const { directory: ownDirectory } = place;
  const onChange = (matterId: MatterId) => events.emit('changed', matterId);
  const onSaved = (matterId: MatterId) => events.emit('saved', matterId);
  const healthIssues = new HealthIssues(() => clock.now(), onChange);
  const notFiled = new NotFiled(files, stores, (matterId) => events.emit('ownerFile', matterId));
  const openDocuments = new OpenDocuments({
    ...{ files, stores, notFiled, clock, onChange },
    read(matterId, folderId, since) {
      if (!account.isReady || reader.readSince(matterId, folderId, since)) return;
      // What keeps it from being read, the poller meets and tells too.
      void reader.read(matterId, folderId, { priority: 'background', signal: stopping.signal });
    },
  });
  const massRemovals = new MassRemovals({ clock, stores, localStorageErrors, onChange });
  const stagingFiles = new StagingFiles({ files, stores, clock });
  const replacedFiles = new ReplacedFiles({ files, stores, vault, commits, clock, onChange: onSaved });
  const formerNames = new FormerNames({
    ...{ files, stores, vault, clock, healthIssues, replacedFiles, uniqueName },
    onSaved,
  });
  const turns = new CaptureTurns();
  return {
    healthIssues,
    notFiled,
    openDocuments,
    stagingFiles,
    replacedFiles,
    formerNames,
    turns,
    watches: new MatterWatches({
      ...{ files, clock, watchTree, stores, vault, newFileId, formerNames, ownDirectory },
      ...{ healthIssues, notFiled, massRemovals, localStorageErrors, turns },
      captures: new Captures(),
      registrar: new Registrar(clock, commits),
      onChange: onSaved,
      onUnread: () => events.emit('status'),
    }),
    restorer: new Restorer({
      ...{ files, stores, vault, commits, turns, clock, stagingFiles, replacedFiles },
      ...{ uniqueName, newFileId },
      onChange: onSaved,
    }),
    linker: new Linker({ files, stores, clock, ownDirectory }),
    adder: new DocumentAdder({ ownDirectory, files, stores, clock, stagingFiles, uniqueName }),
    renamer: new DocumentRenamer({
      ...{ files, stores, clock, stagingFiles, formerNames },
      onChange: onSaved,
    }),
  };
}
