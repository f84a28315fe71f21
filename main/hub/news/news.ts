import type { Clock, Timer } from '../../../shared/base/clock.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import type { Kept } from '../shown.ts';
import type { TakenTokens } from '../taken-tokens.ts';
import type { Interest } from './interests.ts';
import type { Reader, ReadSchedule } from './read-schedule.ts';

/** Matter, folder, what its history is recognised by now, and how many milliseconds ago it was read; null to look for oneself. */
export type FolderNews = readonly [matter: string, folder: string, validator: string | null, age: number];

/** What a stream says: of folders, or that the token is taken no more. */
export interface Told {
  /** To go on from, in another stream. */
  readonly id: string;
  readonly event: 'read' | 'token';
  readonly folders: readonly FolderNews[];
}

export interface Subscriber {
  readonly reader: Reader;
  readonly interests: readonly Interest[];
  /** @returns false where the desktop does not take what was said before: then it is left alone until it does */
  readonly tell: (told: Told) => boolean;
  readonly close: () => void;
}

interface Follower extends Subscriber {
  readonly byPath: ReadonlyMap<string, Interest & { readonly name: string }>;
  /** What was told last of each folder. */
  readonly validators: Map<string, string>;
  /** What is to be told, and since when. */
  readonly pending: Map<string, Kept | null>;
  dueAt: number;
  readonly subscriber: Subscriber;
  /** Characters of all it names. */
  readonly size: number;
}

/** What may be told to whom is decided in the moment of telling. Folders are named by keyed hashes. */
export interface MayTell {
  tellable(name: string, who: string): Kept | null;
  /** When the service showed a folder to this token, and to anybody. */
  standing(name: string, who: string): { readonly shownAt: number | null; readonly leftAt: number | null };
}

/** Milliseconds between two looks at what is to be told. */
const flushEvery = 200;
/** Milliseconds that it waits for more that nothing changed: in view, and elsewhere. */
const sameWaits = { view: 1_000, linked: 5_000, seen: 5_000 } as const;
/** Streams of one token: a desktop has one, or two in the moment it opens another. */
const mostOfOne = 8;
export const mostStreams = 20_000;
/** Streams of tokens that the service has not taken yet, and characters of the folders they name: of more, the first are ended. */
const mostUnproven = { streams: 1_000, characters: 200_000_000 } as const;

/** Tells connected desktops which folders were read, and whether they have what was read: never anything of its content. */
export class News {
  readonly #clock: Clock;
  readonly #may: MayTell;
  readonly #schedule: ReadSchedule;
  readonly #hash: KeyedHash;
  readonly #taken: Pick<TakenTokens, 'has'>;
  readonly #mostUnproven: { readonly streams: number; readonly characters: number };
  readonly #generation: string;
  readonly #onChanged: (matter: string) => void;
  readonly #followers = new Map<Subscriber, Follower>();
  readonly #byPath = new Map<string, Set<Follower>>();
  /** Folders and matters that are followed, by their keyed hashes. */
  readonly #paths = new Map<string, string>();
  readonly #matters = new Map<string, string>();
  readonly #waiting = new Set<Follower>();
  /** Streams of tokens that nothing is known of; the oldest comes first. */
  readonly #unproven = new Set<Follower>();
  /** For what a token was not taken, until it is taken for something else. */
  readonly #doubted = new Map<string, string>();
  #flushing: Timer | null = null;

  constructor(parts: {
    clock: Clock;
    may: MayTell;
    schedule: ReadSchedule;
    hash: KeyedHash;
    taken: Pick<TakenTokens, 'has'>;
    mostUnproven?: { readonly streams: number; readonly characters: number };
    /** Something new was found in a matter. */
    onChanged: (matter: string) => void;
  }) {
    this.#onChanged = parts.onChanged;
    this.#clock = parts.clock;
    this.#may = parts.may;
    this.#schedule = parts.schedule;
    this.#hash = parts.hash;
    this.#taken = parts.taken;
    this.#mostUnproven = parts.mostUnproven ?? mostUnproven;
    this.#generation = parts.hash('news').slice(0, 8);
  }

  get streams(): number {
    return this.#followers.size;
  }

