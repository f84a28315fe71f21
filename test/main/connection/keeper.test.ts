import { expect, test } from 'vitest';
import { ConnectionKeeper } from '../../../main/connection/keeper.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';
import { SettingsStore } from '../../../main/settings.ts';
import { err, ok } from '../../../shared/base/result.ts';
import type { Connection } from '../../../shared/model/index.ts';

const connection: Connection = {
  baseUrl: 'https://api.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'id',
  clientSecret: 'secret',
  apiKey: 'key',
  redirect: 'custom',
};

async function stores() {
  const file = new Map<string, unknown>();
  const settings = new SettingsStore(
    {
      get: (name) => file.get(name),
      set: (name, value) => void file.set(name, value),
    },
    () => {},
  );
  return { file, settings, secrets: await SecretStore.open('/unused', null, () => {}) };
}

test('a typed connection is kept, its secrets apart from the settings', async () => {
  const { file, settings, secrets } = await stores();
  const keeper = new ConnectionKeeper(null, settings, secrets);
  expect(keeper.state.value).toEqual({ connection: null, source: 'typed', refusal: null });
  expect(keeper.save(connection)).toEqual({ ok: true, value: undefined });
  expect(JSON.stringify([...file])).not.toMatch(/secret|key/);
  expect(new ConnectionKeeper(null, settings, secrets).state.value.connection).toEqual(connection);
});

test('what is shown has no secrets', async () => {
  const { settings, secrets } = await stores();
  const keeper = new ConnectionKeeper(null, settings, secrets);
  keeper.save(connection);
  expect(keeper.view()).toEqual({
    baseUrl: 'https://api.example.com',
    authUrl: 'https://login.example.com',
    clientId: 'id',
    redirect: 'custom',
    hasClientSecret: true,
    source: 'typed',
  });
});

test('a client secret that is kept stays where none is typed for the same connection, goes to no other, and goes when it is removed', async () => {
  const { settings, secrets } = await stores();
  const keeper = new ConnectionKeeper(null, settings, secrets);
  keeper.save(connection);
  const { clientSecret: _secret, ...untyped } = connection;
  const secretOf = (typed: Connection) => keeper.withKeptSecret(typed).clientSecret;
  expect(secretOf({ ...untyped, apiKey: 'renewed', scope: 'matters' })).toBe('secret');
  expect(secretOf({ ...untyped, baseUrl: 'https://api.example.com/' })).toBe('secret');
  expect(secretOf({ ...untyped, clientSecret: 'new' })).toBe('new');
  for (const other of ['baseUrl', 'authUrl'] as const)
    expect(secretOf({ ...untyped, [other]: 'https://other.example.com' })).toBeUndefined();
  expect(secretOf({ ...untyped, clientId: 'other' })).toBeUndefined();
  keeper.save(untyped);
  expect(keeper.view()).toMatchObject({ hasClientSecret: false });
});

test('when the secrets did not outlive the program, only they have to be entered again', async () => {
  const { settings, secrets } = await stores();
  new ConnectionKeeper(null, settings, secrets).save(connection);
  const keeper = new ConnectionKeeper(null, settings, await SecretStore.open('/unused', null, () => {}));
  expect(keeper.state.value).toMatchObject({
    connection: null,
    refusal: { what: expect.stringContaining('API key') },
  });
  expect(keeper.view()).toMatchObject({ baseUrl: 'https://api.example.com' });
  // What is saved in the folders linked for it is captured meanwhile.
  expect(keeper.state.value.watched).toBe('https://api.example.com');
  keeper.save(connection);
  expect(keeper.state.value.watched).toBeUndefined();
});

test('scopes that were typed are kept, and shown when the connection is changed', async () => {
  const { settings, secrets } = await stores();
  const keeper = new ConnectionKeeper(null, settings, secrets);
  keeper.save({ ...connection, scope: ' matters  documents ' });
  expect(keeper.view()).toMatchObject({ scope: 'matters documents' });
});

test('a connection that cannot be used is refused and changes nothing', async () => {
  const { settings, secrets } = await stores();
  const keeper = new ConnectionKeeper(null, settings, secrets);
  expect(keeper.save({ ...connection, baseUrl: 'http://api.example.com' })).toMatchObject({
    ok: false,
    error: { code: 'address-not-secure' },
  });
  expect(keeper.view()).toBe(null);
});

test('a connection from a file cannot be changed in the window', async () => {
  const { settings, secrets } = await stores();
  const keeper = new ConnectionKeeper(
    ok({ connection, rootFolder: null, capabilities: null, timeStamping: null, checkpointMatter: null }),
    settings,
    secrets,
  );
  expect(keeper.view()).toMatchObject({ source: 'file' });
  expect(keeper.save(connection)).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
});

test('a file that cannot be used is reported, and nothing else is used instead; the folders of the address before go on being watched', async () => {
  const { settings, secrets } = await stores();
  new ConnectionKeeper(null, settings, secrets).save(connection);
  const refusal = { code: 'configuration-invalid', what: 'a', why: 'b', next: 'c' } as const;
  const keeper = new ConnectionKeeper(err(refusal), settings, secrets);
  const watched = { watched: connection.baseUrl };
  expect(keeper.state.value).toEqual({ connection: null, source: 'file', refusal, ...watched });
});

test('an API key and client secret that were typed for one address are never used for another', async () => {
  const { settings, secrets } = await stores();
  new ConnectionKeeper(null, settings, secrets).save(connection);
  const before = secrets.secrets.typed;
  const other = {
    ...connection,
    baseUrl: 'https://second.example.org',
    apiKey: 'other',
    clientSecret: 'other',
  };
  new ConnectionKeeper(null, settings, secrets).save(other);
  // The disk took the settings and not the secrets.
  await secrets.update({ typed: before });
  const again = new ConnectionKeeper(null, settings, secrets);
  expect(again.state.value).toMatchObject({
    connection: null,
    refusal: { what: 'The API key has to be entered again.' },
  });
  expect(again.save(other).ok).toBe(true);
  expect(new ConnectionKeeper(null, settings, secrets).state.value.connection).toEqual(other);
});

test('secrets that an older program kept are those of the address in use from then on', async () => {
  const { settings, secrets } = await stores();
  new ConnectionKeeper(null, settings, secrets).save(connection);
  await secrets.update({ typed: { apiKey: 'key', clientSecret: 'secret' } });
  expect(new ConnectionKeeper(null, settings, secrets).state.value.connection).toEqual(connection);
  expect(secrets.secrets.typed?.of).toContain(connection.baseUrl);
});
