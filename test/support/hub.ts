import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import { exchange } from '../../main/engine/service/exchange.ts';
import type { HubConfiguration } from '../../main/hub/configuration.ts';
import { type Hub, type HubPorts, openHub } from '../../main/hub/hub.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { freePort } from '../service/free-port.ts';

export interface RunningHub extends Hub {
  /** Every line of its log so far. */
  readonly log: string[];
}

/** The firm's hub before a service, on loopback; stopped at the end of the test. */
export async function startHub(
  service: { readonly baseUrl: string; readonly apiKey: string },
  {
    ports,
    ...configuration
  }: Partial<Omit<HubConfiguration, 'service' | 'apiKey'>> & { ports?: Partial<HubPorts> } = {},
): Promise<RunningHub> {
  const log: string[] = [];
  const hub = await openHub(
    {
      service: service.baseUrl,
      apiKey: service.apiKey,
      listen: { host: '127.0.0.1', port: await freePort() },
      limit: { perSecond: 1_000, burst: 1_000 },
      beyondTheSpecification: false,
      ...configuration,
    },
    {
      clock: systemClock,
      random: Math.random,
      exchange,
      registry: new Registry(),
      log: (event, facts = {}) => log.push(JSON.stringify({ event, ...facts })),
      ...ports,
    },
  );
  onTestFinished(() => hub.stop());
  return { ...hub, log };
}
