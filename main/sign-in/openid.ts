import type { Connection } from '../../shared/model/index.ts';
import { publishedBy } from './published.ts';
import type { Fetch } from './token-server.ts';

const openid = 'openid';
/** How long the sign-in page waits for what the server publishes, in milliseconds. */
const patience = 2_000;

export const asksOpenid = ({ scope }: Pick<Connection, 'scope'>): boolean =>
  scope?.split(' ').includes(openid) === true;

/**
 * The scopes to ask for, with `openid` where that tells who signs in and takes nothing away: the connection names others, and
 * names it too or its server publishes that it knows it. Where the connection names none, the access token has all that are assigned
 * (spec: Authorization request), and would have this one alone.
 */
export async function scopeWithOpenid(connection: Connection, fetch: Fetch): Promise<string | undefined> {
  const { scope, authUrl } = connection;
  if (scope === undefined || asksOpenid(connection)) return scope;
  const published = await publishedBy(authUrl, fetch, patience);
  const isOffered = published.some((server) => {
    const scopes: unknown = Reflect.get(server, 'scopes_supported');
    return Array.isArray(scopes) && scopes.includes(openid);
  });
  return isOffered ? `${scope} ${openid}` : scope;
}

/** The scopes of a connection whose server refuses that one. */
export const scopeWithoutOpenid = ({ scope }: Pick<Connection, 'scope'>): string | undefined =>
  scope
    ?.split(' ')
    .filter((one) => one !== openid)
    .join(' ');
