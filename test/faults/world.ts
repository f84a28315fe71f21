import { type EnginePorts, openWorkspace, type Workspace, workspaceName } from '../../main/engine/compose.ts';
import { askedBriefly } from '../../main/engine/features/account/token-memory.ts';
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
import { review, reviewProblem } from '../../main/engine/view/review-problem.ts';
import { err, ok } from '../../shared/base/result.ts';
import type { MatterId } from '../../shared/model/index.ts';
import { blankMatter } from '../support/blank-matter.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { computer } from './computer.ts';
import { DatabaseInFile, KilledWhilePreparing, readWrongly } from './database-in-file.ts';
import { DatabaseInMemory, type DatabaseKept } from './database-kept.ts';
import { Life } from './life.ts';
import { type Chance, oneOf, stream } from './noise.ts';
import { Disturbances } from './oracle/disturbances.ts';
import { exportsDirectory } from './oracle/exports.ts';
import { Journal } from './oracle/journal.ts';
import { Oracle } from './oracle/oracle.ts';
import { Rows } from './oracle/rows.ts';
import { keptWithin } from './oracle/stamps.ts';
import { SimAuthority, simulatedStamping } from './sim-authority.ts';
import { offersOf } from './sim-beyond.ts';
import type { Fullness, Handle } from './sim-database.ts';
import { type NotKept, SimDisk } from './sim-disk.ts';
import { SimKey } from './sim-key.ts';
import { baseUrl, SimNetwork } from './sim-network.ts';
import { SimPerson } from './sim-person.ts';
import { SimService } from './sim-service.ts';
import { type SystemName, systemOf } from './sim-system.ts';
import { isComputing } from './waited-for.ts';

/** Anything in the engine's ports that a mutation wants to break. */
export type Sabotage = (ports: EnginePorts) => EnginePorts;

export interface SimMatter {
  readonly id: MatterId;
  readonly folder: string;
}

export const matters: readonly [SimMatter, SimMatter] = [
  { id: '00000000-0000-4000-8000-000000000001' as MatterId, folder: '/matters/One' },
  { id: '00000000-0000-4000-8000-000000000002' as MatterId, folder: '/matters/Two' },
];

