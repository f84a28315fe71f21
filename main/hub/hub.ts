import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Registry } from 'prom-client';
import type { Clock } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
import type { Exchange } from '../engine/service/exchange.ts';
import { createAnswering } from './answering.ts';
import { type HubConfiguration, webhookKeyIn } from './configuration.ts';
import { createFigures } from './figures.ts';
import { keyedHash } from './keyed-hash.ts';
import type { Log } from './log.ts';
import { type RequestClass, requestClasses } from './request-class.ts';
import { hubServer } from './server.ts';
import { serviceBehind } from './service-behind.ts';
import { ServiceHealth } from './service-health.ts';
import { openShared } from './shared/redis.ts';
import { statusPage } from './status/page.ts';
import { Recent } from './status/recent.ts';
import { EventInbox, seenBefore } from './webhooks/inbox.ts';
import { signatureSchema } from './webhooks/signature.ts';
import { subscribedKey } from './webhooks/subscribed-key.ts';

/** What the hub does to the world, passed in so that tests hold it in their hands. */
export interface HubPorts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly exchange: Exchange;
  readonly log: Log;
  /** Where figures are kept; also those of the process, where it is one of its own. */
  readonly registry: Registry;
}

/** Milliseconds that requests under way have to be finished once the hub is told to end. */
const longestStop = 60_000;

export interface Hub {
  /** Where it listens. */
  readonly address: string;
  /** Takes nothing new, finishes what is under way, and ends. */
  stop(): Promise<void>;
}

/** Builds and opens the hub. It cannot start where it may not listen, or where Redis is configured and cannot be used. */
export async function openHub(
  configuration: HubConfiguration,
  ports: HubPorts,
): Promise<Result<Hub, Refusal>> {
  const { service, apiKey, listen, limit, beyondTheSpecification, webhooks, webhookKey, redis } =
    configuration;
  const { log, clock, random } = ports;
  const figures = createFigures(ports.registry);
  const health = new ServiceHealth(log);
  const recent = new Recent(clock);
  const place = listen.port === 0 ? null : `${hostname()} ${listen.host} ${listen.port}`;
  const opened =
    redis === null ? ok(null) : await openShared({ ...redis, apiKey, service, place, clock, log });
  if (!opened.ok)
    return refuse(
      `Redis cannot be used (${opened.error}).`,
      'Look whether it runs at the address given as "redis", and whether "redisPassword" in the secret file is its password.',
    );
  const shared = opened.value;
  const behind = serviceBehind({ baseUrl: service, apiKey, exchange: ports.exchange });
  const answering = createAnswering({
    ...{ clock, random, limit },
    hash: shared?.hash ?? keyedHash(randomBytes(32)),
    shared,
    async askService(asked) {
      const told = await behind(asked);
      health.heard(told.ok ? 'reached' : told.error.kind);
      figures.serviceAnswered(told.ok ? told.value.status : null);
      return told;
    },
    onPause: (until) => log(until === null ? 'going-on' : 'paused', { until }),
  });
  const { budget, reads, news, pausedFor } = answering;
  figures.watch({ budget, reads, news, pausedFor });
  const key = subscribedKey({
    ...{ known: webhookKey, clock },
    read: () => webhookKeyIn(configuration.secrets),
  });
  const seenHere = seenBefore(clock);
  const inbox = new EventInbox({
    ...{ clock, rules: webhooks?.signature ?? signatureSchema.parse({}), key },
    isNew: shared ? (id) => shared.isNewEvent(id).catch(() => seenHere(id)) : seenHere,
    named: (ids) => answering.named(ids),
  });
  const server = hubServer({
    beyondTheSpecification,
    answer: (asked) => answering.answer(asked),
    stream: (asked) => answering.stream(asked),
    async event(headers, body) {
      const outcome = await inbox.take(headers, body);
      figures.event(outcome);
      return outcome;
    },
    pages: {
      '/hub': async ({ isStill }) =>
        statusPage(
          {
            ...health.facts(pausedFor()),
            waiting: Object.fromEntries(
              requestClasses.map((one) => [one, budget.line.waiting(one)]),
            ) as Record<RequestClass, number>,
            perSecond: limit.perSecond,
            recent: recent.figures(),
            streams: news.streams,
            shared: shared && { hubs: shared.connected(), isThere: shared.isThere() },
            events: key() === null ? null : answering.isToldByEvents() ? 'proven' : 'not proven yet',
          },
          isStill,
        ),
      '/hub/health': async () => health.told(pausedFor()),
      '/hub/metrics': async () => ({
        status: 200,
        headers: { 'content-type': figures.contentType },
        body: await figures.text(),
      }),
    },
    onAnswered(answered) {
      figures.answered(answered);
      recent.add(answered);
      if (answered.status >= 400) log('refused', { ...answered });
    },
    // An error's words may quote what was asked for.
    onFailure: (error) => log('failed', { error: error instanceof Error ? error.name : 'unknown' }),
  });
  const listening = await server.listen(listen).then(ok, (error: NodeJS.ErrnoException) => err(error));
  if (!listening.ok) {
    answering.stop();
    await shared?.stop();
    return refuse(
      `It could not listen there (${listening.error.code ?? 'unknown error'}).`,
      'Is another program using that port? Choose another by --listen HOST:PORT.',
    );
  }
  const address = listening.value;
  log('listening', { address });
  return ok({
    address,
    async stop() {
      log('stopping');
      // Streams are no requests that could be finished: desktops open others.
      answering.stop();
      const impatient = clock.timer(longestStop, () => server.server.closeAllConnections());
      await server.close();
      impatient.cancel();
      await shared?.stop();
      log('stopped');
    },
  });
}

const refuse = (why: string, next: string): Result<never, Refusal> =>
  err({ code: 'unreachable', what: 'The hub cannot start.', why, next });
