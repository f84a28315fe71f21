import { type EnginePorts, openWorkspace, type Workspace, workspaceName } from '../../main/engine/compose.ts';
import { setMassChangeLimits } from '../../main/engine/features/mass-changes/mass-change.ts';
import {
  decideMassChange,
  gatheredBy,
  massChangeProblemId,
} from '../../main/engine/features/mass-changes/mass-change-decision.ts';
import type { WatchHandlers } from '../../main/engine/features/watch/watch-tree.ts';
import { ChangeFeed } from '../../main/engine/platform/change-feed.ts';
import { failureCode } from '../../main/engine/platform/files.ts';
import { localStorageErrorCode } from '../../main/engine/platform/local-storage-errors.ts';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../main/engine/service/client.ts';
import type { Database } from '../../main/engine/store/database.ts';
import type { MassChange } from '../../main/engine/store/mass-changes.ts';
import { err, ok } from '../../shared/base/result.ts';
import type { MatterId } from '../../shared/model/index.ts';
import { blankMatter } from '../support/blank-matter.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { Life } from './life.ts';
import { type Chance, oneOf, stream } from './noise.ts';
import { Disturbances } from './oracle/disturbances.ts';
import { Journal } from './oracle/journal.ts';
import { Oracle } from './oracle/oracle.ts';
import { Rows } from './oracle/rows.ts';
import {
  type Fullness,
  giveBack,
  type Handle,
  handleOf,
  setFull,
  setNotKept,
  takeDatabase,
} from './sim-database.ts';
import { type NotKept, SimDisk } from './sim-disk.ts';
import { baseUrl, SimNetwork } from './sim-network.ts';
import { SimPerson } from './sim-person.ts';
import { SimService } from './sim-service.ts';
import { UnsafeCommits } from './unsafe-commits.ts';

/** Anything in the engine's ports that a mutation wants to break. */
export type Sabotage = (ports: EnginePorts) => EnginePorts;

export interface SimMatter {
  readonly id: MatterId;
  readonly folder: string;
}

export const matters: readonly [SimMatter, SimMatter] = [
  { id: 'matter-1' as MatterId, folder: '/matters/One' },
  { id: 'matter-2' as MatterId, folder: '/matters/Two' },
];

export const computer = { hostName: 'simulated', userName: 'person' };

/** Where documents lie that are dropped into a matter. */
export const outside = '/outside';

const isOurs = (path: string) => path.startsWith('/engine/') || path.includes('/.matterline-');
/** So few changes at once, of so few documents, are a question already. */
const few = { documents: 2, percent: 60, ofMoreThan: 3, withinSeconds: 60 };

/** Milliseconds after which the person, once all trouble has ended, answers what was asked, and again. */
const answersAfter = 15_000;
/** Milliseconds until an engine that could not start is started again. */
const startAgain = 2_000;
/** Bytes up to which contents go into packs: some do, others have files of their own. */
const smallContent = 60;

/** Everything there is: a person, a computer with the engine on it, the network, and the service with others at it. */
export class World {
  readonly clock = new FakeClock();
  readonly chance: Chance;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly network: SimNetwork;
  readonly person: SimPerson;
  /** Times in which nobody can expect a save to be captured. */
  readonly disturbances: Disturbances;
  readonly journal: Journal;
  readonly oracle = new Oracle();
  readonly story: string[] = [];
  readonly injected: Record<string, number> = {};
  signedIn = true;
  /** Contents of which the vault's copy was damaged once. */
  readonly damaged = new Set<string>();
  /** True once a power cut took back commits. */
  forgot = false;
  /** Requests an hour once there was nothing to do; null before. */
  idleRequestsAnHour: number | null = null;
  /** Null while the engine is not running, or still opening. */
  workspace: Workspace | null = null;
  readonly #sabotage: Sabotage;
  readonly #watchers = new Set<{ life: Life; root: string; handlers: WatchHandlers }>();
  /** Room for a few saves only, or for all of them; bytes. */
  readonly #vaultRoom: number | null;
  /** Whether a few changes at once are many already. */
  readonly #asksAboutFew: boolean;
  #database: Database | null = null;
  /** The database as the engine that lives now has it. */
  #handle: Handle | null = null;
  #commits: UnsafeCommits | null = null;
  #fullness: Fullness | null = null;
  #losesEvents = false;
  #isCalm = false;
  /** How the system tells what happens to files. */
  readonly #events: 'once' | 'twice' | 'stale';
  /** Whether power cuts take back commits: following each of them makes a world slower. */
  readonly #losesCommits: boolean;
  #ids = 0;
  #token = 1;
  #life: Life;

