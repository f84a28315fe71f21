import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../shared/clock.ts';
import type { AwakeReason, FileId, MatterId } from '../../shared/model.ts';
import { Account } from './account/account.ts';
import type { RateLimit } from './budget/token-bucket.ts';
import { CustodyExporter } from './custody/export.ts';
import { DocumentAdder } from './documents/adder.ts';
import { DocumentRenamer } from './documents/renamer.ts';
import type { Files } from './files/files.ts';
import { Linker } from './folders/linker.ts';
import { OnTheWay } from './folders/on-the-way.ts';
import { HistoryReader } from './history/history-reader.ts';
import { HistoryIntake } from './history/intake.ts';
import { Poller } from './history/poller.ts';
import { Projector } from './history/projector.ts';
import { ClientNames } from './matters/client-names.ts';
import { DetailsKeeper } from './matters/details-keeper.ts';
import { MatterRefresher } from './matters/refresher.ts';
import { OwnTrouble } from './own-trouble.ts';
import { MatterIndexer } from './search/matter-indexer.ts';
import type { EngineClient } from './service/client.ts';
import { checkpointsOf } from './store/checkpoints.ts';
import type { Database } from './store/database.ts';
import { GroupCommit } from './store/group-commit.ts';
import { idInOrder } from './store/id-in-order.ts';
import { storesOn } from './store/stores.ts';
import { Pipeline } from './upload/pipeline.ts';
import { findSavesAgain } from './vault/found-again.ts';
import { Housekeeping } from './vault/housekeeping.ts';
import { VaultIntegrity } from './vault/integrity.ts';
import { VaultKeeper } from './vault/limits.ts';
import { Vault } from './vault/vault.ts';
import { EarlierCopies } from './versions/earlier-copies.ts';
import { Restorer } from './versions/restorer.ts';
import { Captures } from './watch/captures.ts';
import { MassRemovals } from './watch/mass-removals.ts';
import { MatterWatches } from './watch/matter-watches.ts';
import { NotFiled } from './watch/not-filed.ts';
import { OpenDocuments } from './watch/open-documents.ts';
import { Registrar } from './watch/registrar.ts';
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
  /** What this computer and its user are called, for the custody log; null when the system does not say. */
  readonly computer: { readonly hostName: string | null; readonly userName: string | null };
  /** Bytes up to which a captured content goes into a pack. */
  readonly smallContent: number;
  /** Opens the database in a directory that exists. */
  readonly openDatabase: (directory: string) => Database;
  /** Bytes of contents a second that leave at most; null for no limit. */
  readonly setSendLimit: (bytesPerSecond: number | null) => void;
  /** `onPause` is told until when (milliseconds since 1970) all requests wait, and null when they go out again. */
  readonly connect: (
    address: { baseUrl: string; apiKey: string; requestLimit: RateLimit | null },
    onPause: (until: number | null) => void,
  ) => EngineClient;
}

/** Entries of the custody log looked at whenever the program starts. */
const custodyTail = 200;

/** Which service, how much it takes, and where everything known of it is kept. */
interface Place {
  readonly directory: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null for the default. */
  readonly requestLimit: RateLimit | null;
}

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** Directory of everything known of one service. */
export const workspaceName = (baseUrl: string): string =>
  createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);

