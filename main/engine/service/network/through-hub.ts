import type { Priority } from '../budget/priority.ts';
import type { NetworkFault } from '../errors.ts';
import type { ExchangeFailure, Incoming } from '../exchange.ts';
import { isObject, parseJson } from '../json.ts';

/** Milliseconds: at the hub a request waits for its turn too, before the service is asked. */
export const hubDelays = { response: 90_000, socket: 90_000 } as const;

/** The header of every answer of a hub: what stands in front of it answers by itself while it is away. */
export const hubMark = 'matterline-hub';

/** The same operation at the hub: what stands below the service's address stands below the hub's. */
export function atHub(url: URL, service: URL, hub: URL): URL {
  const [base, below] = [service, hub].map(({ pathname }) => pathname.replace(/\/+$/, '')) as [
    string,
    string,
  ];
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname;
  const moved = new URL(hub);
  moved.pathname = below + path;
  moved.search = url.search;
  return moved;
}

/** How urgent a request is among those of the whole firm (RFC 9218). */
export const firmPriority = (priority: Priority): string => `u=${urgencies[priority]}`;

const urgencies: Readonly<Record<Priority, number>> = { 'sign-in': 0, announce: 1, view: 3, background: 5 };

/** Why there is no answer of the service in what came; null for every answer of the service itself. */
export function withoutService({
  status,
  headers,
  body,
}: Pick<Incoming, 'status' | 'headers' | 'body'>): ExchangeFailure | null {
  if (status < 502 || status > 504) return null;
  if (headers[hubMark] === undefined)
    return { kind: 'offline', code: `HTTP_${status}`, why: 'hub-unreachable' };
  const json = parseJson(body);
  const type = json.ok && isObject(json.value) ? json.value['type'] : null;
  if (type === 'urn:matterline:hub:service-silent') return { kind: 'timeout' };
  // As without a hub: one thing alone may be answered so.
  if (type === 'urn:matterline:hub:service-interrupted')
    return { kind: 'offline', code: 'HUB_INTERRUPTED', why: 'interrupted' };
  if (type !== 'urn:matterline:hub:service-unreachable') return null;
  return { kind: 'offline', code: 'HUB_WITHOUT_SERVICE', why: 'hub-without-service' };
}

/** Nothing was heard of the hub itself. */
export function withoutHub(failure: ExchangeFailure): ExchangeFailure {
  if (failure.kind !== 'offline' || !hubIsAway.includes(failure.why)) return failure;
  return { ...failure, why: 'hub-unreachable' };
}

const hubIsAway: readonly NetworkFault[] = ['no-such-host', 'refused', 'unreachable'];
