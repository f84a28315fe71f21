import { proofLasts } from '../shown.ts';
import { type Interest, type Why, whys } from './interests.ts';
import { type Demand, plannedRates } from './read-plan.ts';

/** A desktop that is connected; its token is known for so long only. */
export interface Reader {
  readonly who: string;
  readonly token: string;
}

/** A folder to be read now, and in whose name. */
export interface Turn {
  readonly path: string;
  readonly reader: Reader;
  readonly why: Why;
  /** An event named it. */
  readonly named: boolean;
}

interface Person {
  readonly why: Why;
  /** When the service showed it to this token last. */
  shownAt: number;
  /** Nothing is asked in this name before: the service refused it. */
  refusedUntil: number;
}

interface Folder {
  readonly path: string;
  readonly matter: string;
  readonly people: Map<Reader, Person>;
  why: Why;
  leftAt: number;
  readonly addedAt: number;
  /** What its history was recognised by last. */
  validator: string | null;
  /** Milliseconds between two reads, as planned. */
  interval: number;
  /** When an event named it that no read has answered yet. */
  namedAt: number | null;
  readSince: number;
  /** Reads in a row that neither showed it to anybody nor refused it, and until when it is left alone for that. */
  failures: number;
  restsUntil: number;
  /** Where in an interval it stands, from 0 to 1, if nobody waits for its first read. */
  readonly phase: number;
}

const never = Number.NEGATIVE_INFINITY;
/** Milliseconds for which nothing is asked in the name of whom the service refused a folder: their own desktop asks when it will. */
const refusalRests = 10 * 60_000;
/** Milliseconds for which a folder rests whose reads fail, growing with each up to the longest: the others are read meanwhile. */
const failureRests = { first: 5_000, longest: 60_000 } as const;
/** Milliseconds after which a read that somebody began is not waited for. */
const longestRead = 10_000;
/** Milliseconds between two plans. */
const planEvery = 2_000;
/** More than the limit takes is planned, so that there is always something to read while the limit has room. */
const overbooked = 1.1;

/** Which folder is read next for those who want to hear of it, and in whose name. Knows no clock. */
export class ReadSchedule {
  readonly #folders = new Map<string, Folder>();
  readonly #byMatter = new Map<string, Set<Folder>>();
  readonly #ofWho = new Map<string, Set<Reader>>();
  /** What is read next, before anything else, to learn whether a token is still taken. */
  readonly #checks = new Map<Reader, Turn>();
  #plannedAt = never;
  #backOff = 1;

  get size(): number {
    return this.#folders.size;
  }

  /** @param before when each folder was shown to this token, and to anybody; null where it was not */
  join(
    reader: Reader,
    interests: readonly Interest[],
    now: number,
    before: (path: string) => { readonly shownAt: number | null; readonly leftAt: number | null },
  ): void {
    const own = this.#ofWho.get(reader.who) ?? new Set();
    this.#ofWho.set(reader.who, own.add(reader));
    for (const { path, matter, why } of interests) {
      const { shownAt, leftAt } = before(path);
      const folder =
        this.#folders.get(path) ?? this.#add(path, matter, { leftAt: leftAt ?? never, addedAt: now });
      folder.people.set(reader, { why, shownAt: shownAt ?? never, refusedUntil: never });
      if (whys.indexOf(why) < whys.indexOf(folder.why)) folder.why = why;
    }
    this.#plannedAt = never;
  }

  leave(reader: Reader, interests: readonly Interest[]): void {
    const own = this.#ofWho.get(reader.who);
    own?.delete(reader);
    this.#checks.delete(reader);
    if (own?.size === 0) this.#ofWho.delete(reader.who);
    for (const { path } of interests) {
      const folder = this.#folders.get(path);
      if (!folder?.people.delete(reader)) continue;
      if (folder.people.size === 0) this.#drop(folder);
      else
        folder.why = whys.find((why) => [...folder.people.values()].some((one) => one.why === why)) ?? 'seen';
    }
    this.#plannedAt = never;
  }

