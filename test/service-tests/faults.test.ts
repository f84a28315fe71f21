import { beforeEach, expect, test } from 'vitest';
import type { FaultRule } from '../service/index.ts';
import { type Json, type Running, reply, start } from './harness.ts';

let running: Running;
let matterId: string;

beforeEach(async () => {
  running = await start();
  [matterId = ''] = running.service.seedMatters(6);
});

const matters = () => running.call('GET', '/matters');

test.each([401, 403, 404, 409, 413, 422, 429, 500, 503])(
  'a route answers %i so many times',
  async (status) => {
    running.service.faults.add({ route: 'matters.list', kind: 'status', status, count: 2 });
    expect((await matters()).body.status).toBe(status);
    expect((await matters()).status).toBe(status);
    expect((await matters()).status).toBe(200);
    expect(running.service.faults.hits).toBe(2);
  },
);

test('rules match by name or by pattern, after so many requests, until removed', async () => {
  const { faults } = running.service;
  const remove = faults.add({
    route: /^GET \/matters/,
    kind: 'status',
    status: 503,
    after: 1,
    count: 'always',
  });
  expect((await matters()).status).toBe(200);
  expect((await matters()).status).toBe(503);
  expect((await running.call('GET', '/staff')).status).toBe(200);
  remove();
  expect((await matters()).status).toBe(200);
});

test('Retry-After comes only when asked for', async () => {
  const { faults } = running.service;
  faults.add({ route: '*', kind: 'status', status: 429, retryAfter: '3' });
  expect((await matters()).headers.get('retry-after')).toBe('3');
  faults.add({ route: '*', kind: 'status', status: 429 });
  expect((await matters()).headers.get('retry-after')).toBeNull();
});

test('latency delays', async () => {
  running.service.faults.add({ route: 'matters.list', kind: 'latency', ms: 60 });
  const before = performance.now();
  await matters();
  expect(performance.now() - before).toBeGreaterThan(55);
});

test.each<[string, FaultRule]>([
  ['a reset', { route: '*', kind: 'reset' }],
  ['a lost answer', { route: '*', kind: 'loseAnswer' }],
  ['a cut answer', { route: '*', kind: 'cutConnection' }],
])('%s breaks the connection', async (_what, rule) => {
  running.service.faults.add(rule);
  await expect(matters()).rejects.toThrow(/fetch failed|terminated/);
  expect((await matters()).status).toBe(200);
});

test('a stalled answer never comes', async () => {
  running.service.faults.add({ route: '*', kind: 'stall' });
  const { baseUrl, apiKey } = running.service;
  const asked = fetch(`${baseUrl}/matters`, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.timeout(100),
  });
  await expect(asked).rejects.toThrow(/timeout/);
});

test('bodies come truncated, empty or from a captive portal', async () => {
  const { faults } = running.service;
  const ask = async () => {
    const { baseUrl, apiKey } = running.service;
    const headers = { 'x-api-key': apiKey, authorization: `Bearer ${running.token}` };
    const answer = await fetch(`${baseUrl}/matters`, { headers });
    return { type: answer.headers.get('content-type'), text: await answer.text() };
  };
  faults.add({ route: '*', kind: 'truncatedBody' });
  const cut = await ask();
  expect(() => JSON.parse(cut.text)).toThrow(SyntaxError);
  faults.add({ route: '*', kind: 'emptyBody' });
  expect((await ask()).text).toBe('');
  faults.add({ route: '*', kind: 'captivePortal' });
  expect((await ask()).type).toContain('text/html');
  faults.add({ route: '*', kind: 'answer', status: 200, text: '[]' });
  expect((await ask()).text).toBe('[]');
});

test('values come reordered, repeated, with unknown words, with bad links', async () => {
  const { faults } = running.service;
  const ids = async () => (await matters()).body.value.map((matter: Json) => matter.id);
  const right = await ids();
  faults.add({ route: '*', kind: 'reordered' });
  const shuffled = await ids();
  expect(shuffled).not.toEqual(right);
  expect(shuffled.toSorted()).toEqual(right.toSorted());
  faults.add({ route: '*', kind: 'repeated' });
  const repeated = await ids();
  expect(repeated.length).toBeGreaterThan(right.length);
  expect(new Set(repeated)).toEqual(new Set(right));
  faults.add({ route: '*', kind: 'unknownEnums' });
  expect((await matters()).body.value[0].status).toBe('Quarantined');
  faults.add({ route: '*', kind: 'foreignNextLink' });
  expect((await matters()).body.next.href).toContain('127.0.0.2');
  faults.add({ route: '*', kind: 'loopingNextLink' });
  const looping = (await matters()).body;
  expect(looping.next.href).toBe(looping.href);
});

