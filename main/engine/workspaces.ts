import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Watched } from '../../shared/base/watched.ts';
import type { IdentityPolicy, Person, Refusal, SignIn, StaffMember } from '../../shared/model/index.ts';
import { type EnginePorts, openWorkspace, type Place, type Workspace, workspaceName } from './compose.ts';
import { captureMeanwhile, type Meanwhile } from './persons/capture-meanwhile.ts';
import { type Correction, correctionMade, correctionToMake } from './persons/correction.ts';
import { keptDirectories, newDirectory } from './persons/directories.ts';
import { finishHandOvers } from './persons/finish-hand-over.ts';
import { keepFolders, putToHandOver } from './persons/hand-over.ts';
import { HandingOver } from './persons/handing-over.ts';
import {
  type KeptPerson,
  keepPerson,
  type OpenedBy,
  readPerson,
  withoutSignIn,
} from './persons/kept-person.ts';
import { comeBack, isLeft, leave } from './persons/left.ts';
import { putToLinkAgain, toLinkAgain } from './persons/link-again.ts';
import { keepLinksToTake, type LinkToTake, linksToTake, takeLinks } from './persons/links-to-take.ts';
import { keepWhereNobodyIs } from './persons/nobody-to-take-over.ts';
import { personOf, waitingIn } from './persons/person-view.ts';
import { isBorneOut, type Mistake, mistakeIn, noteMistake } from './persons/proof.ts';
import { isUntouched, recordSignIn } from './persons/sign-in-record.ts';
import { compare, withIssuers } from './persons/subjects.ts';
import {
  type KeptWorkspace,
  mayBeTheirs,
  newest,
  type Which,
  whichWorkspace,
} from './persons/which-workspace.ts';
import type { ChangeFeed } from './platform/change-feed.ts';
import { failureCode } from './platform/files.ts';
import { isNoRoom, NoRoomYet } from './platform/local-storage-errors.ts';
import type { Presence } from './store/custody/custody.ts';
import type { Database } from './store/database.ts';
import { ownUserId } from './store/matters.ts';

interface Kept extends KeptWorkspace {
  /** What failed when it was to be read whose it is: nobody knows for now, and it must not be taken for nobody's. */
  readonly unread: Result<void, unknown>;
  /** What failed when it was to be opened, for one that is not. */
  readonly opened: Result<Workspace, unknown>;
  /** It opens to its person's own sign-in alone; also while the disk does not tell. */
  readonly isLeft: boolean;
}

interface Situation {
  readonly signIn: SignIn | null;
  /** Hash of the address where people sign in; null where nobody tells. */
  readonly server: string | null;
  readonly policy: IdentityPolicy;
  /** Nobody is signed in, because the person signed out. */
  readonly left: boolean;
}

/**
 * Everybody's workspace of one service. Folders go on being watched for all of them; the window is shown one, and that alone is
 * worked for: in the name of the sign-in whose it is.
 */
export class Workspaces {
  readonly place: Place;
  readonly #person: Watched<Person>;
  readonly #ports: EnginePorts;
  readonly #feed: ChangeFeed;
  readonly #onChange: () => void;
  /** History showed who is signed in: the workspaces are to be settled accordingly. */
  readonly #onProof: () => void;
  readonly #handingOver: HandingOver;
  readonly #open = new Map<string, Workspace>();
  /** What captures for those that there is no room to open. */
  readonly #meanwhile = new Map<string, Meanwhile>();
  #kept: readonly Kept[] = [];
  #situation: Situation = { signIn: null, server: null, policy: 'stated', left: false };
  #current: string | null = null;
  #asked: readonly string[] = [];
  #refused = false;
  #toTake: readonly LinkToTake[] = [];
  #taking = false;
  #mistaken: Refusal | null = null;
  /** What history showed, until the workspaces are settled accordingly. */
  #shown: { readonly name: string; readonly proof: Mistake | 'borne-out'; readonly signIn: SignIn } | null =
    null;
  /** The sign-in that wants to be asked again whether it is one of the others here. */
  #asksAgain: string | null = null;
  /** What was shown is being removed: what another person has is not shown instead. */
  #released = false;

