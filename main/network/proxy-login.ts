import type { ProxyRoute } from '../../shared/model/proxy.ts';

export type Credentials = NonNullable<Extract<ProxyRoute, { via: 'proxy' }>['credentials']>;

/** What to show the proxy at this `host:port` that asks, given what it has just refused; null to give up. */
export type ProxyLogin = (place: string, shown: Credentials | null) => Credentials | null;

/** Code of the error for a proxy that takes nothing there is to show it: Chromium's own name of it. */
export const proxyAsksCode = 'ERR_PROXY_AUTH_REQUESTED';
