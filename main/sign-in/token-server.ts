import * as oauth from 'oauth4webapi';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { isLoopbackAddress } from '../../shared/model/address.ts';
import type { Connection } from '../../shared/model/index.ts';
import { proxyAsksCode } from '../network/proxy-login.ts';
import { askEachWay, basic, basicForms } from './client-authentication.ts';
import { subjectsOf } from './subjects.ts';

/** Tokens as the sign-in server gave them; lifetimes in milliseconds. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly accessLifetime: number;
  /** Null where the answer has none: always for a refresh (spec: Refresh). */
  readonly refreshToken: string | null;
  /** Who signed in, as far as the tokens tell (subjects.ts). */
  readonly subjects: readonly string[];
}

export type TokenFailure =
  /** The server said no; `error` is the OAuth error code, `detail` its own words, cleaned. */
  | { readonly kind: 'refused'; readonly error: string; readonly detail: string }
  /** A proxy on the way wants a name and password: the server has heard nothing. */
  | { readonly kind: 'proxy-asks' }
  /**
   * No answer, or not one of a sign-in server that is well: worth trying again later. `heard` is false when the server
   * certainly heard nothing.
   */
  | { readonly kind: 'unreachable'; readonly why: string; readonly heard: boolean };

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** Default validity of an access token (spec: Token request), for servers that do not say. */
const defaultAccessLifetime = 60 * 60_000;
const patience = 30_000;

const serverOf = (connection: Connection): oauth.AuthorizationServer => ({
  issuer: connection.authUrl,
  authorization_endpoint: `${connection.authUrl}/oauth2/authorize`,
  token_endpoint: `${connection.authUrl}/oauth2/token`,
});

/** The page where the person signs in (spec: Authorization request). */
export async function authorizationAddress(
  connection: Connection,
  attempt: { redirectUri: string; state: string; verifier: string; afresh?: boolean },
): Promise<string> {
  const address = new URL(`${connection.authUrl}/oauth2/authorize`);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: connection.clientId,
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(connection.scope !== undefined && { scope: connection.scope }),
    // Servers that do not know it have to leave it alone (RFC 6749, 3.1).
    ...(attempt.afresh && { prompt: 'login' }),
  }).toString();
  return address.href;
}

/** Exchanges the code of a callback whose state has been checked for tokens (spec: Token request). */
export async function exchangeCode(
  connection: Connection,
  attempt: { redirectUri: string; state: string; verifier: string; code: string },
  fetch: Fetch,
): Promise<Result<IssuedTokens, TokenFailure>> {
  const server = serverOf(connection);
  const client = { client_id: connection.clientId };
  const { clientSecret } = connection;
  const ways =
    clientSecret === undefined
      ? [oauth.None()]
      : [oauth.ClientSecretPost(clientSecret), ...basicForms(connection.clientId, clientSecret)];
  const callback = new URLSearchParams({ code: attempt.code, state: attempt.state });
  return askEachWay(ways, null, (authentication) =>
    ask(
      connection,
      () =>
        oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          oauth.validateAuthResponse(server, client, callback, attempt.state),
          attempt.redirectUri,
          attempt.verifier,
          requestOptions(connection, fetch),
        ),
      (response) => oauth.processAuthorizationCodeResponse(server, client, response),
    ),
  );
}

/** Gets a new access token (spec: Refresh). */
export async function refreshAccess(
  connection: Connection,
  refreshToken: string,
  fetch: Fetch,
): Promise<Result<IssuedTokens, TokenFailure>> {
  const server = serverOf(connection);
  const client = { client_id: connection.clientId };
  const { clientId, clientSecret } = connection;
  // A public client has nothing to show; some servers want to see that nothing where a secret would be.
  const ways =
    clientSecret === undefined ? [oauth.None(), basic(clientId, '')] : basicForms(clientId, clientSecret);
  return askEachWay(ways, connection, (authentication) =>
    ask(
      connection,
      () =>
        oauth.refreshTokenGrantRequest(
          server,
          client,
          authentication,
          refreshToken,
          requestOptions(connection, fetch),
        ),
      (response) => oauth.processRefreshTokenResponse(server, client, response),
    ),
  );
}

