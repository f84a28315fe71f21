import { randomUUID } from 'node:crypto';
import { authorizationAddress } from '../../main/sign-in/token-server.ts';
import type { Connection } from '../../shared/model/index.ts';
import type { PracticeService } from '../service/index.ts';

export const redirectUri = 'http://127.0.0.1:54321/oauth2/callback';

/** A connection to the practice service, of the public application or of the one with a secret. */
export function connectionTo(
  service: PracticeService,
  kind: 'public' | 'confidential' = 'public',
): Connection {
  const client = service.clients.find(
    (each) => (each.clientSecret !== undefined) === (kind === 'confidential'),
  );
  if (!client) throw new Error('the practice service knows such an application');
  const { clientId, clientSecret } = client;
  return {
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    apiKey: service.apiKey,
    redirect: 'loopback',
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
  };
}

export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Signs the first person in on the authorize page; gives the address the browser is sent back to. */
export async function signInOnPage(service: PracticeService, address: string): Promise<URL> {
  const [person] = service.people;
  const form = new URLSearchParams(new URL(address).search);
  form.set('username', String(person?.username));
  form.set('password', String(person?.password));
  const answer = await fetch(`${service.authUrl}/oauth2/authorize`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const back = answer.headers.get('location');
  if (back === null) throw new Error(`the page did not send the browser back (${answer.status})`);
  return new URL(back);
}

/** Everything up to the code, as the application does it. */
export async function authorized(service: PracticeService, connection: Connection) {
  const attempt = { redirectUri, state: randomUUID(), verifier };
  const back = await signInOnPage(service, await authorizationAddress(connection, attempt));
  return { ...attempt, code: String(back.searchParams.get('code')) };
}
