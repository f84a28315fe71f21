import type { Fetch } from './token-server.ts';
import { withoutSlashes } from './without-slashes.ts';

/** Where servers publish what they are called and what they offer (RFC 8414, OpenID Connect Discovery). */
const wellKnown = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/**
 * What a sign-in server publishes of itself, as it came: nothing, or one or two objects. Never rejects.
 * @param patience how long is waited for it, in milliseconds
 */
export async function publishedBy(authUrl: string, fetch: Fetch, patience: number): Promise<object[]> {
  const asked = wellKnown.map(async (path) => {
    try {
      const address = `${withoutSlashes(authUrl)}${path}`;
      const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(patience) });
      const body: unknown = response.status === 200 ? await response.json() : null;
      return typeof body === 'object' && body !== null ? [body] : [];
    } catch {
      return [];
    }
  });
  return (await Promise.all(asked)).flat();
}
