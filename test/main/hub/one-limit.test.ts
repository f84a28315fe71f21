import { expect, test } from 'vitest';
import { start } from '../../service-tests/harness.ts';
import { startHub } from '../../support/hub.ts';

/** A read that the hub asks anew for each: none is told what another was answered. */
const read = (address: string, token: string) =>
  fetch(`${address}/layouts`, { headers: { authorization: `Bearer ${token}` } });

test('many desktops on one limit: the service refuses nobody, and everybody is answered', async () => {
  const rateLimit = { perSecond: 60, burst: 20 };
  const { service } = await start({ rateLimit });
  const hub = await startHub(service, { limit: rateLimit });
  const tokens = Array.from({ length: 10 }, (_, person) => service.tokensFor(person).accessToken);
  const answers = await Promise.all(
    tokens.flatMap((token) => Array.from({ length: 12 }, () => read(hub.address, token))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(hub.log.join('\n')).not.toContain('paused');
});

test('a service that takes less than was configured is asked again once it said when: desktops notice nothing', async () => {
  const { service, token } = await start({ rateLimit: { perSecond: 4, burst: 4, retryAfter: true } });
  const hub = await startHub(service, { limit: { perSecond: 20, burst: 10 } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => read(hub.address, token)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(hub.log.join('\n')).toContain('paused');
});

test('a service that wants a long pause has it from the whole firm: who asks meanwhile is told how long', async () => {
  const { service, token } = await start();
  const hub = await startHub(service);
  service.faults.add({ route: '*', kind: 'status', status: 429, retryAfter: '120' });
  const first = await read(hub.address, token);
  expect(first.status).toBe(429);
  const another = await read(hub.address, service.tokensFor(1).accessToken);
  expect(another.status).toBe(429);
  expect(Number(another.headers.get('retry-after'))).toBeGreaterThan(110);
});
