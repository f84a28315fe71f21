import type { Clock, Timer } from '../../shared/base/clock.ts';
import type { AllowedRequest } from './allowed-request.ts';
import type { FirmAnswer, Question, UnderWay } from './asking.ts';
import { type KeyedHash, validatorOf } from './keyed-hash.ts';
import type { Told } from './problem.ts';
import type { Kept, ResourceKind, Shown } from './shown.ts';

/** Reads that are told to several; everything else is asked anew for each. */
const kinds: Partial<Record<AllowedRequest['operation'], ResourceKind>> = {
  'history.read': 'folder',
  'matters.list': 'list',
  'matterTypes.list': 'list',
  'staff.list': 'list',
};

/** Milliseconds between two looks for what can be forgotten. */
const sweepEvery = 60_000;
/** Times that somebody waits for what others read, before reading it in their own name. */
const mostJoined = 3;

export interface ReadQuestion extends Question {
  /** Milliseconds that the answer may be old; 0 for one that is read from now on. */
  readonly maxAge: number;
}

/** How an answer came about, for the figures. */
export type Source = 'service' | 'kept' | 'joined';

/** The oldest answer that anybody may ask for, in milliseconds. */
const longestAge = 5 * 60_000;

/** How old an answer a desktop takes, in milliseconds (RFC 9111, 5.2.1.1); none unless it says so. */
export function maxAgeOf(cacheControl: string | undefined): number {
  const seconds = /^\s*max-age=(\d{1,6})\s*$/i.exec(cacheControl ?? '')?.[1];
  return Math.min(Number(seconds ?? 0) * 1000, longestAge);
}

/** What others hear of, whoever asked. */
export interface ReadEvents {
  /** The service showed a folder or list to a token. */
  shown(place: Place, kept: Kept): void;
  /** It refused a token something of a matter. */
  refused(place: Place): void;
  /** It did not take a token. */
  notTaken(place: Place): void;
}

interface Reading {
  readonly who: string;
  readonly underWay: UnderWay;
  readonly result: Promise<{ readonly answer: FirmAnswer; readonly shown: Kept | null }>;
  join(gone: AbortSignal): void;
}

/** A folder or list, and who asks for it. */
export interface Place {
  readonly path: string;
  readonly name: string;
  readonly group: string;
  readonly kind: ResourceKind;
  readonly who: string;
}

/** Reads once what several desktops ask for, and tells each only what the service showed to their own token. */
export class SharedReads {
  readonly #shown: Shown;
  readonly #ask: (question: Question, signal: AbortSignal) => UnderWay;
  readonly #clock: Clock;
  readonly #hash: KeyedHash;
  readonly #readings = new Map<string, Set<Reading>>();
  readonly #on: ReadEvents;
  readonly #mayTell: () => boolean;
  #sweeping: Timer | null = null;

  constructor(parts: {
    readonly ask: (question: Question, signal: AbortSignal) => UnderWay;
    readonly clock: Clock;
    readonly hash: KeyedHash;
    /** What the service showed to whom, as far as is known. */
    readonly shown: Shown;
    readonly on: ReadEvents;
    /** False while it cannot be known what the service refused elsewhere: then each is told what was read in their own name. */
    readonly mayTell?: () => boolean;
  }) {
    this.#mayTell = parts.mayTell ?? (() => true);
    this.#on = parts.on;
    this.#shown = parts.shown;
    this.#ask = parts.ask;
    this.#clock = parts.clock;
    this.#hash = parts.hash;
    this.#sweepLater();
  }

  get size(): Shown['size'] {
    return this.#shown.size;
  }

  stop(): void {
    this.#sweeping?.cancel();
  }

  /** What may be told to a token of a folder, however old it is. */
  tellable(name: string, who: string): Kept | null {
    return this.#tellable(name, who, Number.NEGATIVE_INFINITY);
  }