  /** @param lastId what the desktop was told last: older reads are not told again */
  open(subscriber: Subscriber, lastId: string | undefined): boolean {
    const { reader, interests } = subscriber;
    const own = [...this.#followers.keys()].filter((one) => one.reader.who === reader.who);
    if (this.#followers.size >= mostStreams || own.length >= mostOfOne) return false;
    const follower: Follower = {
      ...subscriber,
      byPath: new Map(
        interests.map((interest) => [interest.path, { ...interest, name: this.#hash(interest.path) }]),
      ),
      ...{ validators: new Map(), pending: new Map(), dueAt: Number.POSITIVE_INFINITY },
      ...{ subscriber, size: interests.reduce((sum, { path }) => sum + path.length, 0) },
    };
    this.#followers.set(subscriber, follower);
    if (!this.#taken.has(reader.who)) this.#endOldUnproven(follower);
    for (const [path, { name }] of follower.byPath) {
      const followers = this.#byPath.get(path) ?? new Set();
      this.#byPath.set(path, followers.add(follower));
      this.#paths.set(name, path);
    }
    for (const { matter } of interests) this.#matters.set(this.#hash(matter), matter);
    this.#schedule.join(reader, interests, this.#clock.steady(), (path) =>
      this.#may.standing(follower.byPath.get(path)?.name ?? '', reader.who),
    );
    const since = this.#sinceOf(lastId);
    for (const [path, { name }] of follower.byPath) {
      const kept = this.#may.tellable(name, reader.who);
      if (kept && kept.leftAt > since) this.#pend(follower, path, kept);
    }
    this.#say(follower, true);
    return true;
  }

  close(subscriber: Subscriber): void {
    const follower = this.#followers.get(subscriber);
    if (!follower) return;
    this.#followers.delete(subscriber);
    this.#unproven.delete(follower);
    this.#waiting.delete(follower);
    for (const [path, { name }] of follower.byPath) {
      const followers = this.#byPath.get(path);
      followers?.delete(follower);
      if (followers?.size !== 0) continue;
      this.#byPath.delete(path);
      this.#paths.delete(name);
    }
    this.#schedule.leave(follower.reader, follower.interests);
    const { who } = follower.reader;
    if (![...this.#followers.keys()].some((one) => one.reader.who === who)) this.#doubted.delete(who);
  }

  /** The newest stays, whatever it names. */
  #endOldUnproven(newest: Follower): void {
    this.#unproven.add(newest);
    for (const one of this.#unproven) if (this.#taken.has(one.reader.who)) this.#unproven.delete(one);
    let characters = 0;
    for (const { size } of this.#unproven) characters += size;
    for (const one of this.#unproven) {
      if (
        one === newest ||
        (this.#unproven.size <= this.#mostUnproven.streams && characters <= this.#mostUnproven.characters)
      )
        return;
      characters -= one.size;
      this.#unproven.delete(one);
      this.close(one.subscriber);
      one.close();
    }
  }

  /** What is followed under this keyed hash; null when nothing is. */
  pathOf(name: string): string | null {
    return this.#paths.get(name) ?? null;
  }

  matterOf(name: string): string | null {
    return this.#matters.get(name) ?? null;
  }

  /** A folder was read in somebody's name. */
  shown(path: string, who: string, { leftAt, validator }: Pick<Kept, 'leftAt' | 'validator'>): void {
    this.#doubted.delete(who);
    const changed = this.#schedule.shown(path, who, leftAt, validator);
    if (changed !== null) this.#onChanged(changed);
    for (const follower of this.#byPath.get(path) ?? []) {
      const name = follower.byPath.get(path)?.name ?? '';
      const kept = this.#may.tellable(name, follower.reader.who);
      if (kept) this.#pend(follower, path, kept);
    }
  }

  /** The service refused a token a folder: its own desktop is to ask, and hears why. */
  refused(path: string, who: string): void {
    this.#schedule.refused(path, who, this.#clock.steady());
    for (const follower of this.#byPath.get(path) ?? [])
      if (follower.reader.who === who) this.#pend(follower, path, null);
  }

  /**
   * The service did not take the token. Some services say so of one thing alone: the stream ends once it is not taken for something else
   * either. Until then nothing is told in it that is not shown anew.
   */
  notTaken(path: string, who: string): void {
    const before = this.#doubted.get(who);
    if (before === path) return;
    if (before === undefined && this.#schedule.doubted(path, who, this.#clock.steady())) {
      this.#doubted.set(who, path);
      return;
    }
    this.#doubted.delete(who);
    for (const [subscriber, { reader, tell, close }] of this.#followers) {
      if (reader.who !== who) continue;
      tell({ id: this.#id(), event: 'token', folders: [] });
      this.close(subscriber);
      close();
    }
  }

  stop(): void {
    this.#flushing?.cancel();
    for (const [subscriber, { close }] of this.#followers) {
      this.close(subscriber);
      close();
    }
  }

  #pend(follower: Follower, path: string, kept: Kept | null): void {
    const why = follower.byPath.get(path)?.why ?? 'seen';
    const isSame = kept !== null && follower.validators.get(path) === kept.validator;
    follower.pending.set(path, kept);
    follower.dueAt = Math.min(follower.dueAt, this.#clock.steady() + (isSame ? sameWaits[why] : 0));
    this.#waiting.add(follower);
    this.#flushing ??= this.#clock.timer(flushEvery, () => this.#flush());
  }

  #flush(): void {
    this.#flushing = null;
    const now = this.#clock.steady();
    for (const follower of this.#waiting) if (follower.dueAt <= now) this.#say(follower, false);
    if (this.#waiting.size > 0) this.#flushing ??= this.#clock.timer(flushEvery, () => this.#flush());
  }

  #say(follower: Follower, evenNothing: boolean): void {
    const now = this.#clock.steady();
    const folders: FolderNews[] = [];
    for (const [path, pending] of follower.pending) {
      const interest = follower.byPath.get(path);
      // Its proof may have been withdrawn, or have run out, while it waited.
      const kept = pending && interest ? this.#may.tellable(interest.name, follower.reader.who) : null;
      if (!interest || (pending && !kept)) continue;
      folders.push([
        interest.matter,
        interest.folder,
        kept?.validator ?? null,
        kept ? Math.ceil(now - kept.leftAt) : 0,
      ]);
    }
    const isTaken =
      (folders.length === 0 && !evenNothing) || follower.tell({ id: this.#id(), event: 'read', folders });
    if (!isTaken) return;
    for (const [path, kept] of follower.pending) if (kept) follower.validators.set(path, kept.validator);
    follower.pending.clear();
    follower.dueAt = Number.POSITIVE_INFINITY;
    this.#waiting.delete(follower);
  }

  #id(): string {
    return `${this.#generation}.${Math.floor(this.#clock.steady())}`;
  }

  /** A little earlier than was told: what had not arrived yet is told again. */
  #sinceOf(lastId: string | undefined): number {
    const [generation, at] = lastId?.split('.') ?? [];
    return generation === this.#generation && /^\d{1,15}$/.test(at ?? '')
      ? Number(at) - 60_000
      : Number.NEGATIVE_INFINITY;
  }
}