const requestOptions = (connection: Connection, fetch: Fetch): oauth.TokenEndpointRequestOptions => ({
  [oauth.customFetch]: fetch,
  [oauth.allowInsecureRequests]: isLoopbackAddress(new URL(connection.authUrl)),
  signal: () => AbortSignal.timeout(patience),
});

async function ask(
  connection: Connection,
  send: () => Promise<Response>,
  read: (response: Response) => Promise<oauth.TokenEndpointResponse>,
): Promise<Result<IssuedTokens, TokenFailure>> {
  try {
    const response = await send();
    if (response.status !== 200) return err(await failureOf(response));
    const unusable = await tokenTypeRefused(response);
    if (unusable !== null) return err({ kind: 'refused', error: 'unsupported_token_type', detail: unusable });
    const { rest, idToken } = await withoutIdToken(response);
    const answer = await read(rest);
    return ok({
      accessToken: answer.access_token,
      accessLifetime: answer.expires_in === undefined ? defaultAccessLifetime : answer.expires_in * 1000,
      refreshToken: answer.refresh_token ?? null,
      subjects: subjectsOf({ idToken, accessToken: answer.access_token }, connection),
    });
  } catch (error) {
    if (codeOf(error) === proxyAsksCode) return err({ kind: 'proxy-asks' });
    return err({ kind: 'unreachable', why: inWords(error), heard: !neverLeft.test(codeOf(error)) });
  }
}

/** Servers may add one unasked; it is not ours to use, and would be checked against an issuer nobody told us. */
async function withoutIdToken(
  response: Response,
): Promise<{ readonly rest: Response; readonly idToken: string | null }> {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('id_token' in body))
    return { rest: Response.json(body), idToken: null };
  const { id_token: idToken, ...rest } = body;
  return { rest: Response.json(rest), idToken: typeof idToken === 'string' ? idToken : null };
}

async function failureOf(response: Response): Promise<TokenFailure> {
  const body: unknown = await response.json().catch(() => null);
  const error = textOf(body, 'error');
  const detail = textOf(body, 'error_description');
  // A proxy or a captive portal says 403 too: only an OAuth error is a server's no (RFC 6749, 5.2).
  if (![400, 401, 403].includes(response.status) || error === '' || passing.has(error)) {
    const said = detail || (passing.has(error) ? error : '');
    const why = `The sign-in server answered with status ${response.status}${said && `: ${said}`}.`;
    return { kind: 'unreachable', why: why.replace(/\.\.$/, '.'), heard: true };
  }
  return { kind: 'refused', error, detail };
}

/** Errors that say nothing of what was asked for. */
const passing: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/** Codes of failures in which nothing reached a server. */
const neverLeft =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_NAME_NOT_RESOLVED|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|.*CERT.*|DEPTH_ZERO.*|UNABLE_TO_.*)$/;

/** What to say of tokens of a type that is not sent as the spec has it (spec: Token request); null when it is Bearer. */
async function tokenTypeRefused(response: Response): Promise<string | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const type = textOf(body, 'token_type');
  return type === '' || /^bearer$/i.test(type)
    ? null
    : `it gives tokens of the type “${type}”, which Matterline does not use`;
}

const textOf = (body: unknown, name: string): string =>
  plainText(typeof body === 'object' && body !== null ? Reflect.get(body, name) : '');

/** Words from outside, made fit to be shown: one line, no control characters, 200 UTF-16 units at most. */
export const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 200)
    : '';

function inWords(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The sign-in server did not answer within ${patience / 1000} seconds.`;
  }
  const code = codeOf(error);
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return `What answers as the sign-in server shows a certificate that this computer does not trust (${code}). Nothing was sent to it.`;
  }
  return code.startsWith('OAUTH_') || error instanceof SyntaxError
    ? 'What answered is not a sign-in server: its answer makes no sense.'
    : `The sign-in server cannot be reached${code && ` (${code})`}.`;
}

/** The system's name of a network failure, wherever the http client put it. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    const chromium = /net::(ERR_\w+)/.exec(at.message)?.[1];
    if (chromium !== undefined) return chromium;
  }
  return '';
}
