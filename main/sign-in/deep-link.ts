import { err, ok, type Result } from '../../shared/base/result.ts';

/** Reverse-DNS, as RFC 8252 wants private schemes to be. */
export const callbackScheme = 'com.matterline.desktop';
export const callbackPath = '/oauth2/callback';
/** The redirect URI to register for sign-in through the custom scheme. */
export const customRedirectUri = `${callbackScheme}:${callbackPath}`;

/** Longer ones are no callback of any real server, in UTF-16 units. */
const longestLink = 8192;

export type LinkRefusal = 'too-long' | 'foreign-scheme' | 'foreign-address' | 'malformed';

/** The first argument of a command line that addresses our scheme, wherever the system put it; null without one. */
export const findDeepLink = (argv: readonly string[]): string | null =>
  argv.find(
    (argument) => argument.slice(0, callbackScheme.length + 1).toLowerCase() === `${callbackScheme}:`,
  ) ?? null;

/**
 * Reads the parameters of a sign-in callback. Anybody can make the system open such a link, so exactly one address
 * is taken, before any normalisation: `com.matterline.desktop:/oauth2/callback`, with a query.
 */
export function parseDeepLink(link: string): Result<URLSearchParams, LinkRefusal> {
  if (link.length > longestLink) return err('too-long');
  const colon = link.indexOf(':');
  if (link.slice(0, colon).toLowerCase() !== callbackScheme) return err('foreign-scheme');
  const question = link.indexOf('?');
  const path = link.slice(colon + 1, question === -1 ? undefined : question);
  if (path !== callbackPath) return err('foreign-address');
  if (!URL.canParse(link)) return err('malformed');
  return ok(new URL(link).searchParams);
}
