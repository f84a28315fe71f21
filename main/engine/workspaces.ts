import { isDeepStrictEqual } from 'node:util';
import type { Watched } from '../../shared/base/watched.ts';
import type { Person, Refusal, SignIn, StaffMember } from '../../shared/model/index.ts';
import type { EnginePorts, Place, Workspace } from './compose.ts';
import { followAfterAll, isFollowing } from './persons/after-all.ts';
import { Corrections } from './persons/corrections.ts';
import { keepFolders } from './persons/hand-over.ts';
import { HandingOver } from './persons/handing-over.ts';
import type { OpenedBy } from './persons/kept-person.ts';
import { LinksAlong } from './persons/links-along.ts';
import { keepWhereNobodyIs } from './persons/nobody-to-take-over.ts';
import { OpenWorkspaces } from './persons/open-workspaces.ts';
import { staffOf } from './persons/person-view.ts';
import { linksLost, staysHere } from './persons/refusals.ts';
import { shownPerson } from './persons/shown-person.ts';
import type { Situation } from './persons/situation.ts';
import { withIssuers } from './persons/subjects.ts';
import { mayBeTheirs, whichOf } from './persons/which-workspace.ts';
import { nobodyIsKnown, tellWhoIsHere } from './persons/who-is-here.ts';
import type { ChangeFeed } from './platform/change-feed.ts';
import type { Presence } from './store/custody/audit-context.ts';

interface Told {
  readonly person: Watched<Person>;
  readonly onChange: () => void;
  /** History showed who is signed in: the workspaces are to be settled accordingly. */
  readonly onProof: () => void;
}

/**
 * Everybody's workspace of one service. Folders go on being watched for all of them; the window is shown one, and that alone is
 * worked for: in the name of the sign-in whose it is.
 */
export class Workspaces {
  readonly #ports: EnginePorts;
  readonly #feed: ChangeFeed;
  readonly #told: Told;
  readonly open: OpenWorkspaces;
  readonly #along: LinksAlong;
  readonly #corrections: Corrections;
  readonly #handingOver: HandingOver;
  #situation: Situation = { signIn: null, server: null, policy: 'stated', left: false };
  #current: string | null = null;
  #asked: readonly string[] = [];
  #refused = false;
  #mistaken: Refusal | null = null;
  /** The sign-in that wants to be asked again whether it is one of the others here. */
  #asksAgain: string | null = null;
  /** What was shown is being removed: what another person has is not shown instead. */
  #released = false;

