import { expect, test } from 'vitest';
import { ProxyKeeper } from '../../../main/network/proxy-keeper.ts';
import { parseProxyList } from '../../../main/network/proxy-list.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';

test.each([
  ['DIRECT', [{ via: 'direct' }]],
  ['', [{ via: 'direct' }]],
  [
    'PROXY a.test:8080; HTTPS b.test; DIRECT',
    [
      { via: 'proxy', server: 'http://a.test:8080' },
      { via: 'proxy', server: 'https://b.test:443' },
      { via: 'direct' },
    ],
  ],
  ['PROXY [::1]:80', [{ via: 'proxy', server: 'http://[::1]:80' }]],
  ['SOCKS5 c.test:1080;QUIC d.test:443', [{ via: 'unsupported' }, { via: 'unsupported' }]],
  ['PROXY', [{ via: 'unsupported' }]],
])('%j is read', (text, routes) => expect(parseProxyList(text)).toEqual(routes));

async function keeper() {
  const secrets = await SecretStore.open('/unused', null, () => {});
  let settings = 'PROXY p:8080';
  const made = new ProxyKeeper({ secrets, resolveProxy: async () => settings });
  return { secrets, keeper: made, set: (to: string) => (settings = to) };
}
const used = (name: string | null) => ({
  via: 'proxy' as const,
  server: 'http://p:8080',
  credentials: name === null ? null : { name, password: 'x' },
});
const origin = 'https://api.test';

test('a name and password go only to a proxy that asked, and are kept with the secrets', async () => {
  const { keeper: proxies, secrets } = await keeper();
  expect(proxies.give('p:8080', { name: 'ann', password: 'x' })).toMatchObject({ ok: false });
  await proxies.routesTo(origin, used(null));
  expect(proxies.give('evil:8080', { name: 'ann', password: 'x' })).toMatchObject({ ok: false });
  expect(proxies.give('p:8080', { name: 'ann', password: 'x' })).toMatchObject({ ok: true });
  expect(secrets.secrets.proxies).toEqual({ 'p:8080': { name: 'ann', password: 'x' } });
  expect(await proxies.routesTo(origin, null)).toEqual([used('ann')]);
});

test('what was given while an older answer was being refused is kept', async () => {
  const { keeper: proxies } = await keeper();
  await proxies.routesTo(origin, used(null));
  proxies.give('p:8080', { name: 'new', password: 'x' });
  expect(await proxies.routesTo(origin, used('old'))).toEqual([used('new')]);
  expect(proxies.question.value).toBe(null);
});

test('nobody is asked for a password of a network that was left', async () => {
  const { keeper: proxies, set } = await keeper();
  await proxies.routesTo(origin, used(null));
  expect(proxies.question.value).toEqual({ proxy: 'p:8080', refused: false });
  set('DIRECT');
  await proxies.routesTo(origin, null);
  expect(proxies.question.value).toBe(null);
});
