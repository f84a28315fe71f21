import { expect, test } from 'vitest';
import { isSameIssuer } from '../../../main/sign-in/issuer.ts';
import { serverHash } from '../../../main/sign-in/subjects.ts';

const server = 'https://sign-in.example';

test('slashes at the end of an issuer make no difference, and all others do', () => {
  expect(isSameIssuer(server, `${server}//`)).toBe(true);
  expect(isSameIssuer(server, `${server}/one`)).toBe(false);
  expect(isSameIssuer(`${server}//one`, `${server}/one`)).toBe(false);
  expect(serverHash(`${server}/`)).toBe(serverHash(server));
  expect(isSameIssuer('/', '')).toBe(true);
});

test('no issuer keeps the program busy, however many slashes it has', () => {
  const slashes = '/'.repeat(1_000_000);
  expect(isSameIssuer(server, `${server}${slashes}x`)).toBe(false);
  expect(serverHash(`${server}${slashes}`)).toBe(serverHash(server));
  expect(serverHash(`${server}${slashes}x`)).not.toBe(serverHash(server));
});
