import { err, ok, type Result } from '../../shared/base/result.ts';
import { checkAddress } from '../../shared/model/address.ts';
import type { Connection, Refusal } from '../../shared/model/index.ts';

/**
 * Checks a connection beyond its shape: secure addresses, header-safe key and identifiers, no scope that asks who signs
 * in and for nothing else (spec: Authentication, Id token deprecation). The answer is trimmed and normalised.
 */
export function checkConnection(connection: Connection): Result<Connection, Refusal> {
  const baseUrl = checkAddress(connection.baseUrl, 'The service address (baseUrl)');
  if (!baseUrl.ok) return baseUrl;
  const authUrl = checkAddress(connection.authUrl, 'The sign-in address (authUrl)');
  if (!authUrl.ok) return authUrl;

  const hub =
    connection.hub === undefined ? null : checkAddress(connection.hub, 'The address of the hub (hub)');
  if (hub?.ok === false) return hub;

  const words = {
    clientId: connection.clientId.trim(),
    apiKey: connection.apiKey.trim(),
    clientSecret: connection.clientSecret?.trim() ?? '',
  };
  if (words.clientId === '') return invalid('The client id (clientId) is empty.');
  if (connection.withoutHub && (hub === null || words.apiKey === ''))
    return invalid('A way past the hub (withoutHub) needs a hub, and an API key (apiKey) of its own.');
  if (words.apiKey === '' && hub === null) return invalid('The API key (apiKey) is missing or empty.');
  for (const [field, value] of Object.entries(words)) {
    if (!/^[\x21-\x7e]*$/.test(value)) {
      return invalid(`${field} contains a space or a character that cannot be sent.`);
    }
  }

  const scope = connection.scope?.trim().replace(/\s+/g, ' ') ?? '';
  if (scope === 'openid') {
    return invalid(
      'The scope has “openid” alone: that tells who signs in, and lets nothing be read or filed.',
    );
  }
  return ok({
    baseUrl: baseUrl.value,
    authUrl: authUrl.value,
    clientId: words.clientId,
    apiKey: words.apiKey,
    redirect: connection.redirect,
    ...(hub !== null && { hub: hub.value }),
    ...(connection.withoutHub && { withoutHub: connection.withoutHub }),
    ...(words.clientSecret !== '' && { clientSecret: words.clientSecret }),
    ...(scope !== '' && { scope }),
  });
}

/** Two connections with the same identity share a sign-in. */
export const identityOf = ({
  baseUrl,
  authUrl,
  clientId,
}: Pick<Connection, 'baseUrl' | 'authUrl' | 'clientId'>): string => [baseUrl, authUrl, clientId].join('\n');

const invalid = (why: string): Result<never, Refusal> =>
  err({
    code: 'configuration-invalid',
    what: 'The connection cannot be used.',
    why,
    next: 'Correct it with what you were given when the program was registered with your service.',
  });
