import { err, ok, type Result } from '../base/result.ts';
import type { Refusal } from './refusal.ts';

/** Only this loopback name may be reached without TLS: `localhost` can be pointed elsewhere. */
const loopback = '127.0.0.1';

export const isLoopbackAddress = (url: URL): boolean => url.protocol === 'http:' && url.hostname === loopback;

/** True for what may be handed to the system browser: the sign-in page, and never another kind of address. */
export const isWebPage = (address: string): boolean =>
  URL.canParse(address) && (address.startsWith('https://') || isLoopbackAddress(new URL(address)));

/**
 * Checks the address of a service or sign-in server: absolute, https (or http to 127.0.0.1), nothing but
 * host, port and path. The answer has no slash at its end, so that paths can be appended.
 */
export function checkAddress(text: string, field: string): Result<string, Refusal> {
  const trimmed = text.trim();
  if (trimmed === '') return invalid(field, 'It is empty.');
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null || url.hostname === '') {
    return invalid(field, `${JSON.stringify(shortened(trimmed))} is not a full web address.`);
  }
  if (url.protocol !== 'https:' && !isLoopbackAddress(url)) {
    return err({
      code: 'address-not-secure',
      what: `${field} cannot be used.`,
      why: 'It does not begin with https://, so others on the network could read what is sent.',
      next: 'Use the https:// address your service gave you.',
    });
  }
  if (url.username !== '' || url.password !== '')
    return invalid(field, 'It contains a user name or password.');
  if (trimmed.includes('?') || trimmed.includes('#')) return invalid(field, 'It contains a ? or # part.');
  return ok(url.href.replace(/\/+$/, ''));
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

const invalid = (field: string, why: string): Result<never, Refusal> =>
  err({
    code: 'address-invalid',
    what: `${field} cannot be used.`,
    why,
    next: 'Enter the address as your service gave it, such as https://api.example.com.',
  });
