import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Agents } from 'got';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { ProxyRoute } from '../../../../shared/model/proxy.ts';
import { idleFor } from '../exchange.ts';

/** A proxy as it was used; told to main when it did not take the name and password that main gave for it. */
export type UsedProxy = Extract<ProxyRoute, { via: 'proxy' }>;

/** Asks main which ways lead to an origin, best first; `refused` is a proxy that wants another name and password. */
export type AskRoutes = (origin: string, refused: UsedProxy | null) => Promise<readonly ProxyRoute[]>;

export type Route =
  | { readonly via: 'direct' }
  | { readonly via: 'unsupported' }
  | { readonly via: 'proxy'; readonly proxy: UsedProxy; readonly agents: Agents };

/** How long an answer holds, in milliseconds: a laptop carried to another network is soon on the right way. */
const cachedFor = 10_000;
/** How long a proxy that could not be reached comes after the others, in milliseconds. */
const avoidedFor = 60_000;
/** Time a proxy has to open a tunnel, in milliseconds. */
const defaultTunnelTime = 15_000;
/** Agents kept at once: one for each proxy in use and a few that were. */
const mostAgents = 8;

/** Knows the way to each origin: directly or through which proxy. Loopback addresses are always reached directly. */
export class ProxyRoutes {
  readonly #ask: AskRoutes;
  readonly #clock: Clock;
  readonly #tunnelTime: number;
  readonly #known = new Map<string, { at: number; routes: Promise<readonly ProxyRoute[]> }>();
  readonly #avoided = new Map<string, number>();
  readonly #agents = new Map<string, Agents>();

  constructor(ask: AskRoutes, clock: Clock, tunnelTime = defaultTunnelTime) {
    this.#ask = ask;
    this.#clock = clock;
    this.#tunnelTime = tunnelTime;
  }

  /** Rejects when main cannot be asked. */
  async to(url: URL): Promise<Route> {
    if (isLoopback(url.hostname)) return { via: 'direct' };
    const routes = await this.#routes(url.origin);
    const now = this.#clock.now();
    const usable = routes.filter((route) => route.via !== 'unsupported');
    const best =
      usable.find((route) => route.via === 'direct' || !(now < (this.#avoided.get(route.server) ?? 0))) ??
      usable[0];
    // An unknown kind of proxy is not silently gone around: whoever set it up wants it used.
    if (!best) return { via: routes.length === 0 ? 'direct' : 'unsupported' };
    if (best.via === 'direct') return { via: 'direct' };
    return { via: 'proxy', proxy: best, agents: await this.#agentsFor(best) };
  }

  /** The proxy could not be reached: the next in the list is tried first for a while. */
  avoid(proxy: UsedProxy): void {
    this.#avoided.set(proxy.server, this.#clock.now() + avoidedFor);
    this.#known.clear();
  }

  /** The proxy wants a name and password, or others; the next request asks main anew. */
  async refused(url: URL, proxy: UsedProxy): Promise<void> {
    this.#known.clear();
    await this.#ask(url.origin, proxy).catch(() => []);
  }

  async #routes(origin: string): Promise<readonly ProxyRoute[]> {
    const now = this.#clock.now();
    const known = this.#known.get(origin);
    // A clock that was set back must not make an answer last longer.
    if (known && now >= known.at && now < known.at + cachedFor) return known.routes;
    for (const [other, { at }] of this.#known) if (now >= at + cachedFor) this.#known.delete(other);
    const routes = this.#ask(origin, null);
    this.#known.set(origin, { at: now, routes });
    routes.catch(() => this.#known.delete(origin));
    return routes;
  }

  async #agentsFor(proxy: UsedProxy): Promise<Agents> {
    const [{ default: http }, { default: https }] = await Promise.all([
      import('node:http'),
      import('node:https'),
    ]);
    const address = addressOf(proxy);
    const agents = this.#agents.get(address) ?? {
      http: closingIdle(new http.Agent({ ...this.#keeping(), proxyEnv: { HTTP_PROXY: address } })),
      https: closingIdle(new https.Agent({ ...this.#keeping(), proxyEnv: { HTTPS_PROXY: address } })),
    };
    this.#agents.delete(address);
    this.#agents.set(address, agents);
    for (const oldest of [...this.#agents.keys()].slice(0, -mostAgents)) this.#agents.delete(oldest);
    return agents;
  }

  #keeping() {
    // The agent has one time for opening a tunnel and for idle connections.
    return { keepAlive: true, timeout: this.#tunnelTime };
  }
}

/** Idle connections are closed as early as direct ones, however long a tunnel may take to open. */
function closingIdle<Kind extends Agent>(agent: Kind): Kind {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket: Socket) => {
    const isKept = keep(socket);
    if ((socket.timeout ?? 0) > idleFor) socket.setTimeout(idleFor);
    return isKept;
  };
  return agent;
}

/** Names of this computer itself, as the WHATWG URL parser writes them. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/.test(hostname);

function addressOf({ server, credentials }: UsedProxy): string {
  const address = new URL(server);
  if (credentials) {
    address.username = encodeURIComponent(credentials.name);
    address.password = encodeURIComponent(credentials.password);
  }
  return address.href;
}
