import { expect, test } from 'vitest';
import { diagnose } from '../../../main/diagnosis/diagnose.ts';
import { systemClock } from '../../../shared/base/clock.ts';
import { start } from '../../service-tests/harness.ts';
import { startHub } from '../../support/hub.ts';
import { wellComputer } from './well-computer.ts';

async function findingsOf(hub: string, authUrl: string) {
  const found = new Map<string, { result: string; words: string }>();
  const ports = {
    ...wellComputer,
    clock: systemClock,
    fetch: (address: string, init: RequestInit) => fetch(address, init),
    resolveProxy: async () => 'DIRECT',
    status: async () => null,
    storage: async () => null,
  };
  for await (const { step, ...finding } of diagnose({ baseUrl: 'http://127.0.0.1:1', authUrl, hub }, ports))
    found.set(step, finding);
  return found;
}

test('the check of the connection finds the firm’s hub, and whether it reaches the service', async () => {
  const { service, token } = await start();
  const hub = await startHub(service);
  const found = await findingsOf(hub.address, service.authUrl);
  expect(found.get('service')).toMatchObject({
    result: 'ok',
    words: `The firm’s hub answers at ${hub.address}.`,
  });
  expect(found.get('clock')?.result).toBe('ok');
  await service.stop();
  await fetch(`${hub.address}/staff`, { headers: { authorization: `Bearer ${token}` } });
  expect((await findingsOf(hub.address, hub.address)).get('service')).toMatchObject({
    result: 'fail',
    words: expect.stringContaining('cannot reach the practice service'),
  });
});

test('anything else at the hub’s address is told as such', async () => {
  const { service } = await start();
  expect((await findingsOf(service.baseUrl, service.authUrl)).get('service')).toMatchObject({
    result: 'fail',
    words: expect.stringContaining('is not the firm’s hub'),
  });
});
