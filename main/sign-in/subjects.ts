import { createHash } from 'node:crypto';
import type { Connection } from '../../shared/model/index.ts';
import { withoutSlashes } from './without-slashes.ts';

/**
 * Who signed in, as far as tokens tell: for each that does, after the kind of token, a hash of the subject and one of whoever vouches
 * for it: its issuer, or the sign-in address where it names none. What a token says is believed without its
 * signature, because it came from the sign-in server itself over a connection that proves whose it is (OpenID Connect Core
 * 3.1.3.7, 6); nothing but which workspace is opened goes by it.
 */
export function subjectsOf(
  tokens: { readonly idToken: string | null; readonly accessToken: string },
  { clientId, authUrl }: Pick<Connection, 'clientId' | 'authUrl'>,
): string[] {
  const told = { id: tokens.idToken, access: tokens.accessToken };
  return Object.entries(told).flatMap(([kind, token]) => {
    const subject = token === null ? null : subjectIn(token, clientId);
    return subject === null
      ? []
      : [`${kind}:${hashOf(subject.subject)}@${serverHash(subject.issuer ?? authUrl)}`];
  });
}

/** Of a sign-in server's address or issuer; a slash at its end makes no difference. */
export const serverHash = (address: string): string => hashOf(withoutSlashes(address));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `sub` and `iss` of a JWT (RFC 7519); null for any other token, and for one that names the program and not a person. */
function subjectIn(token: string, clientId: string): { subject: string; issuer: string | null } | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
    const textIn = (name: string): string | null => {
      const value: unknown = Reflect.get(Object(claims), name);
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const subject = textIn('sub');
    return subject === null || subject === clientId ? null : { subject, issuer: textIn('iss') };
  } catch {
    return null;
  }
}
