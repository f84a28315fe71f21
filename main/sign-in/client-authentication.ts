import type * as oauth from 'oauth4webapi';
import type { Result } from '../../shared/base/result.ts';
import type { Connection } from '../../shared/model/index.ts';

/** Which way a connection's server took last, so that it is not shown each time one that it refuses. */
const wayTaken = new WeakMap<Connection, number>();

/** Goes on to the next way of saying who asks as long as the server does not accept the client: nothing was used up then. */
export async function askEachWay<Value, Failure extends { readonly kind: string }>(
  ways: readonly oauth.ClientAuth[],
  remembered: Connection | null,
  send: (authentication: oauth.ClientAuth) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  const first = (remembered && wayTaken.get(remembered)) ?? 0;
  const inTurn = [...ways.keys()].map((step) => (first + step) % ways.length);
  let asked: Result<Value, Failure> | null = null;
  for (const way of inTurn) {
    const authentication = ways[way];
    if (!authentication) continue;
    const next = await send(authentication);
    if (next.ok || !('error' in next.error) || !isClientRefused(String(next.error.error))) {
      if (next.ok && remembered) wayTaken.set(remembered, way);
      return next;
    }
    // What the server says of the usual way tells most.
    asked ??= next;
  }
  return asked as Result<Value, Failure>;
}

/** The server does not accept who asks: what is asked for was not looked at. */
export const isClientRefused = (error: string): boolean =>
  error === 'invalid_client' || error === 'unauthorized_client';

/** Basic credentials, and the client's id in the form too (spec: Refresh). */
export const basic =
  (clientId: string, clientSecret: string): oauth.ClientAuth =>
  (_server, client, body, headers) => {
    body.set('client_id', client.client_id);
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  };

/** As the spec has them, plain; then, where that makes a difference, form-encoded first (RFC 6749, 2.3.1). */
export function basicForms(clientId: string, clientSecret: string): oauth.ClientAuth[] {
  const [id, secret] = [formEncoded(clientId), formEncoded(clientSecret)];
  const plain = basic(clientId, clientSecret);
  return id === clientId && secret === clientSecret ? [plain] : [plain, basic(id, secret)];
}

const formEncoded = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length);
