import { hkdfSync, randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Clock, Timer } from '../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { type KeyedHash, keyedHash } from '../keyed-hash.ts';
import type { Log } from '../log.ts';
import { proofLasts } from '../shown.ts';
import { withSleep } from '../time-passed.ts';
import { type Message, messageSchema } from './messages.ts';
import { aliveEvery, aloneAfter, Presence } from './presence.ts';
import { PutBodies } from './put-bodies.ts';
import { giveBackScript, pauseScript, takeScript } from './scripts.ts';
import { sealing } from './sealing.ts';
import { SharedClock } from './shared-clock.ts';
import type { SharedBucket } from './shared-gate.ts';

/** Messages kept for hubs that come; none is worth anything once every proof in it has run out. */
const mostMessages = 200_000;
/** Milliseconds for which they are kept once no hub is there any more. */
const messagesKept = 2 * proofLasts;
/** Messages read at once. */
const batch = 500;
/** Milliseconds for which Redis has nothing to tell, at most, before it says so; and after which what it told is old. */
const silence = 1_000;
const freshFor = 3_000;
/** Milliseconds without an answer after which a connection is taken for dead: nobody else says so where a cable or a firewall is the cause. */
const silentFor = 3_000;
/** Milliseconds to find it at the start. */
const longestStart = 10_000;
/** Milliseconds that a notification is known to have come. */
const eventsKnown = 10 * 60_000;

