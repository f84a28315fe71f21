import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../shared/base/clock.ts';
import type { AwakeReason, FileId, Leaving, MatterId, Unlinking } from '../../shared/model/index.ts';
import { Account } from './features/account/account.ts';
import { CaptureTurns } from './features/capture/capture-turns.ts';
import { Captures } from './features/capture/captures.ts';
import { Registrar } from './features/capture/registrar.ts';
import { CustodyExporter } from './features/custody/export.ts';
import { DocumentAdder } from './features/documents/adder.ts';
import { DocumentRenamer } from './features/documents/renamer.ts';
import { DownloadsOffered } from './features/fetching/downloads-offered.ts';
import { Fetcher } from './features/fetching/fetcher.ts';
import { KeptVersions, tidyVersionPreviews } from './features/fetching/kept-versions.ts';
import { ViewCopies } from './features/fetching/view-copies.ts';
import { HealthIssues } from './features/folders/health-issues.ts';
import { Linker } from './features/folders/linker.ts';
import { sayItIsTheSame } from './features/folders/said-same.ts';
import { StagingFiles } from './features/folders/staging-files.ts';
import type { HistoryAside } from './features/history/aside.ts';
import { HistoryReader } from './features/history/history-reader.ts';
import { HistoryIntake } from './features/history/intake.ts';
import { Poller } from './features/history/poller.ts';
import { Projector } from './features/history/projector.ts';
import { UndecidedDocuments } from './features/identity/undecided-documents.ts';
import { MassRemovals } from './features/mass-changes/mass-removals.ts';
import { ClientNames } from './features/matters/client-names.ts';
import { DetailsKeeper } from './features/matters/details-keeper.ts';
import { MatterRefresher } from './features/matters/refresher.ts';
import { takeOverOrLeave } from './features/meanwhile/take-over-or-leave.ts';
import { OpenDocuments } from './features/open-documents/open-documents.ts';
import { addAllSaved, FormerNames } from './features/replaced-files/former-names.ts';
import { ReplacedFiles } from './features/replaced-files/replaced-files.ts';
import { MatterIndexer } from './features/search/matter-indexer.ts';
import { DocumentCheck } from './features/upload/document-check.ts';
import { Pipeline } from './features/upload/pipeline.ts';
import { findSavesAgain } from './features/vault/found-again.ts';
import { Housekeeping } from './features/vault/housekeeping.ts';
import { VaultIntegrity } from './features/vault/integrity.ts';
import { VaultKeeper } from './features/vault/limits.ts';
import { Vault } from './features/vault/vault.ts';
import { Restorer } from './features/versions/restorer.ts';
import { MatterWatches } from './features/watch/matter-watches.ts';
import { NotFiled } from './features/watch/not-filed.ts';
import type { WatchTree } from './features/watch/watch-tree.ts';
import type { ChangeFeed } from './platform/change-feed.ts';
import type { Files } from './platform/files.ts';
import { LocalStorageErrors } from './platform/local-storage-errors.ts';
import type { MountOf } from './platform/mounts.ts';
import type { RateLimit } from './service/budget/token-bucket.ts';
import type { EngineClient } from './service/client.ts';
import { checkpointsOf } from './store/checkpoints.ts';
import type { Presence } from './store/custody/custody.ts';
import type { Database } from './store/database.ts';
import { GroupCommit } from './store/group-commit.ts';
import { idInOrder } from './store/id-in-order.ts';
import type { MeanwhileDatabase } from './store/meanwhile.ts';
import { storesOn } from './store/stores.ts';

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
  /** Folders of the program's other profiles, whose matters file from them; null while they cannot be said. Left out where there are none. */
  readonly foldersElsewhere?: () => Promise<readonly string[] | null>;
  /** Bytes of contents a second that leave at most; null for no limit. */
  readonly setSendLimit: (bytesPerSecond: number | null) => void;
  /** `onPause` is told until when (milliseconds since 1970) all requests wait, and null when they go out again. */
  readonly connect: (
    address: { baseUrl: string; apiKey: string; hub?: string | undefined; requestLimit: RateLimit | null },
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
  /** The firm's hub, through which requests go; left out where they go to the service itself. */
  readonly hub?: string | undefined;
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
  await tidyVersionPreviews({ files, vault, now }, join(directory, 'earlier'));
  const viewCopies = new ViewCopies({ files, directory: join(directory, 'views'), uniqueName: newId, now });
  const keptVersions = new KeptVersions({ copies: viewCopies, vault, stores });

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
  const healthIssues = new HealthIssues(now, changed);
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
  const localStorageErrors = new LocalStorageErrors(clock, onStatus);
  const onNotKept = (failure: unknown) => localStorageErrors.met(failure);
  const massRemovals = new MassRemovals({ clock, stores, localStorageErrors, onChange: changed });
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
      void localStorageErrors.untilDone(async () => {
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
  const documentCheck = new DocumentCheck({ client, stores, clock });
  const downloadsOffered = new DownloadsOffered(stores.matters, clock);
  const fetcher = new Fetcher({ client, stores, vault, copies: viewCopies, downloadsOffered, newId });
  await fetcher.open();
  const pipeline = new Pipeline({
    documentCheck,
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
    localStorageErrors,
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
  const stagingFiles = new StagingFiles({ files, stores, clock });
  const replacedFiles = new ReplacedFiles({ files, stores, vault, commits, clock, onChange: savedHere });
  // What a crash left is put right first, unless it lies on a drive that does not answer: nothing else waits for that.
  const putRight = replacedFiles.open().then(() => stagingFiles.open());
  await Promise.race([putRight, clock.sleep(longestTidying)]);
  const formerNames = new FormerNames({
    ...{ files, stores, vault, clock, healthIssues, replacedFiles },
    uniqueName: newId,
  });
  const turns = new CaptureTurns();
  const restorer = new Restorer({
    files,
    stores,
    vault,
    commits,
    turns,
    clock,
    stagingFiles,
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
    onChanged: (matterId) => poller.expedite(matterId),
    onChange: () => {
      void localStorageErrors.untilDone(() => indexer.run().then(() => clientNames.run()));
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
    healthIssues,
    notFiled,
    massRemovals,
    localStorageErrors,
    captures: new Captures(),
    turns,
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
    keptVersions,
    viewCopies,
    downloadsOffered,
    fetcher,
    restorer,
    stagingFiles,
    replacedFiles,
    healthIssues,
    localStorageErrors,
    notFiled,
    openDocuments,
    storage: () => storage,
    account,
    reader,
    poller,
    pipeline,
    documentCheck,
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
      stagingFiles,
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
      fetcher.signInEnds();
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
    renamer: new DocumentRenamer({ files, stores, clock, stagingFiles, formerNames, onChange: savedHere }),
    /**
     * What changed in the folder is captured before. More than `unfiled` files that are not, after some seconds, keep it linked.
     * @throws when the disk does not take it: the folder is linked then, and watched, as before
     */
    async unlink(matterId: MatterId, unfiled: Leaving = 0): Promise<Unlinking> {
      const { unread, looking } = await watches.captured(matterId, longestCapture);
      if (unfiled !== 'all' && (looking || unread > unfiled)) return { unlinked: false, unread, looking };
      const inode = await watches.remove(matterId);
      try {
        stores.together(() => {
          addAllSaved(stores, matterId, clock.now());
          stores.links.unlink(matterId, inode);
        });
      } catch (failure) {
        watches.add(matterId);
        throw failure;
      }
      pipeline.wake();
      return { unlinked: true };
    },
    /** The person says that the other directory which stands in the place of the matter's folder is that folder. */
    async sameFolder(matterId: MatterId) {
      const said = await sayItIsTheSame({ files, stores, clock }, matterId);
      if (!said.ok) return said;
      await watches.anew(matterId);
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
        : localStorageErrors.untilDone(() => projector.catchUp()).then(begin);
      void begun.then(() => localStorageErrors.untilDone(() => projector.indexPending()));
      void localStorageErrors.untilDone(() => indexer.run());
      integrity.start();
      keeper.start();
      void refresher.run();
    },
    /** Resolves when everything in hand is safely on disk. */
    async stop() {
      stopped = true;
      localStorageErrors.stop();
      projector.stop();
      indexer.stop();
      clientNames.stop();
      details.stop();
      poller.stop();
      undecided.stop();
      stagingFiles.stop();
      openDocuments.stop();
      leaving.abort();
      await fetcher.stop();
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
