import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import { type Exchange, exchange } from '../exchange.ts';
import { type AskRoutes, ProxyRoutes } from './proxy-routes.ts';
import { throughProxies } from './through-proxies.ts';
import { trustComputersAuthorities } from './trust.ts';

/** How long the first request waits, in milliseconds: the window, which has just opened, asks its own questions first. */
const breath = 300;

/**
 * The network of this computer. What it needs is made ready with the first request: reading the computer's authorities
 * takes as long as everything else that the engine does before it can answer.
 */
export function lateNetwork(ask: AskRoutes, clock: Clock): Exchange {
  const through = throughProxies(exchange, new ProxyRoutes(ask, clock));
  let ready: Promise<void> | null = null;
  const prepare = async (): Promise<void> => {
    await clock.sleep(breath);
    await trustComputersAuthorities();
    // The first request is made of code that is read with it.
    await setImmediate();
  };
  return async (outgoing) => {
    ready ??= prepare();
    await ready;
    return through(outgoing);
  };
}
