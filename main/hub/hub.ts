import { randomBytes } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { Clock } from '../../shared/base/clock.ts';
import type { Exchange } from '../engine/service/exchange.ts';
import { createAnswering } from './answering.ts';
import type { HubConfiguration } from './configuration.ts';
import { createFigures } from './figures.ts';
import { keyedHash } from './keyed-hash.ts';
import type { Log } from './log.ts';
import { hubServer } from './server.ts';
import { serviceBehind } from './service-behind.ts';
import { ServiceHealth } from './service-health.ts';

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

/** Builds and opens the hub. @throws when it cannot listen there */
export async function openHub(configuration: HubConfiguration, ports: HubPorts): Promise<Hub> {
  const { service, apiKey, listen, limit, beyondTheSpecification } = configuration;
  const { log, clock, random } = ports;
  const figures = createFigures(ports.registry);
  const health = new ServiceHealth(log);
  const behind = serviceBehind({ baseUrl: service, apiKey, exchange: ports.exchange });
  const answering = createAnswering({
    ...{ clock, random, limit },
    hash: keyedHash(randomBytes(32)),
    async askService(asked) {
      const told = await behind(asked);
      health.heard(told.ok ? 'reached' : told.error.kind);
      figures.serviceAnswered(told.ok ? told.value.status : null);
      return told;
    },
    onPause: (until) => log(until === null ? 'going-on' : 'paused', { until }),
  });
  const { budget, reads, pausedFor } = answering;
  figures.watch(budget, reads, pausedFor);
  const server = hubServer({
    beyondTheSpecification,
    answer: (asked) => answering.answer(asked),
    pages: {
      '/hub/health': async () => health.told(pausedFor()),
      '/hub/metrics': async () => ({
        status: 200,
        headers: { 'content-type': figures.contentType },
        body: await figures.text(),
      }),
    },
    onAnswered(answered) {
      figures.answered(answered);
      if (answered.status >= 400) log('refused', { ...answered });
    },
    // An error's words may quote what was asked for.
    onFailure: (error) => log('failed', { error: error instanceof Error ? error.name : 'unknown' }),
  });
  const address = await server.listen(listen);
  log('listening', { address });
  return {
    address,
    async stop() {
      log('stopping');
      const impatient = clock.timer(longestStop, () => server.server.closeAllConnections());
      await server.close();
      impatient.cancel();
      reads.stop();
      log('stopped');
    },
  };
}