  constructor(seed: number, sabotage: Sabotage) {
    this.#sabotage = sabotage;
    this.chance = stream(seed, 'delays');
    this.#losesCommits = stream(seed, 'commits')() < 0.25;
    this.#vaultRoom = stream(seed, 'vault')() < 0.5 ? 200 : null;
    this.#asksAboutFew = stream(seed, 'mass changes')() < 0.2;
    this.#events = oneOf(stream(seed, 'events'), ['once', 'once', 'once', 'twice', 'stale']);
    this.#life = new Life(this.clock, this.chance);
    this.disturbances = new Disturbances(() => this.clock.steady());
    this.journal = new Journal(
      () => this.clock.steady(),
      (path, from, to) => this.disturbances.longestQuiet(path, from, to),
    );
    const tick = oneOf(stream(seed, 'ticks'), [0, 0, 0, 0, 0, 0, 4, 1_000]);
    this.disk = new SimDisk(stream(seed, 'disk'), () => this.clock.now(), tick);
    for (const path of ['/matters', '/engine', outside, ...matters.map(({ folder }) => folder)]) {
      this.disk.makeDirectory(path);
    }
    const matterIds = matters.map(({ id }) => id);
    this.service = new SimService(this.clock, stream(seed, 'service'), matterIds);
    this.network = new SimNetwork({
      clock: this.clock,
      chance: stream(seed, 'network'),
      service: this.service,
      tell: (line) => this.tell(line),
    });
    this.person = new SimPerson({
      disk: this.disk,
      clock: this.clock,
      journal: this.journal,
      notify: (path) => this.#notify(path),
    });
    this.disk.onPut = (path) => this.person.finds(path);
    this.disk.onRenamed = (from, to) => this.person.findsMoved(from, to);
    this.disk.onDirectoryRenamed = (from, to) => {
      this.count('directory follows its folder');
      this.tell(`the directory ${from} is called ${to} now`);
      this.person.findsRenamed(from, to);
    };
  }

  tell(line: string): void {
    this.story.push(`${(this.clock.steady() / 1000).toFixed(2).padStart(8)} s  ${line}`);
  }

  count(what: string): void {
    this.injected[what] = (this.injected[what] ?? 0) + 1;
  }

  /** Milliseconds by a clock that nobody sets. */
  get now(): number {
    return this.clock.steady();
  }

