import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../../shared/model/index.ts';
import { type PracticeService, startPracticeService } from '../../service/index.ts';
import { signInWorld } from './sign-in-world.ts';

let service: PracticeService;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  service = await startPracticeService({ directory, seed: 'empty' });
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
});

const world = (change: Partial<Connection>) =>
  signInWorld(service.authUrl, { clientId: 'matterline-desktop', ...change });

/** Fills in the sign-in page as a person does; the answer is where it sends the browser. */
async function fillIn(page: URL | undefined, decision: 'allow' | 'cancel' = 'allow'): Promise<URL> {
  const person = service.people[0];
  const form = new URLSearchParams(page?.searchParams);
  form.set('username', person?.username ?? '');
  form.set('password', person?.password ?? '');
  form.set('decision', decision);
  const address = `${page?.origin}${page?.pathname}`;
  const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

test.each([
  ['public, custom scheme', { redirect: 'custom' }],
  ['public, loopback', { redirect: 'loopback' }],
  ['with a secret, custom scheme', { redirect: 'custom', clientId: 'matterline-confidential' }],
  ['with a secret, loopback', { redirect: 'loopback', clientId: 'matterline-confidential' }],
] as const)('a person signs in and stays signed in: %s', async (_kind, change) => {
  const secret = 'clientId' in change ? { clientSecret: secretOf(change.clientId) } : {};
  const { keeper, opened, clock } = await world({ ...change, ...secret });
  await keeper.signIn();
  const callback = await fillIn(opened[0]);
  if (change.redirect === 'loopback') await fetch(callback);
  else await keeper.receiveCallback(callback.searchParams);
  expect(keeper.session.value).toMatchObject({ state: 'signed-in' });

  const first = await keeper.access(null);
  clock.tick(3_600_000);
  const second = await keeper.access(null);
  expect([first.outcome, second.outcome]).toEqual(['token', 'token']);
  expect(second).not.toEqual(first);
});

test('a sign-in cancelled on the page is said to be', async () => {
  const { keeper, opened } = await world({});
  await keeper.signIn();
  await keeper.receiveCallback((await fillIn(opened[0], 'cancel')).searchParams);
  expect(keeper.session.value).toMatchObject({ refusal: { what: 'The sign-in was cancelled.' } });
});

test('a wrong client secret is a matter of configuration', async () => {
  const { keeper, opened } = await world({ clientId: 'matterline-confidential', clientSecret: 'wrong' });
  await keeper.signIn();
  await keeper.receiveCallback((await fillIn(opened[0])).searchParams);
  expect(keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { code: 'configuration-invalid' },
  });
});

const secretOf = (clientId: string): string =>
  service.clients.find((client) => client.clientId === clientId)?.clientSecret ?? '';

test('a sign-in withdrawn at the service ends here with plain words', async () => {
  const { keeper, opened } = await world({});
  await keeper.signIn();
  await keeper.receiveCallback((await fillIn(opened[0])).searchParams);
  const access = await keeper.access(null);
  service.revokeRefreshTokens();
  expect(await keeper.access(access.outcome === 'token' ? access.token : null)).toEqual({
    outcome: 'signed-out',
  });
  expect(keeper.session.value).toMatchObject({ state: 'signed-out', refusal: { code: 'signed-out' } });
});
