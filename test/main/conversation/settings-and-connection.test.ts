import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPolicy } from '../../../main/policy/policy.ts';
import type { Session } from '../../../shared/model/index.ts';
import { matterId, refusalOf, window } from './window-and-engine.ts';

test('a root folder that was chosen is kept', async () => {
  const { client, chosen } = await window();
  chosen.push('/home/ann/Matters');
  await client.app.chooseFolder({ purpose: 'root-folder' });
  await client.app.setRootFolder({ path: '/home/ann/Matters' });
  expect(await client.app.info()).toEqual({
    managed: [],
    configurationProblems: [],
    removeOnSignOut: false,
    lockAfterMinutes: null,
    sendLimit: null,
    version: '1.2.3',
    platform: 'linux',
    rootFolder: '/home/ann/Matters',
  });
  expect(await client.app.chooseFolder({ purpose: 'root-folder' })).toBe(null);
});

test('the window follows the session, and a typed connection makes sign-in possible', async () => {
  const { client } = await window();
  const closing = new AbortController();
  const states: Session['state'][] = [];
  const following = (async () => {
    for await (const session of await client.app.session(undefined, { signal: closing.signal })) {
      states.push(session.state);
    }
  })().catch(() => {});
  await expect.poll(() => states).toEqual(['unconfigured']);
  const typed = {
    baseUrl: 'https://api.example.com/',
    authUrl: 'https://login.example.com',
    clientId: 'id',
    apiKey: 'key',
  };
  expect(await refusalOf(client.app.signIn())).toMatchObject({ code: 'configuration-invalid' });
  expect(await refusalOf(client.app.saveConnection({ ...typed, baseUrl: 'api' }))).toMatchObject({
    code: 'address-invalid',
  });
  await client.app.saveConnection(typed);
  expect(await client.app.connection()).toMatchObject({
    baseUrl: 'https://api.example.com',
    source: 'typed',
  });
  await client.app.signIn();
  await client.app.cancelSignIn();
  await expect.poll(() => states).toEqual(['unconfigured', 'signed-out', 'signing-in', 'signed-out']);
  closing.abort();
  await following;
});

test('a connection file that the person chose is taken whole, and one that cannot be used is refused by its name', async () => {
  const { client, chosen, directory, settings, secrets } = await window();
  const file = (name: string, said: object): string => {
    const path = join(directory, name);
    writeFileSync(path, JSON.stringify(said));
    return path;
  };
  const said = {
    baseUrl: 'https://api.example.com',
    authUrl: 'https://login.example.com',
    clientId: 'id',
    apiKey: 'its-key',
    rootFolder: directory,
    capabilities: { documents: 'off' },
  };
  expect(await client.app.importConnection()).toBeNull();

  chosen.push(file('Misspelt.json', { ...said, apiKey: undefined, apikey: 'its-key' }));
  expect(await refusalOf(client.app.importConnection())).toMatchObject({
    code: 'configuration-invalid',
    what: expect.stringContaining('Misspelt.json'),
    next: 'Choose another file, or ask whoever made this one to correct it.',
  });
  chosen.push(file('No address.json', { ...said, baseUrl: 'api' }));
  expect(await refusalOf(client.app.importConnection())).toMatchObject({ code: 'address-invalid' });
  expect([await client.app.connection(), settings.get('imported')]).toEqual([null, null]);

  chosen.push(file('Firm.json', said));
  expect(await client.app.importConnection()).toEqual({ path: join(directory, 'Firm.json') });
  expect(await client.app.connection()).toMatchObject({ baseUrl: said.baseUrl, source: 'typed' });
  expect(settings.get('imported')).toEqual({
    of: said.baseUrl,
    rootFolder: directory,
    capabilities: { documents: 'off' },
    timeStamping: null,
    checkpointMatter: null,
  });
  expect(JSON.stringify([settings.get('connection'), settings.get('imported')])).not.toContain('its-key');
  expect(secrets.secrets.typed?.apiKey).toBe('its-key');
});

test('a network that is there again is looked at, and filing goes on in spite of what is named alone', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.engine.awake({ reason: 'focus' }).catch(() => {});
  expect(opened).toEqual([]);
  await client.engine.awake({ reason: 'network' }).catch(() => {});
  await client.app.fileAnyway({ held: 'metered' });
  expect(opened).toEqual(['looked at the network', 'in spite of metered']);
});

test('what the person prefers is kept, and one change leaves the rest', async () => {
  const { client, opened } = await window();
  expect(await client.app.preferences()).toMatchObject({ theme: 'system', notifications: true, pinned: [] });
  await client.app.setPreferences({ theme: 'dark' });
  await client.app.setPreferences({ pinned: [matterId] });
  expect(await client.app.preferences()).toMatchObject({ theme: 'dark', pinned: [matterId] });
  expect(opened).toEqual(['theme dark', 'theme dark']);
});

test('what an administrator decided is shown as decided, and refused to be changed', async () => {
  const policy = readPolicy(
    '{"rootFolder": "relative", "vaultLimits": {"maxBytes": null, "maxAgeDays": 30}, "fetchedLimit": 5000000000}',
    'the policy',
  );
  const { client, granted, engine } = await window(policy);
  engine.start();
  const info = await client.app.info();
  expect(info.managed).toEqual(['rootFolder', 'vaultLimits', 'fetchedLimit']);
  expect(info.configurationProblems).toMatchObject([{ why: expect.stringContaining('full path') }]);
  granted.grant('root-folder', ['/chosen']);
  const decided = { code: 'not-permitted', why: 'It is managed by your organisation.' };
  expect(await refusalOf(client.app.setRootFolder({ path: '/chosen' }))).toMatchObject(decided);
  expect(await refusalOf(client.engine.vault.setLimits({ maxBytes: null, maxAgeDays: null }))).toMatchObject(
    decided,
  );
  expect(await client.engine.vault.get()).toBeDefined();
  expect(await refusalOf(client.engine.keeping.setRoom({ maxBytes: null }))).toMatchObject(decided);
  expect(await client.engine.keeping.room()).toBeDefined();
});

test('a name and password are taken for the proxy that asks, and for no other', async () => {
  const { client, engine, proxies } = await window();
  engine.start();
  const questions = (await client.app.proxyQuestion())[Symbol.asyncIterator]();
  expect(await questions.next()).toMatchObject({ value: null });
  proxies.refused('office:8080', null, 'https://api.example.com');
  expect(await questions.next()).toMatchObject({ value: { proxy: 'office:8080', refused: false } });
  const answer = { name: 'ann', password: 'secret' };
  expect(await refusalOf(client.app.answerProxy({ proxy: 'evil:1', ...answer }))).toMatchObject({
    code: 'not-permitted',
  });
  await client.app.answerProxy({ proxy: 'office:8080', ...answer });
  expect(await questions.next()).toMatchObject({ value: null });
  await questions.return?.();
});
