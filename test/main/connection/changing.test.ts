import { expect, test } from 'vitest';
import { changeConnection } from '../../../main/connection/changing.ts';
import { ConnectionKeeper } from '../../../main/connection/keeper.ts';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';
import { SettingsStore } from '../../../main/settings.ts';
import type { Connection, KeptHere } from '../../../shared/model/index.ts';

const typed: Connection = {
  baseUrl: 'https://uk.example.com',
  authUrl: 'https://auth.example.com',
  clientId: 'desk',
  apiKey: 'key',
  redirect: 'custom',
};
const asked = { links: 'ask', shown: null } as const;
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
  return { ports, taken, address, settings };
}

/** The person reads what is kept, and decides. */
async function shownTo(ports: Parameters<typeof changeConnection>[2], links: 'take' | 'leave') {
  const refused = await changeConnection(elsewhere, asked, ports);
  return { links, shown: refused.ok ? null : refused.error.why };
}

test('the service address changes at once where nothing is kept for the old one, and everything but the address in any case', async () => {
  const { ports, address } = await connected(nothing);
  expect(await changeConnection(elsewhere, asked, ports)).toMatchObject({ ok: true });
  expect(address()).toBe(elsewhere.baseUrl);
  const kept = await connected({ ...nothing, unsent: 3 });
  expect(await changeConnection({ ...typed, apiKey: 'another' }, asked, kept.ports)).toMatchObject({
    ok: true,
  });
});

test('whoever changes the service address is shown what is unsent and linked, and nothing changes before they say what becomes of it', async () => {
  const { ports, address, taken } = await connected({ ...nothing, folders: ['/matters/a', '/matters/b'] });
  expect(await changeConnection(elsewhere, asked, ports)).toMatchObject({
    ok: false,
    error: {
      code: 'connection-in-use',
      why: expect.stringContaining('2 linked folders: /matters/a, /matters/b'),
    },
  });
  expect([address(), taken]).toEqual([typed.baseUrl, []]);
  expect(await changeConnection(elsewhere, { links: 'take', shown: null }, ports)).toMatchObject({
    ok: false,
  });
  expect(await changeConnection(elsewhere, await shownTo(ports, 'take'), ports)).toMatchObject({ ok: true });
  expect([address(), taken]).toEqual([elsewhere.baseUrl, [elsewhere.baseUrl]]);
});

test('with something unsent no folder is taken along; it can be left only by saying so', async () => {
  const kept = { unsent: 1, folders: ['/a'], others: { unsent: 2, folders: 1 }, notOpened: false };
  const { ports, address, taken } = await connected(kept);
  for (const how of [asked, await shownTo(ports, 'take')])
    expect(await changeConnection(elsewhere, how, ports)).toMatchObject({
      ok: false,
      error: { why: expect.stringContaining('of other people') },
    });
  expect([address(), taken]).toEqual([typed.baseUrl, []]);
  expect(await changeConnection(elsewhere, await shownTo(ports, 'leave'), ports)).toMatchObject({ ok: true });
});

test('who said that one unsent save may be left is asked again when there are three by then', async () => {
  const kept = { ...nothing, unsent: 1 };
  const { ports, address } = await connected(kept);
  const leave = await shownTo(ports, 'leave');
  kept.unsent = 3;
  expect(await changeConnection(elsewhere, leave, ports)).toMatchObject({
    ok: false,
    error: { code: 'connection-in-use', why: expect.stringContaining('3 saves not sent yet') },
  });
  expect(address()).toBe(typed.baseUrl);
  expect(await changeConnection(elsewhere, await shownTo(ports, 'leave'), ports)).toMatchObject({ ok: true });
});

test('a connection without its secrets leaves nothing behind unsaid either, when another address is typed', async () => {
  const { ports, settings } = await connected({ ...nothing, unsent: 2 });
  const connection = new ConnectionKeeper(null, settings, await SecretStore.open('none', null, () => {}));
  expect(connection.state.value.connection).toBeNull();
  expect(await changeConnection(elsewhere, asked, { ...ports, connection })).toMatchObject({
    ok: false,
    error: { code: 'connection-in-use', why: expect.stringContaining('2 saves not sent yet') },
  });
  expect(await changeConnection(typed, asked, { ...ports, connection })).toMatchObject({ ok: true });
});

test('while nobody can say what is kept, the service address stays', async () => {
  const { ports, address } = await connected(null);
  expect(await changeConnection(elsewhere, asked, ports)).toMatchObject({ ok: false });
  expect(address()).toBe(typed.baseUrl);
});

test('where the changed address cannot be written down, the folders that were to be taken along are linked for the one in use again', async () => {
  const { ports, address, taken } = await connected({ ...nothing, folders: ['/matters/a'] });
  const change = await shownTo(ports, 'take');
  ports.connection.save = () => {
    throw new Error('the disk is full');
  };
  await expect(changeConnection(elsewhere, change, ports)).rejects.toThrow('the disk is full');
  expect(taken).toEqual([elsewhere.baseUrl, typed.baseUrl]);
  expect(address()).toBe(typed.baseUrl);
});
