import { expect, test } from 'vitest';
import { serverHash, subjectsOf } from '../../../main/sign-in/subjects.ts';

const token = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const authUrl = 'https://login.example';
const of = (idToken: string | null, accessToken: string, at = authUrl) =>
  subjectsOf({ idToken, accessToken }, { clientId: 'desk', authUrl: at });

test('who signed in is known by the subject of an id token, and of an access token that is a JWT, as a hash', () => {
  const both = of(token({ sub: 'ann' }), token({ sub: 'user-1' }));
  expect(both).toEqual([
    expect.stringMatching(/^id:[0-9a-f]{64}@[0-9a-f]{64}$/),
    expect.stringMatching(/^access:[0-9a-f]{64}@[0-9a-f]{64}$/),
  ]);
  expect(of(null, token({ sub: 'user-1' }))).toEqual([both[1]]);
  expect(of(token({ sub: 'ben' }), 'opaque')).not.toEqual([both[0]]);
  expect(JSON.stringify(both)).not.toContain('ann');
});

test('a token that tells nothing, nonsense or the program instead of a person says nothing of who signed in', () => {
  for (const told of [{}, { sub: '' }, { sub: 7 }, { sub: 'desk' }, null, [], 'text'])
    expect(of(token(told), 'opaque')).toEqual([]);
  for (const nonsense of ['', 'a.b.c', 'a.b', '...', 'é.é.é']) expect(of(nonsense, nonsense)).toEqual([]);
});

test('the same subject at two sign-in servers is two people: it counts with its issuer, or with the sign-in address where none is told', () => {
  const [here] = of(token({ sub: 'ann', iss: 'https://one.example' }), 'opaque');
  const [there] = of(token({ sub: 'ann', iss: 'https://two.example' }), 'opaque');
  expect(here).not.toBe(there);
  expect(of(null, token({ sub: 'ann' }))).not.toEqual(of(null, token({ sub: 'ann' }), 'https://two.example'));
  // Where the server is found, and a slash that somebody typed, make nobody another person.
  expect(of(token({ sub: 'ann', iss: 'https://one.example/' }), 'opaque', 'https://alias.example/')).toEqual([
    here,
  ]);
  const [unnamed] = of(token({ sub: 'ann' }), 'opaque');
  expect(unnamed?.split('@')[1]).toBe(serverHash(`${authUrl}/`));
  for (const iss of ['', 7, null]) expect(of(token({ sub: 'ann', iss }), 'opaque')).toEqual([unnamed]);
});
