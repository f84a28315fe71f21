import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Json, type Reply, reply, runningOn, start } from './harness.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const loopback = 'http://127.0.0.1:50123/oauth2/callback';
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
const request = {
  response_type: 'code',
  client_id: 'matterline-desktop',
  redirect_uri: loopback,
  state: 'a b&c',
  ...pkce,
};
const person = { username: 'eleanor.ashdown', password: 'practice', decision: 'sign-in' };
const basic = { authorization: `Basic ${btoa('matterline-confidential:practice-secret-2f6c1d')}` };

type Fields = Record<string, string>;

async function post(url: string, fields: Fields, headers: Fields = {}): Promise<Reply> {
  return reply(
    await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' }),
  );
}

async function get(url: string, fields: Fields): Promise<Reply> {
  return reply(await fetch(`${url}?${new URLSearchParams(fields).toString()}`, { redirect: 'manual' }));
}

async function signInServer(options: Parameters<typeof start>[0] = {}) {
  const running = await start(options);
  const authorize = `${running.service.authUrl}/oauth2/authorize`;
  const token = `${running.service.authUrl}/oauth2/token`;
  const codeFor = async (fields: Fields): Promise<string> => {
    const back = await post(authorize, { ...fields, ...person });
    return new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const exchange = (fields: Fields, headers: Fields = {}) =>
    post(token, { grant_type: 'authorization_code', client_id: 'matterline-desktop', ...fields }, headers);
  return { ...running, authorize, token, codeFor, exchange };
}

test('a person signs in on the page and comes back with code and state', async () => {
  const { authorize } = await signInServer();
  const page = await get(authorize, request);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<label for="username">');
  expect(page.text).toContain('name="state" value="a b&amp;c"');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");

  const back = await post(authorize, { ...request, ...person });
  const address = new URL(back.headers.get('location') ?? '');
  expect(address.href.startsWith(loopback)).toBe(true);
  expect(address.searchParams.get('state')).toBe('a b&c');
  expect(address.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
});

test('the custom scheme is a registered place to return to', async () => {
  const { authorize } = await signInServer();
  const back = await post(authorize, {
    ...request,
    redirect_uri: 'com.matterline.desktop:/oauth2/callback',
    ...person,
  });
  expect(back.headers.get('location')).toMatch(/^com\.matterline\.desktop:\/oauth2\/callback\?code=/);
});

test('a wrong password stays on the page and says so, without a redirect', async () => {
  const { authorize } = await signInServer();
  const page = await post(authorize, { ...request, ...person, password: 'guess' });
  expect([page.status, page.headers.get('location')]).toEqual([401, null]);
  expect(page.text).toContain('role="alert"');
});

test('cancelling comes back with access_denied', async () => {
  const { authorize } = await signInServer();
  const back = await post(authorize, { ...request, decision: 'cancel' });
  expect(new URL(back.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
});

test.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['an unregistered address', { redirect_uri: 'https://evil.example/oauth2/callback' }],
  ['a longer path', { redirect_uri: `${loopback}/more` }],
  ['another loopback name', { redirect_uri: 'http://localhost:50123/oauth2/callback' }],
  ['credentials in the address', { redirect_uri: 'http://127.0.0.1:1@evil.example/oauth2/callback' }],
])('%s is refused on a page, never by redirect', async (_what, fields) => {
  const { authorize } = await signInServer();
  const page = await get(authorize, { ...request, ...fields });
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
});

test.each([
  ['response_type', { response_type: 'token' }, 'unsupported_response_type'],
  ['plain challenges', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a padded challenge', { code_challenge: `${challenge}=` }, 'invalid_request'],
])('%s is refused back at the application', async (_what, fields, error) => {
  const { authorize } = await signInServer();
  const back = await get(authorize, { ...request, ...fields });
  expect(new URL(back.headers.get('location') ?? '').searchParams.get('error')).toBe(error);
});

test('a public client must use PKCE', async () => {
  const { authorize } = await signInServer();
  const { code_challenge: _challenge, code_challenge_method: _method, ...withoutPkce } = request;
  const back = await get(authorize, withoutPkce);
  expect(new URL(back.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
});

test('a code becomes tokens that open the service, for sixty minutes', async () => {
  let now = Date.now();
  const { codeFor, exchange, service } = await signInServer({ clock: { now: () => now } });
  const answer = await exchange({
    code: await codeFor(request),
    redirect_uri: loopback,
    code_verifier: verifier,
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  expect(Object.keys(answer.body)).not.toContain('id_token');
  const headers = { authorization: `Bearer ${answer.body.access_token}`, 'x-api-key': service.apiKey };
  const staff = async () => (await fetch(`${service.baseUrl}/staff`, { headers })).status;
  expect(await staff()).toBe(200);
  now += 60 * 60_000;
  expect(await staff()).toBe(401);
});

test('a code works once, and using it again revokes what it gave', async () => {
  const { codeFor, exchange, service } = await signInServer();
  const fields = { code: await codeFor(request), redirect_uri: loopback, code_verifier: verifier };
  const first = await exchange(fields);
  const again = await exchange(fields);
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  const headers = { authorization: `Bearer ${first.body.access_token}`, 'x-api-key': service.apiKey };
  expect((await fetch(`${service.baseUrl}/staff`, { headers })).status).toBe(401);
});

test('a code dies after five minutes', async () => {
  let now = Date.now();
  const { codeFor, exchange } = await signInServer({ clock: { now: () => now } });
  const code = await codeFor(request);
  now += 5 * 60_000;
  const late = await exchange({ code, redirect_uri: loopback, code_verifier: verifier });
  expect(late.body.error).toBe('invalid_grant');
});

test.each([
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['another address', { redirect_uri: 'http://127.0.0.1:1/oauth2/callback' }, 'invalid_grant'],
  ['another client', { client_id: 'nobody' }, 'invalid_client'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
])('%s gets no token', async (_what, fields: Fields, error) => {
  const { codeFor, exchange } = await signInServer();
  const code = await codeFor(request);
  const answer = await exchange({ code, redirect_uri: loopback, code_verifier: verifier, ...fields });
  expect(answer.body.error).toBe(error);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a client with a secret needs it: as a field with PKCE, as Basic credentials without', async () => {
  const { codeFor, exchange } = await signInServer();
  const client = { client_id: 'matterline-confidential' };
  const plain = { ...client, response_type: 'code', redirect_uri: loopback };
  const attempt = async (asked: Fields, fields: Fields, headers: Fields = {}): Promise<Json> =>
    (await exchange({ ...client, code: await codeFor(asked), redirect_uri: loopback, ...fields }, headers))
      .status;
  const secret = { client_secret: 'practice-secret-2f6c1d' };
  expect(await attempt({ ...plain, ...pkce }, { code_verifier: verifier, ...secret })).toBe(200);
  expect(await attempt({ ...plain, ...pkce }, { code_verifier: verifier })).toBe(401);
  expect(await attempt(plain, {}, basic)).toBe(200);
  expect(await attempt(plain, secret)).toBe(401);
  expect(await attempt({ ...plain, ...pkce }, {}, basic)).toBe(400);
});

test('refreshing gives a new access token and no new refresh token, for thirty days', async () => {
  let now = Date.now();
  const { token, service, call } = await signInServer({ clock: { now: () => now } });
  const { refreshToken } = service.tokensFor();
  const refresh = () =>
    post(token, {
      grant_type: 'refresh_token',
      client_id: 'matterline-desktop',
      refresh_token: refreshToken,
    });
  const answer = await refresh();
  expect(Object.keys(answer.body).toSorted()).toEqual(['access_token', 'expires_in', 'token_type']);
  const authorization = `Bearer ${answer.body.access_token}`;
  expect((await call('GET', '/staff', undefined, { authorization })).status).toBe(200);
  now += 30 * 24 * 60 * 60_000;
  expect((await refresh()).body.error).toBe('invalid_grant');
});

test('refreshing as a client with a secret takes Basic credentials that match', async () => {
  const { token, service } = await signInServer();
  const { refreshToken } = service.tokensFor(0, 'matterline-confidential');
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const own = { ...fields, client_id: 'matterline-confidential' };
  expect((await post(token, own, basic)).status).toBe(200);
  expect((await post(token, own)).body.error).toBe('invalid_client');
  expect((await post(token, { ...fields, client_id: 'matterline-desktop' }, basic)).body.error).toBe(
    'invalid_client',
  );
});

test('asking for openid still gives an id token, and calls still take it', async () => {
  const { codeFor, exchange, call } = await signInServer();
  const code = await codeFor({ ...request, scope: 'openid matters' });
  const answer = await exchange({ code, redirect_uri: loopback, code_verifier: verifier });
  const authorization = `Bearer ${answer.body.id_token}`;
  expect((await call('GET', '/staff', undefined, { authorization })).status).toBe(200);
});

test('every call needs both headers', async () => {
  const { service, token } = runningOn((await start()).service);
  const status = async (headers: Fields) => (await fetch(`${service.baseUrl}/staff`, { headers })).status;
  expect(await status({ 'x-api-key': service.apiKey })).toBe(401);
  expect(await status({ 'x-api-key': service.apiKey, authorization: 'Bearer nonsense' })).toBe(401);
  expect(await status({ authorization: `Bearer ${token}` })).toBe(403);
  expect(await status({ authorization: `Bearer ${token}`, 'x-api-key': 'wrong' })).toBe(403);
});
