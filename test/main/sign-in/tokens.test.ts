import { expect, test } from 'vitest';
import { bearer, signInWorld, tokenEndpoint, withRefresh } from './sign-in-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Signed in with `access-1`, an hour long; each refresh gives the next number. */
async function signedIn(refresh: Parameters<typeof tokenEndpoint>[0] = (_request, count) => bearer(count)) {
  const server = await tokenEndpoint((request, count) =>
    count === 1 ? withRefresh(bearer(1)) : refresh(request, count),
  );
  const world = await signInWorld(server.url);
  await world.signIn();
  return { ...world, server, refreshes: () => server.requests.length - 1 };
}

const rotating = (number: number) => ({
  status: 200,
  body: { ...bearer(number).body, refresh_token: `refresh-${number}` },
});

test('an access token is used until five minutes before its end, then renewed', async () => {
  const { keeper, clock, refreshes } = await signedIn();
  clock.tick(54 * minute);
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-1' });
  expect(refreshes()).toBe(0);
  clock.tick(2 * minute);
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-2' });
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-2' });
  expect(refreshes()).toBe(1);
});

test('a token that lives only a minute is renewed after half of it, not before every use', async () => {
  const { keeper, clock, refreshes } = await signedIn((_request, count) => bearer(count, 60));
  await keeper.access('access-1');
  clock.tick(29_000);
  await keeper.access(null);
  expect(refreshes()).toBe(1);
  clock.tick(2_000);
  await keeper.access(null);
  expect(refreshes()).toBe(2);
});

test('a token the service refused is renewed once for all who ask', async () => {
  const { keeper, refreshes } = await signedIn();
  const answers = await Promise.all(Array.from({ length: 50 }, () => keeper.access('access-1')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"outcome":"token","token":"access-2"}']),
  );
  expect(refreshes()).toBe(1);
});

test('whoever comes late with a token that was replaced meanwhile gets the new one', async () => {
  const { keeper, refreshes } = await signedIn();
  await keeper.access('access-1');
  expect(await keeper.access('access-1')).toEqual({ outcome: 'token', token: 'access-2' });
  expect(refreshes()).toBe(1);
});

test('a wrong clock of this computer does no harm', async () => {
  const { keeper, clock } = await signedIn();
  clock.set(clock.now() - 400 * day);
  expect(await keeper.access('access-1')).toEqual({ outcome: 'token', token: 'access-2' });
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-2' });
  clock.set(clock.now() + 800 * day);
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-3' });
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-3' });
});

test('the person stays signed in while the sign-in server is unwell', async () => {
  const answers = [
    { status: 503, body: 'maintenance' },
    { status: 429, body: { error: 'slow_down' } },
    { status: 403, body: '<html>captive portal</html>' },
    { status: 200, body: '<html>captive portal</html>' },
    { status: 200, body: { access_token: 5 } },
    { status: 302, body: '' },
    { status: 400, body: { error: 'temporarily_unavailable' } },
    { status: 404, body: { error: 'not_found' } },
    { status: 408, body: { error: 'invalid_grant' } },
    { status: 400, body: { error: 'invalid_request' } },
    { status: 403, body: { error: 'access_denied' } },
  ];
  const { keeper, refreshes } = await signedIn((_request, count) => answers[count - 2] ?? bearer('well'));
  for (const _ of answers) expect(await keeper.access('access-1')).toMatchObject({ outcome: 'unreachable' });
  expect(refreshes()).toBe(answers.length);
  expect(keeper.signedIn).toBe(true);
  expect(await keeper.access('access-1')).toEqual({ outcome: 'token', token: 'access-well' });
});

test('a token that still lives is used when it cannot be renewed early', async () => {
  const { keeper, clock } = await signedIn(() => ({ status: 500, body: '' }));
  clock.tick(57 * minute);
  expect(await keeper.access(null)).toEqual({ outcome: 'token', token: 'access-1' });
  clock.tick(4 * minute);
  expect(await keeper.access(null)).toMatchObject({ outcome: 'unreachable' });
});

test('a withdrawn sign-in ends with plain words, and asks for a new one', async () => {
  const { keeper, server } = await signedIn(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  expect(await keeper.access('access-1')).toEqual({ outcome: 'signed-out' });
  expect(keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { code: 'signed-out', next: expect.stringContaining('Nothing is lost') },
  });
  expect(await keeper.access(null)).toEqual({ outcome: 'signed-out' });
  expect(server.requests.length).toBe(2);
});

test.each(['invalid_client', 'unauthorized_client'])(
  'a client that the server refuses with %s keeps the sign-in: it pauses, says why, and goes on once the server knows it',
  async (error) => {
    let known = false;
    const body = { error, error_description: 'secret\u202Erotated <b>today</b>' };
    const { keeper } = await signedIn((_request, count) => (known ? bearer(count) : { status: 401, body }));
    const paused = await keeper.access('access-1');
    expect(paused).toMatchObject({ outcome: 'unreachable', why: expect.stringContaining('client secret') });
    expect(paused).toMatchObject({ why: expect.stringContaining('secret rotated <b>today</b>') });
    expect(keeper.session.value.state).toBe('signed-in');
    known = true;
    expect(await keeper.access('access-1')).toMatchObject({ outcome: 'token' });
  },
);

