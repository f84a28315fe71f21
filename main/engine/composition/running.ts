import { checkpointsOf } from '../store/checkpoints.ts';
import { settingOf, settings } from '../store/settings.ts';
import type { Parts } from './parts.ts';
import type { EnginePorts } from './ports.ts';

/** Starting and stopping everything in a workspace that goes on by itself. */
export function running(ports: Pick<EnginePorts, 'signCheckpoint' | 'exchange'>, parts: Parts) {
  const { stores, localStorageErrors, projector, indexer } = parts;
  let isStopped = false;

  const begin = () => {
    if (isStopped) return;
    parts.formerNames.start();
    parts.watches.start();
    parts.pipeline.start(settingOf(stores.matters, settings.isPaused));
    parts.poller.start();
    parts.hubNews?.start();
    parts.undecided.start();
    parts.requestSender.start();
    parts.fetchedRoom.start();
    parts.keeping.start();
    for (const { matterId } of stores.links.all()) parts.folderRenames.wake(matterId);
    parts.following.start();
  };

  return {
    start() {
      // What is saved and sent is judged by what the service has: that must be whole first.
      const begun = projector.isCaughtUp
        ? Promise.resolve(begin())
        : localStorageErrors.untilDone(() => projector.catchUp()).then(begin);
      void begun.then(() => localStorageErrors.untilDone(() => projector.indexPending()));
      void localStorageErrors.untilDone(() => indexer.run());
      parts.integrity.start();
      parts.keeper.start();
      if (ports.signCheckpoint) parts.checkpointKeeper.start();
      if (ports.signCheckpoint && ports.exchange) parts.stamper.start();
      if (ports.signCheckpoint) parts.checkpointFiler.start();
      void parts.refresher.run();
    },
    /** Resolves when everything in hand is safely on disk. */
    async stop() {
      isStopped = true;
      localStorageErrors.stop();
      projector.stop();
      indexer.stop();
      parts.clientNames.stop();
      parts.details.stop();
      parts.answers.stop();
      parts.poller.stop();
      parts.hubNews?.stop();
      parts.undecided.stop();
      parts.stagingFiles.stop();
      parts.openDocuments.stop();
      parts.stopping.abort();
      parts.intoFolder.stop();
      parts.lister.stop();
      const kept = Promise.all([parts.fetchedRoom.stop(), parts.keeping.stop(), parts.following.stop()]);
      await parts.fetcher.stop();
      await kept;
      const listed = parts.refresher.stop();
      await parts.watches.stop();
      parts.formerNames.stop();
      await parts.replacedFiles.stop();
      await parts.folderRenames.stop();
      await parts.pipeline.stop();
      await parts.requestSender.stop();
      await parts.keeper.stop();
      await parts.checkpointFiler.stop();
      await parts.stamper.stop();
      await parts.checkpointKeeper.stop();
      await parts.integrity.stop();
      await listed;
      await parts.historyAside?.end();
      await checkpointsOf(stores.database)?.end();
      stores.database.close();
    },
  };
}