export { computer };

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
  readonly clock = new FakeClock(undefined, isComputing);
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
  /** Somebody else is signed in. */
  anotherIsHere = false;
  /** Contents of which the vault's copy was damaged once. */
  readonly damaged = new Set<string>();
  /** True once the database is made anew from what can be read of it. */
  recovers = false;
  /** True once a power cut took back commits. */
  forgot = false;
  /** Requests an hour once there was nothing to do; null before. */
  idleRequestsAnHour: number | null = null;
  /** When the engine that runs began to, by a clock that nobody sets (milliseconds), and how many entries the custody log had. */
  began = { at: 0, entries: 0 };
  /** How often it was started. */
  starts = 0;
  /** Whether the person answers soon what they are asked about their documents, and not only now and then. */
  readonly answersSoon: boolean;
  /** Whether the person has things made of the custody log, and an authority stamps it. */
  readonly wantsEvidence: boolean;
  readonly authority: SimAuthority;
  readonly hasWastebasket: boolean;
  readonly #wastebasketFails: Chance;
  /** Null while the engine is not running, or still opening. */
  workspace: Workspace | null = null;
  readonly #sabotage: Sabotage;
  readonly #key = new SimKey();
  readonly #watchers = new Set<{ life: Life; root: string; handlers: WatchHandlers }>();
  /** Room for a few saves only, or for all of them; bytes. */
  readonly #vaultRoom: number | null;
  /** Whether a few changes at once are many already. */
  readonly #asksAboutFew: boolean;
  readonly #database: DatabaseKept;
  /** The database as the engine that lives now has it. */
  #handle: Handle | null = null;
  #fullness: Fullness | null = null;
  #losesEvents = false;
  #isCalm = false;
  /** How the system tells what happens to files. */
  readonly #events: 'once' | 'twice' | 'stale' | 'together';
  /** Paths of which an event is on its way. */
  readonly #pendingEvents = new Set<string>();
  #whenSigned: (() => void) | null = null;
  #ids = 0;
  #token = 1;
  #life: Life;

  constructor(seed: number, sabotage: Sabotage, system?: SystemName) {
    this.#sabotage = sabotage;
    this.chance = stream(seed, 'delays');
    const commits = stream(seed, 'commits');
    this.#database =
      commits() < 0.1
        ? new DatabaseInFile(
            stream(seed, 'database'),
            () => this.clock.now(),
            (what) => {
              this.recovers ||= what === readWrongly;
              this.count(what);
              this.tell(what);
            },
          )
        : new DatabaseInMemory(commits() < 0.25);
    this.#vaultRoom = stream(seed, 'vault')() < 0.5 ? 200 : null;
    this.#asksAboutFew = stream(seed, 'mass changes')() < 0.2;
    this.answersSoon = stream(seed, 'answers')() < 0.15;
    if (this.answersSoon) this.count('person: answers soon');
    this.wantsEvidence = stream(seed, 'evidence')() < 0.12;
    if (this.wantsEvidence) this.count('person: wants evidence');
    this.authority = new SimAuthority(
      stream(seed, 'authority'),
      () => this.clock.now(),
      (what) => {
        this.count(what);
        this.tell(what);
      },
    );
    this.#events = oneOf(stream(seed, 'events'), ['once', 'once', 'twice', 'stale', 'together']);
    if (this.#database instanceof DatabaseInFile) this.count('database: in a file');
    if (this.#database.losesCommits) this.count('database: may lose commits');
    if (this.#vaultRoom !== null) this.count('vault: room for a few');
    if (this.#asksAboutFew) this.count('many changes: a few');
    this.count(`events: ${this.#events}`);
    this.#life = new Life(this.clock, this.chance);
    const tick = oneOf(stream(seed, 'ticks'), [0, 0, 0, 0, 0, 0, 4, 1_000]);
    this.disk = new SimDisk({
      chance: stream(seed, 'disk'),
      now: () => this.clock.now(),
      steady: () => this.clock.steady(),
      tick,
      system: systemOf(stream(seed, 'system'), system),
    });
    if (tick > 0) this.count(`times of files: ${tick} ms`);
    this.disturbances = new Disturbances(() => this.clock.steady(), this.disk.system.fold);
    this.journal = new Journal(
      () => this.clock.steady(),
      (path, from, to) => this.disturbances.longestQuiet(path, from, to),
    );
    this.journal.clockShows(this.clock.now());
    this.count(`system: ${this.disk.system.name}`);
    for (const path of [
      '/matters',
      '/engine',
      exportsDirectory,
      outside,
      ...matters.map(({ folder }) => folder),
    ]) {
      this.disk.makeDirectory(path);
    }
    const matterIds = matters.map(({ id }) => id);
    const offers = offersOf(seed);
    const beyond = offers && { offers, chance: stream(seed, 'beyond') };
    this.service = new SimService(this.clock, stream(seed, 'service'), matterIds, beyond);
    this.disk.follows = offers !== null;
    const wastebasket = stream(seed, 'wastebasket');
    this.hasWastebasket = offers !== null && wastebasket() < 0.7;
    this.#wastebasketFails = wastebasket;
    if (this.hasWastebasket) this.count('wastebasket');
    this.network = new SimNetwork({
      clock: this.clock,
      chance: stream(seed, 'network'),
      service: this.service,
      tell: (line) => this.tell(line),
      onItsWay: (fileId) =>
        this.withRows(
          ({ contents }) =>
            contents.find((one) => one.fileId === fileId && one.state === 'sending')?.sha256 ?? null,
        ),
    });
    this.person = new SimPerson({
      disk: this.disk,
      clock: this.clock,
      journal: this.journal,
      notify: (path) => this.#notify(path),
    });
    this.disk.onPut = (path) => {
      const { identity = '' } = this.disk.files.get(path) ?? {};
      const isGiven = this.service.beyond !== null && this.withRows((rows) => rows.isIncoming(identity));
      if (!isGiven) return this.person.finds(path);
      this.count('given out and put into a folder');
      this.tell(`what the service gave out is put at ${path}`);
      this.person.findsGiven(path);
    };
    this.disk.onTaken = (path) => {
      this.count('taken from a folder');
      this.tell(`the program takes ${path} away`);
      this.person.isTaken(path);
    };
    this.disk.onBack = (from, to) => {
      this.count('given back to a folder');
      this.person.isBack(from, to);
    };
    this.disk.onTorn = (path, unseen) => this.person.findsTorn(path, unseen);
    this.disk.onTouched = (path) => this.#notify(path);
    this.disk.onRenamed = (from, to) => {
      if (!this.disk.given.includes(from)) this.count('document renamed as in the service');
      if (!this.disk.given.includes(from)) this.tell(`the program renames ${from} to ${to}`);
      this.person.findsMoved(from, to);
    };
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
    this.starts += 1;
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
      // Who is at the computer is not known yet.
      opened.worksFor(null, this.signedIn || this.anotherIsHere ? 'unknown' : 'own');
      for (const matter of matters) {
        if (opened.stores.matters.get(matter.id)) continue;
        // In this order: a disk that fails in between must not leave a matter that nobody links any more.
        if (!opened.stores.links.of(matter.id))
          opened.stores.links.link(matter.id, matter.folder, this.clock.now());
        opened.stores.matters.put([{ ...simulatedMatter, id: matter.id, number: matter.id.slice(-1) }]);
      }
      opened.keeper.setLimits({ maxBytes: this.#vaultRoom, maxAgeDays: null });
      if (this.#asksAboutFew) setMassChangeLimits(opened.stores, few);
      this.workspace = opened;
      this.began = { at: this.now, entries: this.withRows(({ custody }) => custody.length) };
      if (this.wantsEvidence) opened.stamper.setAuthority(simulatedStamping);
      opened.start();
      this.#assign(opened);
      this.disturbances.end('down');
    })();
    opening.catch((failure: unknown) => {
      if (failure instanceof KilledWhilePreparing) this.end();
      else this.refusedBy(failure, 'the engine cannot start');
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
    this.#database.killed();
    this.network.forgetAnswers();
    this.withRows(({ contents }) => {
      for (const { fileId, sha256, state } of contents)
        if (state === 'sending') this.network.interrupt(fileId, sha256);
    });
    this.withRows(({ requests }) => {
      const leaving = requests.filter(({ state }) => state === 'sending');
      this.network.interruptRequests(leaving.map(({ id }) => id));
    });
    this.#life.end();
    this.#watchers.clear();
    this.disk.given = [];
    this.disk.inTheMiddle = null;
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
    if (this.running) this.#database.fill(how);
  }

  freeDisk(): void {
    this.network.writesNothing = false;
    this.disk.full = false;
    this.#fullness = null;
    if (this.running) this.#database.fill(null);
    this.disturbances.end('disk full');
  }

  /** The disk takes what is written, and fails when it is asked to keep this; null: it keeps everything again. */
  failToKeep(fails: NotKept | null): void {
    this.disk.failsToKeep = fails;
    this.network.keepsNothing = fails !== null;
    this.#database.failToKeep(fails !== null);
    if (fails) this.disturbances.begin('not kept');
    else this.disturbances.end('not kept');
  }

  sign(signedIn: boolean): void {
    this.signedIn = signedIn;
    this.#changesPerson(signedIn);
  }

  /** Somebody else signs in at this computer, or the person again. */
  another(isHere: boolean): void {
    if (isHere === this.anotherIsHere) return;
    this.anotherIsHere = isHere;
    this.journal.anotherIsHere(isHere);
    this.#changesPerson(true);
  }

  /** Whoever signs in is nobody known at first. */
  #changesPerson(signsIn: boolean): void {
    if (signsIn) this.workspace?.worksFor(null, 'unknown');
    if (this.workspace) this.#assign(this.workspace);
  }

  /** As the program does once it knows who is at the computer; what the disk does not take of it is done again. */
  #assign(open: Workspace): void {
    if (this.workspace !== open) return;
    try {
      const { outbox } = open.stores;
      if (this.anotherIsHere || !this.signedIn) outbox.unknownIsAnother();
      else outbox.unknownIsOwn();
      if (this.anotherIsHere) open.worksFor(null, 'another');
      else open.worksFor(this.signedIn ? 'sign-in' : null, 'own');
      open.pipeline.wake();
    } catch (failure) {
      this.refusedBy(failure, 'who is there is not noted');
      this.later(1_000, () => this.#assign(open));
    }
  }

  /** What the person says about what was saved while somebody else was at the computer. */
  reviews(action: 'file-all' | 'keep-all-unfiled' | 'look-at-each'): void {
    const open = this.workspace;
    if (!open || this.anotherIsHere) return;
    const { stores } = open;
    const saveIds = stores.database.prepare<[], number>('SELECT id FROM save WHERE held = -1').pluck().all();
    const [shown] = reviewProblem(stores, this.clock.now());
    if (!shown || !review(stores, action, shown.gathered ?? null).ok) return;
    this.count('what was saved with somebody else there is reviewed');
    this.tell(`the person reviews what was saved meanwhile: ${action}`);
    this.journal.reviews.push({ action, saveIds, at: this.now });
    open.pipeline.wake();
  }

  /** From now on the computer's clock shows this. */
  setClock(shown: number): void {
    this.clock.set(shown);
    this.journal.clockShows(shown);
  }

  /** The computer is suspended: here no time passes, elsewhere it does; the network comes back a while later. */
  sleep(ms: number, withoutNetwork: number): void {
    this.service.slept += ms;
    this.setClock(this.clock.now() + ms);
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
    this.journal.links.push({ folder, at: this.now });
    open.watches.add(id);
    open.poller.wake();
    this.disturbances.end('folder away', folder);
  }

  /** All trouble ends. */
  calm(): void {
    this.tell('all trouble ends');
    this.#isCalm = true;
    this.disk.inTheMiddle = null;
    this.network.calm();
    this.authority.isCalm = true;
    this.#whenSigned = null;
    this.service.lateness = 200;
    this.service.shortLived = 0;
    this.freeDisk();
    this.failToKeep(null);
    this.another(false);
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
    this.reviews('file-all');
    for (const undecided of open.stores.massChanges.undecided()) this.decideAboutMany(undecided, 'file-all');
    this.agreesToOthers();
    // Whoever looks at a matter sees what is new there.
    const looked = this.service.beyond ? matters[Math.floor(this.now / answersAfter) % 2] : undefined;
    if (looked) open.poller.look(looked.id);
    open.pipeline.wake();
  }

  /** The person agrees to all that others did, as the window asks about it. */
  agreesToOthers(): void {
    const open = this.workspace;
    if (!open || !this.service.beyond) return;
    for (const { id } of matters) {
      const { tooMany, tooManyUpTo, noWastebasket, noWastebasketUpTo } = open.following.now(id);
      if (tooMany > 0) open.following.agree(id, tooManyUpTo);
      if (noWastebasket > 0) open.following.removeWithoutWastebasket(id, noWastebasketUpTo);
      if (open.keeping.now(id).tooMany > 0) open.keeping.agree(id);
    }
  }

  /** Asks with the rows of the database, also while the engine is not running. */
  withRows<Value>(ask: (rows: Rows) => Value): Value {
    return ask(new Rows(this.#database.readable));
  }

  close(): void {
    this.end();
    this.#database.forget();
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
    // What follows soon is told together with what came before it.
    if (this.#events === 'together' && this.#pendingEvents.has(path)) return;
    this.#pendingEvents.add(path);
    const waits = this.#events === 'together' ? 100 : 0;
    this.clock.timer(waits, () => this.#pendingEvents.delete(path));
    for (const { life, root, handlers } of this.#watchers) {
      if (life.over || !path.startsWith(`${root}/`) || handlers.leavesOut(path, 'file')) continue;
      // What the system saw when it happened may be told when it is not so any more.
      const stale = this.#events === 'stale' ? { seen: this.disk.seen(path) } : null;
      const tell = () => {
        if (!life.over) handlers.onPath(path, stale ? stale.seen : this.disk.seen(path));
      };
      // In the order in which it happened.
      this.clock.timer(stale ? 100 : waits + this.chance() * 20, tell);
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
      signCheckpoint: (text, proof, tree) =>
        life.takes(20, () => {
          const answer = this.#key.sign(text, proof, tree);
          if ('signature' in answer) this.#whenSigned?.();
          return answer;
        }),
      ...(this.wantsEvidence
        ? { exchange: this.authority.seenBy(life, (answer) => this.#delivered(life, answer)) }
        : {}),
      ...(this.hasWastebasket ? { toWastebasket: (path: string) => this.#throwAway(life, path) } : {}),
      sendPace: { setLimit: () => {}, take: async () => {} },
      connect: (address, onPause, signIn) =>
        createServiceClient({
          ...address,
          accessToken: askedBriefly(
            (rejected) => life.takes(50, () => this.#accessToken(rejected)),
            clock,
            signIn,
          ),
          budget: createRequestBudget({ clock, random, onPause }),
          clock,
          random,
          http: { exchange: this.network.seenBy(life) },
        }),
      watchTree: (root, handlers) => this.#watch(life, root, handlers),
    };
  }

  /** When a checkpoint is signed, unless that takes longer than so many milliseconds. */
  whenSigned(within: number, happen: () => void): void {
    const once = () => {
      this.#whenSigned = null;
      happen();
    };
    this.#whenSigned = once;
    this.later(within, () => {
      if (this.#whenSigned === once) this.#whenSigned = null;
    });
  }

  #delivered(life: Life, answer: string): void {
    const delivery = { answer, at: this.now, livedOn: false };
    this.authority.delivered.push(delivery);
    this.later(keptWithin, () => {
      delivery.livedOn = !life.over;
    });
  }

  /** The power goes: what was not waited for may be gone. The engine has ended. */
  cutPower(): void {
    this.disk.cutPower();
    if (!this.#database.powerCut(this.chance)) return;
    this.count('commits lost in power cut');
    this.forgot = true;
  }

  #openDatabase(): Database {
    this.#handle = this.#database.open();
    this.#database.fill(this.#fullness);
    this.#database.failToKeep(this.disk.failsToKeep !== null);
    return this.#handle.database;
  }

  #syncLog(life: Life): Promise<void> {
    const taken = this.#database.givenToDisk();
    return life.takes(10, () => {
      if (!this.disk.failsToKeep) {
        this.disk.synced();
        return taken();
      }
      this.#database.logNotKept();
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
  }

  /** Now and then the system refuses, having done it or not. */
  #throwAway(life: Life, path: string): Promise<void> {
    return life.takes(30, () => {
      const fails = this.#wastebasketFails() < 0.1;
      if (!fails || this.#wastebasketFails() < 0.5) this.disk.throwAway(path);
      if (fails) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
  }

  #accessToken(rejected: string | null) {
    if (!this.signedIn && !this.anotherIsHere) return err({ kind: 'signed-out' } as const);
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
    // What changes meanwhile is told beside it.
    const step = this.chance() < 0.5 ? 0 : this.chance() * 60;
    life.clock.timer(this.chance() * 50, () => {
      const listed = this.disk.below(root).filter((path) => !handlers.leavesOut(path, 'file'));
      for (const [index, path] of listed.entries())
        life.clock.timer(index * step, () => {
          const seen = this.disk.seen(path);
          if (seen && this.#watchers.has(watcher)) handlers.onPath(path, seen);
        });
      life.clock.timer(listed.length * step, () => this.#watchers.has(watcher) && handlers.onReady());
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