  constructor(
    ports: EnginePorts,
    place: Place,
    feed: ChangeFeed,
    told: { person: Watched<Person>; onChange: () => void; onProof: () => void },
  ) {
    this.#ports = ports;
    this.place = place;
    this.#feed = feed;
    this.#person = told.person;
    this.#onChange = told.onChange;
    this.#onProof = told.onProof;
    this.#handingOver = new HandingOver({
      clock: ports.clock,
      foldersElsewhere: () => this.#foldersElsewhere(),
      workspaces: () => ({ current: this.current, all: this.all }),
      onDone: () => {
        this.refresh();
        this.#feed.matters();
        this.#onChange();
      },
    });
  }

  /** The one that the window is shown. */
  get current(): Workspace | null {
    return this.#current === null ? null : (this.#open.get(this.#current) ?? null);
  }

  get all(): readonly Workspace[] {
    return [...this.#open.values()];
  }

  /** Folders of everybody but the one that is shown; null while a workspace is not open, so that its folders are not known. */
  get foldersOfOthers(): readonly string[] | null {
    const { current } = this;
    if (this.#kept.some(({ name, opened }) => !opened.ok && name !== current?.name)) return null;
    return this.all.filter((one) => one !== current).flatMap(foldersOf);
  }

  /** The workspace that is open to this sign-in, or was last; null when none is. */
  openTo(signIn: string): string | null {
    return newest(this.#kept.filter((one) => isOpenTo(one, signIn)))?.name ?? null;
  }

  /** What failed when a workspace was to be opened; null when all are open. */
  get failure(): unknown {
    const results = this.#kept.flatMap(({ opened, unread }) => [opened, unread]);
    return results.flatMap((one) => (one.ok ? [] : [one.error]))[0] ?? null;
  }

  /**
   * Opens what is here, and lets the one work that belongs to whoever is signed in.
   * @throws when that one cannot be opened
   */
  async settle(situation: Situation): Promise<void> {
    if (situation.signIn?.id !== this.#situation.signIn?.id) this.#mistaken = null;
    if (situation.signIn !== null && situation.signIn.id !== this.#situation.signIn?.id) this.#toUnknown();
    const { server, policy } = situation;
    const { signIn } = (this.#situation = {
      ...situation,
      signIn: situation.signIn && {
        ...situation.signIn,
        subjects: withIssuers(situation.signIn.subjects, server, null),
      },
    });
    this.#kept = await this.#openKept();
    await this.#nameIssuers();
    await this.#readLinksToTake();
    if (signIn !== null) this.#released = false;
    this.#asked = [];
    this.#refused = false;
    await this.#noteProof();
    await this.#correct();
    if (signIn === null) {
      if (situation.left) this.#current = null;
      else await this.#toNobody();
    } else {
      const which = this.#which(signIn, policy);
      const again = which.kind === 'open' && this.#asksAgain === signIn.id ? this.#others(which.name) : [];
      if (which.kind === 'ask') this.#asked = which.among;
      else if (again.length > 0) this.#asked = again;
      if (which.kind === 'refuse') this.#refused = true;
      if (which.kind === 'make') await this.#make(signIn, which.openedBy, null);
      else if (which.kind === 'open' && again.length === 0)
        await this.#turnTo(which.name, signIn, which.openedBy);
      else this.#current = null;
      this.#keepWhereNobodyIs();
    }
    this.#assign();
    await this.#noteLeft();
  }

  /**
   * Whoever sits at a computer where somebody signed out, or where the last who signed in was somebody else or nobody known, is
   * shown nothing of what its people have. What the disk does not take of it holds for now, and is done again at the next start.
   */
  async #noteLeft(): Promise<void> {
    const { signIn, left } = this.#situation;
    if (signIn === null && !left) return;
    const { files } = this.#ports;
    for (const one of this.#kept) {
      const isNow = one.name !== this.#current;
      if (one.isLeft === isNow) continue;
      const directory = join(this.place.directory, one.name);
      await (isNow ? leave(files, directory) : comeBack(files, directory)).catch(() => {});
      this.#kept = this.#kept.map((each) => (each.name === one.name ? { ...each, isLeft: isNow } : each));
    }
  }

  /** Of subjects that an earlier program kept. What the disk does not take of it holds for now, and is done again. */
  async #nameIssuers(): Promise<void> {
    const { server, signIn } = this.#situation;
    for (const { name, person } of this.#kept) {
      if (!person || person === 'unreadable') continue;
      const next = {
        ...person,
        subjects: withIssuers(person.subjects, server, signIn),
        stated: withIssuers(person.stated, server, signIn),
      };
      if (isDeepStrictEqual(next, person)) continue;
      this.#kept = this.#kept.map((one) => (one.name === name ? { ...one, person: next } : one));
      await this.#write(name, next).catch(() => {});
    }
  }

  /** @throws what failed when the one that is asked for may be one of which it could not be read whose it is */
  #which(signIn: SignIn, policy: IdentityPolicy): Which {
    const read = this.#kept.filter(({ unread }) => unread.ok);
    const which = whichWorkspace(read, signIn, policy);
    const isTheirs = which.kind === 'open' && read.some(({ name, person }) => name === which.name && person);
    if (!isTheirs && which.kind !== 'refuse')
      for (const { unread } of this.#kept) if (!unread.ok) throw unread.error;
    return which;
  }

  /** Whoever signed in says who they are; false when nobody asks any more, or not about this person. */
  async say(id: string | null, staff: StaffMember | null): Promise<boolean> {
    const { signIn } = this.#situation;
    const asked = this.#kept.filter(({ name }) => this.#asked.includes(name));
    const meant =
      id === null
        ? asked.find((one) => staff !== null && this.#staffOf(one)?.id === staff.id)
        : asked.find(({ name }) => name === id);
    if (!signIn || asked.length === 0 || (id !== null && !meant)) return false;
    const isAgain = this.#asksAgain === signIn.id;
    const own = isAgain ? this.#kept.find(({ name }) => name === this.openTo(signIn.id)) : undefined;
    if (meant) {
      const before = meant.person === 'unreadable' ? null : meant.person;
      if (own) this.#followTo(own, meant);
      await this.#bind(meant.name, signIn, 'stated', before?.staff ?? staff);
    } else if (!isAgain) {
      await this.#make(signIn, 'stated', staff);
    } else if (staff !== null && own?.person && own.person !== 'unreadable') {
      await this.#write(own.name, { ...own.person, staff });
    }
    this.#asksAgain = null;
    await this.settle(this.#situation);
    return true;
  }

  /** Whoever is signed in wants to be asked whether they are one of the others here after all; false when there is nobody to ask about. */
  async askAgain(): Promise<boolean> {
    const { signIn } = this.#situation;
    if (!signIn || this.#current === null || this.#others(this.#current).length === 0) return false;
    this.#asksAgain = signIn.id;
    await this.settle(this.#situation);
    return true;
  }

  /** Those besides one that may be somebody's who is signed in. */
  #others(besides: string): string[] {
    const { signIn, policy } = this.#situation;
    if (signIn === null || policy !== 'stated') return [];
    return this.#kept
      .filter((one) => one.name !== besides && !one.isUntouched && mayBeTheirs(one, signIn))
      .map(({ name }) => name);
  }

  /** All that is linked in one workspace is to come along to another: it was the same person all the time. */
  #followTo({ name, opened }: Kept, to: Kept): void {
    if (to.opened.ok) keepFolders(to.opened.value.stores, (one) => one.to === name);
    if (!opened.ok) return;
    const { stores } = opened.value;
    const folders = stores.links
      .all()
      .map((link) => ({ ...link, to: to.name, since: 0, why: 'after-all' as const, paused: false }));
    stores.together(() => putToHandOver(stores, folders));
  }

  /** Whom of the firm's staff the person is that the window works for. */
  async isStaff(staff: StaffMember | null): Promise<void> {
    const kept = this.#kept.find(({ name }) => name === this.#current);
    const person = kept?.person;
    if (!kept || !person || person === 'unreadable') return;
    await this.#write(kept.name, { ...person, staff });
    await this.settle(this.#situation);
  }

  /** Written down first, so that a kill between the two leaves a folder linked twice in different services and never nowhere. */
  async giveLinksTo(first: string): Promise<void> {
    const { current } = this;
    if (!current) return;
    const { files, newId } = this.#ports;
    const { directory } = this.place;
    const links = current.stores.links.all();
    const before = await linksToTake(files, directory, first, newId());
    const kept = this.#kept.find(({ name }) => name === current.name);
    const person = kept?.person === 'unreadable' ? null : kept?.person;
    const of = {
      subjects: person?.subjects ?? [],
      signIn: person?.signIn ?? null,
      staff: (kept && this.#staffOf(kept)?.id) ?? null,
    };
    const ours = links.map(({ matterId, path }) => ({ matterId, path, of }));
    await keepLinksToTake(files, directory, first, [...(before ?? []), ...ours], newId());
    // What is not captured by then, as on a drive that does not answer, is captured where the folder is linked next.
    for (const { matterId } of links) await current.unlink(matterId, 'all');
  }

  /** A list that is damaged keeps nobody from their work. */
  async #readLinksToTake(): Promise<void> {
    const { files, newId } = this.#ports;
    const found = await linksToTake(files, this.place.directory, this.#first, newId());
    if (found === null) this.#mistaken ??= linksLost;
    this.#toTake = found ?? [];
  }

  /** Links that came along from another service address are made once their matters are known here. */
  async #takeLinks(): Promise<void> {
    const { current } = this;
    if (this.#toTake.length === 0 || !current?.signIn() || this.#taking) return;
    this.#taking = true;
    try {
      const others = this.foldersOfOthers;
      if (others === null) return;
      const left = await takeLinks(
        current,
        this.#toTake,
        (link) => this.#whose(link) === 'same',
        others,
        () => this.#foldersElsewhere(),
      );
      if (left.length === this.#toTake.length) return;
      this.#toTake = left;
      const { files, newId } = this.#ports;
      await keepLinksToTake(files, this.place.directory, this.#first, left, newId());
      this.#feed.matters();
      this.#onChange();
    } finally {
      this.#taking = false;
    }
  }

  async #foldersElsewhere(): Promise<readonly string[] | null> {
    const { foldersElsewhere } = this.#ports;
    return foldersElsewhere ? foldersElsewhere().catch(() => null) : [];
  }

  /** The person was shown these folders, and says that they are theirs: they are linked for them from now on. */
  async areMine(paths: readonly string[]): Promise<void> {
    const kept = this.#kept.find(({ name }) => name === this.#current);
    if (!kept?.person || kept.person === 'unreadable') return;
    const { subjects, signIn } = kept.person;
    const of = { subjects, signIn, staff: this.#staffOf(kept)?.id ?? null };
    this.#toTake = this.#toTake.map((link) =>
      paths.includes(link.path) && this.#whose(link) === 'unknown' ? { ...link, of } : link,
    );
    const { files, newId } = this.#ports;
    await keepLinksToTake(files, this.place.directory, this.#first, this.#toTake, newId());
    this.refresh();
  }

  /**
   * Whether whoever the window works for took it along: by what their tokens tell, or by being the same sign-in. A name that somebody
   * says is theirs links nothing: folders that are linked for the wrong person are filed in their name for good.
   */
  #whose({ of }: LinkToTake): 'same' | 'other' | 'unknown' {
    const kept = this.#kept.find(({ name }) => name === this.#current);
    if (!of || !kept?.person || kept.person === 'unreadable') return 'unknown';
    const told = compare(of, kept.person);
    if (told !== 'unknown') return told;
    return of.signIn !== null && of.signIn === kept.person.signIn ? 'same' : 'unknown';
  }

  understood(): void {
    this.#mistaken = null;
    this.refresh();
  }

  /** Tells anew how much of whom waits. */
  refresh(): void {
    // What the disk does not take is tried again when something changes next.
    this.#takeLinks().catch(() => {});
    this.#handingOver.run().catch(() => {});
    const now = this.#view();
    if (!isDeepStrictEqual(now, this.#person.value)) this.#person.set(now);
  }

  /** By its name, shown or not; null while it is not open. */
  named(name: string): Workspace | null {
    return this.#open.get(name) ?? null;
  }

  /** This one ends, and so does what is shown: whoever asked removes what it has. */
  release(name: string): void {
    this.#open.delete(name);
    this.#kept = this.#kept.filter((one) => one.name !== name);
    this.#current = null;
    this.#released = true;
  }

  async stop(): Promise<void> {
    this.#handingOver.stop();
    const stopped = await Promise.allSettled([
      ...this.all.map((workspace) => workspace.stop()),
      ...[...this.#meanwhile.keys()].map((name) => this.#endMeanwhile(name)),
    ]);
    this.#current = null;
    this.#open.clear();
    for (const one of stopped) if (one.status === 'rejected') throw one.reason;
  }

  get #first(): string {
    return workspaceName(this.place.baseUrl);
  }

  /** One person's trouble must not stop another: what cannot be opened is among them. */
  async #openKept(): Promise<Kept[]> {
    const kept: Kept[] = [];
    const { directory } = this.place;
    for (const name of await keptDirectories(this.#ports.files, this.place, this.#first)) {
      const read = await readPerson(this.#ports.files, join(directory, name)).then(ok, err);
      const person = read.ok ? read.value : 'unreadable';
      const unread = read.ok ? ok(undefined) : read;
      const opened = await this.#opened(name).then(ok, err);
      const before = this.#kept.find((one) => one.name === name);
      kept.push({
        name,
        person,
        unread,
        opened,
        isUntouched: opened.ok && isUntouched(opened.value.stores),
        isLeft: before?.isLeft ?? (await isLeft(this.#ports.files, join(directory, name)).catch(() => true)),
      });
    }
    return kept;
  }

  async #opened(name: string): Promise<Workspace> {
    const open = this.#open.get(name);
    if (open) return open;
    const isShown = () => this.#current === name;
    const database = await this.#databaseOf(name);
    const workspace = await openWorkspace(
      this.#ports,
      this.place,
      {
        matter: (...told: Parameters<ChangeFeed['matter']>) => isShown() && this.#feed.matter(...told),
        matters: () => isShown() && this.#feed.matters(),
      },
      this.#onChange,
      {
        name,
        database,
        onHistory: (matterId) => {
          const { signIn } = this.#situation;
          if (!isShown() || signIn === null) return;
          const isBorne = () => this.#isOnlySaid(name) && isBorneOut(workspace.stores, matterId);
          const proof = mistakeIn(workspace.stores, matterId) ?? (isBorne() ? 'borne-out' : null);
          if (proof === null) return;
          // Nothing is sent in the wrong name from here on, whatever happens next.
          if (proof !== 'borne-out') workspace.worksFor(null, 'another');
          this.#shown = { name, proof, signIn };
          this.#onProof();
        },
      },
    ).catch((failure: unknown) => {
      // What stays open is in the way of whoever tries again.
      database.close();
      throw failure;
    });
    // Whose it is, is not known yet: what is captured meanwhile says so.
    workspace.worksFor(null, this.#situation.signIn === null ? 'own' : 'unknown');
    await finishHandOvers(workspace, this.all).catch(async (failure: unknown) => {
      await workspace.stop();
      throw failure;
    });
    this.#open.set(name, workspace);
    workspace.start();
    return workspace;
  }

  /**
   * The database of a workspace, prepared. While there is no room for that, what is saved is captured all the same.
   * @throws `NoRoomYet` then, and what opening it throws otherwise
   */
  async #databaseOf(name: string): Promise<Database> {
    const { files, meanwhile } = this.#ports;
    const directory = join(this.place.directory, name);
    await files.makeDirectories(directory);
    try {
      const database = await this.#ports.openDatabase(directory);
      await this.#endMeanwhile(name);
      return database;
    } catch (failure) {
      if (!meanwhile || !isNoRoom(failureCode(failure))) throw failure;
      if (!this.#meanwhile.has(name)) {
        if (meanwhile.look(directory) === 'damaged') meanwhile.salvage(directory, this.#ports.clock.now());
        const side = meanwhile.open(directory);
        const present = this.#situation.signIn === null ? 'own' : 'unknown';
        const { baseUrl } = this.place;
        const capturing = await captureMeanwhile(this.#ports, side, baseUrl, directory, present);
        this.#meanwhile.set(name, capturing);
      }
      throw new NoRoomYet('', { cause: failure });
    }
  }

  async #endMeanwhile(name: string): Promise<void> {
    const capturing = this.#meanwhile.get(name);
    this.#meanwhile.delete(name);
    await capturing?.stop();
  }

  /** Somebody else may be at the computer: until it is settled who, nothing is shown, sent or captured as anybody's own. */
  #toUnknown(): void {
    this.#current = null;
    for (const workspace of this.all) {
      // A sign-in that came before and was never answered is over: what was captured then is not this one's.
      if (this.#situation.signIn !== null) workspace.stores.outbox.unknownIsAnother();
      workspace.worksFor(null, 'unknown');
    }
    for (const capturing of this.#meanwhile.values()) capturing.present('unknown', false);
  }

  /** A sign-in ended by itself: what was shown stays, to be looked at; where several people are, or whoever was here left, nothing is. */
  async #toNobody(): Promise<void> {
    const [only, another] = this.#kept;
    if (this.#current !== null || another || (only && (this.#released || only.isLeft))) return;
    if (only && !only.opened.ok) {
      this.#meanwhile.get(only.name)?.present('own', false);
      throw only.opened.error;
    }
    const name = only?.name ?? this.#first;
    await this.#opened(name);
    this.#current = name;
  }

  /** History has shown who is signed in: that is noted, once and for all. */
  async #noteProof(): Promise<void> {
    const shown = this.#shown;
    this.#shown = null;
    const kept = this.#kept.find(({ name }) => name === shown?.name);
    if (!shown || !kept?.opened.ok) return;
    const { name, proof, signIn } = shown;
    if (proof !== 'borne-out') {
      noteMistake(kept.opened.value.stores, proof, signIn, this.#ports.clock.now());
      if (this.#current === name) this.#current = null;
    } else if (kept.person && kept.person !== 'unreadable') {
      const { stated } = kept.person;
      // What the disk does not take is shown again by what is filed next.
      await this.#write(name, {
        ...kept.person,
        stated: stated.filter((subject) => !signIn.subjects.includes(subject)),
      }).catch(() => {});
    }
  }

  /** Some subject of the sign-in is known to be this person's only because they said so. */
  #isOnlySaid(of: string): boolean {
    const person = this.#kept.find(({ name }) => name === of)?.person;
    const { signIn } = this.#situation;
    return (
      !!person && person !== 'unreadable' && !!signIn?.subjects.some((one) => person.stated.includes(one))
    );
  }

  /** They get a workspace of their own. What a kill or a full disk left undone of it is done at the next occasion. */
  async #correct(): Promise<void> {
    for (const { name, opened } of this.#kept) {
      const correction = opened.ok ? correctionToMake(opened.value.stores) : null;
      const { person, unread = ok(undefined) } = this.#kept.find((one) => one.name === name) ?? {};
      if (!opened.ok || !correction) continue;
      if (!unread.ok) throw unread.error;
      const { userId, staff } = correction;
      const { server } = this.#situation;
      const subjects = withIssuers(correction.signIn.subjects, server, this.#situation.signIn);
      const signIn = { ...correction.signIn, subjects };
      if (person && person !== 'unreadable') await this.#write(name, withoutSignIn(person, signIn));
      if (this.#situation.signIn?.id === signIn.id) {
        const others = this.#kept.filter((one) => one.name !== name);
        const theirs = others.find((one) => this.#staffOf(one)?.id === userId);
        const hasOne = others.some((one) => isOpenTo(one, signIn.id));
        if (!hasOne && theirs) await this.#bind(theirs.name, signIn, 'stated', staff);
        else if (!hasOne) await this.#make(signIn, 'stated', staff);
        this.#mistaken = takenForAnother;
      }
      this.#putRight(opened.value, correction, this.openTo(signIn.id));
    }
  }

  /** What they linked goes with them; what they unlinked is linked again. */
  #putRight(workspace: Workspace, { linked, unlinked }: Correction, to: string | null): void {
    const { stores } = workspace;
    // Nothing of theirs comes here any more.
    for (const other of this.all)
      keepFolders(other.stores, (one) => one.to === workspace.name && one.why === 'after-all');
    stores.together(() => {
      if (to !== null)
        putToHandOver(
          stores,
          linked.map((folder) => ({ ...folder, to, why: 'mistaken' })),
        );
      putToLinkAgain(stores, [...toLinkAgain(stores), ...unlinked]);
      correctionMade(stores);
    });
  }

  /** Told to the person whose workspace it is, who finds it linked and under review. */
  #keepWhereNobodyIs(): void {
    const { current } = this;
    if (!current) return;
    const stays = keepWhereNobodyIs(current.stores, (to) => this.#kept.some(({ name }) => name === to));
    if (stays.length > 0) this.#mistaken ??= staysHere(stays.map(({ path }) => path));
  }

  async #turnTo(name: string, signIn: SignIn, openedBy: OpenedBy | null): Promise<void> {
    const opened = this.#kept.find((one) => one.name === name)?.opened;
    if (opened?.ok === false) {
      this.#meanwhile.get(name)?.present('own', true);
      throw opened.error;
    }
    if (openedBy !== null) await this.#bind(name, signIn, openedBy, null);
    // Whoever is here again takes nothing of theirs elsewhere.
    if (opened?.ok) keepFolders(opened.value.stores, ({ why }) => why === 'after-all');
    this.#current = name;
  }

  async #make(signIn: SignIn, openedBy: OpenedBy, staff: StaffMember | null): Promise<void> {
    const { files, newId } = this.#ports;
    const names = await keptDirectories(files, this.place, this.#first);
    const name = newDirectory(this.#first, names, newId());
    await files.makeDirectories(join(this.place.directory, name));
    await this.#bind(name, signIn, openedBy, staff);
    await files.sync(this.place.directory);
    this.#kept = await this.#openKept();
    await this.#turnTo(name, signIn, null);
  }

  async #bind(name: string, signIn: SignIn, openedBy: OpenedBy, staff: StaffMember | null): Promise<void> {
    const known = this.#kept.find((one) => one.name === name)?.person;
    const before = known === 'unreadable' ? null : known;
    const subjects = before?.subjects ?? [];
    const added = signIn.subjects.filter((subject) => !subjects.includes(subject));
    await this.#write(name, {
      subjects: [...subjects, ...added],
      stated: [...(before?.stated ?? []), ...(openedBy === 'stated' ? added : [])],
      staff: staff ?? before?.staff ?? null,
      signIn: signIn.id,
      openedBy,
      openedAt: this.#ports.clock.now(),
      notSignIns: before?.notSignIns ?? [],
    });
  }

  async #write(name: string, person: KeptPerson): Promise<void> {
    const { files, newId } = this.#ports;
    await keepPerson(files, join(this.place.directory, name), person, newId());
    this.#kept = this.#kept.map((one) => (one.name === name ? { ...one, person } : one));
  }

  /** Each workspace is told for whom it works, and who is at the computer. */
  #assign(): void {
    const { signIn } = this.#situation;
    for (const kept of this.#kept) {
      const { name, opened, person } = kept;
      if (!opened.ok) {
        this.#meanwhile.get(name)?.present(this.#presenceAt(name), false);
        continue;
      }
      const { value: workspace } = opened;
      if (name === this.#current) {
        if (signIn && person && person !== 'unreadable')
          recordSignIn(workspace.stores, person, this.#ports.clock.now());
        // What was captured while the program did not know yet who is there was this sign-in's; one that was never answered is over.
        if (signIn) workspace.stores.outbox.unknownIsOwn();
        else workspace.stores.outbox.unknownIsAnother();
        workspace.worksFor(signIn?.id ?? null, 'own');
        continue;
      }
      const presence = this.#presenceAt(name);
      if (presence !== 'unknown') workspace.stores.outbox.unknownIsAnother();
      workspace.worksFor(null, presence);
    }
    // A first workspace that nobody has signed in to is none of those kept before.
    this.current?.worksFor(signIn?.id ?? null, 'own');
    this.refresh();
    this.#feed.matters();
    this.#onChange();
  }

  #presenceAt(name: string): Presence {
    if (this.#situation.signIn === null) return 'own';
    const isOwn = this.#asked.length > 0 && this.openTo(this.#situation.signIn.id) === name;
    return this.#refused || isOwn || this.#asked.includes(name) ? 'unknown' : 'another';
  }

  #staffOf({ person, opened }: Kept): StaffMember | null {
    const said = person === 'unreadable' ? null : person;
    return opened.ok ? personOf(said, opened.value.stores) : (said?.staff ?? null);
  }

  #view(): Person {
    const { signIn } = this.#situation;
    const forSignIn = signIn === null ? {} : { signIn: signIn.id };
    if (this.#refused) return { state: 'refused', ...forSignIn, refusal: notProven };
    if (this.#asked.length > 0) {
      const asked = this.#kept.filter(({ name }) => this.#asked.includes(name));
      const staff = new Map(
        asked.flatMap(({ opened }) => (opened.ok ? [...opened.value.stores.matters.staffNames()] : [])),
      );
      return {
        state: 'asked',
        ...forSignIn,
        people: asked.map((one) => ({
          id: one.name,
          name: this.#staffOf(one)?.name ?? null,
          waiting: waitingIn(one.opened),
        })),
        staff: [...staff]
          .map(([id, name]) => ({ id, name }))
          .toSorted((a, b) => a.name.localeCompare(b.name)),
      };
    }
    const current = this.#kept.find(({ name }) => name === this.#current);
    if (signIn === null || !current) return { state: 'nobody' };
    const others = this.#kept.filter((one) => one !== current && !one.isUntouched);
    return {
      state: 'known',
      ...forSignIn,
      id: current.name,
      staff: this.#staffOf(current),
      staffIsProven: current.opened.ok && current.opened.value.stores.matters.setting(ownUserId) !== null,
      others: {
        people: others.length,
        waiting: others.reduce<number | null>((sum, { opened }) => {
          const theirs = waitingIn(opened);
          return sum === null || theirs === null ? null : sum + theirs;
        }, 0),
        mayBeMine: this.#others(current.name).length > 0,
      },
      mistaken: this.#mistaken,
      toLink: this.#toTake.filter((link) => this.#whose(link) === 'unknown').map(({ path }) => path),
      toLinkLater: this.#toTake.filter((link) => this.#whose(link) === 'same').map(({ path }) => path),
      toTakeOver: this.#handingOver.pending(this.all, current.name).map(({ path }) => path),
    };
  }
}

const foldersOf = ({ stores }: Workspace): string[] => stores.links.all().map(({ path }) => path);

const isOpenTo = ({ person }: KeptWorkspace, signIn: string): boolean =>
  person !== 'unreadable' && person?.signIn === signIn;

const notProven: Refusal = {
  code: 'not-permitted',
  what: 'Nothing is opened for this sign-in',
  why: 'Your administrator decided that the sign-in server has to say who signs in, and its answer does not.',
  next: 'Ask the person who looks after your computers. What is saved in linked folders is kept, and nothing is sent.',
};

const linksLost: Refusal = {
  code: 'service-failed',
  what: 'The list of folders that came along from another service address is damaged',
  why: 'It could not be read, and was set aside in the folder of Matterline’s own data.',
  next: 'Link the folders that you work in again: saves in folders that are not linked are not captured.',
};

const staysHere = (paths: readonly string[]): Refusal => ({
  code: 'not-permitted',
  what: 'Folders that another person linked are among yours',
  why: `Another person was taken for you, and what was kept of them here was removed before it could go to them: ${paths.join(', ')}.`,
  next: 'Review what was saved in them before it is filed in your name, and unlink the folders that are not yours.',
});

const takenForAnother: Refusal = {
  code: 'not-permitted',
  what: 'You had been taken for another person who works on this computer',
  why: 'The service’s history names you for what was filed since you signed in. Filing in the other person’s matters has stopped.',
  next: 'What was saved in their folders since then waits for their review. Folders that you linked since then are yours, with what you saved in them.',
};
