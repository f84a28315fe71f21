import { err } from '../../../../shared/base/result.ts';
import type { NetworkFault } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { ProxyRoutes, Route } from './proxy-routes.ts';

/** Faults in opening a connection; with a proxy, the connection is the one to the proxy. */
const faultsOfOpening: readonly NetworkFault[] = [
  'no-such-host',
  'refused',
  'unreachable',
  'proxy-unreachable',
];

/** The same exchange, each request on the way that leads to its origin now: directly or through a proxy. */
export function throughProxies(exchange: Exchange, routes: ProxyRoutes): Exchange {
  return async (outgoing) => {
    let route: Route;
    try {
      route = await routes.to(outgoing.url);
    } catch {
      return err({ kind: 'offline', code: 'PROXY_UNKNOWN', why: 'unknown' });
    }
    if (route.via === 'direct') return exchange(outgoing);
    if (route.via === 'unsupported') return offline('PROXY_UNSUPPORTED', 'proxy-unsupported');
    const { proxy, agents } = route;
    const result = await exchange({ ...outgoing, agent: agents });
    // Without encryption the proxy itself answers the request.
    const answered = result.ok && result.value.status === 407;
    if (answered || (!result.ok && result.error.kind === 'offline' && result.error.why === 'proxy-sign-in')) {
      await routes.refused(outgoing.url, proxy);
      return offline('PROXY_407', 'proxy-sign-in');
    }
    if (!result.ok && result.error.kind === 'offline' && faultsOfOpening.includes(result.error.why)) {
      routes.avoid(proxy);
      return offline(result.error.code, 'proxy-unreachable');
    }
    return result;
  };
}

const offline = (code: string, why: NetworkFault) => err({ kind: 'offline' as const, code, why });
