import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorizationAddress, exchangeCode, refreshAccess } from '../../main/sign-in/token-server.ts';
import { startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';
import { authorized, connectionTo, redirectUri, signInOnPage, verifier } from './sign-in.ts';

const { service, clientWith, matterId } = await startPractice();
const open = connectionTo(service);
const confidential = connectionTo(service, 'confidential');
const attempt = { redirectUri, state: 'state-7', verifier };

const asked = async (more: Record<string, string | null> = {}, connection = open) => {
  const address = new URL(await authorizationAddress(connection, attempt));
  for (const [name, value] of Object.entries(more)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  return address;
};
const statusOf = async (address: URL) => (await fetch(address, { redirect: 'manual' })).status;
const parameter = async (name: string) => (await asked()).searchParams.get(name);
/** What the browser is sent back with when the request itself is wrong. */
const errorFor = async (more: Record<string, string | null>) => {
  const answer = await fetch(await asked(more), { redirect: 'manual' });
  return new URL(String(answer.headers.get('location'))).searchParams.get('error');
};

rows('Authorization request', {
  response_type: async () => {
    expect(await parameter('response_type')).toBe('code');
    expect(await errorFor({ response_type: 'token' })).toBe('unsupported_response_type');
  },
  client_id: async () => {
    expect(await parameter('client_id')).toBe(open.clientId);
    expect(await statusOf(await asked({ client_id: 'outsider' }))).toBeGreaterThanOrEqual(400);
  },
  redirect_uri: async () => {
    expect(await parameter('redirect_uri')).toBe(redirectUri);
    expect(
      await statusOf(await asked({ redirect_uri: 'https://elsewhere.example/' })),
    ).toBeGreaterThanOrEqual(400);
  },
  state: async () => {
    const back = await signInOnPage(service, (await asked()).href);
    expect(back.searchParams.get('state')).toBe('state-7');
  },
  scope: async () => {
    expect(await parameter('scope')).toBeNull();
    const scoped = await authorizationAddress({ ...open, scope: 'documents matters' }, attempt);
    expect(new URL(scoped).searchParams.get('scope')).toBe('documents matters');
    expect((await signInOnPage(service, scoped)).searchParams.get('code')).not.toBeNull();
  },
  code_challenge: async () => {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(await parameter('code_challenge')).toBe(challenge);
    expect(await errorFor({ code_challenge: null, code_challenge_method: null })).toBe('invalid_request');
  },
  code_challenge_method: async () => {
    expect(await parameter('code_challenge_method')).toBe('S256');
    expect(await errorFor({ code_challenge_method: 'plain' })).toBe('invalid_request');
  },
});

/** Passes requests on to the sign-in server and remembers the last one. */
function watched() {
  const seen = {
    form: new URLSearchParams(),
    authorization: '' as string | null,
    contentType: '' as string | null,
  };
  const watching: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    seen.form = new URLSearchParams(await request.clone().text());
    seen.authorization = request.headers.get('authorization');
    seen.contentType = request.headers.get('content-type');
    return fetch(request);
  };
  return { seen, fetch: watching };
}

async function exchanged(more: object = {}, connection = open) {
  const network = watched();
  const code = await authorized(service, connection);
  const result = await exchangeCode(connection, { ...code, ...more }, network.fetch);
  return { result, ...network.seen, code };
}
const invalidGrant = { ok: false, error: { kind: 'refused', error: 'invalid_grant' } };

rows('Token request', {
  grant_type: async () => {
    const { form, contentType } = await exchanged();
    expect(form.get('grant_type')).toBe('authorization_code');
    expect(contentType).toMatch(/^application\/x-www-form-urlencoded/);
  },
  client_id: async () => {
    expect((await exchanged()).form.get('client_id')).toBe(open.clientId);
    const code = await authorized(service, open);
    const outsider = await exchangeCode({ ...open, clientId: 'outsider' }, code, fetch);
    expect(outsider).toMatchObject({ ok: false, error: { error: 'invalid_client' } });
  },
  code: async () => {
    const { form, code, result } = await exchanged();
    expect(form.get('code')).toBe(code.code);
    expect(result.ok).toBe(true);
    expect((await exchanged({ code: 'guessed' })).result).toMatchObject(invalidGrant);
  },
  redirect_uri: async () => {
    expect((await exchanged()).form.get('redirect_uri')).toBe(redirectUri);
    const other = { redirectUri: 'http://127.0.0.1:1/oauth2/callback' };
    expect((await exchanged(other)).result).toMatchObject(invalidGrant);
  },
  code_verifier: async () => {
    expect((await exchanged()).form.get('code_verifier')).toBe(verifier);
    expect((await exchanged({ verifier: 'x'.repeat(43) })).result).toMatchObject(invalidGrant);
  },
  client_secret: async () => {
    const { form, result } = await exchanged({}, confidential);
    expect(form.get('client_secret')).toBe(confidential.clientSecret);
    expect(result.ok).toBe(true);
    const code = await authorized(service, confidential);
    const wrong = await exchangeCode({ ...confidential, clientSecret: 'wrong' }, code, fetch);
    expect(wrong).toMatchObject({ ok: false, error: { error: 'invalid_client' } });
    expect((await exchanged()).form.has('client_secret')).toBe(false);
  },
});

async function rawTokens() {
  const code = await authorized(service, open);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: open.clientId,
    code: code.code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const answer = await fetch(`${service.authUrl}/oauth2/token`, { method: 'POST', body });
  return Object(await answer.json());
}

rows('Token response', {
  refresh_token: async () => {
    expect(valueOf((await exchanged()).result).refreshToken).toMatch(/./);
    expect(Object.keys(await rawTokens())).not.toContain('refresh_token_expires_in');
  },
  access_token: async () => {
    const { accessToken } = valueOf((await exchanged()).result);
    const client = clientWith({ accessToken: () => Promise.resolve({ ok: true, value: accessToken }) });
    expect((await client.matters.read(matterId)).ok).toBe(true);
  },
  token_type: async () => expect((await rawTokens()).token_type).toBe('Bearer'),
  expires_in: async () => {
    expect((await rawTokens()).expires_in).toBe(3600);
    expect(valueOf((await exchanged()).result).accessLifetime).toBe(3_600_000);
  },
});

async function refreshed(connection = confidential, more: { clientId?: string } = {}) {
  const network = watched();
  const first = valueOf((await exchanged({}, connection)).result);
  const result = await refreshAccess({ ...connection, ...more }, String(first.refreshToken), network.fetch);
  return { result, ...network.seen, first };
}

rows('Refresh', {
  Authorization: async () => {
    const { clientId, clientSecret } = confidential;
    const { authorization, result } = await refreshed();
    expect(authorization).toBe(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
    expect(result.ok).toBe(true);
    expect((await refreshed(open)).result.ok).toBe(true);
  },
  grant_type: async () => expect((await refreshed()).form.get('grant_type')).toBe('refresh_token'),
  client_id: async () => {
    expect((await refreshed()).form.get('client_id')).toBe(confidential.clientId);
    const other = await refreshed(confidential, { clientId: open.clientId });
    expect(other.result.ok).toBe(false);
  },
  refresh_token: async () => {
    const { form, first } = await refreshed();
    expect(form.get('refresh_token')).toBe(first.refreshToken);
    const wrong = await refreshAccess(open, 'guessed', fetch);
    expect(wrong).toMatchObject(invalidGrant);
  },
  'no new refresh token': async () => {
    const { result, first } = await refreshed();
    expect(valueOf(result).refreshToken).toBeNull();
    expect(valueOf(result).accessToken).not.toBe(first.accessToken);
  },
});

rows('Id token deprecation', {
  id_token: async () => {
    expect((await asked()).searchParams.get('scope') ?? '').not.toContain('openid');
    expect(await rawTokens()).not.toHaveProperty('id_token');
    const unasked = await exchanged({}, { ...open, scope: 'openid documents' });
    expect(Object.keys(valueOf(unasked.result))).not.toContain('idToken');
  },
});

describe('signing in', () => {
  operation('signIn.authorize', 'brings the browser back with a code and the state', async () => {
    const back = await signInOnPage(service, (await asked()).href);
    expect(back.href.startsWith(redirectUri)).toBe(true);
    expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'state']);
  });

  operation('signIn.exchange', 'gives tokens for a code with PKCE, with and without a secret', async () => {
    for (const connection of [open, confidential])
      expect((await exchanged({}, connection)).result.ok).toBe(true);
  });

  operation('signIn.refresh', 'gives another access token, until the refresh token is revoked', async () => {
    const first = valueOf((await exchanged()).result);
    expect((await refreshAccess(open, String(first.refreshToken), fetch)).ok).toBe(true);
    service.revokeRefreshTokens();
    expect(await refreshAccess(open, String(first.refreshToken), fetch)).toMatchObject(invalidGrant);
  });

  it('without PKCE an application with a secret may exchange a code with Basic credentials', async () => {
    const { clientId, clientSecret } = confidential;
    const address = await asked({ code_challenge: null, code_challenge_method: null }, confidential);
    const code = String((await signInOnPage(service, address.href)).searchParams.get('code'));
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
    });
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const ask = (authorization: string) =>
      fetch(`${service.authUrl}/oauth2/token`, { method: 'POST', body, headers: { authorization } });
    expect((await ask('Basic bm9ib2R5Om5vdGhpbmc=')).status).toBe(401);
    expect((await ask(basic)).status).toBe(200);
  });
});