/** Builds the object graph for one service: everything known of it and filed to it lives in a directory of its own. */
export async function openWorkspace(
  ports: EnginePorts,
  place: Place,
  feed: ChangeFeed,
  onStatus: () => void,
) {
  const { files, clock, watchTree, random, newId, smallContent } = ports;
  const directory = join(place.directory, workspaceName(place.baseUrl));
  await files.makeDirectories(directory);

  const database = ports.openDatabase(directory);
  const stores = storesOn(database, {
    clock,
    newId,
    computer: ports.computer,
    service: place.baseUrl,
  });
  const newFileId = () => idInOrder(newId(), clock.now()) as FileId;
  const custodyFault = stores.custody.checkTail(custodyTail);
  const now = () => clock.now();
  const inVault = { files, contents: stores.contents, directory: join(directory, 'vault'), now };
  const vault = new Vault({ ...inVault, smallContent, uniqueName: newId });
  const housekeeping = new Housekeeping({ ...inVault, vault });
  // Before anything of the vault is removed: what no save is known of any more may be all there is.
  await findSavesAgain({ ...inVault, stores, vault }, now(), newFileId);
  await housekeeping.open();
  const commits = new GroupCommit(database, files);
  const copies = new EarlierCopies({ files, vault, directory: join(directory, 'earlier') });
  await copies.open();

  const changed = (matterId: MatterId) => {
    feed.matter(matterId);
    onStatus();
  };
  const savedHere = (matterId: MatterId) => {
    changed(matterId);
    pipeline.wake();
  };
  const troubles = new Troubles(now, changed);
  const notFiled = new NotFiled(files, stores, (matterId) => void openDocuments.look(matterId));
  const leaving = new AbortController();
  const openDocuments = new OpenDocuments({
    files,
    stores,
    notFiled,
    clock,
    onChange: changed,
    read(matterId, folderId, since) {
      if (!account.isReady || reader.readSince(matterId, folderId, since)) return;
      // What keeps it from being read, the poller meets and tells too.
      void reader.read(matterId, folderId, { priority: 'background', signal: leaving.signal });
    },
  });
  const ownTrouble = new OwnTrouble(clock, onStatus);
  const onNotKept = (failure: unknown) => ownTrouble.met(failure);
  const massRemovals = new MassRemovals({ clock, stores, ownTrouble, onChange: changed });
  const account = new Account({ clock, random, onChange: onStatus });
  const client = ports.connect(place, (until) => account.setPause(until));

  let stopped = false;
  let storage: { readonly origin: string } | null = null;
  const projector = new Projector(stores);
  const reader = new HistoryReader({
    client,
    account,
    stores,
    clock,
    isExpecting: (matterId) => poller.isExpectingStill(matterId),
    intake: new HistoryIntake(stores, projector, clock),
    onHistory: (matterId, added) => {
      pipeline.historyRead(matterId);
      feed.matter(matterId);
      if (added === 0) return;
      void openDocuments.look(matterId);
      void ownTrouble.untilDone(async () => {
        await watches.mirror(matterId);
        pipeline.placesKnown(matterId);
      });
      poller.foldersChanged(matterId);
    },
    onUnchanged: (matterId) => {
      if (poller.isExpecting(matterId)) pipeline.historyRead(matterId);
      if (poller.isInView(matterId)) feed.matter(matterId);
    },
    onNotKept,
  });
  const poller = new Poller({ reader, account, stores, clock, random, onNotKept });
  const pipeline = new Pipeline({
    client,
    account,
    reader,
    poller,
    stores,
    vault,
    isKept: (sha256) => integrity.ensure(sha256),
    commits,
    clock,
    random,
    newFileId,
    onChange: changed,
    onStorage(origin) {
      storage = { origin };
    },
  });
  const integrity = new VaultIntegrity({
    vault,
    stores,
    clock,
    onChange: savedHere,
  });
  const onTheWay = new OnTheWay({ files, stores, clock });
  await onTheWay.open();
  const restorer = new Restorer({
    files,
    stores,
    vault,
    commits,
    clock,
    onTheWay,
    uniqueName: newId,
    newFileId,
    onChange: savedHere,
  });
  const keeper = new VaultKeeper({ vault, housekeeping, stores, commits, clock });
  const indexer = new MatterIndexer(stores);
  const clientNames = new ClientNames({ client, account, stores, clock });
  const refresher = new MatterRefresher({
    client,
    account,
    stores,
    clock,
    onChanged: (matterId) => poller.hurry(matterId),
    onChange: () => {
      void ownTrouble.untilDone(() => indexer.run().then(() => clientNames.run()));
      feed.matters();
      onStatus();
    },
    onNotKept,
  });
  const details = new DetailsKeeper({
    client,
    account,
    stores,
    clock,
    onChange: (matterId) => feed.matter(matterId),
  });
  const watches = new MatterWatches({
    files,
    clock,
    watchTree,
    stores,
    vault,
    newFileId,
    troubles,
    notFiled,
    massRemovals,
    ownTrouble,
    captures: new Captures(),
    registrar: new Registrar(clock, commits),
    onChange: savedHere,
  });
  return {
    place,
    directory,
    clock,
    stores,
    vault,
    integrity,
    keeper,
    copies,
    restorer,
    troubles,
    ownTrouble,
    notFiled,
    openDocuments,
    storage: () => storage,
    account,
    poller,
    pipeline,
    refresher,
    details,
    watches,
    newFileId,
    /** What was found to be wrong with the custody log at the start; null when nothing was. */
    custodyFault,
    openedAt: clock.now(),
    custodyExporter: new CustodyExporter({ files, custody: stores.custody, uniqueName: newId }),
    files,
    uniqueName: newId,
    linker: new Linker({ files, stores, clock, ownDirectory: place.directory }),
    adder: new DocumentAdder({ files, stores, onTheWay, uniqueName: newId }),
    /** What the person or the computer does that is a reason to look at the service sooner, or less often. */
    awake(reason: AwakeReason) {
      if (reason === 'focus' || reason === 'out-of-sight') poller.inSight(reason === 'focus');
      if (reason === 'out-of-sight') return;
      account.tryNow();
      if (reason === 'focus') return;
      refresher.refreshNow();
      poller.awake();
    },
    renamer: new DocumentRenamer({ files, stores }),
    /** @throws when the disk does not take it: the folder is linked then, and watched, as before */
    async unlink(matterId: MatterId) {
      await watches.remove(matterId);
      try {
        stores.links.unlink(matterId);
      } catch (failure) {
        watches.add(matterId);
        throw failure;
      }
    },
    /** Starts everything that goes on by itself. */
    start() {
      const begin = () => {
        if (stopped) return;
        watches.start();
        pipeline.start(stores.matters.setting('paused') === 'yes');
        poller.start();
      };
      // What is saved and sent is judged by what the service has: that must be whole first.
      const begun = projector.isCaughtUp
        ? Promise.resolve(begin())
        : ownTrouble.untilDone(() => projector.catchUp()).then(begin);
      void begun.then(() => ownTrouble.untilDone(() => projector.makeFindable()));
      void ownTrouble.untilDone(() => indexer.run());
      integrity.start();
      keeper.start();
      void refresher.run();
    },
    /** Resolves when everything in hand is safely on disk. */
    async stop() {
      stopped = true;
      ownTrouble.stop();
      projector.stop();
      indexer.stop();
      clientNames.stop();
      details.stop();
      poller.stop();
      onTheWay.stop();
      openDocuments.stop();
      leaving.abort();
      const listed = refresher.stop();
      await watches.stop();
      await pipeline.stop();
      await keeper.stop();
      await integrity.stop();
      await listed;
      await checkpointsOf(database)?.end();
      database.close();
    },
  };
}
