import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../shared/clock.ts';
import type { AwakeReason, FileId, Leaving, MatterId, Unlinking } from '../../shared/model.ts';
import { Account } from './account/account.ts';
import type { RateLimit } from './budget/token-bucket.ts';
import type { Presence } from './custody/custody.ts';
import { CustodyExporter } from './custody/export.ts';
import { DocumentAdder } from './documents/adder.ts';
import { FormerNames } from './documents/former-names.ts';
import { DocumentRenamer } from './documents/renamer.ts';
import type { Files } from './files/files.ts';
import type { MountOf } from './files/mounts.ts';
import { Linker } from './folders/linker.ts';
import { OnTheWay } from './folders/on-the-way.ts';
import { sayItIsTheSame } from './folders/said-same.ts';
import type { HistoryAside } from './history/aside.ts';
import { HistoryReader } from './history/history-reader.ts';
import { HistoryIntake } from './history/intake.ts';
import { Poller } from './history/poller.ts';
import { Projector } from './history/projector.ts';
import { ClientNames } from './matters/client-names.ts';
import { DetailsKeeper } from './matters/details-keeper.ts';
import { MatterRefresher } from './matters/refresher.ts';
import { takeOverOrLeave } from './meanwhile/take-over-or-leave.ts';
import { OwnTrouble } from './own-trouble.ts';
import { MatterIndexer } from './search/matter-indexer.ts';
import type { EngineClient } from './service/client.ts';
import { checkpointsOf } from './store/checkpoints.ts';
import type { Database } from './store/database.ts';
import { GroupCommit } from './store/group-commit.ts';
import { idInOrder } from './store/id-in-order.ts';
import type { MeanwhileDatabase } from './store/meanwhile.ts';
import { storesOn } from './store/stores.ts';
import { DocumentLook } from './upload/document-look.ts';
import { Pipeline } from './upload/pipeline.ts';
import { findSavesAgain } from './vault/found-again.ts';
import { Housekeeping } from './vault/housekeeping.ts';
import { VaultIntegrity } from './vault/integrity.ts';
import { VaultKeeper } from './vault/limits.ts';
import { Vault } from './vault/vault.ts';
import { EarlierCopies } from './versions/earlier-copies.ts';
import { ReplacedFiles } from './versions/replaced-files.ts';
import { Restorer } from './versions/restorer.ts';
import { Captures } from './watch/captures.ts';
import { MassRemovals } from './watch/mass-removals.ts';
import { MatterWatches } from './watch/matter-watches.ts';
import { NotFiled } from './watch/not-filed.ts';
import { OpenDocuments } from './watch/open-documents.ts';
import { Registrar } from './watch/registrar.ts';
import { Troubles } from './watch/troubles.ts';
import { UndecidedDocuments } from './watch/undecided-documents.ts';
import type { WatchTree } from './watch/watch-tree.ts';
import type { ChangeFeed } from './window/change-feed.ts';

/** What the engine does to the world, passed in so that tests and the fault simulator can hold it in their hands. */
export interface EnginePorts {
  readonly files: Files;
  readonly mountOf: MountOf;
  /** How many calls of files the system takes at once. */
  readonly threads: number;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** What this computer and its user are called, for the custody log; null when the system does not say. */
  readonly computer: { readonly hostName: string | null; readonly userName: string | null };
  /** Bytes up to which a captured content goes into a pack. */
  readonly smallContent: number;
  /** Milliseconds for which a content stays after it was filed, however little room there is for it. */
  readonly keptAfterFiling: number;
  /** Opens the database in a directory that exists. */
  readonly openDatabase: (directory: string) => Database | Promise<Database>;
  /** Reads long histories in a thread of its own, beside the database in this file; without it they are read in the engine’s. */
  readonly historyAside?: (databaseFile: string) => HistoryAside;
  /** Takes what is saved while there is no room to prepare that; without it nothing does. */
  readonly meanwhile?: MeanwhileDatabase;
  /** Bytes of contents a second that leave at most; null for no limit. */
  readonly setSendLimit: (bytesPerSecond: number | null) => void;
  /** `onPause` is told until when (milliseconds since 1970) all requests wait, and null when they go out again. */
  readonly connect: (
    address: { baseUrl: string; apiKey: string; requestLimit: RateLimit | null },
    onPause: (until: number | null) => void,
    /** The sign-in in whose name requests go out, asked before each; null for none: then none does. */
    signIn: () => string | null,
  ) => EngineClient;
}

/** Saves told of in the custody log in one transaction. */
const unprovenAtOnce = 1_000;

/** Milliseconds that a start waits for drives with something on them to put right. */
const longestTidying = 2_000;

/** Milliseconds that unlinking a folder waits for what changed in it to be captured. */
const longestCapture = 5_000;

