import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { AwakeReason, ProfilesView, Refusal } from '../../shared/model/index.ts';
import { compose, type World } from '../compose.ts';
import type { WindowSession } from '../conversation/window-session.ts';
import { followNeed, type NeedElsewhere } from './need.ts';
import { checkProfileName } from './profile-name.ts';
import type { ProfileRegistry } from './profile-registry.ts';

export type Main = Awaited<ReturnType<typeof compose>>;

/** Where a profile keeps everything it has. */
export interface ProfilePlace {
  readonly id: string;
  readonly directory: string;
  /** The one that is there from the beginning: it alone goes by the command line. */
  readonly isFirst: boolean;
}

interface Ports {
  /** The program's own; the first profile is in it, every other in a directory of its own below. */
  readonly directory: string;
  /** Refused where what it keeps cannot be read now. */
  readonly worldOf: (place: ProfilePlace) => Result<World, Refusal>;
  /** 16 lowercase hexadecimal digits. */
  readonly newId: () => string;
  readonly clock: Pick<Clock, 'sleep' | 'timer'>;
  readonly log: (message: string) => void;
}

interface Profile {
  readonly place: ProfilePlace;
  readonly main: Main;
}

/** What it keeps cannot be read: nothing of it is known, and nothing saved in its folders is captured. */
interface Unopened {
  readonly place: ProfilePlace;
  readonly refusal: Refusal;
}

const first = 'first';
const isId = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);
const most = 20;
/** How long a profile is asked for its folders while its engine is being restarted, in milliseconds. */
const waitForEngine = 10_000;
/** A program that looks at every file that changed may hold one for a moment: how often it is asked for, and after how many milliseconds. */
const [attempts, pause] = [5, 200];
/** What still cannot be opened then is tried again after so many milliseconds. */
const openAgainAfter = 60_000;

/**
 * The profiles of this person: each with its connection, sign-in, settings, database and vault, and an engine process of
 * its own. All of them file what is saved; the window shows one.
 */
export class Profiles {
  readonly shown: Watched<Main>;
  /** Those that need a person, besides the one that the window shows. */
  readonly needElsewhere = new Watched<readonly NeedElsewhere[]>([]);
  readonly #needs = new Map<Main, string>();
  readonly #ports: Ports;
  readonly #profiles: Profile[];
  #unopened: readonly Unopened[];
  #adding: Promise<unknown> = Promise.resolve();
  #opened: (main: Main) => void = () => {};
  /** The one that the window showed when another's lock took it. */
  #beforeLock: Main | null = null;

  private constructor(ports: Ports, profiles: Profile[], unopened: readonly Unopened[], shown: Main) {
    this.#ports = ports;
    this.#profiles = profiles;
    this.#unopened = unopened;
    this.shown = new Watched(shown);
    for (const { main } of profiles) this.#follow(main);
    this.shown.subscribe(() => this.#lookForNeeds());
    this.#lookForNeeds();
    this.#openLater();
  }

  /** Refused when the first profile cannot be opened; another that cannot is shown as such, and tried again. */
  static async open(ports: Ports): Promise<Result<Profiles, Refusal>> {
    const firstPlace = { id: first, directory: ports.directory, isFirst: true };
    const below = path.join(ports.directory, 'profiles');
    // What is there is what is on disk: no list can lose a profile.
    const names = await namesIn(below);
    if (!names.ok) return names;
    const others = names.value.filter(isId).toSorted();
    const places = [
      firstPlace,
      ...others.map((id) => ({ id, directory: path.join(below, id), isFirst: false })),
    ];
    const self: { profiles?: Profiles } = {};
    const profiles: Profile[] = [];
    const unopened: Unopened[] = [];
    for (const place of places) {
      const main = await openProfile(ports, place, () => self.profiles);
      if (main.ok) profiles.push({ place, main: main.value });
      else if (place.isFirst) return main;
      else unopened.push({ place, refusal: main.error });
    }
    const [start] = profiles;
    if (!start) throw new Error('there is always a first profile');
    const kept = start.main.settings.get('shownProfile');
    const shown = profiles.find(({ place }) => place.id === kept) ?? start;
    self.profiles = new Profiles(ports, profiles, unopened, shown.main);
    return ok(self.profiles);
  }

  /** The one that is there from the beginning. */
  get first(): Main {
    return this.#profiles[0]?.main ?? this.shown.value;
  }

  /** Calls back with each profile there is, and with each that is made later. */
  each(opened: (main: Main) => void): void {
    this.#opened = opened;
    for (const { main } of this.#profiles) opened(main);
  }

  /** What the window may do now: with the profile it shows, and with no other. */
  readonly room = (): WindowSession => this.shown.value.room();

  readonly awake = (reason: AwakeReason): void => {
    for (const { main } of this.#profiles) main.awake(reason);
  };

  /** Somebody went away from the computer. */
  away(): void {
    for (const { main } of this.#profiles) main.lock.away();
  }

  /** True for the state of a sign-in that was begun in one of them. */
  began(state: string | null): boolean {
    return this.#profiles.some(({ main }) => main.session.began(state));
  }

  /** The one whose sign-in this answers; the one shown for an answer that is nobody's. */
  receiveCallback(parameters: URLSearchParams): Promise<Result<void, Refusal>> {
    const state = parameters.get('state');
    const asked = this.#profiles.find(({ main }) => main.session.began(state));
    return (asked?.main ?? this.shown.value).session.receiveCallback(parameters);
  }

  /** How much is not filed, in all of them; null while one cannot say. */
  async unfiled(): Promise<number | null> {
    let sum = 0;
    for (const { main } of this.#profiles) {
      const { value: link } = main.engine.link;
      const theirs = await link?.client.engine.unfiled(undefined, { signal: link.ended }).catch(() => null);
      if (!theirs) return null;
      sum += theirs.unfinished + theirs.unread + theirs.looking + main.adding.left;
    }
    return sum;
  }

  /** Their engines, after they were stopped. */
  startAgain(): void {
    for (const { main } of this.#profiles) {
      main.engine.start();
      main.adding.goOn();
    }
  }

  async stop(milliseconds: number): Promise<void> {
    for (const { main } of this.#profiles) main.adding.leave();
    await Promise.all(this.#profiles.map(({ main }) => main.engine.stop(milliseconds)));
  }

  view(): ProfilesView {
    const shown = this.#profiles.find(({ main }) => main === this.shown.value);
    return {
      shown: shown?.place.id ?? first,
      profiles: [
        ...this.#profiles.map(({ place, main }, index) => ({
          id: place.id,
          name: main.settings.get('profileName') ?? `Profile ${index + 1}`,
          need: this.#needs.get(main) ?? null,
        })),
        ...this.#unopened.map(({ place, refusal }) => ({
          id: place.id,
          name: `Profile that is not open (${place.id.slice(0, 4)})`,
          need: `${refusal.what} ${refusal.why} Nothing saved in its folders is filed until it is open.`,
        })),
      ],
    };
  }

