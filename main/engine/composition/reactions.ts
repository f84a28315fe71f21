import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { ChangeFeed } from '../platform/change-feed.ts';
import type { WorkspaceEvents } from './events.ts';
import type { Parts } from './parts.ts';

/** Who is told of what happens in a workspace. */
export interface Told {
  readonly feed: Pick<ChangeFeed, 'matter' | 'matters' | 'requests' | 'records'>;
  readonly onStatus: () => void;
  /** The history of this matter was read. */
  readonly onHistory: (matterId: MatterId) => void;
}

/** What follows from what the parts of a workspace tell. */
export function react(events: WorkspaceEvents, parts: Parts, { feed, onStatus, onHistory }: Told): void {
  const { stores, poller, hubNews, pipeline, undecided, openDocuments, keeping, following, watches } = parts;
  const { folderRenames } = parts;
  const shown = (matterId: MatterId, more: readonly FileId[] = []) => {
    const documents = stores.changedDocuments.take(matterId);
    feed.matter(matterId, documents && [...documents, ...more]);
  };
  const changed = (matterId: MatterId, more?: readonly FileId[]) => {
    shown(matterId, more);
    onStatus();
  };
  events.on('shown', shown);
  events.on('changed', changed);
  events.on('status', onStatus);
  events.on('matters', () => feed.matters());
  events.on('requests', () => feed.requests());
  events.on('records', () => feed.records());
  events.on('saved', (matterId) => {
    changed(matterId);
    undecided.wake(matterId);
    pipeline.wake();
    folderRenames.wake(matterId);
  });
  events.on('decided', (matterId) => {
    changed(matterId);
    pipeline.wake();
  });
  events.on('historyRead', (matterId, added) => {
    pipeline.historyRead(matterId);
    onHistory(matterId);
    shown(matterId);
    undecided.wake(matterId);
    if (added === 0) return;
    void openDocuments.look(matterId);
    keeping.wake(matterId);
    following.wake(matterId);
    void parts.localStorageErrors.untilDone(async () => {
      await watches.mirror(matterId);
      pipeline.placesKnown(matterId);
      folderRenames.wake(matterId);
    });
    poller.foldersChanged(matterId);
  });
  events.on('historyUnchanged', (matterId) => {
    if (poller.isExpecting(matterId)) pipeline.historyRead(matterId);
    if (poller.isInView(matterId)) shown(matterId);
  });
  events.on('answeredAgain', (saves) => {
    stores.outbox.waitNoLonger(saves);
    pipeline.wake();
  });
  events.on('downloadsOffered', () => following.wakeAll());
  events.on('foldersRead', () => hubNews?.changed());
  events.on('ownerFile', (matterId) => void openDocuments.look(matterId));
}
