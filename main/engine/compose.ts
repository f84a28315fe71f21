import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '../../shared/clock.ts';
import type { FileId, MatterId } from '../../shared/model.ts';
import { Account } from './account/account.ts';
import { DocumentAdder } from './documents/adder.ts';
import type { Files } from './files/files.ts';
import { Linker } from './folders/linker.ts';
import { HistoryReader } from './history/history-reader.ts';
import { HistoryIntake } from './history/intake.ts';
import { Poller } from './history/poller.ts';
import { Projector } from './history/projector.ts';
import { MatterRefresher } from './matters/refresher.ts';
import { MatterIndexer } from './search/matter-indexer.ts';
import type { EngineClient } from './service/client.ts';
import type { Database } from './store/database.ts';
import { storesOn } from './store/stores.ts';
import { Pipeline } from './upload/pipeline.ts';
import { findSavesAgain } from './vault/found-again.ts';
import { Vault } from './vault/vault.ts';
import { MatterWatches } from './watch/matter-watches.ts';
import { Troubles } from './watch/troubles.ts';
import type { WatchTree } from './watch/watch-tree.ts';
import type { ChangeFeed } from './window/change-feed.ts';

/** What the engine does to the world, passed in so that tests and the fault simulator can hold it in their hands. */
export interface EnginePorts {
  readonly files: Files;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Opens the database in a directory that exists. */
  readonly openDatabase: (directory: string) => Database;
  /** `onPause` is told until when (milliseconds since 1970) all requests wait, and null when they go out again. */
  readonly connect: (
    address: { baseUrl: string; apiKey: string },
    onPause: (until: number | null) => void,
  ) => EngineClient;
}

/** Files read at once while capturing. */
const parallelCaptures = 4;

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** Builds the object graph for one service: everything known of it and filed to it lives in a directory of its own. */
export async function openWorkspace(
  ports: EnginePorts,
  place: { directory: string; baseUrl: string; apiKey: string },
  feed: ChangeFeed,
  onStatus: () => void,
) {
  const { files, clock, watchTree, random, newId } = ports;
  const name = createHash('sha256').update(place.baseUrl).digest('hex').slice(0, 16);
  const directory = join(place.directory, name);
  await files.makeDirectories(directory);

  const database = ports.openDatabase(directory);
  const stores = storesOn(database);
  const vault = new Vault(files, join(directory, 'vault'), newId);
  await vault.open();
  await findSavesAgain(stores, files, { directory: join(directory, 'vault') }, () => newId() as FileId);

  const changed = (matterId: MatterId) => {
    feed.matter(matterId);
    onStatus();
  };
  const newFileId = () => newId() as FileId;
  const troubles = new Troubles(() => clock.now(), changed);
  const account = new Account({ clock, random, onChange: onStatus });
  const { baseUrl, apiKey } = place;
  const client = ports.connect({ baseUrl, apiKey }, (until) => account.setPause(until));

  const projector = new Projector(stores);
  const reader = new HistoryReader({
    client,
    account,
    stores,
    clock,
    intake: new HistoryIntake(stores, projector),
    onHistory: (matterId, added) => {
      pipeline.historyRead(matterId);
      feed.matter(matterId);
      if (added > 0) watches.mirror(matterId);
    },
  });
  const poller = new Poller({ reader, account, stores, clock, random });
  const pipeline = new Pipeline({
    client,
    account,
    reader,
    poller,
    stores,
    vault,
    files,
    clock,
    random,
    newFileId,
    onChange: changed,
  });
  const indexer = new MatterIndexer(stores);
  const refresher = new MatterRefresher({
    client,
    account,
    stores,
    clock,
    onChange: () => {
      void indexer.run();
      feed.matters();
      onStatus();
    },
  });
  const watches = new MatterWatches({
    files,
    clock,
    watchTree,
    stores,
    vault,
    newFileId,
    troubles,
    captureLimit: pLimit(parallelCaptures),
    onChange: (matterId) => {
      changed(matterId);
      pipeline.wake();
    },
  });
  return {
    baseUrl,
    apiKey,
    stores,
    vault,
    troubles,
    account,
    poller,
    pipeline,
    refresher,
    watches,
    newFileId,
    files,
    uniqueName: newId,
    linker: new Linker({ files, stores, clock, ownDirectory: place.directory }),
    adder: new DocumentAdder({ files, stores, uniqueName: newId }),
    /** Starts everything that goes on by itself. */
    start() {
      void projector.catchUp();
      void indexer.run();
      watches.start();
      pipeline.start(stores.matters.setting('paused') === 'yes');
      poller.start();
      void refresher.run();
    },
    /** Resolves when everything in hand is safely on disk. */
    async stop() {
      projector.stop();
      indexer.stop();
      refresher.stop();
      poller.stop();
      await watches.stop();
      await pipeline.stop();
      database.close();
    },
  };
}
