import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { ProxyQuestion, ProxyRoute } from '../../shared/model/proxy.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { parseProxyList, withoutCredentials } from './proxy-list.ts';
import type { Credentials } from './proxy-login.ts';

interface Ports {
  readonly secrets: SecretStore;
  /** Chromium's answer for an address: the system's settings, proxy scripts included. */
  readonly resolveProxy: (address: string) => Promise<string>;
}

type UsedProxy = Extract<ProxyRoute, { via: 'proxy' }>;

/**
 * Knows through which proxies an address is reached, and the names and passwords for them. A password that was refused
 * is never tried again by itself: some networks lock an account after a few wrong ones.
 */
export class ProxyKeeper {
  /** The proxy that waits for a name and password; null when none does. */
  readonly question = new Watched<ProxyQuestion | null>(null);
  readonly #ports: Ports;
  /** What was to be reached when the proxy asked. */
  #askedFor: string | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Ways to an origin, best first. `refused` is a proxy that did not let through what was sent with what it holds. */
  async routesTo(origin: string, refused: UsedProxy | null): Promise<ProxyRoute[]> {
    if (refused) this.refused(placeOf(refused.server), refused.credentials, origin);
    const routes = parseProxyList(await this.#ports.resolveProxy(origin)).map(withoutCredentials);
    const places = routes.flatMap((route) => (route.via === 'proxy' ? [placeOf(route.server)] : []));
    const { value: question } = this.question;
    // The network has changed, and that proxy is not in the way any more.
    if (question && this.#askedFor === origin && !places.includes(question.proxy)) this.question.set(null);
    return routes.map((route) =>
      route.via === 'proxy' ? { ...route, credentials: this.credentialsFor(placeOf(route.server)) } : route,
    );
  }

  /** What to show the proxy at this `host:port`; null when nothing was given yet, or it was refused. */
  credentialsFor(place: string): Credentials | null {
    return this.#ports.secrets.secrets.proxies?.[place] ?? null;
  }

  /** The proxy let nothing through. What was given meanwhile is kept: it was not what the proxy refused. */
  refused(place: string, shown: Credentials | null, origin: string | null): void {
    const kept = this.credentialsFor(place);
    if (kept && !(shown && sameAs(kept, shown))) return;
    if (kept) this.#keep(place, null);
    const refused = kept !== null || (this.question.value?.proxy === place && this.question.value.refused);
    this.#askedFor = origin;
    this.question.set({ proxy: place, refused });
  }

  /** What to show a proxy that asks on the way to an origin, and refused what it was `shown`; null when that was all. */
  login(place: string, shown: Credentials | null, origin: string): Credentials | null {
    this.refused(place, shown, origin);
    return this.credentialsFor(place);
  }

  /** Something of that origin was reached, so that no proxy on the way there waits for an answer. */
  reached(origin: string): void {
    if (this.#askedFor === origin) this.question.set(null);
  }

  /** Takes a name and password for the proxy that asked, and no other: they go to nobody who did not. */
  give(place: string, credentials: Credentials): Result<void, Refusal> {
    if (this.question.value?.proxy !== place) return err(notAsked);
    this.#keep(place, credentials);
    this.question.set(null);
    return ok(undefined);
  }

  #keep(place: string, credentials: Credentials | null): void {
    const { [place]: _replaced, ...others } = this.#ports.secrets.secrets.proxies ?? {};
    const proxies = credentials ? { ...others, [place]: credentials } : others;
    void this.#ports.secrets.update({ proxies });
  }
}

/** `host:port` of a proxy's address. */
const placeOf = (server: string): string => server.replace(/^https?:\/\//, '');

const sameAs = (one: Credentials, other: Credentials): boolean =>
  one.name === other.name && one.password === other.password;

const notAsked: Refusal = {
  code: 'not-permitted',
  what: 'The name and password were not taken.',
  why: 'This proxy did not ask for any, or has let the program through since.',
  next: 'Nothing is left to do.',
};
