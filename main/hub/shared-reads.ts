import type { Clock, Timer } from '../../shared/base/clock.ts';
import type { AllowedRequest } from './allowed-request.ts';
import type { FirmAnswer, Question, UnderWay } from './asking.ts';
import { type KeyedHash, validatorOf } from './keyed-hash.ts';
import type { Told } from './problem.ts';
import { type Kept, type ResourceKind, Shown } from './shown.ts';

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

interface Reading {
  readonly who: string;
  readonly underWay: UnderWay;
  readonly result: Promise<{ readonly answer: FirmAnswer; readonly shown: Kept | null }>;
  join(gone: AbortSignal): void;
}

interface Place {
  readonly name: string;
  readonly group: string;
  readonly kind: ResourceKind;
  readonly who: string;
}

/** Reads once what several desktops ask for, and tells each only what the service showed to their own token. */
export class SharedReads {
  readonly #shown = new Shown();
  readonly #ask: (question: Question, signal: AbortSignal) => UnderWay;
  readonly #clock: Clock;
  readonly #hash: KeyedHash;
  readonly #readings = new Map<string, Set<Reading>>();
  #sweeping: Timer | null = null;

  constructor(parts: {
    readonly ask: (question: Question, signal: AbortSignal) => UnderWay;
    readonly clock: Clock;
    readonly hash: KeyedHash;
  }) {
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

  /** The service's answer, or one that it gave to somebody else and would give to this token too. */
  async answer(
    question: ReadQuestion,
    gone: AbortSignal,
  ): Promise<{ readonly answer: FirmAnswer; readonly source: Source }> {
    const { request, who, known } = question;
    const kind = kinds[request.operation];
    const group = this.#hash(matterOf(request.path) ?? request.path);
    if (kind === undefined) {
      const answer = await this.#ask(question, gone).answer;
      this.#heed(who, group, answer);
      return { answer, source: 'service' };
    }
    const place = { name: this.#hash(request.path), group, kind, who };
    const arrivedAt = this.#clock.steady();
    const since = arrivedAt - question.maxAge;
    const tell = (kept: Kept, source: Source) => ({
      answer: { ok: true, value: { told: toldAgain(kept, arrivedAt, known), leftAt: kept.leftAt } } as const,
      source,
    });
    for (let joined = 0; ; joined += 1) {
      const kept = this.#shown.tellable(place.name, who, since, this.#clock.steady());
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
      if (reading.who === who) return shown ? tell(shown, 'joined') : { answer, source: 'joined' };
      if (!answer.ok && answer.error !== 'aborted') return { answer, source: 'joined' };
    }
  }

  #toJoin({ name, who }: Place, since: number): Reading | null {
    const maySee = this.#shown.maySee(name, who, this.#clock.steady());
    for (const reading of this.#readings.get(name) ?? []) {
      const left = reading.underWay.leftAt();
      if ((left === null || left >= since) && (reading.who === who || maySee)) return reading;
    }
    return null;
  }

  #read(place: Place, question: ReadQuestion, gone: AbortSignal): Reading {
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
        this.#heed(who, place.group, answer);
        const shown = answer.ok ? keptOf(answer.value.told, answer.value.leftAt, known) : null;
        if (shown) this.#shown.showed(place, shown, this.#clock.steady());
        return { answer, shown };
      }),
    };
    readings.add(reading);
    return reading;
  }

  #heed(who: string, group: string, answer: FirmAnswer): void {
    if (!answer.ok) return;
    const { told, leftAt } = answer.value;
    if (told.status === 401) this.#shown.withdrawn(who, leftAt);
    else if (told.status === 403 || told.status === 404) this.#shown.refused(who, group, leftAt);
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