/** Entries of the custody log looked at whenever the program starts. */
const custodyTail = 200;

/** Which service, how much it takes, and where everything known of it is kept. */
export interface Place {
  readonly directory: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null for the default. */
  readonly requestLimit: RateLimit | null;
}

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** Directory of what the first person has of one service; everybody after has one of a name that begins with it. */
export const workspaceName = (baseUrl: string): string =>
  createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);

/**
 * Builds the object graph for one person of one service: everything that is known and filed in their name lives in a directory
 * of its own.
 */
export async function openWorkspace(
  ports: EnginePorts,
  place: Place,
  feed: Pick<ChangeFeed, 'matter' | 'matters'>,
  onStatus: () => void,
  options: {
    /** Of the directory; it exists. */
    readonly name: string;
    /** The one in that directory. */
    readonly database: Database;
    readonly onHistory?: (matterId: MatterId) => void;
  },
) {
  const { files, clock, watchTree, random, newId, smallContent } = ports;
  const { name, database, onHistory = () => {} } = options;
  const directory = join(place.directory, name);
  let signIn: string | null = null;
  const stores = storesOn(database, {
    clock,
    newId,
    computer: ports.computer,
    service: place.baseUrl,
  });
  // After the update from a program that called saves filed which nothing proves to be.
  while (stores.outbox.tellUnproven(unprovenAtOnce) > 0) await setImmediate();
  const newFileId = () => idInOrder(newId(), clock.now()) as FileId;
  const custodyFault = stores.custody.checkTail(custodyTail);
  const now = () => clock.now();
  const inVault = { files, contents: stores.contents, directory: join(directory, 'vault'), now };
  const vault = new Vault({ ...inVault, smallContent, uniqueName: newId });
  const housekeeping = new Housekeeping({ ...inVault, vault, uniqueName: newId });
  // Before anything of the vault is removed: what no save is known of any more may be all there is.
  if (ports.meanwhile) takeOverOrLeave(ports.meanwhile, stores, directory, now(), newFileId);
  await findSavesAgain({ ...inVault, stores, vault }, now(), newFileId);
  await housekeeping.open();
  const commits = new GroupCommit(database, files);
  const copies = new EarlierCopies({ files, vault, directory: join(directory, 'earlier') });
  await copies.open();

  /** @param more documents of which something changed that is not in the database */
  const tell = (matterId: MatterId, more: readonly FileId[] = []) => {
    const documents = stores.changedDocuments.take(matterId);
    feed.matter(matterId, documents && [...documents, ...more]);
  };
  const changed = (matterId: MatterId, more?: readonly FileId[]) => {
    tell(matterId, more);
    onStatus();
  };
  const savedHere = (matterId: MatterId) => {
    changed(matterId);
    undecided.wake(matterId);
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
  const client = ports.connect(
    place,
    (until) => account.setPause(until),
    () => signIn,
  );

  let stopped = false;
  let storage: { readonly origin: string } | null = null;
  const projector = new Projector(stores);
  const historyAside = ports.historyAside?.(database.name) ?? null;
  const reader = new HistoryReader({
    aside: historyAside,
    client,
    account,
    stores,
    clock,
    isExpecting: (matterId) => poller.isExpectingStill(matterId),
    intake: new HistoryIntake(stores, projector, clock),
    onHistory: (matterId, added) => {
      pipeline.historyRead(matterId);
      onHistory(matterId);
      tell(matterId);
      undecided.wake(matterId);
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
      if (poller.isInView(matterId)) tell(matterId);
    },
    onNotKept,
    random,
    onAnsweredAgain(saves) {
      stores.outbox.waitNoLonger(saves);
      pipeline.wake();
    },
  });
  const poller = new Poller({ reader, account, stores, clock, random, onNotKept });
  const documentLook = new DocumentLook({ client, stores, clock });
  const pipeline = new Pipeline({
    documentLook,
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
    onUndecided: (matterId) => undecided.wake(matterId),
    onChange: changed,
    onStorage(origin) {
      storage = { origin };
    },
  });
  const undecided = new UndecidedDocuments({
    stores,
    clock,
    reader,
    account,
    ownTrouble,
    mirror: (matterId) => watches.mirror(matterId),
    onFirst: (matterId) => poller.foldersChanged(matterId),
    onDecided(matterId) {
      changed(matterId);
      pipeline.wake();
    },
  });
  const integrity = new VaultIntegrity({
    vault,
    stores,
    clock,
    onChange: savedHere,
  });
  const onTheWay = new OnTheWay({ files, stores, clock });
  const replacedFiles = new ReplacedFiles({ files, stores, vault, commits, clock, onChange: savedHere });
  // What a crash left is put right first, unless it lies on a drive that does not answer: nothing else waits for that.
  const putRight = replacedFiles.open().then(() => onTheWay.open());
  await Promise.race([putRight, clock.sleep(longestTidying)]);
  const formerNames = new FormerNames({
    ...{ files, stores, vault, clock, troubles, replacedFiles },
    uniqueName: newId,
  });
  const restorer = new Restorer({
    files,
    stores,
    vault,
    commits,
    clock,
    onTheWay,
    replacedFiles,
    uniqueName: newId,
    newFileId,
    onChange: savedHere,
  });
  const keeper = new VaultKeeper({
    ...{ vault, housekeeping, stores, commits, clock },
    keptAfterFiling: ports.keptAfterFiling,
  });
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
    onChange: tell,
  });
  const watches = new MatterWatches({
    files,
    clock,
    watchTree,
    stores,
    vault,
    newFileId,
    formerNames,
    ownDirectory: place.directory,
    troubles,
    notFiled,
    massRemovals,
    ownTrouble,
    captures: new Captures(),
    registrar: new Registrar(clock, commits),
    onChange: savedHere,
    onUnread: onStatus,
  });
  return {
    place,
    name,
    directory,
    clock,
    stores,
    vault,
    integrity,
    keeper,
    copies,
    restorer,
    replacedFiles,
    troubles,
    ownTrouble,
    notFiled,
    openDocuments,
    storage: () => storage,
    account,
    reader,
    poller,
    pipeline,
    documentLook,
    refresher,
    looks: reader.looks,
    details,
    watches,
    undecided,
    newFileId,
    /** What was found to be wrong with the custody log at the start; null when nothing was. */
    custodyFault,
    openedAt: clock.now(),
    custodyExporter: new CustodyExporter({ files, custody: stores.custody, uniqueName: newId }),
    files,
    uniqueName: newId,
    linker: new Linker({ files, stores, clock, ownDirectory: place.directory }),
    adder: new DocumentAdder({
      ownDirectory: place.directory,
      files,
      stores,
      clock,
      onTheWay,
      uniqueName: newId,
    }),
    /** The sign-in in whose name it works. */
    signIn: () => signIn,
    /** From now on it works in the name of this sign-in, or of none; `who` says who is at the computer as far as it is known. */
    worksFor(next: string | null, who: Presence) {
      stores.whoWasHere.becomes(who);
      if (next === signIn) return account.setSignedIn(next !== null);
      // Nothing under way goes on in another's name.
      signIn = null;
      account.setSignedIn(false);
      signIn = next;
      account.setSignedIn(next !== null);
    },
    /** What the person or the computer does that is a reason to look at the service sooner, or less often. */
    awake(reason: AwakeReason) {
      if (reason === 'focus' || reason === 'out-of-sight') poller.inSight(reason === 'focus');
      if (reason === 'out-of-sight') return;
      account.tryNow();
      if (reason === 'focus') return;
      refresher.refreshNow();
      poller.awake();
    },
    renamer: new DocumentRenamer({ files, stores, clock, onTheWay, formerNames, onChange: savedHere }),
    /**
     * What changed in the folder is captured before. More than `unfiled` files that are not, after some seconds, keep it linked.
     * @throws when the disk does not take it: the folder is linked then, and watched, as before
     */
    async unlink(matterId: MatterId, unfiled: Leaving = 0): Promise<Unlinking> {
      const { unread, looking } = await watches.captured(matterId, longestCapture);
      if (unfiled !== 'all' && (looking || unread > unfiled)) return { unlinked: false, unread, looking };
      const inode = await watches.remove(matterId);
      try {
        stores.links.unlink(matterId, inode);
      } catch (failure) {
        watches.add(matterId);
        throw failure;
      }
      return { unlinked: true };
    },
    /** The person says that the other directory which stands in the place of the matter's folder is that folder. */
    async sameFolder(matterId: MatterId) {
      const said = await sayItIsTheSame({ files, stores, clock }, matterId);
      if (!said.ok) return said;
      // Watched anew, so that everything in it is compared.
      await watches.remove(matterId);
      watches.add(matterId);
      changed(matterId);
      return said;
    },
    /** Starts everything that goes on by itself. */
    start() {
      const begin = () => {
        if (stopped) return;
        formerNames.start();
        watches.start();
        pipeline.start(stores.matters.setting('paused') === 'yes');
        poller.start();
        undecided.start();
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
      undecided.stop();
      onTheWay.stop();
      openDocuments.stop();
      leaving.abort();
      const listed = refresher.stop();
      await watches.stop();
      formerNames.stop();
      await replacedFiles.stop();
      await pipeline.stop();
      await keeper.stop();
      await integrity.stop();
      await listed;
      await historyAside?.end();
      await checkpointsOf(database)?.end();
      database.close();
    },
  };
}
