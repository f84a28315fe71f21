import type { MatterId } from '../../shared/model/index.ts';
import { workspaceEvents } from './composition/events.ts';
import { composeEvidence } from './composition/evidence.ts';
import { composeFetching } from './composition/fetching.ts';
import { composeFiling } from './composition/filing.ts';
import { composeFirm } from './composition/firm.ts';
import { folderActions } from './composition/folder-actions.ts';
import { composeHistory } from './composition/history.ts';
import { composeMatterFolders } from './composition/matter-folders.ts';
import type { Parts } from './composition/parts.ts';
import type { EnginePorts, Place } from './composition/ports.ts';
import { presence } from './composition/presence.ts';
import { react, type Told } from './composition/reactions.ts';
import { running } from './composition/running.ts';
import { openStorage } from './composition/storage.ts';
import { undoneOnFailure } from './platform/undone-on-failure.ts';
import type { Database } from './store/database.ts';

export { type EnginePorts, type Place, workspaceName } from './composition/ports.ts';

/** Milliseconds that a start waits for drives with something on them to put right. */
const longestTidying = 2_000;

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/**
 * Builds the object graph for one person of one service: everything that is known and filed in their name lives in a directory
 * of its own. Each part is given those before it; what it tells those after it are events.
 */
export function openWorkspace(
  ports: EnginePorts,
  place: Place,
  feed: Told['feed'],
  onStatus: () => void,
  kept: {
    /** Of the directory; it exists. */
    readonly name: string;
    /** The one in that directory; whoever opened it closes it when this fails. */
    readonly database: Database;
    readonly onHistory?: (matterId: MatterId) => void;
  },
) {
  return undoneOnFailure(async (onFailure) => {
    const { files, clock, newId: uniqueName } = ports;
    const events = workspaceEvents();
    const storage = await openStorage(ports, place, kept, events);
    onFailure(() => storage.localStorageErrors.stop());
    const history = composeHistory(ports, place, storage, events);
    onFailure(() => history.historyAside?.end());
    const firm = composeFirm(ports, storage, history, events);
    const folders = composeMatterFolders(ports, place, storage, history, events);
    const fetching = composeFetching(ports, storage, history, folders, events);
    const filing = composeFiling(ports, storage, history, folders, fetching, events);
    const evidence = composeEvidence(ports, storage, history, folders, events);
    const parts: Parts = {
      ...{ ...storage, ...history, ...firm, ...folders, ...fetching, ...filing, ...evidence },
    };
    react(events, parts, { feed, onStatus, onHistory: kept.onHistory ?? (() => {}) });

    await parts.fetcher.open();
    onFailure(() => parts.stagingFiles.stop());
    onFailure(() => parts.replacedFiles.stop());
    // What a crash left is put right first, unless it lies on a drive that does not answer: nothing else waits for that.
    const putRight = parts.replacedFiles
      .open()
      .then(() => parts.stagingFiles.open())
      .then(() => parts.following.open());
    await Promise.race([putRight, clock.sleep(longestTidying)]);
    return {
      ...parts,
      ...{ place, name: kept.name, files, clock, uniqueName },
      openedAt: clock.now(),
      looks: parts.reader.looks,
      storage: () => parts.upload.storage,
      /** Requests go to the service itself, because the firm's hub is away. */
      isPastHub: () => parts.hub.isPast,
      ...folderActions(ports, parts, events),
      ...presence(parts),
      ...running(ports, parts),
    };
  });
}