  /** The service showed the folder to a token, whoever asked. @returns its matter, if anything in it is new */
  shown(path: string, who: string, leftAt: number, validator: string): string | null {
    const folder = this.#folders.get(path);
    if (!folder) return null;
    const isNew = folder.validator !== null && folder.validator !== validator && leftAt >= folder.leftAt;
    if (leftAt >= folder.leftAt || folder.validator === null) folder.validator = validator;
    folder.leftAt = Math.max(folder.leftAt, leftAt);
    answered(folder);
    if (folder.namedAt !== null && leftAt >= folder.namedAt) folder.namedAt = null;
    for (const reader of this.#ofWho.get(who) ?? []) {
      const person = folder.people.get(reader);
      if (!person) continue;
      person.shownAt = Math.max(person.shownAt, leftAt);
      person.refusedUntil = never;
    }
    return isNew ? folder.matter : null;
  }

  /** The service refused this token something of the matter: its proofs of all the matter are gone. */
  refused(path: string, who: string, now: number): void {
    const matter = matterIn(path);
    for (const folder of this.#byMatter.get(matter) ?? []) {
      for (const reader of this.#ofWho.get(who) ?? []) {
        const person = folder.people.get(reader);
        if (!person) continue;
        person.shownAt = never;
        if (folder.path === path) person.refusedUntil = now + refusalRests;
      }
      if (folder.path === path) answered(folder);
    }
  }

  /**
   * The service did not take the token for something: nothing counts as shown to it, and another folder is read in its name at once.
   * @returns false where there is no other to tell by
   */
  doubted(path: string, who: string, now: number): boolean {
    let isChecked = false;
    for (const reader of this.#ofWho.get(who) ?? []) {
      for (const folder of this.#folders.values()) {
        const person = folder.people.get(reader);
        if (!person) continue;
        person.shownAt = never;
        if (folder.path === path) person.refusedUntil = now + refusalRests;
        else if (!isChecked && person.refusedUntil <= now && folder.restsUntil <= now) {
          isChecked = true;
          this.#checks.set(reader, { path: folder.path, reader, why: folder.why, named: false });
        }
      }
    }
    return isChecked;
  }

  /** An event named the matter: its folders are read at once. @returns how many there are */
  named(matter: string, now: number): number {
    const folders = this.#byMatter.get(matter) ?? new Set();
    for (const folder of folders) folder.namedAt = now;
    return folders.size;
  }

