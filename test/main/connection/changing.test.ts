import { expect, test } from 'vitest';
import { changeConnection } from '../../../main/connection/changing.ts';
import { ConnectionKeeper } from '../../../main/connection/keeper.ts';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';
import { SettingsStore } from '../../../main/settings.ts';
import type { Connection, KeptHere } from '../../../shared/model.ts';

const typed: Connection = {
  baseUrl: 'https://uk.example.com',
  authUrl: 'https://auth.example.com',
  clientId: 'desk',
  apiKey: 'key',
  redirect: 'custom',
};
const elsewhere = { ...typed, baseUrl: 'https://us.example.com' };
const nothing: KeptHere = { unsent: 0, folders: [], others: { unsent: 0, folders: 0 }, notOpened: false };

async function connected(kept: KeptHere | null) {
  const file = new Map<string, unknown>();
  const settings = new SettingsStore(
    { get: (name) => file.get(name), set: (name, value) => void file.set(name, value) },
    () => {},
  );
  const connection = new ConnectionKeeper(null, settings, await SecretStore.open('none', null, () => {}));
  connection.save(typed);
  const taken: string[] = [];
  const client = {
    keptHere: async () => kept,
    takeLinks: async ({ to }: { to: string }) => void taken.push(to),
  };
  const link = kept && ({ client, ended: new AbortController().signal } as unknown as EngineLink);
  const ports = { connection, engine: { ready: async () => link } };
  const address = () => connection.state.value.connection?.baseUrl;
  return { ports, taken, address };
}

test('the service address changes at once where nothing is kept for the old one, and everything but the address in any case', async () => {
  const { ports, address } = await connected(nothing);
  expect(await changeConnection(elsewhere, 'ask', ports)).toMatchObject({ ok: true });
  expect(address()).toBe(elsewhere.baseUrl);
  const kept = await connected({ ...nothing, unsent: 3 });
  expect(await changeConnection({ ...typed, apiKey: 'another' }, 'ask', kept.ports)).toMatchObject({
    ok: true,
  });
});

test('whoever changes the service address is shown what is unsent and linked, and nothing changes before they say what becomes of it', async () => {
  const { ports, address, taken } = await connected({ ...nothing, folders: ['/matters/a', '/matters/b'] });
  expect(await changeConnection(elsewhere, 'ask', ports)).toMatchObject({
    ok: false,
    error: {
      code: 'connection-in-use',
      why: expect.stringContaining('2 linked folders: /matters/a, /matters/b'),
    },
  });
  expect([address(), taken]).toEqual([typed.baseUrl, []]);
  expect(await changeConnection(elsewhere, 'take', ports)).toMatchObject({ ok: true });
  expect([address(), taken]).toEqual([elsewhere.baseUrl, [elsewhere.baseUrl]]);
});

test('with something unsent no folder is taken along; it can be left only by saying so', async () => {
  const { ports, address, taken } = await connected({
    unsent: 1,
    folders: ['/a'],
    others: { unsent: 2, folders: 1 },
    notOpened: false,
  });
  for (const links of ['ask', 'take'] as const)
    expect(await changeConnection(elsewhere, links, ports)).toMatchObject({
      ok: false,
      error: { why: expect.stringContaining('of other people') },
    });
  expect([address(), taken]).toEqual([typed.baseUrl, []]);
  expect(await changeConnection(elsewhere, 'leave', ports)).toMatchObject({ ok: true });
});

test('while nobody can say what is kept, the service address stays', async () => {
  const { ports, address } = await connected(null);
  expect(await changeConnection(elsewhere, 'ask', ports)).toMatchObject({ ok: false });
  expect(address()).toBe(typed.baseUrl);
});