  /** One after the other: each knows the names of those before. */
  add(typed: string): Promise<Result<void, Refusal>> {
    const added = this.#adding.then(() => this.#add(typed));
    this.#adding = added.catch(() => {});
    return added;
  }

  async #add(typed: string): Promise<Result<void, Refusal>> {
    const name = checkProfileName(typed, this.#namesBut(null));
    if (!name.ok) return name;
    if (this.#profiles.length + this.#unopened.length >= most) return err(tooMany);
    const id = this.#ports.newId();
    const directory = path.join(this.#ports.directory, 'profiles', id);
    try {
      await mkdir(directory, { recursive: true });
    } catch {
      return err(notMade);
    }
    const place = { id, directory, isFirst: false };
    const main = await openProfile(this.#ports, place, () => this);
    if (!main.ok) return main;
    main.value.settings.set('profileName', name.value);
    this.#goOnWith({ place, main: main.value });
    return this.#showOpened(id);
  }

  #goOnWith(profile: Profile): void {
    this.#profiles.push(profile);
    this.#follow(profile.main);
    this.#opened(profile.main);
  }

  async show(id: string): Promise<Result<void, Refusal>> {
    const opened = await this.#openAgain(id);
    return opened.ok ? this.#showOpened(id) : opened;
  }

  #showOpened(id: string): Result<void, Refusal> {
    const profile = this.#profiles.find(({ place }) => place.id === id);
    if (!profile) return err(gone);
    if (this.shown.value.lock.locked.value && !profile.main.lock.locked.value) return err(isLocked);
    this.first.settings.set('shownProfile', id);
    this.shown.set(profile.main);
    return ok(undefined);
  }

  /** Lets the window show this one. */
  turnTo(main: Main): void {
    const profile = this.#profiles.find((each) => each.main === main);
    if (profile && this.shown.value !== main) this.#showOpened(profile.place.id);
  }

  #openLater(): void {
    if (this.#unopened.length === 0) return;
    this.#ports.clock.timer(openAgainAfter, () => {
      void Promise.all(this.#unopened.map(({ place }) => this.#openAgain(place.id))).then(() =>
        this.#openLater(),
      );
    });
  }

  /** One after the other, as with adding: no profile is opened twice. */
  #openAgain(id: string): Promise<Result<void, Refusal>> {
    const opened = this.#adding.then(() => this.#openOnceMore(id));
    this.#adding = opened.catch(() => {});
    return opened;
  }

  async #openOnceMore(id: string): Promise<Result<void, Refusal>> {
    const place = this.#unopened.find((each) => each.place.id === id)?.place;
    if (!place) return ok(undefined);
    const main = await openProfile(this.#ports, place, () => this);
    const others = this.#unopened.filter((each) => each.place !== place);
    this.#unopened = main.ok ? others : [...others, { place, refusal: main.error }];
    if (main.ok) this.#goOnWith({ place, main: main.value });
    this.#lookForNeeds();
    return main.ok ? ok(undefined) : main;
  }

  rename(id: string, typed: string): Result<void, Refusal> {
    const closed = this.#unopened.find(({ place }) => place.id === id);
    if (closed) return err(closed.refusal);
    const profile = this.#profiles.find(({ place }) => place.id === id);
    if (!profile) return err(gone);
    const name = checkProfileName(typed, this.#namesBut(id));
    if (!name.ok) return name;
    profile.main.settings.set('profileName', name.value);
    this.#lookForNeeds();
    return ok(undefined);
  }

  #follow(main: Main): void {
    this.#followNeed(main);
    main.lock.locked.subscribe(() => this.#followLock(main));
  }

  /**
   * A lock locks the window, whichever profile it shows: it shows the one that is locked until somebody signs in there. One that is
   * open takes its place only then.
   */
  #followLock(main: Main): void {
    const before = this.#beforeLock;
    const { value: shown } = this.shown;
    if (main.lock.locked.value && !shown.lock.locked.value) {
      this.#beforeLock = shown;
      this.turnTo(main);
    } else if (before && main === (main.lock.locked.value ? before : shown)) {
      this.#beforeLock = null;
      this.turnTo(before);
    }
  }

  #followNeed(main: Main): void {
    const tell = (need: string | null): void => {
      if (need === null) this.#needs.delete(main);
      else this.#needs.set(main, need);
      this.#lookForNeeds();
    };
    followNeed(main.engine, tell, () => tell(null));
  }

  #lookForNeeds(): void {
    const { shown, profiles } = this.view();
    this.needElsewhere.set(
      profiles.flatMap(({ id, name, need }) => (id === shown || need === null ? [] : [{ id, name, need }])),
    );
  }

  /** What no matter of this profile may have as its folder: others would file from it too. */
  async foldersBut(id: string): Promise<Result<string[], Refusal>> {
    const folders: string[] = [this.#ports.directory];
    if (this.#unopened.length > 0) return err(cannotSay);
    for (const { place, main } of this.#profiles) {
      if (place.id === id) continue;
      const link = await main.engine.ready(waitForEngine);
      const theirs = await link?.client.folders.all(undefined, { signal: link.ended }).catch(() => null);
      if (!theirs) return err(cannotSay);
      folders.push(...theirs);
    }
    return ok(folders);
  }

  #namesBut(id: string | null): string[] {
    return this.view()
      .profiles.filter((profile) => profile.id !== id)
      .map(({ name }) => name);
  }
}

