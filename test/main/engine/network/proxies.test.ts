import http from 'node:http';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../../../../main/engine/service/exchange.ts';
import { isLoopback, ProxyRoutes } from '../../../../main/engine/service/network/proxy-routes.ts';
import { throughProxies } from '../../../../main/engine/service/network/through-proxies.ts';
import { ProxyKeeper } from '../../../../main/network/proxy-keeper.ts';
import { SecretStore } from '../../../../main/secrets/secret-store.ts';
import { type MatterId, matterIdSchema } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import {
  authority,
  firmService,
  officeProxy,
  serviceName,
  silence,
  storageName,
} from '../../../support/office-network.ts';
import { listen, sendJson, testClient } from '../service/tiny-service.ts';

const matterId: MatterId = matterIdSchema.parse('m-1');
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, authority]));
afterAll(() => tls.setDefaultCACertificates(trusted));

/** The engine's client and main's keeper of proxies, in an office whose settings `settings` gives. */
async function office(settings: (address: string) => string, tunnelTime?: number) {
  const clock = new FakeClock();
  const secrets = await SecretStore.open('/unused', null, () => {});
  const keeper = new ProxyKeeper({ secrets, resolveProxy: async (address) => settings(address) });
  const routes = new ProxyRoutes((origin, refused) => keeper.routesTo(origin, refused), clock, tunnelTime);
  const client = testClient({
    baseUrl: `https://${serviceName}/practice`,
    http: { exchange: throughProxies(exchange, routes) },
  });
  return { clock, secrets, keeper, client, routes };
}

const matter = { id: matterId, title: 'Smith v Jones', status: 'Open' };
const password = 'pä:ss wörd@%2F';
const wanted = `ann lee:${password}`;

test('requests and documents go through the office’s proxy, to a service with the firm’s own certificate', async () => {
  const bytes = Buffer.alloc(300_000, 'x');
  const stored: Buffer[] = [];
  await using service = await firmService((request, response) => {
    if (request.method === 'PUT') {
      stored.push(request.body);
      response.end();
    } else sendJson(response, matter);
  });
  await using proxy = await officeProxy(() => service.port, wanted);
  const { client, keeper } = await office(() => `PROXY 127.0.0.1:${proxy.port}`);

  const asked = await client.matters.read(matterId);
  expect(asked).toMatchObject({ ok: false, error: { kind: 'offline', why: 'proxy-sign-in' } });
  expect(keeper.question.value).toEqual({ proxy: `127.0.0.1:${proxy.port}`, refused: false });
  keeper.give(`127.0.0.1:${proxy.port}`, { name: 'ann lee', password });
  expect(keeper.question.value).toBe(null);

  expect(await client.matters.read(matterId)).toMatchObject({ ok: true, value: { id: matterId } });
  const target = { uploadUrl: `https://${storageName}/f?secret`, expiresAt: null };
  const content = { size: bytes.length, open: () => Readable.from([bytes]) };
  expect(await client.documents.putContent(target, content)).toEqual({ ok: true, value: undefined });
  expect(stored).toEqual([bytes]);
  expect(proxy.asked).toEqual([
    { to: `${serviceName}:443`, shown: null },
    { to: `${serviceName}:443`, shown: wanted },
    { to: `${storageName}:443`, shown: wanted },
  ]);
});

test('a wrong password is tried once and no more, and the right one goes on', async () => {
  await using service = await firmService((_request, response) => sendJson(response, matter));
  await using proxy = await officeProxy(() => service.port, 'ann:right');
  const place = `127.0.0.1:${proxy.port}`;
  const { client, keeper } = await office(() => `PROXY ${place}`);
  await client.matters.read(matterId);
  keeper.give(place, { name: 'ann', password: 'wrong' });
  for (let i = 0; i < 4; i += 1) expect((await client.matters.read(matterId)).ok).toBe(false);
  expect(proxy.asked.filter(({ shown }) => shown !== null)).toHaveLength(1);
  expect(keeper.question.value).toEqual({ proxy: place, refused: true });
  keeper.give(place, { name: 'ann', password: 'right' });
  expect((await client.matters.read(matterId)).ok).toBe(true);
});