  /** Everything is read so many times less often, but for what proofs need. */
  slower(backOff: number): void {
    if (this.#backOff === backOff) return;
    this.#backOff = backOff;
    this.#plannedAt = never;
  }

  /** The next folder to be read; or in how many milliseconds one is due, of what is known now. */
  next(now: number, perSecond: number): Turn | number {
    if (now - this.#plannedAt > planEvery) this.#plan(now, perSecond);
    const [check] = this.#checks.values();
    if (check) return check;
    for (;;) {
      let [best, most]: [Folder | null, number] = [null, 1];
      let soonest = longestRead;
      for (const folder of this.#folders.values()) {
        if (now - folder.readSince < longestRead) continue;
        if (folder.restsUntil > now) {
          soonest = Math.min(soonest, folder.restsUntil - now);
          continue;
        }
        const score = this.#score(folder, now);
        if (score >= most) [best, most] = [folder, score];
        else if (best === null) soonest = Math.min(soonest, (1 - score) * folder.interval);
      }
      if (!best) return Math.max(soonest, 1);
      const { path, why, namedAt } = best;
      const reader = readerOf(best, now);
      if (reader) return { path, reader, why, named: namedAt !== null };
      // Nobody may ask for it now: looked at again after its interval.
      best.leftAt = now;
      best.namedAt = null;
    }
  }

  /** Somebody reads it: nobody else does until `done`, or for a while. */
  taken(path: string, now: number): void {
    const folder = this.#folders.get(path);
    if (folder) folder.readSince = now;
    for (const [reader, check] of this.#checks) if (check.path === path) this.#checks.delete(reader);
  }

  /** A read of it is over. */
  done(path: string, now: number): void {
    const folder = this.#folders.get(path);
    if (!folder) return;
    folder.readSince = never;
    // A read that failed is not repeated at once.
    folder.leftAt = Math.max(folder.leftAt, now - folder.interval / 2);
  }

  /** A read of it was answered, or broke off, and neither showed it to anybody nor refused it. */
  failed(path: string, now: number): void {
    const folder = this.#folders.get(path);
    if (!folder) return;
    const { first, longest } = failureRests;
    folder.restsUntil = now + Math.min(longest, first * 2 ** Math.min(folder.failures, 10));
    folder.failures += 1;
    this.done(path, now);
  }

  /** 1 and more: due. What an event named goes first, then what somebody just began to look at, then what is overdue most. */
  #score(folder: Folder, now: number): number {
    if (folder.namedAt !== null && folder.why !== 'seen') return folder.why === 'view' ? 2e9 : 1e9;
    // One that nobody read yet is overdue from the start, but for those that nobody waits for: they are spread over an interval.
    const before = folder.why === 'seen' ? folder.phase : 2;
    const overdue =
      folder.leftAt === never
        ? before + (now - folder.addedAt) / folder.interval
        : (now - folder.leftAt) / folder.interval;
    if (folder.why !== 'view' || overdue < 0.05) return overdue;
    for (const { why, shownAt, refusedUntil } of folder.people.values())
      if (why === 'view' && shownAt === never && refusedUntil <= now) return 1e6 + overdue;
    return overdue;
  }

  #plan(now: number, perSecond: number): void {
    this.#plannedAt = now;
    const groups = new Map<string, { demand: Demand; folders: Folder[] }>();
    for (const folder of this.#folders.values()) {
      const key = `${folder.why} ${folder.people.size}`;
      const group = groups.get(key)?.folders ?? [];
      group.push(folder);
      const demand = { why: folder.why, people: folder.people.size, folders: group.length };
      groups.set(key, { demand, folders: group });
    }
    const all = [...groups.values()];
    const rates = plannedRates(
      all.map(({ demand }) => demand),
      perSecond * overbooked,
      this.#backOff,
    );
    for (const [index, { folders }] of all.entries()) {
      const rate = rates[index] ?? 0;
      for (const folder of folders) folder.interval = rate > 0 ? 1000 / rate : Number.MAX_SAFE_INTEGER;
    }
  }

  #add(path: string, matter: string, since: Pick<Folder, 'leftAt' | 'addedAt'>): Folder {
    const folder: Folder = {
      ...{ path, matter, why: 'seen', people: new Map() },
      ...since,
      ...{ validator: null, interval: Number.MAX_SAFE_INTEGER, namedAt: null, readSince: never },
      ...{ failures: 0, restsUntil: never, phase: phaseOf(path) },
    };
    this.#folders.set(path, folder);
    const group = this.#byMatter.get(matter) ?? new Set();
    this.#byMatter.set(matter, group.add(folder));
    return folder;
  }

  #drop(folder: Folder): void {
    this.#folders.delete(folder.path);
    const group = this.#byMatter.get(folder.matter);
    group?.delete(folder);
    if (group?.size === 0) this.#byMatter.delete(folder.matter);
  }
}

const matterIn = (path: string): string => decodeURIComponent(/^\/matters\/([^/?]+)/.exec(path)?.[1] ?? '');

function answered(folder: Folder): void {
  folder.failures = 0;
  folder.restsUntil = never;
}

/** Another for each path, as if by chance; its end says which folder it is. */
function phaseOf(path: string): number {
  let sum = 0;
  for (let at = Math.max(0, path.length - 100); at < path.length; at += 1)
    sum = (Math.imul(sum, 31) + path.charCodeAt(at)) >>> 0;
  return (Math.imul(sum, 2_654_435_761) >>> 0) / 2 ** 32;
}

/** Whose proof is the oldest; those who look at it first, once theirs would run out before it is their turn. */
function readerOf(folder: Folder, now: number): Reader | null {
  let [anybody, viewer]: [[Reader, number] | null, [Reader, number] | null] = [null, null];
  for (const [reader, { why, shownAt, refusedUntil }] of folder.people) {
    if (refusedUntil > now) continue;
    if (!anybody || shownAt < anybody[1]) anybody = [reader, shownAt];
    if (why === 'view' && (!viewer || shownAt < viewer[1])) viewer = [reader, shownAt];
  }
  if (viewer && now - viewer[1] > proofLasts / 2) return viewer[0];
  return anybody?.[0] ?? null;
}