  #tellable(name: string, who: string, since: number): Kept | null {
    return this.#mayTell() ? this.#shown.tellable(name, who, since, this.#clock.steady()) : null;
  }

  standing(name: string, who: string): ReturnType<Shown['standing']> {
    return this.#shown.standing(name, who);
  }

  /** Reads a folder in somebody's name because others want to hear of it. */
  async ahead(question: Question): Promise<FirmAnswer> {
    const place = this.#placeOf(question, 'folder');
    return (await this.#read(place, question, new AbortController().signal).result).answer;
  }

  /** The service's answer, or one that it gave to somebody else and would give to this token too. */
  async answer(
    question: ReadQuestion,
    gone: AbortSignal,
  ): Promise<{ readonly answer: FirmAnswer; readonly source: Source }> {
    const { request, who, known } = question;
    const kind = kinds[request.operation];
    if (kind === undefined) {
      const answer = await this.#ask(question, gone).answer;
      this.#heed(this.#placeOf(question, 'list'), answer);
      return { answer, source: 'service' };
    }
    const place = this.#placeOf(question, kind);
    const arrivedAt = this.#clock.steady();
    const since = arrivedAt - question.maxAge;
    const tell = (kept: Kept, source: Source) => ({
      answer: { ok: true, value: { told: toldAgain(kept, arrivedAt, known), leftAt: kept.leftAt } } as const,
      source,
    });
    for (let joined = 0; ; joined += 1) {
      const kept = this.#tellable(place.name, who, since);
      if (kept) return tell(kept, joined === 0 ? 'kept' : 'joined');
      const reading = joined < mostJoined ? this.#toJoin(place, since) : null;
      if (!reading) {
        const own = this.#read(place, question, gone);
        const { answer, shown } = await own.result;
        return shown ? tell(shown, 'service') : { answer, source: 'service' };
      }
      reading.underWay.raise(question.requestClass);
      reading.join(gone);
      const { answer, shown } = await reading.result;
      // What one token is answered is told to all who ask by it; of the answers to others, what hinders all of them.
      // Who had no turn in time waited for longer than whoever joined them.
      const isNoAnswer = !answer.ok && (answer.error === 'aborted' || answer.error === 'busy');
      if (reading.who === who && !isNoAnswer)
        return shown ? tell(shown, 'joined') : { answer, source: 'joined' };
      if (!answer.ok && !isNoAnswer) return { answer, source: 'joined' };
    }
  }

  #placeOf({ request: { path }, who }: Question, kind: ResourceKind): Place {
    return { path, name: this.#hash(path), group: this.#hash(matterOf(path) ?? path), kind, who };
  }

  #toJoin({ name, who }: Place, since: number): Reading | null {
    const maySee = this.#mayTell() && this.#shown.maySee(name, who, this.#clock.steady());
    for (const reading of this.#readings.get(name) ?? []) {
      const left = reading.underWay.leftAt();
      if ((left === null || left >= since) && (reading.who === who || maySee)) return reading;
    }
    return null;
  }

  #read(place: Place, question: Question, gone: AbortSignal): Reading {
    const { name, who } = place;
    const known = this.#shown.known(name, who);
    const nobody = new AbortController();
    const waiting = new Set<AbortSignal>();
    const leave = (one: AbortSignal) => {
      waiting.delete(one);
      if (waiting.size === 0) nobody.abort();
    };
    const over = new AbortController();
    const join = (one: AbortSignal) => {
      waiting.add(one);
      if (one.aborted) leave(one);
      else one.addEventListener('abort', () => leave(one), { once: true, signal: over.signal });
    };
    join(gone);
    const underWay = this.#ask({ ...question, known: known?.serviceValidator ?? undefined }, nobody.signal);
    const readings = this.#readings.get(name) ?? new Set();
    this.#readings.set(name, readings);
    const reading: Reading = {
      who,
      underWay,
      join,
      result: underWay.answer.then((answer) => {
        over.abort();
        readings.delete(reading);
        if (readings.size === 0) this.#readings.delete(name);
        this.#heed(place, answer);
        const shown = answer.ok ? keptOf(answer.value.told, answer.value.leftAt, known) : null;
        if (shown) this.#shown.showed(place, shown, this.#clock.steady());
        if (shown) this.#on.shown(place, shown);
        return { answer, shown };
      }),
    };
    readings.add(reading);
    return reading;
  }

  #heed(place: Place, answer: FirmAnswer): void {
    if (!answer.ok) return;
    const { told, leftAt } = answer.value;
    const { group, who } = place;
    if (told.status === 401) {
      this.#shown.withdrawn(who, leftAt);
      this.#on.notTaken(place);
    } else if (told.status === 403 || told.status === 404) {
      this.#shown.refused(who, group, leftAt);
      this.#on.refused(place);
    }
  }

  #sweepLater(): void {
    this.#sweeping = this.#clock.timer(sweepEvery, () => {
      this.#shown.sweep(this.#clock.steady());
      this.#sweepLater();
    });
  }
}

/** What a refusal of anything below it speaks of. */
const matterOf = (path: string): string | null => /^\/matters\/[^/?]+/.exec(path)?.[0] ?? null;

function keptOf(told: Told, leftAt: number, known: Kept | null): Kept | null {
  if (told.status === 304) return known && { ...known, leftAt };
  // The reference example of the list of matters shows 202.
  if (told.status !== 200 && told.status !== 202) return null;
  const { etag, ...headers } = told.headers;
  const validator = validatorOf(told.body);
  return {
    told: { ...told, headers: { ...headers, etag: validator } },
    validator,
    serviceValidator: etag ?? null,
    leftAt,
  };
}

/** By validator where the desktop has it. `Age` says by how much it is older than the question, in whole seconds, rounded up. */
function toldAgain(kept: Kept, arrivedAt: number, known: string | undefined): Told {
  const age = Math.ceil((arrivedAt - kept.leftAt) / 1000);
  const headers = { ...kept.told.headers, ...(age > 0 ? { age: String(age) } : {}) };
  return known === kept.validator ? { status: 304, headers, body: '' } : { ...kept.told, headers };
}
