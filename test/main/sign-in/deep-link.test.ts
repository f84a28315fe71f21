import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customRedirectUri, findDeepLink, parseDeepLink } from '../../../main/sign-in/deep-link.ts';

const link = `${customRedirectUri}?code=abc&state=xyz`;

test('the redirect address is the one to be registered with the service', () => {
  expect(customRedirectUri).toBe('com.matterline.desktop:/oauth2/callback');
});

test('a link is found wherever the system put it on the command line', () => {
  expect(findDeepLink(['app', link])).toBe(link);
  expect(findDeepLink(['app', '--allow-file-access', '--original', link, '.'])).toBe(link);
  expect(findDeepLink(['app', link.replace('com', 'COM')])).toBe(link.replace('com', 'COM'));
  expect(findDeepLink(['app', '.', 'https://example.com'])).toBe(null);
});

test('the parameters of a callback are read', () => {
  const parsed = parseDeepLink(link);
  expect(parsed.ok && [...parsed.value]).toEqual([
    ['code', 'abc'],
    ['state', 'xyz'],
  ]);
});

test.each([
  ['https://example.com/oauth2/callback?code=1', 'foreign-scheme'],
  ['com.matterline.desktop.evil:/oauth2/callback', 'foreign-scheme'],
  ['com.matterline.desktop:/oauth2/callback/../../evil', 'foreign-address'],
  ['com.matterline.desktop:/x/../oauth2/callback?code=1', 'foreign-address'],
  ['com.matterline.desktop://evil/oauth2/callback', 'foreign-address'],
  ['com.matterline.desktop://user@/oauth2/callback', 'foreign-address'],
  ['com.matterline.desktop:/oauth2/callback/', 'foreign-address'],
  ['com.matterline.desktop:/OAuth2/callback', 'foreign-address'],
  ['com.matterline.desktop:/oauth2/callback#code=1', 'foreign-address'],
  ['com.matterline.desktop:open?path=C:\\Windows', 'foreign-address'],
  ['com.matterline.desktop:', 'foreign-address'],
  [`${link}${'x'.repeat(9000)}`, 'too-long'],
])('%s is refused', (hostile, reason) => {
  expect(parseDeepLink(hostile)).toEqual({ ok: false, error: reason });
});

test('no text makes it throw, and only the one address is ever taken', () => {
  const parts = fc.constantFrom(
    'com.matterline.desktop',
    ':',
    '/',
    '//',
    'oauth2',
    'callback',
    '..',
    '?',
    '#',
    '%2f',
    '@',
    '\\',
    '\0',
    'code=1',
  );
  const hostile = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 12 }).map((words) => words.join('')),
  );
  const taken = fc.property(hostile, (text) => {
    findDeepLink([text]);
    return !parseDeepLink(text).ok || text.toLowerCase().startsWith(customRedirectUri);
  });
  expect(fc.check(taken, { numRuns: 5_000 })).toMatchObject({ failed: false });
});
