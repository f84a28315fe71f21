import { randomBytes } from 'node:crypto';
import type { Clock } from '../../shared/base/clock.ts';
import type { Exchange } from '../engine/service/exchange.ts';
import { createAsking, failureTold } from './asking.ts';
import type { HubConfiguration } from './configuration.ts';
import { createFirmBudget } from './firm-budget.ts';
import { keyedHash } from './keyed-hash.ts';
import type { Log } from './log.ts';
import { classOf } from './request-class.ts';
import { hubServer } from './server.ts';
import { serviceBehind } from './service-behind.ts';
import { maxAgeOf, SharedReads } from './shared-reads.ts';
import { withSleep } from './time-passed.ts';

/** What the hub does to the world, passed in so that tests hold it in their hands. */
export interface HubPorts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly exchange: Exchange;
  readonly log: Log;
}

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
  const hash = keyedHash(randomBytes(32));
  const budget = createFirmBudget({
    clock,
    random,
    limit,
    onPause: (until) => log(until === null ? 'going-on' : 'paused', { until }),
  });
  const pausedFor = () => (budget.pausedUntil() ?? 0) - clock.now();
  const askService = serviceBehind({ baseUrl: service, apiKey, exchange: ports.exchange });
  const passing = withSleep(clock);
  const ask = createAsking({ budget, askService, clock: passing });
  const reads = new SharedReads({ ask, clock: passing, hash });
  const server = hubServer({
    beyondTheSpecification,
    async answer({ request, token, body, contentType, header, gone }) {
      const question = {
        ...{ request, token, body, contentType, known: header('if-none-match') },
        who: hash(token),
        requestClass: classOf(request, header('priority')),
        maxAge: maxAgeOf(header('cache-control')),
      };
      const { answer } = await reads.answer(question, gone);
      return answer.ok ? answer.value.told : failureTold(answer.error, pausedFor());
    },
    onAnswered: (answered) => log('answered', answered),
    // An error's words may quote what was asked for.
    onFailure: (error) => log('failed', { error: error instanceof Error ? error.name : 'unknown' }),
  });
  const address = await server.listen(listen);
  log('listening', { address });
  return {
    address,
    async stop() {
      log('stopping');
      await server.close();
      reads.stop();
      log('stopped');
    },
  };
}
