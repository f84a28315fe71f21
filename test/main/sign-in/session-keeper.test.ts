import { createHash } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { attemptLifetime } from '../../../main/sign-in/session-keeper.ts';
import { bearer, signInWorld, tokenEndpoint, withRefresh } from './sign-in-world.ts';

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const honest = () => tokenEndpoint((_request, count) => withRefresh(bearer(count)));

test('signing in opens the authorize page with PKCE, state and no identity token (spec: Authorization request)', async () => {
  const { url } = await honest();
  const { keeper, opened } = await signInWorld(url);
  expect(await keeper.signIn()).toEqual({ ok: true, value: undefined });
  const page = opened[0];
  expect(`${page?.origin}${page?.pathname}`).toBe(`${url}/oauth2/authorize`);
  expect(Object.fromEntries(page?.searchParams ?? [])).toEqual({
    response_type: 'code',
    client_id: 'matterline',
    redirect_uri: 'com.matterline.desktop:/oauth2/callback',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(keeper.session.value).toMatchObject({ state: 'signing-in', address: page?.href });
});

test('a scope is asked for only when the connection has one', async () => {
  const { url } = await honest();
  const { keeper, opened } = await signInWorld(url, { scope: 'documents matters' });
  await keeper.signIn();
  expect(opened[0]?.searchParams.get('scope')).toBe('documents matters');
});

test('a public client proves itself by the verifier alone (spec: Token request)', async () => {
  const server = await honest();
  const world = await signInWorld(server.url);
  expect(await world.signIn()).toEqual({ ok: true, value: undefined });
  expect(world.keeper.session.value).toMatchObject({ state: 'signed-in', keptIn: 'memory' });
  const { authorization, form } = server.requests[0] ?? { form: new URLSearchParams() };
  expect(authorization).toBeUndefined();
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'authorization_code',
    client_id: 'matterline',
    code: 'code-1',
    redirect_uri: 'com.matterline.desktop:/oauth2/callback',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  });
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  expect(world.opened[0]?.searchParams.get('code_challenge')).toBe(challenge);
});

test('a client with a secret sends it in the form for the code, and as Basic to refresh (spec: Refresh)', async () => {
  const server = await honest();
  const world = await signInWorld(server.url, { clientSecret: 's%+c:r&t' });
  await world.signIn();
  await world.keeper.access('access-1');
  const [exchange, refresh] = server.requests;
  expect(exchange?.authorization).toBeUndefined();
  expect(exchange?.form.get('client_secret')).toBe('s%+c:r&t');
  expect(refresh?.authorization).toBe(`Basic ${Buffer.from('matterline:s%+c:r&t').toString('base64')}`);
  expect(Object.fromEntries(refresh?.form ?? [])).toEqual({
    grant_type: 'refresh_token',
    client_id: 'matterline',
    refresh_token: 'refresh-1',
  });
});

test('an identity token nobody asked for is ignored', async () => {
  const server = await tokenEndpoint(() => ({
    status: 200,
    body: { ...bearer(1).body, id_token: 'not.a.token' },
  }));
  const world = await signInWorld(server.url);
  expect(await world.signIn()).toEqual({ ok: true, value: undefined });
});

test('a forged callback is refused in words, and the sign-in goes on', async () => {
  const world = await signInWorld((await honest()).url);
  await world.keeper.signIn();
  const forged = await world.keeper.receiveCallback(new URLSearchParams({ state: 'forged', code: 'x' }));
  expect(forged).toMatchObject({ ok: false, error: { code: 'sign-in-failed' } });
  expect(world.keeper.session.value).toMatchObject({
    state: 'signing-in',
    refusal: { code: 'sign-in-failed' },
  });
  expect(await world.keeper.receiveCallback(world.callback())).toEqual({ ok: true, value: undefined });
});

test('an answer that belongs to no sign-in, as any web page can send it, replaces nothing that was said', async () => {
  const server = await honest();
  const world = await signInWorld(server.url);
  const forged = () => world.keeper.receiveCallback(new URLSearchParams({ state: 'forged', code: 'x' }));
  expect(await forged()).toMatchObject({ ok: false });
  expect(world.keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { why: 'It does not belong to a sign-in that was started here.' },
  });
  await world.keeper.signIn();
  const state = world.callback().get('state') ?? '';
  await world.keeper.receiveCallback(new URLSearchParams({ state, error: 'access_denied' }));
  const before = world.keeper.session.value;
  expect(before).toMatchObject({ state: 'signed-out', refusal: { what: 'The sign-in was cancelled.' } });
  expect(await forged()).toMatchObject({ ok: false });
  expect(world.keeper.session.value).toBe(before);
});

