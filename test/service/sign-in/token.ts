import { createHash, timingSafeEqual } from 'node:crypto';
import type { Answer } from '../answer.ts';
import type { Operation, PlainRequest } from '../operation.ts';
import type { World } from '../world.ts';
import { formFields } from './authorize.ts';
import { findClient, type RegisteredClient } from './clients.ts';
import { identityToken } from './identity-token.ts';
import { accessLifetimeMs, type CodeGrant, type Grant, type Tokens } from './tokens.ts';

type Fields = Readonly<Record<string, string | undefined>>;
type Basic = { readonly clientId: string; readonly secret: string };

/** POST {auth_url}/oauth2/token (spec: Token request, Refresh). Errors are those of RFC 6749, 5.2. */
export function tokenOperation(world: World, tokens: Tokens): Operation<PlainRequest> {
  return {
    name: 'signIn.token',
    method: 'POST',
    path: '/oauth2/token',
    handle(request) {
      if (!/^application\/x-www-form-urlencoded\b/i.test(String(request.headers['content-type'] ?? ''))) {
        return refused('invalid_request', 'the body must be application/x-www-form-urlencoded');
      }
      const fields = formFields(request.body);
      const basic = readBasic(request.headers.authorization, world.variants.basicForm);
      const client = findClient(fields.client_id);
      if (client === undefined) return refused('invalid_client', 'client_id is missing or not registered');
      if (basic !== undefined && basic.clientId !== client.clientId) {
        return refused('invalid_client', 'client_id does not match the Basic credentials');
      }
      if (fields.grant_type === 'authorization_code') return exchange(world, tokens, client, fields, basic);
      if (fields.grant_type === 'refresh_token') return refresh(world, tokens, client, fields, basic);
      return refused('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
    },
  };
}

function exchange(
  world: World,
  tokens: Tokens,
  client: RegisteredClient,
  fields: Fields,
  basic: Basic | undefined,
): Answer {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = fields;
  if (code === undefined) return refused('invalid_request', 'code is missing');
  if (redirectUri === undefined) return refused('invalid_request', 'redirect_uri is missing');
  // Without PKCE the secret has to come as Basic credentials; with it either way is taken.
  const secret = verifier === undefined ? basic?.secret : (basic?.secret ?? fields.client_secret);
  if (!hasRightSecret(client, secret))
    return refused('invalid_client', 'the client secret is missing or wrong');
  const redeemed = tokens.redeemCode(code);
  if (redeemed === undefined) return refused('invalid_grant', 'the code is unknown, used or expired');
  const { grant, codeHash } = redeemed;
  if (grant.clientId !== client.clientId)
    return refused('invalid_grant', 'the code was issued to another client');
  if (grant.redirectUri !== redirectUri)
    return refused('invalid_grant', 'redirect_uri differs from the earlier one');
  if (!verifierFits(grant, verifier))
    return refused('invalid_grant', 'code_verifier does not fit code_challenge');
  return granted({
    refresh_token: tokens.issue('refresh', grant, codeHash),
    ...accessOf(tokens, grant, codeHash),
    ...identityOf(world, tokens, grant, codeHash),
  });
}

function refresh(
  world: World,
  tokens: Tokens,
  client: RegisteredClient,
  fields: Fields,
  basic: Basic | undefined,
): Answer {
  if (fields.refresh_token === undefined) return refused('invalid_request', 'refresh_token is missing');
  const { refreshTokens, publicRefresh } = world.variants;
  const isBare = basic === undefined && publicRefresh === 'emptyBasic';
  if (isBare || !hasRightSecret(client, basic?.secret)) {
    return refused('invalid_client', 'the Basic credentials are missing or wrong');
  }
  const grant = tokens.refreshGrant(fields.refresh_token);
  if (grant?.clientId !== client.clientId)
    return refused('invalid_grant', 'the refresh token is unknown, expired or revoked');
  if (refreshTokens === 'kept') return granted(accessOf(tokens, grant));
  tokens.revokeOne(fields.refresh_token);
  return granted({ refresh_token: tokens.issue('refresh', grant), ...accessOf(tokens, grant) });
}

function accessOf(tokens: Tokens, grant: Grant, codeHash?: string) {
  return {
    access_token: tokens.issue('access', grant, codeHash),
    token_type: 'Bearer',
    expires_in: accessLifetimeMs / 1000,
  };
}

/** Deprecated, but still given when asked for and still good for calls (spec: Id token deprecation). */
function identityOf(world: World, tokens: Tokens, grant: Grant, codeHash: string) {
  if (!grant.scope.split(' ').includes('openid')) return {};
  return { id_token: tokens.issue('access', grant, codeHash, identityToken(world, grant)) };
}

function verifierFits(grant: CodeGrant, verifier: string | undefined): boolean {
  if (grant.challenge === null) return verifier === undefined;
  if (verifier === undefined) return false;
  return createHash('sha256').update(verifier).digest('base64url') === grant.challenge;
}

function hasRightSecret(client: RegisteredClient, given: string | undefined): boolean {
  if (client.clientSecret === undefined) return given === undefined || given === '';
  if (given === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(client.clientSecret));
}

/** `encoded` is RFC 6749, 2.3.1: both halves are form-encoded before they are joined. */
function readBasic(header: string | string[] | undefined, form: 'encoded' | 'plain'): Basic | undefined {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(String(header ?? ''))?.[1];
  if (encoded === undefined) return undefined;
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (form === 'plain') return { clientId, secret: rest.join(':') };
  try {
    const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
    return { clientId: decode(clientId), secret: decode(rest.join(':')) };
  } catch {
    return { clientId, secret: rest.join(':') };
  }
}

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

function granted(body: Readonly<Record<string, unknown>>): Answer {
  return { status: 200, body, headers: noStore };
}

function refused(error: string, description: string): Answer {
  const isClient = error === 'invalid_client';
  return {
    status: isClient ? 401 : 400,
    body: { error, error_description: description },
    headers: isClient ? { ...noStore, 'www-authenticate': 'Basic realm="practice"' } : noStore,
  };
}
