import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../shared/model/index.ts';
import { startPracticeService, type Variants } from '../../service/index.ts';
import { bearer, signInWorld, tokenEndpoint, withRefresh } from './sign-in-world.ts';

const named = { scope: 'documents matters staff' };

/** A sign-in server, and a browser in which people fill in the page that was opened last. */
async function world(openid: Variants['openid'], change: Partial<Connection> = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const service = await startPracticeService({ directory, seed: 'empty', variants: { openid } });
  onTestFinished(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const opened = await signInWorld(service.authUrl, { clientId: 'matterline-desktop', ...change });
  /** What the browser is sent back with, after somebody signed in on the page. */
  const fillIn = async (person = 0): Promise<URL> => {
    const page = opened.opened.at(-1);
    const form = new URLSearchParams(page?.searchParams);
    form.set('username', service.people[person]?.username ?? '');
    form.set('password', service.people[person]?.password ?? '');
    form.set('decision', 'allow');
    const address = `${page?.origin}${page?.pathname}`;
    const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  };
  return {
    ...opened,
    service,
    fillIn,
    scopeAsked: () => opened.opened.at(-1)?.searchParams.get('scope') ?? null,
    async signIn(person = 0) {
      await opened.keeper.signIn();
      return opened.keeper.receiveCallback((await fillIn(person)).searchParams);
    },
  };
}

test('where the sign-in server offers it, who signs in is asked for beside the scopes of the connection, and told by the id token', async () => {
  const { keeper, clock, scopeAsked, signIn } = await world('published', named);
  const subjects: (readonly string[] | undefined)[] = [];
  for (const person of [0, 1, 0]) {
    expect(await signIn(person)).toMatchObject({ ok: true });
    expect(scopeAsked()).toBe('documents matters staff openid');
    subjects.push(keeper.signedInBy?.subjects);
  }
  const [ann, ben, annAgain] = subjects;
  expect(ann).toEqual([expect.stringMatching(/^id:[0-9a-f]{64}@[0-9a-f]{64}$/)]);
  expect(annAgain).toEqual(ann);
  expect(ben).not.toEqual(ann);
  // A refresh tells nothing anew, and forgets nothing.
  clock.tick(3_600_000);
  expect(await keeper.access(null)).toMatchObject({ outcome: 'token' });
  expect(keeper.signedInBy?.subjects).toEqual(ann);
});

test('without scopes in the connection nothing is asked for: the access token would have no other any more', async () => {
  const { keeper, scopeAsked, signIn } = await world('published');
  expect(await signIn()).toMatchObject({ ok: true });
  expect(scopeAsked()).toBeNull();
  expect(keeper.signedInBy?.subjects).toEqual([]);
});

test('a sign-in server that publishes nothing is asked for the scopes of the connection alone', async () => {
  const { scopeAsked, signIn } = await world('unpublished', named);
  expect(await signIn()).toMatchObject({ ok: true });
  expect(scopeAsked()).toBe(named.scope);
});

test('a connection that names openid itself has it asked for, whatever the server publishes', async () => {
  const { keeper, scopeAsked, signIn } = await world('unpublished', { scope: 'openid documents' });
  expect(await signIn()).toMatchObject({ ok: true });
  expect(scopeAsked()).toBe('openid documents');
  expect(keeper.signedInBy?.subjects).toHaveLength(1);
});

test.each(['custom', 'loopback'] as const)(
  'a server that refuses to tell is asked once more without, in a new page, and the next time at once (%s)',
  async (redirect) => {
    const { keeper, opened, fillIn, scopeAsked } = await world('refused', { ...named, redirect });
    const answered = async () => {
      const callback = await fillIn();
      if (redirect === 'custom') return JSON.stringify(await keeper.receiveCallback(callback.searchParams));
      return (await fetch(callback)).text();
    };
    await keeper.signIn({ afresh: true });
    expect(await answered()).toContain('goes on in a new page');
    expect(keeper.session.value).toMatchObject({ state: 'signing-in', refusal: null });
    expect([opened.length, scopeAsked()]).toEqual([2, named.scope]);
    // Whatever was asked for otherwise still is.
    expect(opened.map(({ searchParams }) => searchParams.get('prompt'))).toEqual(['login', 'login']);
    await answered();
    expect(keeper.session.value.state).toBe('signed-in');
    await keeper.signIn();
    expect([opened.length, scopeAsked()]).toEqual([3, named.scope]);
  },
);

test('a server that refuses only when the code is exchanged is asked once more without too', async () => {
  const server = await tokenEndpoint((_request, count) =>
    count === 1 ? { status: 400, body: { error: 'invalid_scope' } } : withRefresh(bearer(1)),
  );
  const { keeper, opened, callback } = await signInWorld(server.url, { scope: 'openid documents' });
  await keeper.signIn();
  expect(await keeper.receiveCallback(callback())).toMatchObject({ ok: false });
  expect(opened.map(({ searchParams }) => searchParams.get('scope'))).toEqual([
    'openid documents',
    'documents',
  ]);
  expect(await keeper.receiveCallback(callback('code-2'))).toMatchObject({ ok: true });
});

test('a callback that started the program anew goes on without too', async () => {
  const { keeper, reopen, opened, fillIn, scopeAsked } = await world('refused', named);
  await keeper.signIn();
  const callback = await fillIn();
  const again = reopen();
  expect(await again.receiveCallback(callback.searchParams)).toMatchObject({ ok: false });
  expect([opened.length, scopeAsked()]).toEqual([2, named.scope]);
  expect(await again.receiveCallback((await fillIn()).searchParams)).toMatchObject({ ok: true });
});

test('scopes that are refused without it are refused: nobody is sent from page to page', async () => {
  const { keeper, opened, callback } = await signInWorld('https://login.example', {
    scope: 'openid documents',
  });
  const refused = async () => {
    const parameters = callback();
    parameters.delete('code');
    parameters.set('error', 'invalid_scope');
    return keeper.receiveCallback(parameters);
  };
  await keeper.signIn();
  await refused();
  expect(await refused()).toMatchObject({ ok: false, error: { what: 'The sign-in failed.' } });
  expect(opened).toHaveLength(2);
  expect(keeper.session.value).toMatchObject({ state: 'signed-out' });
});
