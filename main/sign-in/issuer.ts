import { publishedBy } from './published.ts';
import type { Fetch } from './token-server.ts';
import { withoutSlashes } from './without-slashes.ts';

const patience = 10_000;

/** The address of the connection names the issuer; a slash at its end makes no difference to people who type it. */
export const isSameIssuer = (authUrl: string, issuer: string): boolean =>
  withoutSlashes(authUrl) === withoutSlashes(issuer);

/** What the server at this address says it is called, where it is called otherwise than its address. */
export async function statedIssuers(authUrl: string, fetch: Fetch): Promise<string[]> {
  return (await publishedBy(authUrl, fetch, patience)).flatMap((server) => {
    const issuer: unknown = Reflect.get(server, 'issuer');
    return typeof issuer === 'string' ? [issuer] : [];
  });
}
