import type { Clock } from '../../shared/base/clock.ts';
import type { Exchange } from '../engine/service/exchange.ts';
import type { HubConfiguration } from './configuration.ts';
import type { Log } from './log.ts';
import { hubServer } from './server.ts';
import { noAnswer, serviceBehind } from './service-behind.ts';

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
  const { service, apiKey, listen, beyondTheSpecification } = configuration;
  const { log } = ports;
  const askService = serviceBehind({ baseUrl: service, apiKey, exchange: ports.exchange });
  const server = hubServer({
    beyondTheSpecification,
    async answer({ request, token, body, contentType, header }) {
      const told = await askService({ request, token, body, contentType, known: header('if-none-match') });
      return told.ok ? told.value : noAnswer(told.error);
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
      log('stopped');
    },
  };
}
