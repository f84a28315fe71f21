import type { Agents, Delays } from 'got';
import type { Clock } from '../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Region } from '../../../shared/model/index.ts';
import { fullJitter } from '../platform/back-off.ts';
import { refusalOf } from './answer-status.ts';
import { type BodyMark, conditionsOf, markOf } from './body-mark.ts';
import type { Priority } from './budget/priority.ts';
import type { RequestBudget } from './budget/request-budget.ts';
import { httpDate, parseRetryAfter } from './budget/retry-after.ts';
import type { Urgency } from './budget/urgency.ts';
import type { ServiceError } from './errors.ts';
import { type Exchange, type ExchangeFailure, exchange, type Incoming, type Outgoing } from './exchange.ts';
import { type Json, parseJson, writeJson } from './json.ts';
import type { LongBody } from './long-body.ts';
import { HubRoute, type PastHub } from './network/hub-route.ts';
import { atHub, firmPriority, hubDelays, withoutHub, withoutService } from './network/through-hub.ts';
import { type CalledId, operationOf } from './operations.ts';
import { withoutSecrets } from './without-secrets.ts';

export type TokenFailure = { kind: 'signed-out' } | { kind: 'unreachable'; why: string };

export interface ServiceClientOptions {
  /** Address of the service (spec: `{base_url}`), with or without a path and a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Address of the firm's hub: requests go to it alone, and it has the API key. Contents go to and from storage as ever. */
  readonly hub?: string | undefined;
  /** What goes to the service itself while the hub is away; nothing unless said. */
  readonly pastHub?: PastHub | null | undefined;
  /** Asked before every request; asked with the refused token, once, when the service answers 401. */
  readonly accessToken: (rejected: string | null) => Promise<Result<string, TokenFailure>>;
  readonly budget: RequestBudget;
  readonly clock: Clock;
  readonly random: () => number;
  /** Where the firm's service runs, for fields that exist only in some regions; unknown lets every field pass. */
  readonly region?: Region | undefined;
  readonly http?: {
    readonly agent?: Agents;
    /** Milliseconds, in got's names; each replaces one of the defaults. */
    readonly timeouts?: Delays;
    /** Longest silence of the network while a document is sent, in milliseconds; 60 seconds unless said. */
    readonly uploadStall?: number;
    /** Stands in for the network in simulations. */
    readonly exchange?: Exchange;
  };
}

export interface CallOptions {
  readonly priority?: Priority | undefined;
  /** The same for a request that may become more urgent while it waits. */
  readonly urgency?: Urgency | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked once a write may leave, at the last moment at which nobody can know of it: false keeps it here. */
  readonly onLeaving?: (() => boolean) | undefined;
}

/** One call of an operation. */
export interface Call extends CallOptions {
  readonly operation: CalledId;
  readonly url: URL;
  /** Sent as JSON when given. A function is asked once the request may leave; null from it means that it shall not leave any more. */
  readonly body?: unknown;
  /** Takes a body that is not JSON for none: an accepted write must not look refused for how it is confirmed. */
  readonly anyBody?: boolean;
  /** The caller reads the body's text itself: it is not parsed here, and an answer without JSON is no failure here. */
  readonly asText?: boolean;
  /** Largest answer taken, in bytes; 64 MB unless said. */
  readonly answerLimit?: number;
  /** An answer of so many bytes or more is handed over as it came, to be read elsewhere; never unless said. */
  readonly longFrom?: number | undefined;
  /** Secrets in the body, kept out of what is told of the answer. */
  readonly secrets?: readonly string[];
  /** Milliseconds that the answer may be older than the question, where it comes from the firm's hub; otherwise it never is. */
  readonly maxAge?: number | undefined;
  /** What the body read last is recognised by; null when none was. Undefined: nobody wants to know. */
  readonly known?: BodyMark | null | undefined;
}

/** A successful answer (2xx). */
export interface Answer {
  readonly status: number;
  /** The parsed body; undefined when it is empty. */
  readonly json: Json | undefined;
  /** The body as it came. */
  readonly text: string;
  /**
   * When the request left for the network, by the clock that nobody sets: it may have waited for its turn. Where the hub told what
   * it read for somebody before: when that left.
   */
  readonly leftAt: number;
  /** The body where it is long: neither `text`, `json` nor `mark` is made of it. */
  readonly long?: Omit<LongBody, 'status'>;
  /** The service's clock in milliseconds since 1970 when it answered; null when it did not say. */
  readonly date: number | null;
  /** What the body is recognised by; only where the call said what is known. */
  readonly mark?: BodyMark;
  /** The body is the one known already: it is not parsed again. */
  readonly unchanged?: boolean;
}

