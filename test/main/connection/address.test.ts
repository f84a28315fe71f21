import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAddress, isWebPage } from '../../../shared/model/address.ts';

const codeOf = (text: string): string => {
  const checked = checkAddress(text, 'The address');
  return checked.ok ? 'ok' : checked.error.code;
};

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com/v1/  ', 'https://api.example.com/v1'],
  ['https://api.example.com:8443///', 'https://api.example.com:8443'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('%s is taken', (text, address) => {
  expect(checkAddress(text, 'x')).toEqual({ ok: true, value: address });
});

test.each([
  'http://api.example.com',
  'http://localhost:4000',
  'http://[::1]:4000',
  'http://127.0.0.1.example.com',
  'http://127.0.0.2',
  'ftp://127.0.0.1',
])('%s is refused as not secure', (text) => {
  expect(codeOf(text)).toBe('address-not-secure');
});

test.each([
  '',
  'api.example.com',
  'https://',
  'https://user:secret@api.example.com',
  'https://api.example.com?key=1',
  'https://api.example.com/#part',
  'file:///etc/passwd',
])('%s is refused as no address of a service', (text) => {
  expect(codeOf(text)).toBe('address-invalid');
});

test('a refusal names the field and what to do', () => {
  const checked = checkAddress('nonsense', 'The service address (baseUrl)');
  expect(checked).toMatchObject({
    error: {
      what: 'The service address (baseUrl) cannot be used.',
      next: expect.stringContaining('https://'),
    },
  });
});

test('whatever text is typed gives an address over TLS, one of this computer, or a refusal', () => {
  const piece = fc.constantFrom(
    ...'http https : // / 127.0.0.1 localhost example.com @ ? # . [::1] user 80'.split(' '),
  );
  const typed = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  const safe = fc.property(typed, (text) => {
    const checked = checkAddress(text, 'x');
    return !checked.ok || /^(https:\/\/|http:\/\/127\.0\.0\.1(:|\/|$))/.test(checked.value);
  });
  expect(fc.check(safe, { numRuns: 5_000 })).toMatchObject({ failed: false });
});

test('only web pages go to the system browser', () => {
  expect(isWebPage('https://login.example.com/oauth2/authorize?x=1')).toBe(true);
  expect(isWebPage('http://127.0.0.1:4000/oauth2/authorize')).toBe(true);
  for (const address of [
    'http://example.com',
    'file:///etc/passwd',
    'smb://server/share',
    'javascript:alert(1)',
    '',
  ]) {
    expect(isWebPage(address)).toBe(false);
  }
});