test('a repeated callback is refused and changes nothing', async () => {
  const server = await honest();
  const world = await signInWorld(server.url);
  await world.signIn();
  const before = world.keeper.session.value;
  expect(await world.keeper.receiveCallback(world.callback())).toMatchObject({
    ok: false,
    error: { why: 'This sign-in was already used.' },
  });
  expect(world.keeper.session.value).toBe(before);
  expect(server.requests.length).toBe(1);
});

test('two callbacks at once redeem the code once', async () => {
  const server = await honest();
  const world = await signInWorld(server.url);
  await world.keeper.signIn();
  const results = await Promise.all([1, 2, 3].map(() => world.keeper.receiveCallback(world.callback())));
  expect(results.filter((result) => result.ok).length).toBe(1);
  expect(server.requests.length).toBe(1);
});

test('after five minutes the sign-in is given up, and its callback comes too late', async () => {
  const world = await signInWorld((await honest()).url);
  await world.keeper.signIn();
  world.clock.tick(attemptLifetime);
  expect(world.keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { why: expect.stringContaining('five minutes') },
  });
  expect(await world.keeper.receiveCallback(world.callback())).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('five minutes') },
  });
});

test('a sign-in cancelled on the page says so', async () => {
  const world = await signInWorld((await honest()).url);
  await world.keeper.signIn();
  const answer = world.callback();
  answer.delete('code');
  answer.set('error', 'access_denied');
  await world.keeper.receiveCallback(answer);
  expect(world.keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { what: 'The sign-in was cancelled.' },
  });
});

test('a sign-in that fails while an earlier one lasts says why, and leaves that one', async () => {
  const world = await signInWorld((await honest()).url);
  await world.signIn();
  await world.keeper.signIn();
  const answer = world.callback();
  answer.delete('code');
  answer.set('error', 'access_denied');
  await world.keeper.receiveCallback(answer);
  expect(world.keeper.session.value).toMatchObject({
    state: 'signed-in',
    refusal: { what: 'The sign-in was cancelled.' },
  });
  await world.signIn();
  expect(world.keeper.session.value).not.toHaveProperty('refusal');
});

test('after a deliberate sign-out the sign-in server is asked not to go by the earlier sign-in of the browser, and at no other sign-in', async () => {
  const { keeper, opened, left } = await signInWorld('https://login.example');
  await keeper.signIn();
  left.set(true);
  await keeper.signIn();
  expect(opened.map(({ searchParams }) => searchParams.get('prompt'))).toEqual([null, 'login']);
});

test('a sign-in server that refuses to be asked so is asked once more without, and no third time', async () => {
  const { keeper, opened, left, callback } = await signInWorld('https://login.example');
  left.set(true);
  await keeper.signIn();
  const refused = () => {
    const answer = callback();
    answer.delete('code');
    answer.set('error', 'invalid_request');
    return keeper.receiveCallback(answer);
  };
  await refused();
  expect(opened.map(({ searchParams }) => searchParams.get('prompt'))).toEqual(['login', null]);
  expect(keeper.session.value).toMatchObject({ state: 'signing-in', refusal: null });
  await refused();
  expect(opened).toHaveLength(2);
  expect(keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { what: 'The sign-in failed.' },
  });
});

test('whoever signs in again goes on with the sign-in that lasts, until the new one is there', async () => {
  const { url } = await tokenEndpoint((_request, count) => withRefresh(bearer(count)));
  const world = await signInWorld(url);
  const { keeper, callback } = world;
  await keeper.signIn();
  expect(keeper.session.value).not.toHaveProperty('meanwhile');
  await world.signIn();
  const { value: before } = keeper.session;
  await keeper.signIn();
  expect(keeper.session.value).toMatchObject({ state: 'signing-in', meanwhile: before });
  await keeper.receiveCallback(callback());
  expect(keeper.session.value.state).toBe('signed-in');
  expect(keeper.session.value).not.toEqual(before);
});

test('a sign-in cancelled here refuses its callback', async () => {
  const world = await signInWorld((await honest()).url);
  await world.keeper.signIn();
  world.keeper.cancelSignIn();
  expect(world.keeper.session.value).toEqual({ state: 'signed-out', refusal: null });
  expect(await world.keeper.receiveCallback(world.callback())).toMatchObject({ ok: false });
});

