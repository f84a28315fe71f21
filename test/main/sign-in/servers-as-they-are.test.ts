import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../shared/model/index.ts';
import { startPracticeService, type Variants } from '../../service/index.ts';
import { bearer, signInWorld, tokenEndpoint, withRefresh } from './sign-in-world.ts';

/** A session at a practice service whose sign-in server does as these variants say. */
async function world(variants: Partial<Variants>, change: Partial<Connection> = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const service = await startPracticeService({ directory, seed: 'empty', variants });
  onTestFinished(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const opened = await signInWorld(service.authUrl, { clientId: 'matterline-desktop', ...change });
  return {
    ...opened,
    service,
    async signIn() {
      await opened.keeper.signIn();
      const page = opened.opened[0];
      const form = new URLSearchParams(page?.searchParams);
      form.set('username', service.people[0]?.username ?? '');
      form.set('password', service.people[0]?.password ?? '');
      form.set('decision', 'allow');
      const address = `${page?.origin}${page?.pathname}`;
      const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
      return opened.keeper.receiveCallback(new URL(answer.headers.get('location') ?? '').searchParams);
    },
  };
}

const hour = 3_600_000;

test('a public client that is refused by its id alone refreshes with an empty secret, and from then on at once', async () => {
  const { keeper, clock, service, signIn } = await world({ publicRefresh: 'emptyBasic' });
  expect(await signIn()).toMatchObject({ ok: true });
  const refused = { route: 'signIn.token', kind: 'latency', ms: 0, count: 'always' } as const;
  service.faults.add(refused);
  clock.tick(hour);
  expect(await keeper.access(null)).toMatchObject({ outcome: 'token' });
  expect(service.faults.hits).toBe(2);
  clock.tick(hour);
  expect(await keeper.access(null)).toMatchObject({ outcome: 'token' });
  expect(service.faults.hits).toBe(3);
});

test.each(['plain', 'encoded'] as const)(
  'a client secret with +, % and a space signs in and refreshes where Basic credentials are read %s',
  async (basicForm) => {
    const odd = { clientId: 'matterline-odd-secret', clientSecret: 'pract+ice%2Fsec ret' };
    const { keeper, clock, signIn } = await world({ basicForm }, odd);
    expect(await signIn()).toMatchObject({ ok: true });
    clock.tick(hour);
    expect(await keeper.access(null)).toMatchObject({ outcome: 'token' });
  },
);

test('a sign-in whose refresh tokens are replaced each time goes on, also after the program was started again', async () => {
  const { keeper, clock, reopen, signIn } = await world({ refreshTokens: 'rotated' });
  await signIn();
  for (let times = 0; times < 3; times += 1) {
    clock.tick(hour);
    expect(await keeper.access(null)).toMatchObject({ outcome: 'token' });
  }
  clock.tick(hour);
  expect(await reopen().access(null)).toMatchObject({ outcome: 'token' });
});

test('a callback that names its own sign-in server is taken', async () => {
  const { signIn } = await world({ callbackIssuer: 'stated' });
  expect(await signIn()).toMatchObject({ ok: true });
});

test('a callback that names another sign-in server is refused, and its code goes nowhere', async () => {
  const server = await tokenEndpoint(() => withRefresh(bearer(1)));
  const { keeper, callback } = await signInWorld(server.url);
  await keeper.signIn();
  const parameters = callback();
  parameters.set('iss', 'https://elsewhere.example');
  expect(await keeper.receiveCallback(parameters)).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('another sign-in server') },
  });
  expect(server.requests.filter(({ form }) => form.has('code'))).toEqual([]);
});

test('a sign-in server that publishes another name than its address may use it', async () => {
  const name = 'https://login.example/tenant';
  const server = createServer((request, response) => {
    const isName = request.url === '/.well-known/openid-configuration';
    const body = isName ? { issuer: name } : withRefresh(bearer(1)).body;
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { keeper, callback } = await signInWorld(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  await keeper.signIn();
  const parameters = callback();
  parameters.set('iss', name);
  expect(await keeper.receiveCallback(parameters)).toMatchObject({ ok: true });
});

test('a clock set back between sign-in page and callback does not make the answer late', async () => {
  const server = await tokenEndpoint(() => withRefresh(bearer(1)));
  const { keeper, clock, callback, reopen } = await signInWorld(server.url);
  await keeper.signIn();
  clock.set(clock.now() - 2 * hour);
  const again = reopen();
  expect(again.session.value.state).toBe('signing-in');
  expect(await again.receiveCallback(callback())).toMatchObject({ ok: true });
});
