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

type Service = Pick<HubConfiguration, 'apiKey'> & { readonly baseUrl: string };
type Options = Partial<Omit<HubConfiguration, 'service' | 'apiKey'>> & { ports?: Partial<HubPorts> };

/** The firm's hub before a service, on loopback; stopped at the end of the test. */
export async function startHub(service: Service, options: Options = {}): Promise<RunningHub> {
  const hub = await runHub(service, options);
  onTestFinished(() => hub.stop());
  return hub;
}

/** The same, for whoever ends it. */
export async function runHub(
  service: Service,
  { ports, ...configuration }: Options = {},
): Promise<RunningHub> {
  const log: string[] = [];
  const opened = await openHub(
    {
      service: service.baseUrl,
      apiKey: service.apiKey,
      listen: { host: '127.0.0.1', port: await freePort() },
      limit: { perSecond: 1_000, burst: 1_000 },
      beyondTheSpecification: false,
      webhooks: null,
      redis: null,
      webhookKey: null,
      secrets: '',
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
  if (!opened.ok) throw new Error(opened.error.why);
  return { ...opened.value, log };
}
