/** An application registered at the sign-in server (spec: Authentication). */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** `http://127.0.0.1/...` stands for every port, as RFC 8252 has it for native applications. */
  readonly redirectUris: readonly string[];
}

const redirectUris = ['com.matterline.desktop:/oauth2/callback', 'http://127.0.0.1/oauth2/callback'];

export const registeredClients: readonly RegisteredClient[] = [
  { clientId: 'matterline-desktop', redirectUris },
  { clientId: 'matterline-confidential', clientSecret: 'practice-secret-2f6c1d', redirectUris },
  { clientId: 'matterline-odd-secret', clientSecret: 'pract+ice%2Fsec ret', redirectUris },
];

export const practiceApiKey = 'practice-api-key-7d0b94';

export const assignedScopes = 'documents matters staff';

export function findClient(clientId: string | undefined): RegisteredClient | undefined {
  return registeredClients.find((client) => client.clientId === clientId);
}

export function isRegisteredRedirect(client: RegisteredClient, redirectUri: string): boolean {
  const portless = redirectUri.replace(/^(http:\/\/127\.0\.0\.1):\d{1,5}(?=\/)/, '$1');
  return client.redirectUris.some(
    (registered) =>
      registered === redirectUri || (registered.startsWith('http://127.0.0.1/') && registered === portless),
  );
}
