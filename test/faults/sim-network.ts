import type { Exchange, ExchangeFailure, Incoming, Outgoing } from '../../main/engine/service/exchange.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import type { Life } from './life.ts';
import type { NetworkFault } from './network-faults.ts';
import { type Chance, oneOf } from './noise.ts';
import { referenceIn } from './sim-office.ts';
import { type SimService, sha256 } from './sim-service.ts';

export const baseUrl = 'https://practice.example/v1';

/** A time in which calls go wrong. */
interface Spell {
  readonly until: number;
  /** Of every call, from 0 to 1. */
  readonly chance: number;
  readonly faults: readonly NetworkFault[];
  /** The only kind of call that it concerns; all where there is none. */
  readonly of?: string;
}

/** What the service allows and the engine keeps to: 5 requests a second, 5 at once. */
const allowed = { perSecond: 5, burst: 5 };

/** Milliseconds that what was about to leave may take until it does. */
const underWay = 300;

/** Milliseconds until what was heard is surely written down. */
const writtenWithin = 1_000;

/** What is answered to what will never be taken. */
const isRefusal = (status: number): boolean => [400, 403, 404, 409, 413, 422].includes(status);
/** What a storage answers at an address that has run out, or leads elsewhere from: so many times, and a new one does not help. */
const isBadAddress = ({ of }: Call, status: number): boolean =>
  of === 'content' && ([401, 403, 404].includes(status) || (status >= 300 && status < 400));
const mostBadAddresses = 3;

/** A content that was sent, and whether the storage took it. */
interface Content {
  readonly sha256: string;
  readonly isTaken: boolean;
}

/** A new document that was announced by POST. */
interface Posted {
  readonly matterId: string;
  readonly name: string;
}