  /** The person changes these documents at once. Only where few are many already, and of known ones, that is a question. */
  changesTogether(
    matterId: MatterId,
    written: readonly { readonly path: string; readonly content: Buffer }[],
  ): void {
    const known = written.filter(({ path }) => this.journal.isKnown(path));
    if (this.#asksAboutFew && known.length > few.documents)
      this.journal.changedTogether.push({ matterId, written: known, at: this.now, unasked: few.documents });
  }

  /** What the person says about many changes, in the window. */
  decideAboutMany(undecided: MassChange, action: 'file-all' | 'keep-all-unfiled' | 'look-at-each'): void {
    const open = this.workspace;
    if (!open) return;
    const { stores } = open;
    const saveIds = stores.database
      .prepare<[number], number>('SELECT id FROM save WHERE held = ?')
      .pluck()
      .all(undecided.id);
    const gathered = gatheredBy(stores, undecided);
    decideMassChange(stores, { id: massChangeProblemId(undecided.id), action, gathered });
    const { matterId } = undecided;
    this.journal.decisionsAboutMany.push({ matterId, action, saveIds, at: this.now });
    open.pipeline.wake();
  }

  get running(): boolean {
    return !this.#life.over;
  }

  /** After so many milliseconds, unless something else ends it first; calling it twice does it once. */
  later(ms: number, happen: () => void): void {
    this.clock.timer(ms, happen);
  }

  /** The same, unless all trouble has ended by then. */
  laterUnlessCalm(ms: number, happen: () => void): void {
    this.later(ms, () => void (this.#isCalm || happen()));
  }

  start(): void {
    const life = new Life(this.clock, this.chance);
    this.#life = life;
    const ports = this.#sabotage(this.#portsOf(life));
    const feed = new ChangeFeed(ports.clock);
    const place = { directory: '/engine', baseUrl, apiKey: 'simulated-key', requestLimit: null };
    const name = workspaceName(baseUrl);
    const directory = `${place.directory}/${name}`;
    const opening = (async () => {
      await ports.files.makeDirectories(directory);
      const database = await ports.openDatabase(directory);
      const opened = await openWorkspace(ports, place, feed, () => {}, { name, database });
      opened.account.setSignedIn(this.signedIn);
      for (const matter of matters) {
        if (opened.stores.matters.get(matter.id)) continue;
        opened.stores.matters.put([{ ...simulatedMatter, id: matter.id, number: matter.id.slice(-1) }]);
        opened.stores.links.link(matter.id, matter.folder, this.clock.now());
      }
      opened.keeper.setLimits({ maxBytes: this.#vaultRoom, maxAgeDays: null });
      if (this.#asksAboutFew) setMassChangeLimits(opened.stores, few);
      this.workspace = opened;
      opened.start();
      this.disturbances.end('down');
    })();
    opening.catch((failure: unknown) => {
      this.refusedBy(failure, 'the engine cannot start');
      this.end();
      this.later(startAgain, () => void (this.running || this.start()));
    });
  }

  /** What the disk did not take is told to whoever asked for it. */
  refusedBy(failure: unknown, what: string): void {
    const isNotKept = this.disk.failsToKeep !== null && failureCode(failure) === 'EIO';
    if (localStorageErrorCode(failure) === null && !isNotKept) throw failure;
    this.count('refused by the full disk');
    this.tell(`${what}: the disk does not take it`);
  }

  /** Nothing of the engine gets to run any more; what was committed and what the disk really has stays. */
  end(): void {
    this.disturbances.begin('down');
    // Whatever of it has its turn yet writes nothing any more.
    this.#handle?.end();
    this.network.forgetAnswers();
    this.withRows(({ contents }) => {
      for (const { fileId, sha256, state } of contents)
        if (state === 'sending') this.network.interrupt(fileId, sha256);
    });
    this.#life.end();
    this.#watchers.clear();
    this.disk.given = [];
    this.workspace = null;
    for (const { folder } of matters) this.disturbances.end('looked through', folder);
  }

  /** The program is closed properly; resolves once it is, unless it is killed before. */
  async quit(): Promise<void> {
    const life = this.#life;
    const open = this.workspace;
    this.disturbances.begin('down');
    this.workspace = null;
    await open?.stop();
    if (this.#life === life) this.end();
  }

  fillDisk(how: Fullness): void {
    this.network.forgetAnswers();
    this.disk.full = true;
    this.network.writesNothing = true;
    this.#fullness = how;
    this.disturbances.begin('disk full');
    if (this.#database && this.running) setFull(this.#database, how);
  }

  freeDisk(): void {
    this.network.writesNothing = false;
    this.disk.full = false;
    this.#fullness = null;
    if (this.#database && this.running) setFull(this.#database, null);
    this.disturbances.end('disk full');
  }

  /** The disk takes what is written, and fails when it is asked to keep this; null: it keeps everything again. */
  failToKeep(fails: NotKept | null): void {
    this.disk.failsToKeep = fails;
    if (this.#database) setNotKept(this.#database, fails !== null);
    if (fails) this.disturbances.begin('not kept');
    else this.disturbances.end('not kept');
  }

  sign(signedIn: boolean): void {
    this.signedIn = signedIn;
    this.workspace?.account.setSignedIn(signedIn);
  }

  /** The computer is suspended: here no time passes, elsewhere it does; the network comes back a while later. */
  sleep(ms: number, withoutNetwork: number): void {
    this.service.slept += ms;
    this.clock.set(this.clock.now() + ms);
    this.network.breakConnections();
    this.network.offline = true;
    this.later(withoutNetwork, () => {
      this.network.offline = false;
    });
  }

  /** False when it stays linked, because the disk does not take it. */
  async unlink({ id, folder }: SimMatter): Promise<boolean> {
    const open = this.workspace;
    if (!open) return true;
    this.disturbances.begin('folder away', folder);
    try {
      await open.unlink(id);
      return true;
    } catch (failure) {
      this.refusedBy(failure, `${folder} stays linked`);
      this.disturbances.end('folder away', folder);
      return false;
    }
  }

  async link({ id, folder }: SimMatter): Promise<void> {
    const open = this.workspace;
    if (!open || this.disk.isUnplugged(folder))
      return this.later(1_000, () => void this.link({ id, folder }));
    let linked = false;
    // A program that ends meanwhile never answers: the person sees that it is not linked, and does it again.
    this.later(2_000, () => void (linked || this.workspace === open || this.link({ id, folder })));
    const link = async () => !!open.stores.links.of(id) || (await open.linker.link(id, folder)).ok;
    const done = await link().catch((failure: unknown) => {
      this.refusedBy(failure, `${folder} is not linked`);
      return false;
    });
    linked = true;
    if (!done) return this.later(1_000, () => void this.link({ id, folder }));
    open.watches.add(id);
    open.poller.wake();
    this.disturbances.end('folder away', folder);
  }

  /** All trouble ends. */
  calm(): void {
    this.tell('all trouble ends');
    this.#isCalm = true;
    this.network.calm();
    this.service.lateness = 200;
    this.service.shortLived = 0;
    this.freeDisk();
    this.failToKeep(null);
    this.sign(true);
    this.workspace?.pipeline.pause(false);
    this.later(answersAfter, () => this.#letGo());
    if (!this.running) this.start();
  }

  /** The person lets everything that waits for a decision about all of it be filed, again and again from now on. */
  #letGo(): void {
    this.later(answersAfter, () => this.#letGo());
    const open = this.workspace;
    if (!open) return;
    for (const { id } of matters) {
      open.stores.pauses.pauseMatter(id, false);
      this.journal.pausesOrResumes(id, null, false);
      for (const document of open.stores.pauses.pausedDocuments(id)) {
        open.stores.pauses.pauseDocument(id, document, false);
        this.journal.pausesOrResumes(id, document, false);
      }
    }
    for (const undecided of open.stores.massChanges.undecided()) this.decideAboutMany(undecided, 'file-all');
    open.pipeline.wake();
  }

  /** Asks with the rows of the database, also while the engine is not running. */
  withRows<Value>(ask: (rows: Rows) => Value): Value {
    return ask(new Rows(this.#database));
  }

  close(): void {
    this.end();
    this.#forgetDatabase();
  }

  /** The system has no more watches for a folder: it is looked through instead, for as long as this engine lives. */
  takeWatches(folder: string): void {
    for (const { life, root, handlers } of this.#watchers) {
      if (life.over || root !== folder) continue;
      this.disturbances.begin('looked through', folder);
      handlers.onFailure('ENOSPC');
    }
  }

  /** The system tells nobody of what happens meanwhile. */
  loseEvents(lost: boolean): void {
    this.#losesEvents = lost;
    if (lost) this.disturbances.begin('events lost');
    else this.disturbances.end('events lost');
  }

  /** A bit of a content in the vault turns over; answers which content's. */
  rot(chance: Chance): string {
    const { stores, vault } = this.workspace ?? {};
    const listed = stores?.database
      .prepare<[], string>('SELECT sha256 FROM content WHERE size > 0 AND damaged = 0 ORDER BY sha256')
      .pluck()
      .all();
    const sha256 = oneOf(chance, listed ?? []);
    const content = sha256 === undefined ? undefined : stores?.contents.get(sha256);
    if (!content || !vault) return 'none';
    this.disk.rot(vault.pathOf(content), content.start + Math.floor(chance() * content.size));
    this.damaged.add(content.sha256);
    this.disturbances.begin('rotten', content.sha256);
    this.disturbances.end('rotten', content.sha256);
    return content.sha256.slice(0, 6);
  }

  #notify(path: string): void {
    if (this.#losesEvents) return;
    for (const { life, root, handlers } of this.#watchers) {
      if (life.over || !path.startsWith(`${root}/`) || handlers.leavesOut(path, 'file')) continue;
      // What the system saw when it happened may be told when it is not so any more.
      const stale = this.#events === 'stale' ? { seen: this.disk.seen(path) } : null;
      const tell = () => {
        if (!life.over) handlers.onPath(path, stale ? stale.seen : this.disk.seen(path));
      };
      // In the order in which it happened.
      this.clock.timer(stale ? 100 : this.chance() * 20, tell);
      if (this.#events === 'twice') this.clock.timer(this.chance() * 150, tell);
    }
  }

  #portsOf(life: Life): EnginePorts {
    const { clock } = life;
    const random = this.chance;
    const files = this.disk.seenBy(life, isOurs);
    return {
      files: { ...files, sync: (path) => (path.endsWith('-wal') ? this.#syncLog(life) : files.sync(path)) },
      mountOf: () => '',
      threads: 4,
      keptAfterFiling: 0,
      clock,
      random,
      newId: () => {
        this.#ids += 1;
        return `id-${this.#ids}`;
      },
      computer,
      smallContent,
      openDatabase: () => this.#openDatabase(),
      setSendLimit: () => {},
      connect: (address, onPause) =>
        createServiceClient({
          ...address,
          accessToken: (rejected) => life.takes(50, () => this.#accessToken(rejected)),
          budget: createRequestBudget({ clock, random, onPause }),
          clock,
          random,
          http: { exchange: this.network.seenBy(life) },
        }),
      watchTree: (root, handlers) => this.#watch(life, root, handlers),
    };
  }

  /** The power goes: what was not waited for may be gone. The engine has ended. */
  cutPower(): void {
    this.disk.cutPower();
    const left = this.#commits?.left ?? null;
    // What the power cut left is on disk.
    if (left === null || this.chance() < 0.5) return this.#commits?.closed();
    this.count('commits lost in power cut');
    this.forgot = true;
    this.#forgetDatabase();
    this.#database = takeDatabase(left);
  }

  #forgetDatabase(): void {
    const database = this.#database;
    this.#database = null;
    this.#commits?.end();
    this.#commits = null;
    if (database) giveBack(database);
  }

  #openDatabase(): Database {
    this.#database ??= takeDatabase(null);
    const database = this.#database;
    if (this.#losesCommits) this.#commits ??= new UnsafeCommits(database);
    setFull(database, this.#fullness);
    setNotKept(database, this.disk.failsToKeep !== null);
    this.#handle = handleOf(database, () => this.#commits?.closed());
    return this.#handle.database;
  }

  #syncLog(life: Life): Promise<void> {
    const taken = this.#commits?.givenToDisk();
    return life.takes(10, () => {
      if (!this.disk.failsToKeep) return taken?.();
      this.#commits?.notKept();
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
  }

  #accessToken(rejected: string | null) {
    if (!this.signedIn) return err({ kind: 'signed-out' } as const);
    if (rejected === null && this.chance() < 0.002) {
      return err({ kind: 'unreachable', why: 'simulated' } as const);
    }
    // Main keeps a token until it is told that the service takes it no more.
    if (rejected !== null) this.#token = this.network.token;
    return ok(`sim-token-${this.#token}`);
  }

  #watch(life: Life, root: string, handlers: WatchHandlers) {
    const watcher = { life, root, handlers };
    this.#watchers.add(watcher);
    life.clock.timer(this.chance() * 50, () => {
      for (const path of this.disk.below(root))
        if (!handlers.leavesOut(path, 'file')) handlers.onPath(path, this.disk.seen(path));
      handlers.onReady();
    });
    return {
      close: () => {
        this.#watchers.delete(watcher);
        return Promise.resolve();
      },
    };
  }
}

const simulatedMatter = { ...blankMatter, title: 'Simulated', raw: '{}' };