export interface Shared extends SharedBucket {
  readonly hash: KeyedHash;
  /** True while everything that other hubs told has been heard: a refusal may be among it. */
  readonly isUpToDate: () => boolean;
  /** Hubs that are connected. */
  readonly connected: () => number;
  /** Tells the other hubs. */
  tell(message: Message): void;
  /** What others told, in order; `at` is when, by the shared clock. */
  onMessage: (message: Message, at: number) => Promise<void> | void;
  /** What was told so far is not known any more. */
  onForgotten: () => void;
  /** What the clock that hubs share shows now, at least and at most. */
  now(): ReturnType<SharedClock['now']>;
  putBody(validator: string, body: string | Buffer): void;
  body(validator: string): Promise<Buffer | null>;
  isNewEvent(id: string): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * What several hubs share, in Redis or Valkey: the bucket of requests, what the service showed to whom and what of it was read, as messages of a
 * quarter of an hour. Nothing of it need be kept when Redis ends. The error says why it cannot be used, as the network or Redis calls it.
 */
export async function openShared(parts: {
  readonly url: string;
  readonly password: string | null;
  /** The firm's: names and contents are of use only to who has it. */
  readonly apiKey: string;
  readonly service: string;
  /** What a hub is called that is started again in the place of this one; null for one that has none. */
  readonly place: string | null;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<Result<Shared, string>> {
  const { clock, log } = parts;
  const passing = withSleep(clock);
  const secret = (what: string) =>
    Buffer.from(hkdfSync('sha256', parts.apiKey, parts.service, `matterline hub ${what}`, 32));
  const hash = keyedHash(secret('names'));
  const seal = sealing(secret('contents'));
  const prefix = `matterline:${hash('prefix').slice(0, 10)}:`;
  const key = (what: string) => `${prefix}${what}`;
  const self = randomBytes(9).toString('base64url');
  const options = {
    ...(parts.password === null ? {} : { password: parts.password }),
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 5_000,
    socketTimeout: silentFor,
    retryStrategy: (times: number) => Math.min(50 * times, 1_000),
  };
  const redis = new Redis(parts.url, options);
  const reader = redis.duplicate();
  // Told by `isThere`; an error nobody listens to would end the process.
  let lastError: unknown = null;
  for (const one of [redis, reader]) one.on('error', (error: unknown) => (lastError = error));
  const presence = new Presence(redis, key('hubs'), hash('place', parts.place ?? self));
  const sharedClock = new SharedClock(clock);
  const bodies = new PutBodies(proofLasts);
  const never = Number.NEGATIVE_INFINITY;
  let isThere = false;
  let stopped = false;
  let generation: string | null = null;
  let last = '0';
  /** When this hub gave its last sign of life, and when it had heard everything; by the clock that nobody sets. */
  let signedAt = never;
  let heardAt = never;
  let alive: Timer | null = null;
  /** What others must hear, whenever Redis is back: a refusal counts everywhere. */
  const unheard: Message[] = [];

  async function send(message: Message): Promise<void> {
    const said = ['from', self, 'message', JSON.stringify(message)];
    await redis.xadd(key('told'), 'MAXLEN', '~', mostMessages, '*', ...said);
  }

  async function greet(): Promise<void> {
    await redis.set(key('generation'), self + clock.now(), 'NX');
    const found = await redis.get(key('generation'));
    if (generation !== null && found !== generation) {
      // It was restarted, and kept nothing.
      last = '0';
      bodies.forget();
      shared.onForgotten();
    }
    generation = found;
    await sign();
    for (const message of unheard.splice(0)) await send(message);
    if (!isThere) log('shared-state', { is: 'reached', hubs: presence.present });
    isThere = true;
  }

  async function sign(): Promise<void> {
    const startedAt = passing.steady();
    const now = await sharedClock.measure(async () => {
      const [seconds, micros] = await redis.time();
      return Number(seconds) * 1000 + Number(micros) / 1000;
    });
    await presence.sign(now);
    signedAt = startedAt;
    await redis.xtrim(key('told'), 'MINID', '~', Math.floor(now - proofLasts));
    await redis.pexpire(key('told'), messagesKept);
  }

  async function heed(id: string, fields: readonly string[]): Promise<void> {
    last = id;
    const [, from, , text = ''] = fields;
    if (from === self) return;
    const message = messageSchema.safeParse(JSON.parse(text));
    if (message.success) await shared.onMessage(message.data, Number(id.split('-')[0]));
  }

  async function listen(): Promise<void> {
    while (!stopped) {
      try {
        if (reader.status === 'wait' || reader.status === 'end') await reader.connect();
        const [stream] =
          (await reader.xread('COUNT', batch, 'BLOCK', silence, 'STREAMS', key('told'), last)) ?? [];
        const arrivedAt = passing.steady();
        const messages = stream?.[1] ?? [];
        for (const [id, fields] of messages) await heed(id, fields);
        if (messages.length < batch && isThere) heardAt = arrivedAt;
      } catch {
        heardAt = never;
        await clock.sleep(100);
      }
    }
  }

  const lost = () => {
    if (isThere && !stopped) log('shared-state', { is: 'away', hubs: presence.present });
    isThere = false;
    heardAt = never;
  };
  const keepAlive = () => {
    alive = clock.timer(aliveEvery, keepAlive);
    if (isThere) sign().catch(() => {});
    else if (redis.status === 'ready') greet().catch(lost);
  };
  const end = () => {
    stopped = true;
    isThere = false;
    alive?.cancel();
    redis.disconnect();
    reader.disconnect();
  };

  const shared: Shared = {
    hash,
    isThere: () => isThere,
    isAlone: () => !isThere && passing.steady() - signedAt >= aloneAfter,
    isUpToDate: () => isThere && passing.steady() - heardAt < freshFor,
    hubs: () => presence.known,
    connected: () => presence.present,
    share: () => presence.present / presence.known,
    async take({ perSecond, burst }, needed) {
      const answer = await redis.eval(takeScript, 1, key('bucket'), perSecond, burst, needed);
      const [granted, wait, pause] = answer as [number, number, number];
      return { isGranted: granted === 1, wait, pause };
    },
    giveBack: () => void redis.eval(giveBackScript, 1, key('bucket')).catch(() => {}),
    pause(milliseconds, isEmpty) {
      redis.eval(pauseScript, 1, key('bucket'), milliseconds, isEmpty ? '1' : '0').catch(() => {});
    },
    tell(message) {
      const mustArrive = message.is === 'refused' || message.is === 'withdrawn';
      if (!isThere && !mustArrive) return;
      if (!isThere) unheard.push(message);
      else send(message).catch(() => void (mustArrive && unheard.push(message)));
    },
    onMessage() {},
    onForgotten() {},
    now: () => sharedClock.now(),
    putBody(validator, body) {
      if (!isThere || !bodies.isMissing(validator, passing.steady())) return;
      // On the same connection as the message that tells of it, so that it is there first.
      const name = key(`body:${hash('body', validator)}`);
      redis.set(name, seal.close(body), 'PX', 2 * proofLasts).catch(() => bodies.lost(validator));
    },
    async body(validator) {
      const sealed = await redis.getBuffer(key(`body:${hash('body', validator)}`)).catch(() => null);
      return sealed && seal.open(sealed);
    },
    isNewEvent: async (id) =>
      (await redis.set(key(`event:${hash('event', id)}`), '1', 'PX', eventsKnown, 'NX')) === 'OK',
    async stop() {
      stopped = true;
      if (isThere) await presence.leave().catch(() => {});
      end();
    },
  };
  const waiting = new AbortController();
  const late = clock.sleep(longestStart, waiting.signal).then(() => err('ETIMEDOUT'));
  const started = redis
    .connect()
    .then(greet)
    .then(ok, (error: unknown) => err(codeOf(lastError ?? error)));
  const begun = await Promise.race([started, late]);
  waiting.abort();
  if (!begun.ok) {
    end();
    return begun;
  }
  redis.on('close', lost);
  redis.on('ready', () => void greet().catch(lost));
  alive = clock.timer(aliveEvery, keepAlive);
  void listen();
  return ok(shared);
}

/** `ECONNREFUSED`, `WRONGPASS`; never what else an error says. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}