  constructor(ports: EnginePorts, place: Place, feed: ChangeFeed, told: Told) {
    this.#ports = ports;
    this.#feed = feed;
    this.#told = told;
    const foldersElsewhere = () => this.#foldersElsewhere();
    this.open = new OpenWorkspaces(ports, place, {
      feed,
      onChange: told.onChange,
      isShown: (name) => name === this.#current,
      signIn: () => this.#situation.signIn?.id ?? null,
      onHistory: (workspace, matterId) => this.#corrections.historyRead(workspace, matterId),
    });
    this.#corrections = new Corrections({
      clock: ports.clock,
      open: this.open,
      situation: () => this.#situation,
      hide: (name) => {
        if (this.#current === name) this.#current = null;
      },
      turnTo: (name, signIn) => this.#turnTo(name, signIn, null),
      onProof: told.onProof,
      onMistaken: (refusal) => {
        this.#mistaken = refusal;
      },
    });
    this.#along = new LinksAlong({
      ...{ files: ports.files, newId: ports.newId, place, first: this.open.first, foldersElsewhere },
      shown: () => ({ workspace: this.current, kept: this.open.keptAs(this.#current) }),
      foldersOfOthers: () => this.foldersOfOthers,
      onTaken: () => {
        feed.matters();
        told.onChange();
      },
    });
    this.#handingOver = new HandingOver({
      ...{ clock: ports.clock, foldersElsewhere },
      workspaces: () => ({ current: this.current, all: this.all }),
      onDone: () => {
        this.refresh();
        feed.matters();
        told.onChange();
      },
    });
  }

  /** The one that the window is shown. */
  get current(): Workspace | null {
    return this.#current === null ? null : this.open.named(this.#current);
  }

  get all(): readonly Workspace[] {
    return this.open.all;
  }

  /** Folders of everybody but the one that is shown; null while a workspace is not open, so that its folders are not known. */
  get foldersOfOthers(): readonly string[] | null {
    return this.open.foldersBesides(this.#current);
  }

  /**
   * Opens what is here, and lets the one work that belongs to whoever is signed in.
   * @throws when that one cannot be opened
   */
  async settle(situation: Situation): Promise<void> {
    if (situation.signIn?.id !== this.#situation.signIn?.id) this.#mistaken = null;
    if (situation.signIn !== null && situation.signIn.id !== this.#situation.signIn?.id) {
      this.#current = null;
      nobodyIsKnown(this.open, situation.signIn.id);
    }
    const { server, policy } = situation;
    const { signIn } = (this.#situation = {
      ...situation,
      signIn: situation.signIn && {
        ...situation.signIn,
        subjects: withIssuers(situation.signIn.subjects, server, null),
      },
    });
    await this.open.openAll();
    await this.open.nameIssuers(server, signIn);
    if (!(await this.#along.read())) this.#mistaken ??= linksLost;
    if (signIn !== null) this.#released = false;
    this.#asked = [];
    this.#refused = false;
    await this.#corrections.noteProof();
    await this.#corrections.correct();
    if (signIn === null) {
      if (situation.left) this.#current = null;
      else await this.#toNobody();
    } else {
      const which = whichOf(this.open.kept, signIn, policy);
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
    // What the disk does not take of it is done again at the next occasion.
    if (signIn !== null) await this.#along.takeBack().catch(() => {});
    if (signIn !== null || situation.left) await this.open.leaveAllBut(this.#current);
  }

  /** Whoever signed in says who they are; false when nobody asks any more, or not about this person. */
  async say(id: string | null, staff: StaffMember | null): Promise<boolean> {
    const { signIn } = this.#situation;
    const asked = this.open.kept.filter(({ name }) => this.#asked.includes(name));
    const meant =
      id === null
        ? asked.find((one) => staff !== null && staffOf(one)?.id === staff.id)
        : asked.find(({ name }) => name === id);
    if (!signIn || asked.length === 0 || (id !== null && !meant)) return false;
    const isAgain = this.#asksAgain === signIn.id;
    const own = isAgain ? this.open.kept.find(({ name }) => name === this.open.openTo(signIn.id)) : undefined;
    if (meant) {
      const before = meant.person === 'unreadable' ? null : meant.person;
      if (own) followAfterAll(own, meant);
      await this.open.bind(meant.name, signIn, 'stated', before?.staff ?? staff);
    } else if (!isAgain) {
      await this.#make(signIn, 'stated', staff);
    } else if (staff !== null && own?.person && own.person !== 'unreadable') {
      await this.open.write(own.name, { ...own.person, staff });
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
    return this.open.kept
      .filter((one) => one.name !== besides && !one.isUntouched && mayBeTheirs(one, signIn))
      .map(({ name }) => name);
  }

  /** Whom of the firm's staff the person is that the window works for. */
  async isStaff(staff: StaffMember | null): Promise<void> {
    const kept = this.open.keptAs(this.#current);
    const person = kept?.person;
    if (!kept || !person || person === 'unreadable') return;
    await this.open.write(kept.name, { ...person, staff });
    await this.settle(this.#situation);
  }

  /** The folders of the shown person are to be linked for the service at another address. */
  giveLinksTo(first: string): Promise<void> {
    return this.#along.giveTo(first);
  }

  /** Folders that came along from another service address, and wait to be linked at this one. */
  get linksWaiting(): ReturnType<LinksAlong['waiting']> {
    return this.#along.waiting();
  }

  /** Of folders that came along from another service address, these are theirs. */
  async areMine(paths: readonly string[]): Promise<void> {
    await this.#along.areMine(paths);
    this.refresh();
  }

  understood(): void {
    this.#mistaken = null;
    this.refresh();
  }

  /** Tells anew how much of whom waits. */
  refresh(): void {
    // What the disk does not take is tried again when something changes next.
    this.#along.take().catch(() => {});
    this.#handingOver.run().catch(() => {});
    const { signIn } = this.#situation;
    const current = this.#current;
    const now = shownPerson(
      this.open,
      {
        ...{ signIn, current, asked: this.#asked, isRefused: this.#refused, mistaken: this.#mistaken },
        mayBeAnother: current !== null && this.#others(current).length > 0,
      },
      this.#along,
      this.#handingOver,
    );
    const { person } = this.#told;
    if (!isDeepStrictEqual(now, person.value)) person.set(now);
  }

  /** This one ends, and so does what is shown: whoever asked removes what it has. */
  release(name: string): void {
    this.open.release(name);
    this.#current = null;
    this.#released = true;
  }

  async stop(): Promise<void> {
    this.#handingOver.stop();
    try {
      await this.open.stop();
    } finally {
      this.#current = null;
    }
  }

  async #foldersElsewhere(): Promise<readonly string[] | null> {
    const { foldersElsewhere } = this.#ports;
    return foldersElsewhere ? foldersElsewhere().catch(() => null) : [];
  }

  /** A sign-in ended by itself: what was shown stays, to be looked at; where several people are, or whoever was here left, nothing is. */
  async #toNobody(): Promise<void> {
    const [only, another] = this.open.kept;
    if (this.#current !== null || another || (only && (this.#released || only.isLeft))) return;
    if (only && !only.opened.ok) {
      this.open.meanwhile(only.name)?.present('own', false);
      throw only.opened.error;
    }
    const name = only?.name ?? this.open.first;
    await this.open.open(name);
    this.#current = name;
  }

  /** Told to the person whose workspace it is, who finds it linked and under review. */
  #keepWhereNobodyIs(): void {
    const { current } = this;
    if (!current) return;
    const stays = keepWhereNobodyIs(current.stores, (to) => this.open.kept.some(({ name }) => name === to));
    if (stays.length > 0) this.#mistaken ??= staysHere(stays.map(({ path }) => path));
  }

  async #turnTo(name: string, signIn: SignIn, openedBy: OpenedBy | null): Promise<void> {
    const opened = this.open.keptAs(name)?.opened;
    if (opened?.ok === false) {
      this.open.meanwhile(name)?.present('own', true);
      throw opened.error;
    }
    if (openedBy !== null) await this.open.bind(name, signIn, openedBy, null);
    // Whoever is here again takes nothing of theirs elsewhere.
    if (opened?.ok) keepFolders(opened.value.stores, ({ why }) => why === 'after-all');
    this.#current = name;
  }

  async #make(signIn: SignIn, openedBy: OpenedBy, staff: StaffMember | null): Promise<void> {
    const name = await this.open.add((added) => this.open.bind(added, signIn, openedBy, staff));
    await this.#turnTo(name, signIn, null);
  }

  /** Each workspace is told for whom it works, and who is at the computer. */
  #assign(): void {
    tellWhoIsHere(this.open, {
      ...{ signIn: this.#situation.signIn, current: this.#current, now: this.#ports.clock.now() },
      presenceAt: (name) => this.#presenceAt(name),
    });
    this.refresh();
    this.#feed.matters();
    this.#told.onChange();
  }

  #presenceAt(name: string): Presence {
    if (this.#situation.signIn === null) return 'own';
    const workspace = this.open.named(name);
    if (workspace && isFollowing(workspace, this.#current)) return 'own';
    const isOwn = this.#asked.length > 0 && this.open.openTo(this.#situation.signIn.id) === name;
    return this.#refused || isOwn || this.#asked.includes(name) ? 'unknown' : 'another';
  }
}