test.each([
  [{ status: 401, body: { error: 'invalid_client' } }, 'configuration-invalid'],
  [{ status: 400, body: { error: 'invalid_grant' } }, 'sign-in-failed'],
  [{ status: 500, body: 'down' }, 'unreachable'],
  [{ status: 200, body: 'hello' }, 'unreachable'],
])('a sign-in server that answers %j ends the sign-in with a reason', async (answer, code) => {
  const server = await tokenEndpoint(() => answer);
  const world = await signInWorld(server.url);
  expect(await world.signIn()).toMatchObject({ ok: false, error: { code } });
  expect(world.keeper.session.value).toMatchObject({ state: 'signed-out', refusal: { code } });
});

test('an unreachable sign-in server is named as such', async () => {
  const world = await signInWorld(`http://127.0.0.1:${await unusedPort()}`);
  await world.keeper.signIn();
  expect(await world.keeper.receiveCallback(world.callback())).toMatchObject({
    ok: false,
    error: { code: 'unreachable', why: expect.stringContaining('ECONNREFUSED') },
  });
});

test('the loopback redirect finishes the sign-in in the browser page, once', async () => {
  const server = await honest();
  const world = await signInWorld(server.url, { redirect: 'loopback' });
  await world.keeper.signIn();
  const redirect = world.opened[0]?.searchParams.get('redirect_uri') ?? '';
  expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth2\/callback$/);
  expect((await fetch(`${redirect}?state=forged&code=x`)).status).toBe(400);
  const page = await fetch(`${redirect}?${world.callback().toString()}`);
  expect(await page.text()).toContain('You are signed in');
  expect(world.keeper.session.value.state).toBe('signed-in');
  expect(server.requests[0]?.form.get('redirect_uri')).toBe(redirect);
  await expect(fetch(`${redirect}?${world.callback().toString()}`)).rejects.toThrow('fetch failed');
});

test('a callback that starts the program finishes the sign-in begun before', async () => {
  const world = await signInWorld((await honest()).url);
  await world.keeper.signIn();
  const again = world.reopen();
  expect(again.session.value.state).toBe('signing-in');
  expect(await again.receiveCallback(world.callback())).toEqual({ ok: true, value: undefined });
  expect(again.session.value.state).toBe('signed-in');
});

test('a callback that starts the program too late is refused', async () => {
  const world = await signInWorld((await honest()).url);
  await world.keeper.signIn();
  world.clock.set(world.clock.now() + attemptLifetime);
  const again = world.reopen();
  expect(again.session.value.state).toBe('signed-out');
  expect(await again.receiveCallback(world.callback())).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('five minutes') },
  });
});

test('a browser that does not open leaves the address to be opened by hand', async () => {
  const world = await signInWorld((await honest()).url);
  const { keeper } = world;
  world.opened.push = () => {
    throw new Error('no browser');
  };
  expect(await keeper.signIn()).toMatchObject({
    ok: false,
    error: { what: 'The web browser did not open.' },
  });
  expect(keeper.session.value).toMatchObject({
    state: 'signing-in',
    address: expect.stringContaining('http'),
  });
});

test('tokens belong to their connection: another service or client starts signed out', async () => {
  const world = await signInWorld((await honest()).url);
  await world.signIn();
  world.state.set({ ...world.state.value, connection: { ...world.connection, clientId: 'other' } });
  expect(world.keeper.session.value.state).toBe('signed-out');
  expect(await world.keeper.access(null)).toEqual({ outcome: 'signed-out' });
  expect(world.secrets.secrets.tokens).toBeUndefined();
});

test('a corrected API key keeps the sign-in', async () => {
  const world = await signInWorld((await honest()).url);
  await world.signIn();
  world.state.set({ ...world.state.value, connection: { ...world.connection, apiKey: 'corrected' } });
  expect(world.keeper.session.value.state).toBe('signed-in');
});

test('without a connection there is nothing to sign in to', async () => {
  const world = await signInWorld('https://login.example.com');
  world.state.set({ connection: null, source: 'typed', refusal: null });
  expect(world.keeper.session.value).toEqual({ state: 'unconfigured', refusal: null });
  expect(await world.keeper.signIn()).toMatchObject({ ok: false, error: { code: 'configuration-invalid' } });
});

test('a service that refuses a sign-in which cannot be renewed ends it only when its time is over', async () => {
  const server = await tokenEndpoint((_request, count) => bearer(count));
  const world = await signInWorld(server.url);
  const { keeper, clock } = world;
  await world.signIn();
  clock.tick(60_000);
  expect(await keeper.access('access-1')).toMatchObject({
    outcome: 'unreachable',
    why: expect.stringContaining('does not accept your sign-in just now'),
  });
  expect(keeper.signedIn).toBe(true);
  clock.tick(48 * 3_600_000);
  expect(await keeper.access('access-1')).toEqual({ outcome: 'signed-out' });
});