test('a proxy without encryption that answers for the service with 407 is asked about, too', async () => {
  await using proxy = await officeProxy(() => 1, wanted);
  const { keeper, routes } = await office(() => `PROXY 127.0.0.1:${proxy.port}`);
  const url = new URL('http://storage.firm.test/f');
  const outgoing = {
    method: 'GET',
    url,
    headers: {},
    answerLimit: 100,
    beyondLimit: 'cut',
    delays: {},
  } as const;
  expect(await throughProxies(exchange, routes)(outgoing)).toMatchObject({
    error: { kind: 'offline', why: 'proxy-sign-in' },
  });
  expect(keeper.question.value).not.toBe(null);
});

test('a proxy that is gone comes after the next in the list; a changed network is noticed within seconds', async () => {
  await using service = await firmService((_request, response) => sendJson(response, matter));
  await using proxy = await officeProxy(() => service.port);
  let settings = `PROXY 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}`;
  const { client, clock } = await office(() => settings);
  expect(await client.matters.read(matterId)).toMatchObject({ error: { why: 'proxy-unreachable' } });
  expect((await client.matters.read(matterId)).ok).toBe(true);
  expect(proxy.asked).toHaveLength(1);

  await using other = await officeProxy(() => service.port);
  settings = `PROXY 127.0.0.1:${other.port}`;
  await clock.advance(10_000);
  expect((await client.matters.read(matterId)).ok).toBe(true);
  expect(proxy.asked).toHaveLength(1);
  expect(other.asked).toHaveLength(1);
});

test('a proxy that says nothing is given up, and one that forbids the service is told so', async () => {
  await using silent = await silence();
  const first = await office(() => `PROXY 127.0.0.1:${silent.port}`, 100);
  const result = await first.client.matters.read(matterId);
  expect(result.ok).toBe(false);

  const server = http.createServer();
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  const port = await listen(server);
  const second = await office(() => `PROXY 127.0.0.1:${port}`);
  expect(await second.client.matters.read(matterId)).toMatchObject({ error: { why: 'proxy-refused' } });
  await new Promise((resolve) => server.close(resolve));
});

test('a connection through a proxy is used again, and closed before others close it', async () => {
  await using service = await firmService((_request, response) => sendJson(response, matter));
  await using proxy = await officeProxy(() => service.port);
  const { client } = await office(() => `PROXY 127.0.0.1:${proxy.port}`);
  for (let i = 0; i < 2; i += 1) expect((await client.matters.read(matterId)).ok).toBe(true);
  expect(proxy.asked).toHaveLength(1);
  expect(proxy.connections()).toBe(1);
  // Many servers close theirs after five seconds.
  await expect.poll(() => proxy.connections(), { timeout: 4_500 }).toBe(0);
});

test('a kind of proxy we do not speak is said to be one, and not gone around', async () => {
  const { client } = await office(() => 'SOCKS5 127.0.0.1:1080');
  expect(await client.matters.read(matterId)).toMatchObject({ error: { why: 'proxy-unsupported' } });
});

test('main learns only where a request goes, never the address itself; loopback goes past every proxy', async () => {
  await using proxy = await officeProxy(() => 1);
  const asked: string[] = [];
  const { routes } = await office((address) => {
    asked.push(address);
    return `PROXY 127.0.0.1:${proxy.port}`;
  });
  await routes.to(new URL('https://storage.firm.test/f?X-Signature=secret'));
  expect(asked).toEqual(['https://storage.firm.test']);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1.2.3'])
    expect(await routes.to(new URL(`http://${host}:8080/`))).toEqual({ via: 'direct' });
  expect(asked).toHaveLength(1);
  expect(isLoopback('127.0.0.1.example.com')).toBe(false);
  expect(isLoopback('localhost.example.com')).toBe(false);
});
