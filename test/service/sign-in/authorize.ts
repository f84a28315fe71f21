import type { Answer } from '../answer.ts';
import type { Operation, PlainRequest } from '../operation.ts';
import type { World } from '../world.ts';
import { assignedScopes, findClient, isRegisteredRedirect, type RegisteredClient } from './clients.ts';
import { refusalPage, signInPage } from './page.ts';
import type { Tokens } from './tokens.ts';

const parameterNames = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const;

type Parameters = Partial<Record<(typeof parameterNames)[number], string>>;

/** GET and POST {auth_url}/oauth2/authorize (spec: Authorization request). */
export function authorizeOperations(world: World, tokens: Tokens): Operation<PlainRequest>[] {
  return [
    {
      name: 'signIn.page',
      method: 'GET',
      path: '/oauth2/authorize',
      handle(request) {
        const parameters = pick((name) => request.query.get(name));
        return checkRequest(world, parameters) ?? signInPage({ parameters, username: '' });
      },
    },
    {
      name: 'signIn.submit',
      method: 'POST',
      path: '/oauth2/authorize',
      handle(request) {
        const form = formFields(request.body);
        const parameters = pick((name) => form[name]);
        const refusal = checkRequest(world, parameters);
        if (refusal !== undefined) return refusal;
        if (form.decision === 'cancel') return backWith(parameters, { error: 'access_denied' });
        const username = (form.username ?? '').trim();
        const staffId = staffIdOf(world, username, form.password ?? '');
        if (staffId === undefined) {
          return signInPage({ parameters, username, error: 'The user name or the password is wrong.' });
        }
        const issuer = world.variants.callbackIssuer === 'stated' ? { iss: world.addresses.signIn } : {};
        return backWith(parameters, {
          code: tokens.issueCode({ ...grantOf(parameters), staffId }),
          ...issuer,
        });
      },
    },
  ];
}

function grantOf(parameters: Parameters) {
  return {
    clientId: parameters.client_id ?? '',
    redirectUri: parameters.redirect_uri ?? '',
    scope: parameters.scope?.trim() || assignedScopes,
    challenge: parameters.code_challenge ?? null,
  };
}

/** The answer to a request that cannot go on, or undefined. */
function checkRequest(world: World, parameters: Parameters): Answer | undefined {
  const client = findClient(parameters.client_id);
  if (client === undefined) return refusalPage('The application (client_id) is not registered.');
  if (!isRegisteredRedirect(client, parameters.redirect_uri ?? '')) {
    return refusalPage('The address to return to (redirect_uri) is not registered for this application.');
  }
  if (parameters.response_type === undefined)
    return backWithError(parameters, 'invalid_request', 'response_type is missing');
  if (parameters.response_type !== 'code') {
    return backWithError(parameters, 'unsupported_response_type', 'response_type must be code');
  }
  if (world.variants.openid === 'refused' && parameters.scope?.split(' ').includes('openid'))
    return backWithError(parameters, 'invalid_scope', 'openid is not assigned to this application');
  const broken = brokenChallenge(client, parameters);
  return broken === undefined ? undefined : backWithError(parameters, 'invalid_request', broken);
}

function brokenChallenge(client: RegisteredClient, parameters: Parameters): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = parameters;
  if (challenge === undefined) {
    if (method !== undefined) return 'code_challenge is missing';
    return client.clientSecret === undefined
      ? 'PKCE is required for an application without a secret'
      : undefined;
  }
  if (method !== 'S256') return 'code_challenge_method must be S256';
  return /^[\w-]{43}$/.test(challenge)
    ? undefined
    : 'code_challenge must be base64url of a SHA-256, without padding';
}

function backWithError(parameters: Parameters, error: string, description: string): Answer {
  return backWith(parameters, { error, error_description: description });
}

function backWith(parameters: Parameters, result: Readonly<Record<string, string>>): Answer {
  const query = new URLSearchParams(result);
  if (parameters.state !== undefined) query.set('state', parameters.state);
  return {
    status: 303,
    text: '',
    headers: {
      location: `${parameters.redirect_uri}?${query.toString()}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  };
}

function pick(read: (name: string) => string | undefined): Parameters {
  const picked: Parameters = {};
  for (const name of parameterNames) {
    const value = read(name);
    if (value !== undefined && value !== '') picked[name] = value;
  }
  return picked;
}

/** Fields of a posted form; a repeated field counts as missing. */
export function formFields(body: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'));
}

function staffIdOf(world: World, username: string, password: string): string | undefined {
  return world.store
    .prepare<[string, string], string>(
      'select staff_id from people where username = lower(?) and password = ?',
    )
    .pluck()
    .get(username, password);
}
