import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noPolicy, policyJsonSchema, readPolicy } from '../../../main/policy/policy.ts';
import { managedSchema } from '../../../shared/model/index.ts';

const connection = {
  baseUrl: 'https://api.example.com/',
  authUrl: 'https://auth.example.com',
  clientId: 'id',
  apiKey: 'key',
};
const whole = {
  connection,
  redirect: 'loopback',
  rootFolder: path.resolve('/matters'),
  requestLimit: { perSecond: 2, burst: 2 },
  vaultLimits: { maxBytes: 1_000_000_000, maxAgeDays: null },
  fetchedLimit: 5_000_000_000,
  updates: 'off',
  removeOnSignOut: 'on',
  lockAfterMinutes: 15,
  sendLimit: 500_000,
  identity: 'proven',
  capabilities: { documents: 'auto' },
  timeStamping: {
    address: 'https://stamps.example.com/',
    certificate: '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n',
  },
  checkpointMatter: '2026-0001',
};
const read = (written: unknown) => readPolicy(JSON.stringify(written), 'the policy');

test('what is written is managed, and nothing else', () => {
  const policy = read(whole);
  expect(policy).toMatchObject({
    problems: [],
    connection: { ok: true, value: { baseUrl: 'https://api.example.com', redirect: 'custom' } },
    redirect: 'loopback',
    rootFolder: whole.rootFolder,
    requestLimit: whole.requestLimit,
    vaultLimits: whole.vaultLimits,
    updates: 'off',
    identity: 'proven',
    capabilities: { documents: 'auto' },
  });
  expect(policy.managed.toSorted()).toEqual(managedSchema.options.toSorted());
  expect(read({})).toEqual(noPolicy);
  expect(read({ updates: 'on' })).toMatchObject({ managed: ['updates'], updates: 'on', problems: [] });
});

test.each([
  ['connection', { ...connection, apiKey: 7 }, { connection: { ok: false } }, '"connection.apiKey"'],
  ['connection', { ...connection, extra: 1 }, { connection: { ok: false } }, '"connection"'],
  [
    'connection',
    { ...connection, baseUrl: 'http://api.example.com' },
    { connection: { ok: false } },
    'https',
  ],
  ['redirect', 'somewhere', { redirect: null }, '"redirect"'],
  ['rootFolder', 'relative/folder', { rootFolder: null }, 'full path'],
  [
    'requestLimit',
    { perSecond: 'two', burst: 2 },
    { requestLimit: { perSecond: 1, burst: 1 } },
    '"requestLimit.perSecond"',
  ],
  ['vaultLimits', { maxBytes: 5 }, { vaultLimits: null }, '"vaultLimits'],
  ['updates', 'of', { updates: 'off' }, '"updates"'],
  ['capabilities', { documents: 'on' }, { capabilities: { documents: 'off' } }, '"capabilities.documents"'],
  ['timeStamping', { address: 'stamps' }, { timeStamping: null }, '"timeStamping.address"'],
  ['checkpointMatter', 7, { checkpointMatter: null }, '"checkpointMatter"'],
] as const)('%s as %j is told in words, stays managed, and the rest holds', (name, value, strict, words) => {
  const policy = read({ ...whole, [name]: value });
  expect(policy).toMatchObject(strict);
  expect(policy.managed).toContain(name);
  expect(policy.problems).toHaveLength(1);
  expect(policy.problems[0]?.why).toContain(words);
  const others = Object.keys(whole).filter((other) => other !== name);
  const good = read(whole);
  for (const other of others) expect(policy).toHaveProperty(other, good[other as keyof typeof good]);
});

test('a misspelt field is told, and does not undo the others', () => {
  const policy = read({ ...whole, Updates: 'off' });
  expect(policy.problems.map(({ why }) => why)).toEqual(['It has a field nobody knows: "Updates".']);
  expect(policy.connection).toMatchObject({ ok: true });
});

test('a policy that is unreadable or no JSON object decides everything, as strictly as it can', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(null, '[]', '7', 'null', '{"updates":'), fc.string()), (text) => {
      fc.pre(text === null || !/^\s*\{[^]*\}\s*$/.test(text));
      const policy = readPolicy(text, 'the policy');
      expect(policy.managed.toSorted()).toEqual(managedSchema.options.toSorted());
      expect(policy).toMatchObject({ connection: { ok: false }, updates: 'off', rootFolder: null });
      expect(policy.problems).toHaveLength(1);
    }),
  );
});

test('the schema for administrators is the one the program goes by (`node scripts/policy-schema.ts` writes it)', () => {
  const file = path.join(import.meta.dirname, '../../../docs/policy.schema.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(policyJsonSchema());
});