test('signing out while a token is being renewed stays signed out', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof bearer>>();
  const { keeper, server } = await signedIn(() => promise);
  const access = keeper.access('access-1');
  await expect.poll(() => server.requests.length).toBe(2);
  keeper.signOut();
  resolve(bearer('late'));
  expect(await access).toEqual({ outcome: 'signed-out' });
  expect(keeper.signedIn).toBe(false);
});

test('the end of the sign-in is known: thirty days after it, or after a new refresh token', async () => {
  const { keeper, clock } = await signedIn((_request, count) => rotating(count));
  const first = clock.now();
  expect(keeper.session.value).toMatchObject({ signInAgainBy: new Date(first + 30 * day).toISOString() });
  clock.tick(10 * day);
  await keeper.access(null);
  keeper.cancelSignIn();
  expect(keeper.session.value).toMatchObject({ signInAgainBy: new Date(first + 40 * day).toISOString() });
});

test('a sign-in without refresh token lasts as long as its access token', async () => {
  const server = await tokenEndpoint(() => bearer(1));
  const world = await signInWorld(server.url);
  await world.signIn();
  world.clock.tick(59 * minute);
  expect(await world.keeper.access(null)).toMatchObject({ outcome: 'token' });
  world.clock.tick(2 * minute);
  expect(await world.keeper.access(null)).toEqual({ outcome: 'signed-out' });
  expect(world.keeper.session.value).toMatchObject({
    refusal: { why: expect.stringContaining('cannot be renewed') },
  });
});

test('a sign-in that the service ends while another is under way is told once that one is cancelled: nobody left', async () => {
  const { keeper } = await signedIn(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  await keeper.signIn();
  expect(await keeper.access('access-1')).toEqual({ outcome: 'signed-out' });
  keeper.cancelSignIn();
  expect(keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { what: 'You have been signed out.' },
  });
  keeper.signOut();
  expect(keeper.session.value).toMatchObject({ state: 'signed-out', refusal: null });
});

test('a refresh token that replaces another is on disk before anything goes on with it', async () => {
  const { keeper, secrets } = await signedIn((_request, count) => rotating(count));
  const written = Promise.withResolvers<void>();
  const update = secrets.update.bind(secrets);
  secrets.update = (change) => update(change).then(() => written.promise);
  let given = false;
  const access = keeper.access('access-1').then((answer) => {
    given = true;
    return answer;
  });
  await expect.poll(() => secrets.secrets.tokens?.refreshToken).toBe('refresh-2');
  await new Promise((resolve) => setImmediate(resolve));
  expect(given).toBe(false);
  written.resolve();
  expect(await access).toEqual({ outcome: 'token', token: 'access-2' });
});

test('when the answer to a renewal was lost and the server takes the old token no more, that is the reason given', async () => {
  const { keeper } = await signedIn((_request, count) =>
    count === 2
      ? { status: 502, body: 'bad gateway' }
      : { status: 400, body: { error: 'invalid_grant', error_description: 'token reused' } },
  );
  expect(await keeper.access('access-1')).toMatchObject({ outcome: 'unreachable' });
  expect(await keeper.access('access-1')).toEqual({ outcome: 'signed-out' });
  expect(keeper.session.value).toMatchObject({
    refusal: { why: expect.stringMatching(/broke off while the sign-in was being renewed.*token reused/) },
  });
});

test('the end of the sign-in that is shown follows the refresh token that is kept', async () => {
  const answers = [
    rotating(2),
    { ...rotating(3), body: { ...rotating(3).body, refresh_token: 'refresh-2' } },
  ];
  const { keeper, clock } = await signedIn((_request, count) => answers[count - 2] ?? bearer(count));
  clock.tick(10 * day);
  await keeper.access(null);
  const prolonged = new Date(clock.now() + 30 * day).toISOString();
  expect(keeper.session.value).toMatchObject({ signInAgainBy: prolonged });
  // The same token said again lives no longer for it.
  clock.tick(5 * day);
  await keeper.access(null);
  keeper.cancelSignIn();
  expect(keeper.session.value).toMatchObject({ signInAgainBy: prolonged });
});

test('a token of a type that is not Bearer is refused, in words', async () => {
  const server = await tokenEndpoint(() => ({
    status: 200,
    body: { ...bearer(1).body, token_type: 'DPoP', refresh_token: 'refresh-1' },
  }));
  const world = await signInWorld(server.url);
  expect(await world.signIn()).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('“DPoP”') },
  });
  expect(world.keeper.signedIn).toBe(false);
});
