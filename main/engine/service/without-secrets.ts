/** No real secret is shorter, and shorter words are found in ordinary text. */
const shortestSecret = 8;

/** A service that quotes the request in its answer must not carry our secrets into logs and windows. */
export function withoutSecrets(body: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((text, secret) => text.replaceAll(secret, '[removed]'), body);
}
