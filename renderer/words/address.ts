import { displayName } from './displayName.ts';

/**
 * What is wrong with a typed address of the service or the sign-in server, in words; null when nothing is.
 * Only https is taken, except for 127.0.0.1.
 */
export function addressProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return 'Enter an address, for example https://api.example.com.';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.host === '') return 'This is not a complete address. It starts with https://.';
  if (url.protocol === 'http:' && url.hostname !== '127.0.0.1') {
    return 'This address is not secure. Use one that starts with https://.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'Use an address that starts with https://.';
  }
  if (url.username !== '' || url.password !== '') return 'Leave user names and passwords out of the address.';
  return null;
}

/** Whose address it is, as a person would say it: "api.firm.example". */
export const hostOf = (address: string): string =>
  displayName(URL.canParse(address) ? new URL(address).host : address);