async function namesIn(directory: string): Promise<Result<string[], Refusal>> {
  try {
    return ok(await readdir(directory));
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    return code === 'ENOENT'
      ? ok([])
      : err({ ...notListed, why: `The system does not give out ${directory} (${code}).` });
  }
}

/** What cannot be read now is asked for again. */
async function openProfile(
  { worldOf, clock, log }: Ports,
  place: ProfilePlace,
  profiles: () => Profiles | undefined,
): Promise<Result<Main, Refusal>> {
  for (let attempt = 1; ; attempt += 1) {
    const world = worldOf(place);
    if (world.ok) return ok(await compose(world.value, profileRegistry(place.id, profiles)));
    if (attempt === attempts) {
      log(`A profile was not opened. ${world.error.why}`);
      return world;
    }
    await clock.sleep(pause);
  }
}

/** The others as one profile sees them; nothing is asked of them before all are opened. */
function profileRegistry(id: string, profiles: () => Profiles | undefined): ProfileRegistry {
  const all = (): Profiles => {
    const found = profiles();
    if (!found) throw new Error('not every profile is opened yet');
    return found;
  };
  return {
    view: () => all().view(),
    add: (name) => all().add(name),
    show: (other) => all().show(other),
    rename: (other, name) => all().rename(other, name),
    foldersElsewhere: () => all().foldersBut(id),
  };
}

const gone: Refusal = {
  code: 'not-found',
  what: 'There is no such profile.',
  why: 'It was not found on this computer.',
  next: 'Choose another one.',
};
const isLocked: Refusal = {
  code: 'not-permitted',
  what: 'The window stays with this profile.',
  why: 'It is locked.',
  next: 'Sign in to it first.',
};
const notListed: Refusal = {
  code: 'configuration-invalid',
  what: 'The profiles cannot be read.',
  why: '',
  next: 'Try again, or ask the person who looks after your computers. Nothing was changed.',
};
const tooMany: Refusal = {
  code: 'not-permitted',
  what: 'No profile was added.',
  why: `There are ${most} already.`,
  next: 'Use one of them.',
};
const notMade: Refusal = {
  code: 'folder-not-writable',
  what: 'No profile was added.',
  why: 'Its folder could not be made: the disk may be full.',
  next: 'Make room and try again.',
};
const cannotSay: Refusal = {
  code: 'service-failed',
  what: 'The folder was not linked.',
  why: 'Another profile cannot say at the moment whether the folder is one of its own.',
  next: 'Try again in a moment. If a profile is not open, show it first.',
};