test('chance repeats with the seed', async () => {
  const outcomes = async (faultSeed: number) => {
    const { service, call } = await start({ faultSeed });
    service.faults.add({ route: '*', kind: 'status', status: 503, chance: 0.5, count: 'always' });
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push((await call('GET', '/staff')).status);
    return statuses.join(' ');
  };
  const first = await outcomes(7);
  expect(await outcomes(7)).toBe(first);
  expect(await outcomes(8)).not.toBe(first);
  expect(new Set(first.split(' '))).toEqual(new Set(['200', '503']));
});

test('upload addresses expire under the sender, contents get lost with or without being kept', async () => {
  const { service, announce, put } = running;
  service.faults.add({ route: 'documents.putFile', kind: 'expired' });
  expect((await put(await announce(matterId, 'f1', { fileName: 'a.txt' }), 'x')).status).toBe(403);
  const address = await announce(matterId, 'f1', { fileName: 'a.txt' });
  service.faults.add({ route: 'storage.put', kind: 'expired' });
  expect((await put(address, 'x')).status).toBe(403);
  service.faults.add({ route: 'storage.put', kind: 'status', status: 503 });
  expect((await put(address, 'x')).status).toBe(503);
  service.faults.add({ route: 'storage.put', kind: 'reset', afterBytes: 1000 });
  await expect(put(address, 'x'.repeat(2_000_000))).rejects.toThrow(/fetch failed/);
  service.applyPending();
  expect(service.contentOf(matterId, 'f1')).toEqual([]);
  service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  await expect(put(address, 'kept')).rejects.toThrow(/fetch failed/);
  service.applyPending();
  expect(service.contentOf(matterId, 'f1')).toHaveLength(1);
});

test('the rate limit lets five through at once, then five a second', async () => {
  let now = Date.now();
  const { service, call } = await start({ clock: { now: () => now }, rateLimit: { perSecond: 5, burst: 5 } });
  const ask = async () => (await call('GET', '/staff')).status;
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push(await ask());
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  now += 200;
  expect([await ask(), await ask()]).toEqual([200, 429]);
  service.setRateLimit({ perSecond: 0.5, burst: 1, retryAfter: true });
  await ask();
  const limited = await call('GET', '/staff');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
  service.setRateLimit(null);
  expect(await ask()).toBe(200);
});

test('a wrong clock shows in dates and expiries, while tokens and addresses stay valid', async () => {
  const { service, call, put } = running;
  const hour = 60 * 60_000;
  service.setClockOffset(-48 * hour);
  const announced = await call('PUT', `/matters/${matterId}/documents/files/f1`, { fileName: 'a.txt' });
  expect(Date.parse(announced.headers.get('date') ?? '')).toBeLessThan(Date.now() - 47 * hour);
  expect(Date.parse(announced.body.expiry)).toBeLessThan(Date.now() - 47 * hour);
  expect((await put(announced.body.uploadUrl, 'x')).status).toBe(200);
});

test('the sign-in server misbehaves on request too', async () => {
  const { service } = running;
  service.faults.add({ route: 'signIn.token', kind: 'status', status: 503 });
  const answer = await fetch(`${service.authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(),
  });
  expect(answer.status).toBe(503);
});

test('all of it over HTTP from another process', async () => {
  const { service, announce, put } = running;
  const control = async (method: string, path: string, body?: unknown) =>
    reply(
      await fetch(service.controlUrl + path, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    );
  await control('POST', '/faults', { route: '/^GET .matters/', kind: 'status', status: 418 });
  expect((await matters()).status).toBe(418);
  expect((await control('POST', '/faults', { route: '*', kind: 'sulk' })).status).toBe(400);
  await control('POST', '/faults', { route: '*', kind: 'reset', count: 'always' });
  await control('DELETE', '/faults');
  expect((await matters()).status).toBe(200);

  expect((await control('PATCH', '/variants', { mattersListStatus: 202 })).body.mattersListStatus).toBe(202);
  expect((await matters()).status).toBe(202);
  expect((await control('PATCH', '/variants', { mood: 'bad' })).status).toBe(400);

  await put(await announce(matterId, 'f1', { fileName: 'a.txt' }), 'x');
  await control('POST', '/applyPending');
  expect((await control('GET', `/matters/${matterId}/files/f1/versions`)).body).toMatchObject([{ size: 1 }]);
  await control('POST', '/colleague/renameFile', { arguments: ['f1', 'b.txt'] });
  expect((await control('GET', `/matters/${matterId}/files`)).body).toMatchObject([{ fileName: 'b.txt' }]);
  expect((await control('GET', `/matters/${matterId}/history`)).body).toHaveLength(2);

  await control('PUT', '/rate-limit', { perSecond: 1, burst: 1 });
  await matters();
  expect((await matters()).status).toBe(429);
  await control('PUT', '/rate-limit', null);
  await control('POST', '/expireAccessTokens');
  expect((await matters()).status).toBe(401);
});