export interface Transport {
  readonly baseUrl: URL;
  readonly region: Region | undefined;
  send(call: Call): Promise<Result<Answer, ServiceError>>;
}

/** Largest answer taken unless a call says otherwise: 500 matters with their items are a few megabytes. */
const usualAnswerLimit = 64 * 1024 * 1024;
export const defaultDelays = {
  lookup: 10_000,
  connect: 15_000,
  secureConnect: 15_000,
  response: 45_000,
  socket: 60_000,
  request: 180_000,
} satisfies Delays;
/** A read that failed in passing is repeated this often; writes never, their caller knows what they mean. */
const readRepeats = 2;
const readBackOff = { base: 500, cap: 5000 };
/** Milliseconds of pause a read sits out by itself; of a longer one its caller hears at once. */
const shortPause = 2000;

/** The one place for headers, budget, repeats, cancellation and errors of every call (spec: Authentication). */
export function createTransport(options: ServiceClientOptions): Transport {
  const { apiKey, budget, clock, random, http } = options;
  const baseUrl = new URL(options.baseUrl);
  const route = new HubRoute(
    options.hub === undefined ? null : new URL(options.hub),
    options.pastHub ?? null,
    options,
  );

  async function tokenFor(call: Call, rejected: string | null): Promise<Result<string, ServiceError>> {
    const { operation } = call;
    try {
      const token = await options.accessToken(rejected);
      if (token.ok) return token;
      return token.error.kind === 'signed-out'
        ? err({ operation, kind: 'signed-out' })
        : err({ operation, kind: 'sign-in-unreachable', why: token.error.why });
    } catch {
      // Whoever keeps the tokens went away; it comes back by itself.
      return err({ operation, kind: 'sign-in-unreachable', why: 'the sign-in could not be asked' });
    }
  }

  async function attempt(
    call: Call,
    token: string,
  ): Promise<
    Result<Incoming & { readonly leftAt: number; readonly secrets?: readonly string[] }, ServiceError>
  > {
    const { operation, signal } = call;
    const urgency = call.urgency ?? call.priority ?? 'view';
    const granted = await budget.acquire(urgency, signal);
    if (!granted.ok) return err({ operation, kind: 'aborted' });
    const { hub } = route;
    const { body: toSay } = call;
    const said = typeof toSay === 'function' ? await budget.holding(async () => toSay()) : toSay;
    if (said === null) return err({ operation, kind: 'aborted' });
    const body = said === undefined ? undefined : writeJson(said);
    const outgoing: Outgoing = {
      method: operationOf(operation).method,
      url: hub ? atHub(call.url, baseUrl, hub) : call.url,
      headers: {
        accept: 'application/json',
        'user-agent': 'Matterline',
        ...(hub
          ? { priority: firmPriority(typeof urgency === 'string' ? urgency : urgency.priority) }
          : { 'x-api-key': apiKey }),
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...conditionsOf(call.known),
        ...(hub && call.maxAge ? { 'cache-control': `max-age=${Math.ceil(call.maxAge / 1000)}` } : {}),
      },
      ...(body === undefined ? {} : { body }),
      answerLimit: call.answerLimit ?? usualAnswerLimit,
      beyondLimit: 'refuse',
      ...(call.longFrom === undefined ? {} : { bytesFrom: call.longFrom }),
      delays: { ...defaultDelays, ...(hub && hubDelays), ...http?.timeouts },
      ...(http?.agent ? { agent: http.agent } : {}),
      ...(signal ? { signal } : {}),
    };
    const leftAt = clock.steady();
    const incoming = await (http?.exchange ?? exchange)(outgoing);
    if (!incoming.ok) {
      const failure = hub ? withoutHub(incoming.error) : incoming.error;
      // It never left: there is no way to the hub.
      const isAway = failure.kind === 'offline' && failure.why === 'hub-unreachable';
      if (isAway && !signal?.aborted && route.away()) return attempt(call, token);
      return err(networkError(operation, failure));
    }
    const failure = hub && withoutService(incoming.value);
    if (failure) {
      const isAway = failure.kind === 'offline' && failure.why === 'hub-unreachable';
      if (!isAway) route.there();
      // What stands before the hub does not say whether it passed on a write before the hub went.
      else if (route.away() && outgoing.method === 'GET' && !signal?.aborted) return attempt(call, token);
      return err(networkError(operation, failure));
    }
    if (hub) route.there();
    const secrets = [token, apiKey, ...(call.secrets ?? [])];
    const { body: text, bytes, status, headers } = incoming.value;
    // A refusal is read here, however long it is.
    if (bytes && status === 200) return ok({ status, headers, leftAt, body: '', bytes, secrets });
    return ok({ status, headers, leftAt, body: withoutSecrets(bytes?.toString('utf8') ?? text, secrets) });
  }

  /** Keeps the whole account's pace by what the service said of it. */
  function heed(incoming: Incoming): number | null {
    const retryAfter = parseRetryAfter(incoming.headers['retry-after'], incoming.headers.date, clock.now());
    if (incoming.status === 429) budget.refused(retryAfter);
    else if (incoming.status === 503 && retryAfter !== null) budget.pauseUntil(clock.now() + retryAfter);
    else budget.accepted();
    return retryAfter;
  }

  async function once(call: Call): Promise<Result<Answer, ServiceError>> {
    const { operation } = call;
    const token = await tokenFor(call, null);
    if (!token.ok) return token;
    let incoming = await attempt(call, token.value);
    if (incoming.ok && incoming.value.status === 401) {
      const renewed = await tokenFor(call, token.value);
      if (!renewed.ok) return renewed;
      if (renewed.value !== token.value) incoming = await attempt(call, renewed.value);
    }
    if (!incoming.ok) return incoming;
    const { status, headers, body } = incoming.value;
    const leftAt = incoming.value.leftAt - (options.hub ? ageOf(headers.age) : 0);
    const date = httpDate(headers.date ?? '');
    if (status === 304 && call.known) {
      heed(incoming.value);
      return ok({ status, json: undefined, text: '', date, leftAt, mark: call.known, unchanged: true });
    }
    const refusal = refusalOf({
      ...incoming.value,
      retryAfter: heed(incoming.value),
      origin: baseUrl.origin,
    });
    if (refusal) return err({ operation, ...refusal });
    const { bytes, secrets = [] } = incoming.value;
    if (bytes) {
      const { etag = null } = headers;
      return ok({
        status,
        json: undefined,
        text: '',
        date,
        leftAt,
        long: { bytes, etag, secrets },
      });
    }
    const mark = call.known === undefined ? undefined : await markOf(body, headers);
    const answer: Answer = { status, json: undefined, text: body, date, leftAt, ...(mark && { mark }) };
    if (mark && mark.hash === call.known?.hash) return ok({ ...answer, unchanged: true });
    if (body.trim() === '') return ok({ ...answer, text: '' });
    if (call.asText) return ok(answer);
    const json = parseJson(body);
    if (json.ok) return ok({ ...answer, json: json.value });
    return call.anyBody ? ok(answer) : err({ operation, kind: 'malformed', status, what: 'not JSON' });
  }

  return {
    baseUrl,
    region: options.region,
    async send(call) {
      for (let repeat = 0; ; repeat += 1) {
        const result = await once(call);
        const passing = !result.ok && mayPass(result.error) && operationOf(call.operation).method === 'GET';
        const pause = (budget.pausedUntil() ?? 0) - clock.now();
        if (!passing || repeat === readRepeats || pause > shortPause) return result;
        await clock.sleep(fullJitter(repeat, random, readBackOff), call.signal);
        if (call.signal?.aborted) return err({ operation: call.operation, kind: 'aborted' });
      }
    },
  };
}

/** How much older than the question an answer of the hub is, in milliseconds. */
const ageOf = (age: string | undefined): number => (/^\d{1,7}$/.test(age ?? '') ? Number(age) * 1000 : 0);

/** Faults that are often gone a moment later; a service out of reach is reported at once instead. */
function mayPass(error: ServiceError): boolean {
  if (error.kind === 'offline') return error.why === 'interrupted';
  return error.kind === 'server' || error.kind === 'rate-limited';
}

export function networkError(operation: CalledId, failure: ExchangeFailure): ServiceError {
  return failure.kind === 'malformed' ? { operation, status: null, ...failure } : { operation, ...failure };
}