/** The way to the practice service and to its storage, with everything that goes wrong on it. */
export class SimNetwork {
  readonly injected: Record<string, number> = {};
  /** Ids of the history entries that reached the engine. */
  readonly delivered = new Set<string>();
  /** When each did first, in milliseconds of the steady clock. */
  readonly deliveredAt = new Map<string, number>();
  /** Documents of which something was refused that no second try makes better. */
  readonly refused = new Set<string>();
  /** Contents by the upload address that they were sent to, where nobody here heard what became of them. */
  readonly #unheard = new Map<string, Content>();
  /** Of which it was heard, and when. */
  readonly #heard = new Map<string, { readonly content: Content; readonly at: number }>();
  /** How often the storage answered so to a document's addresses. */
  readonly #badAddresses = new Map<string, number>();
  /** What was about to be announced when the engine was killed. */
  readonly #interrupted: (Content & { readonly fileId: string })[] = [];
  /** Everything that was begun to be announced, and when, in milliseconds of the steady clock. */
  readonly announced: {
    readonly matterId: string;
    readonly fileId: string;
    /** Of the save that is called to be on its way then. */
    readonly sha256: string | null;
    readonly at: number;
  }[] = [];
  /** True once an answer said that an operation beyond the specification is not there, or was of another shape. */
  saidNotOffered = false;
  /** New documents that were announced by a POST of which nobody here heard whether it made them, by matter and name. */
  readonly #unheardPosts = new Set<Posted>();
  /** Contents that came in to their end, in milliseconds of the steady clock. */
  readonly fetched: { readonly fileId: string; readonly sha256: string; readonly at: number }[] = [];
  readonly sentRequests: { readonly id: string; readonly at: number }[] = [];
  readonly acceptedRequests: string[] = [];
  readonly unheardRequests = new Set<string>();
  readonly refusedRequests = new Set<string>();
  readonly #heardRequests = new Map<string, number>();
  /** Requests of all lives; those to the storage are not counted. */
  requests = 0;
  /** Requests that came too fast. */
  readonly tooFast: string[] = [];
  /** Requests that left before the time was over for which the service had asked for none. */
  readonly tooSoon: string[] = [];
  /** What the service asked for last, by both clocks of whoever heard it. */
  #rest: {
    readonly life: Life;
    readonly from: number;
    readonly until: number;
    readonly untilShown: number;
  } | null = null;
  /** What the engine is given and must not keep: beginnings of upload addresses and of tokens, and the key. */
  readonly secrets = ['storage.example/', 'given.example/', 'sim-token-', 'simulated-key'];
  offline = false;
  /** True while whoever hears answers cannot write them down. */
  writesNothing = false;
  /** True while the disk takes what is written down and fails to keep it. */
  keepsNothing = false;
  /** The only token the service takes now. */
  token = 1;
  #latency = { longest: 150, before: 150, since: 0 };
  readonly #clock: FakeClock;
  readonly #chance: Chance;
  readonly #service: SimService;
  readonly #tell: (line: string) => void;
  readonly #onItsWay: (fileId: string) => string | null;
  #spells: Spell[] = [];
  #next: { fault: NetworkFault; of: string }[] = [];
  #left = { tokens: allowed.burst, at: 0, life: null as Life | null };
  /** Rises whenever every open connection breaks. */
  #broken = 0;

  constructor(options: {
    clock: FakeClock;
    chance: Chance;
    service: SimService;
    tell: (line: string) => void;
    /** The content of a document that the engine calls to be on its way; null for none. */
    onItsWay: (fileId: string) => string | null;
  }) {
    this.#onItsWay = options.onItsWay;
    this.#clock = options.clock;
    this.#chance = options.chance;
    this.#service = options.service;
    this.#tell = options.tell;
  }

  /** Contents of which nobody here heard whether the storage took them. */
  get unheard(): readonly (Content & { readonly fileId: string })[] {
    const sent = [...this.#unheard].map(([key, content]) => ({
      ...content,
      fileId: this.#service.documentOf(key) ?? key,
    }));
    return [...this.#interrupted, ...sent];
  }

  get postsOfUnknownOutcome(): readonly Posted[] {
    return [...this.#unheardPosts];
  }

  /** Whoever was sending this ended: they cannot know whether it left. */
  interrupt(fileId: string, hash: string): void {
    this.#interrupted.push({ fileId, sha256: hash, isTaken: false });
  }

  /** Whoever was about to send these requests ended. */
  interruptRequests(ids: readonly string[]): void {
    for (const id of ids) this.unheardRequests.add(id);
  }

  /** Whoever heard answers just now ends, or cannot write them down from now on. */
  forgetAnswers(): void {
    const since = this.#clock.steady() - writtenWithin;
    for (const [key, { content, at }] of this.#heard) if (at >= since) this.#unheard.set(key, content);
    for (const [id, at] of this.#heardRequests) if (at >= since) this.unheardRequests.add(id);
  }

  /** Longest that one way takes, in milliseconds. */
  get latency(): number {
    return this.#latency.longest;
  }

  set latency(longest: number) {
    this.#latency = { longest, before: this.#latency.longest, since: this.#clock.steady() };
  }

  /** The longest that one way took a moment ago: what an answer tells then is as old. */
  get slowness(): number {
    const { longest, before, since } = this.#latency;
    return this.#clock.steady() - since < 20_000 ? Math.max(longest, before) : longest;
  }

  spell(spell: Spell): void {
    this.#spells.push(spell);
  }

  /** The next call of this kind goes wrong in this way. */
  once(of: string, fault: NetworkFault): void {
    this.#next.push({ fault, of });
  }

  breakConnections(): void {
    this.#broken += 1;
  }

  calm(): void {
    this.#spells = [];
    this.#next = [];
    this.offline = false;
    this.latency = 150;
  }

  seenBy(life: Life): Exchange {
    return async (outgoing) => {
      const call = callOf(outgoing);
      if (call.of === 'given') return this.#given(life, call, outgoing);
      if (call.of !== 'content') this.#count(life);
      const { matterId, key: fileId } = call;
      if (call.of === 'announcement') {
        this.announced.push({
          ...{ matterId, fileId, at: this.#clock.steady() },
          sha256: this.#onItsWay(fileId),
        });
      }
      const body = await bodyOf(outgoing);
      // Shorter than it was said to be: nothing of it is taken.
      if (body === null) return err({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' });
      const answer = this.#carry(life, call, body, outgoing);
      if (!outgoing.signal) return answer;
      return unlessAborted(answer, outgoing.signal);
    };
  }

  /** A content comes in, as far as it comes. */
  async #given(life: Life, call: Call, outgoing: Outgoing): Promise<Result<Incoming, ExchangeFailure>> {
    const connection = this.#broken;
    const { signal } = outgoing;
    const interrupted = { kind: 'offline', code: 'ECONNRESET', why: 'interrupted' } as const;
    const fault = this.#faultFor(call.of);
    if (fault) {
      this.#tell(`${fault.name}: ${call.words}`);
      this.#inject(`${fault.name}, of a content that is fetched`);
    }
    if (fault?.takes) await life.takes(fault.takes, () => undefined);
    await life.takes(this.latency, () => undefined);
    if (this.offline || connection !== this.#broken) return err(interrupted);
    const instead = fault?.instead?.();
    if (instead && !instead.ok) return instead;
    const { beyond } = this.#service;
    const given = instead
      ? { ...instead.value, bytes: Buffer.from(instead.value.body), of: null }
      : beyond?.give(call.key, outgoing.headers);
    if (!given) return err(interrupted);
    const ends = fault?.after?.(ok({ status: given.status, headers: {}, body: 'as it is' }));
    const status = ends?.ok ? ends.value.status : given.status;
    const isCut = ends !== undefined && (!ends.ok || ends.value.body !== 'as it is');
    const bytes = isCut
      ? given.bytes.subarray(0, Math.floor(this.#chance() * given.bytes.length))
      : given.bytes;
    const take = outgoing.bodyTo?.({ status, headers: given.headers }) ?? null;
    const whole = { status, headers: given.headers, body: take ? '' : bytes.toString('utf8') };
    if (!take) return ends?.ok === false ? ends : ok(whole);
    for (const part of piecesOf(bytes)) {
      await life.takes(this.latency, () => undefined);
      if (signal?.aborted) return err({ kind: 'aborted' });
      if (this.offline || connection !== this.#broken) return err(interrupted);
      const isTaken = await life.lasting(
        take(part).then(
          () => true,
          () => false,
        ),
      );
      if (!isTaken) return err({ kind: 'aborted' });
    }
    if (given.of && !isCut) this.fetched.push({ ...given.of, at: this.#clock.steady() });
    return ends?.ok === false ? ends : ok(whole);
  }

  async #carry(
    life: Life,
    call: Call,
    body: Buffer,
    { headers, signal }: Outgoing,
  ): Promise<Result<Incoming, ExchangeFailure>> {
    const connection = this.#broken;
    const sentAt = this.#service.now;
    const request = call.of === 'request' ? (referenceIn(body.toString()) ?? '') : null;
    if (request !== null) {
      this.sentRequests.push({ id: request, at: this.#clock.steady() });
      this.unheardRequests.add(request);
    }
    const fault = this.#faultFor(call.of);
    if (fault) {
      this.#tell(`${fault.name}: ${call.words}`);
      this.#inject(fault.name);
    }
    if (fault?.takes) await life.takes(fault.takes, () => undefined);
    await life.takes(this.latency, () => undefined);
    if (this.offline || connection !== this.#broken) {
      this.#inject('offline');
      return err({ kind: 'offline', code: 'ECONNREFUSED', why: 'refused' });
    }
    const act = () => this.#act(call, body, headers['authorization'], sentAt);
    const instead = fault?.instead?.();
    const answer = instead ?? act();
    const isTaken = !instead && answer.ok && answer.value.status === 200;
    if (request !== null && !instead && answer.ok && answer.value.status < 300)
      this.acceptedRequests.push(request);
    const content = { sha256: call.of === 'content' ? sha256(body) : '', isTaken };
    if (call.of === 'content') this.#unheard.set(call.key, content);
    if (fault?.twice) act();
    const posted =
      call.words.startsWith('POST ') && call.path.endsWith('/documents/files')
        ? { matterId: call.path.split('/')[2] ?? '', name: nameIn(body) }
        : null;
    if (posted) this.#unheardPosts.add(posted);
    const back = await life.takes(this.latency, () => fault?.after?.(answer) ?? answer);
    const isSaid =
      back.ok && back.value.status >= 400 && back.value.status < 500 && back.value.status !== 408;
    if (posted && isSaid && connection === this.#broken) this.#unheardPosts.delete(posted);
    if (connection !== this.#broken) {
      this.#inject('connection broken');
      return err({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' });
    }
    if (
      call.of === 'content' &&
      back.ok &&
      back.value === (answer.ok ? answer.value : null) &&
      !signal?.aborted
    ) {
      this.#heard.set(call.key, { content, at: this.#clock.steady() });
      // Of what the storage failed with, or something else answered, nobody here can tell whether it took the content all the same.
      const isPortal = fault?.name.includes('captive portal') ?? false;
      const isTold = back.value.status < 500 && back.value.status !== 408 && !isPortal;
      if (!this.writesNothing && !this.keepsNothing && isTold) this.#unheard.delete(call.key);
    }
    if (call.of === 'other' && fault && back.ok) {
      const isAsItIs = answer.ok && back.value.body === answer.value.body;
      this.saidNotOffered ||=
        [404, 405].includes(back.value.status) || (back.value.status < 300 && !isAsItIs);
      this.saidNotOffered ||= instead !== undefined && back.value.status < 400;
    }
    if (request !== null && back.ok)
      this.#hear(request, back.value, back.value === (answer.ok ? answer.value : null), fault);
    if (back.ok) this.#noteRefusal(call, back.value.status);
    if (back.ok && call.of !== 'content' && !signal?.aborted) this.#noteRest(life, back.value);
    if (
      call.path.endsWith('/history') &&
      back.ok &&
      back.value === (answer.ok ? answer.value : null) &&
      !instead
    ) {
      for (const id of entryIds(back.value.body)) {
        this.delivered.add(id);
        if (!this.deliveredAt.has(id)) this.deliveredAt.set(id, this.#clock.steady());
      }
    }
    return back;
  }

  #act(
    call: Call,
    body: Buffer,
    authorization: string | undefined,
    sentAt: number,
  ): Result<Incoming, ExchangeFailure> {
    const date = new Date(this.#service.shown).toUTCString();
    const answer = (status: number, value: unknown): Result<Incoming, ExchangeFailure> =>
      ok({ status, headers: { date }, body: value === null ? '' : JSON.stringify(value) });
    const notFound = () => answer(404, { title: 'Not found', status: 404 });
    if (call.of === 'content') {
      return this.#service.take(call.key, body)
        ? answer(200, null)
        : answer(403, { error: 'address expired' });
    }
    if (authorization !== `Bearer sim-token-${this.token}`) return answer(401, { title: 'Unauthorized' });
    switch (call.of) {
      case 'staff':
        return answer(200, { value: [] });
      case 'matters':
        return answer(200, {
          value: this.#service.matterIds.map((id) => this.#service.office.recordOf(id)),
          size: 2,
        });
      case 'request':
      case 'record': {
        const { status, value } = this.#service.office.answer({ ...call, body: body.toString() }) ?? {
          status: 404,
          value: {},
        };
        return answer(status, value);
      }
      case 'history': {
        const value = this.#service.history(call.matterId, call.key);
        return value ? answer(200, { value }) : notFound();
      }
      case 'announcement': {
        if (!this.#service.hasMatter(call.matterId) || !this.#service.mayPut(call.key)) return notFound();
        const { fileName, folderId, fileAdditionalData } = JSON.parse(body.toString());
        return answer(
          202,
          this.#service.announce({
            matterId: call.matterId,
            fileId: call.key,
            name: fileName,
            folderId,
            data: fileAdditionalData ?? {},
            sentAt,
            slowness: this.slowness,
          }),
        );
      }
      case 'other': {
        const said = this.#service.beyond?.answer({ ...call, body: body.toString() });
        return said ? answer(said.status, said.value) : notFound();
      }
      case 'given':
        return notFound();
    }
  }

  /** An answer to a request came: whoever asked knows what became of it, if it tells that, and if they can write it down. */
  #hear(id: string, { status }: Incoming, isTheirs: boolean, fault: NetworkFault | null): void {
    if (isRefusal(status)) this.refusedRequests.add(id);
    const isPortal = fault?.name.includes('captive portal') ?? false;
    if (!isTheirs || isPortal || status >= 500 || status === 408) return;
    this.#heardRequests.set(id, this.#clock.steady());
    if (!this.writesNothing && !this.keepsNothing) this.unheardRequests.delete(id);
  }

  #faultFor(of: string): NetworkFault | null {
    const planned = this.#next.findIndex((one) => one.of === of);
    if (planned !== -1) return this.#next.splice(planned, 1)[0]?.fault ?? null;
    const now = this.#clock.steady();
    if (this.#spells.length > 0) this.#spells = this.#spells.filter((spell) => spell.until > now);
    for (const spell of this.#spells) {
      if ((spell.of ?? of) === of && this.#chance() < spell.chance)
        return oneOf(this.#chance, spell.faults) ?? null;
    }
    return null;
  }

  /** A new life starts with a full budget. */
  #count(life: Life): void {
    this.requests += 1;
    const now = this.#clock.steady();
    const { life: asked = null, from = 0, until = 0, untilShown = 0 } = this.#rest ?? {};
    if (asked === life && now > from + underWay && now < until && this.#clock.now() < untilShown)
      this.tooSoon.push(`at ${(now / 1000).toFixed(2)} s, and not before ${(until / 1000).toFixed(2)} s`);
    const left = this.#left.life === life ? this.#left : { tokens: allowed.burst, at: now, life };
    const tokens = Math.min(allowed.burst, left.tokens + ((now - left.at) / 1000) * allowed.perSecond) - 1;
    if (tokens < -1e-6) this.tooFast.push(`at ${(now / 1000).toFixed(2)} s`);
    this.#left = { tokens: Math.max(tokens, 0), at: now, life };
  }

  #noteRefusal(call: Call, status: number): void {
    // Nothing of a document is refused by what cannot be read.
    if (call.of !== 'announcement' && call.of !== 'content') return;
    const { key } = call;
    const subject = call.of === 'announcement' ? key : (this.#service.documentOf(key) ?? key);
    const bad = (this.#badAddresses.get(subject) ?? 0) + (isBadAddress(call, status) ? 1 : 0);
    this.#badAddresses.set(subject, bad);
    if (isBadAddress(call, status) ? bad >= mostBadAddresses : isRefusal(status)) this.refused.add(subject);
  }

  /** The service asks for no request for a while. */
  #noteRest(life: Life, { headers }: Incoming): void {
    const seconds = Number(headers['retry-after']);
    if (!(seconds > 0)) return;
    const [from, ms] = [this.#clock.steady(), seconds * 1_000];
    const until = from + ms - underWay;
    if (this.#rest?.life === life && this.#rest.until > until) return;
    this.#rest = { life, from, until, untilShown: this.#clock.now() + ms - underWay };
  }

  #inject(name: string): void {
    this.injected[name] = (this.injected[name] ?? 0) + 1;
  }
}

/** What comes at once, of a content that is on its way. */
function piecesOf(bytes: Buffer): Buffer[] {
  const step = Math.max(1, Math.ceil(bytes.length / 3));
  return [0, step, 2 * step]
    .map((from) => bytes.subarray(from, from + step))
    .filter(({ length }) => length > 0);
}

function unlessAborted(
  answer: Promise<Result<Incoming, ExchangeFailure>>,
  signal: AbortSignal,
): Promise<Result<Incoming, ExchangeFailure>> {
  const { promise, resolve } = Promise.withResolvers<Result<Incoming, ExchangeFailure>>();
  const abort = () => resolve(err({ kind: 'aborted' }));
  signal.addEventListener('abort', abort);
  void answer.then((came) => {
    signal.removeEventListener('abort', abort);
    resolve(came);
  });
  return promise;
}

interface Call {
  readonly of:
    | 'given'
    | 'content'
    | 'staff'
    | 'matters'
    | 'history'
    | 'announcement'
    | 'request'
    | 'record'
    | 'other';
  readonly method: string;
  /** Below the service's address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly matterId: string;
  /** The folder, the file, or the last part of the upload address. */
  readonly key: string;
  readonly words: string;
}

function callOf({ method, url }: Outgoing): Call {
  const whole = decodeURIComponent(url.pathname);
  const path = whole.replace(/^\/v1(?=\/)/, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  const call = (of: Call['of'], words: string, matterId = '', key = last): Call => ({
    ...{ of, matterId, key, words, method, path, query: url.searchParams },
  });
  if (url.host === 'given.example') return call('given', 'fetching a content');
  if (url.host === 'storage.example') return call('content', 'sending the content');
  if (path === '/staff') return call('staff', 'listing the staff');
  if (path === '/matters' && method === 'GET') return call('matters', 'listing the matters');
  const file = /^\/matters\/([^/]+)\/documents\/files\/([^/]+)$/.exec(path);
  if (file && method === 'PUT') return call('announcement', `announcing ${last}`, file[1]);
  const folder = /^\/matters\/([^/]+)\/documents\/folders\/([^/]+)\/history$/.exec(path);
  if (folder) return call('history', `reading the history of ${folder[2]}`, folder[1], folder[2]);
  if (/^\/(contacts(\/[^/]+)?|matters\/[^/]+(\/portal\/tasks(\/[^/]+)?)?)$/.test(path))
    return call(method === 'GET' ? 'record' : 'request', `${method} ${path}`);
  return call('other', method === 'GET' ? path : `${method} ${path}`);
}

/** Null when what sends it ends before its end: the client itself says what was wrong with it. */
async function bodyOf({ body }: Outgoing): Promise<Buffer | null> {
  if (Buffer.isBuffer(body)) return Buffer.from(body);
  if (body === undefined || typeof body === 'string') return Buffer.from(body ?? '');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(Buffer.from(chunk));
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

const nameIn = (body: Buffer): string =>
  String((JSON.parse(body.toString() || '{}') as { readonly fileName?: string }).fileName);

const entryIds = (body: string): string[] =>
  Array.from(body.matchAll(/"id":"(e\d+)"/g), ([, id]) => id ?? '');
