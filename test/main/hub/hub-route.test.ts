import { expect, test } from 'vitest';
import { HubRoute } from '../../../main/engine/service/network/hub-route.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const hub = new URL('https://hub.example');
const share = { perSecond: 0.1, burst: 1 };
const usual = { perSecond: 5, burst: 5 };

function route(allowed: boolean) {
  const clock = new FakeClock(0);
  const limits: unknown[] = [];
  const told: boolean[] = [];
  const past = allowed ? { share, usual, onPast: (isPast: boolean) => void told.push(isPast) } : null;
  const budget = { configure: (limit: unknown) => void limits.push(limit) };
  return { clock, limits, told, route: new HubRoute(hub, past, { clock, budget }) };
}

test('without an administrator’s word nothing goes past the hub', () => {
  const { route: nobodys, limits } = route(false);
  expect(nobodys.away()).toBe(false);
  expect(nobodys.hub).toBe(hub);
  expect(limits).toEqual([]);
});

test('past it, a desktop keeps to its share, tries the hub again, and goes through it at its usual pace once that answers', () => {
  const { clock, route: allowed, limits, told } = route(true);
  expect(allowed.hub).toBe(hub);
  expect(allowed.away()).toBe(true);
  expect(allowed.hub).toBeNull();
  clock.tick(31_000);
  expect(allowed.hub).toBe(hub);
  expect(allowed.away()).toBe(true);
  expect(limits).toEqual([share]);
  clock.tick(31_000);
  allowed.there();
  expect(limits).toEqual([share, usual]);
  expect(told).toEqual([true, false]);
});
