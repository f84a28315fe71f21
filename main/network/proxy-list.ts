import type { ProxyRoute } from '../../shared/model/proxy.ts';

/** A route without the name and password, which are looked up apart. */
export type BareRoute = { via: 'direct' | 'unsupported' } | { via: 'proxy'; server: string };

/**
 * Reads what Chromium's `resolveProxy` (and any proxy script) answers: `PROXY a:8080; HTTPS b:443; SOCKS5 c:1080; DIRECT`.
 * Nothing at all means directly.
 */
export function parseProxyList(text: string): BareRoute[] {
  const routes = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(routeOf);
  return routes.length === 0 ? [{ via: 'direct' }] : routes;
}

function routeOf(part: string): BareRoute {
  const [kind = '', place = ''] = part.split(/\s+/);
  if (kind.toUpperCase() === 'DIRECT') return { via: 'direct' };
  const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
  if (scheme === undefined) return { via: 'unsupported' };
  const server = `${scheme}://${place}`;
  if (!URL.canParse(server) || new URL(server).host === '') return { via: 'unsupported' };
  // A port that is the scheme's own is left out by URL, and told all the same.
  const { hostname, port } = new URL(server);
  return { via: 'proxy', server: `${scheme}://${hostname}:${port || (scheme === 'http' ? 80 : 443)}` };
}

export const withoutCredentials = (route: BareRoute): ProxyRoute =>
  route.via === 'proxy' ? { ...route, credentials: null } : { via: route.via };
