import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compose, type World } from '../../main/compose.ts';
import { noPolicy, readPolicy } from '../../main/policy/policy.ts';
import { DeviceKey } from '../../main/secrets/device-key.ts';
import { tellOfPower, tellOfSight } from '../../main/window/awake.ts';
import { KeptScreen } from '../../main/window/kept-screen.ts';
import type { KeptScreen as KeptScreenShown } from '../../shared/model/index.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { wellComputer } from './diagnosis/well-computer.ts';
import { type Page, pageOf } from './page-of.ts';
import { pipePair } from './pipe-pair.ts';
import { noViewer } from './preview/no-viewer.ts';
import { bearer, tokenEndpoint, withRefresh } from './sign-in/sign-in-world.ts';
import { serveStubEngine } from './stub-engine.ts';
import { noUpdates } from './updates/no-updates.ts';

/** Main with a stub engine, connected by a file, as the program starts. */
async function started(change: object = {}, other: Partial<World> = {}) {
  const server = await tokenEndpoint((_request, count) => withRefresh(bearer(count)));
  const userData = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const file = path.join(userData, 'firm.json');
  const connection = {
    baseUrl: 'https://api.example.com',
    authUrl: server.url,
    clientId: 'id',
    clientSecret: 'top-secret',
    apiKey: 'key',
    ...change,
  };
  await writeFile(file, JSON.stringify(connection));
  const opened: URL[] = [];
  const kept = new Map<string, unknown>();
  const keptScreen = new KeptScreen(path.join(userData, 'last screen.json'), '0.0.0', () => {});
  const engines: ReturnType<typeof serveStubEngine>[] = [];
  const world: World = {
    argv: ['matterline', '--config', file],
    environment: {},
    version: '0.0.0',
    platform: 'linux',
    userData,
    keptScreen,
    clock: new FakeClock(),
    fetch: (address, init) => fetch(address, init),
    resolveProxy: async () => 'DIRECT',
    cipher: null,
    deviceKey: new DeviceKey('', null, () => {}),
    looks: wellComputer,
    logText: async () => 'one\ntwo\n',
    writeText: async (to, text) => writeFile(to, text).then(() => true),
    policy: noPolicy,
    settingsFile: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
    launchEngine() {
      const pair = pipePair();
      engines.push(serveStubEngine(pair.engine));
      return { pipe: pair.main, kill: pair.close };
    },
    openBrowser: async (address) => void opened.push(new URL(address)),
    openDocument: () => Promise.reject(new Error('not here')),
    ...noViewer,
    openWith: () => Promise.reject(new Error('not here')),
    openFolder: () => Promise.reject(new Error('not here')),
    showInFolder: () => {},
    copyText: () => {},
    reloadWindow: () => {},
    dragOut: () => {},
    startAtLogin: null,
    power: { onBatteryPower: false, on: () => {} },
    metered: async () => null,
    onPreferences: () => {},
    chooseConnectionFile: async () => null,
    chooseFolder: async () => null,
    chooseExportFile: async () => null,
    toWastebasket: async () => {},
    log: () => {},
    idleSeconds: () => 0,
    updates: noUpdates(),
    ...other,
  };
  const main = await compose(world);
  main.engine.start();
  onTestFinished(() => main.engine.stop(0));
  await expect.poll(() => engines[0]?.configurations.length).toBe(1);
  return { main, engine: engines[0], opened, keptScreen };
}

test('the engine is told the service and the key, and never the client secret', async () => {
  const { engine } = await started({ rootFolder: path.resolve('/matters') });
  expect(engine?.configurations).toEqual([
    {
      connection: { baseUrl: 'https://api.example.com', apiKey: 'key' },
      signedIn: false,
      signIn: null,
      left: false,
      signInServer: expect.stringMatching(/^[0-9a-f]{64}$/),
      identity: 'stated',
      rootFolder: path.resolve('/matters'),
      requestLimit: null,
      held: null,
      vaultLimits: null,
      fetchedLimit: null,
      sendLimit: null,
      capabilities: { documents: 'auto' },
      timeStamping: null,
      checkpointMatter: null,
    },
  ]);
});

test('the engine gets access tokens of the sign-in that is there, and hears of sign-in and sign-out', async () => {
  const { main, engine, opened } = await started();
  expect(await engine?.host.accessToken({ rejected: null, signIn: 'none' })).toEqual({
    outcome: 'signed-out',
  });
  await main.session.signIn();
  const state = opened[0]?.searchParams.get('state') ?? '';
  await main.session.receiveCallback(new URLSearchParams({ state, code: 'c' }));
  const signIn = main.session.signedInBy?.id ?? '';
  expect(await engine?.host.accessToken({ rejected: null, signIn })).toEqual({
    outcome: 'token',
    token: 'access-1',
  });
  expect(await engine?.host.accessToken({ rejected: 'access-1', signIn })).toEqual({
    outcome: 'token',
    token: 'access-2',
  });
  expect(await engine?.host.accessToken({ rejected: null, signIn: 'another' })).toEqual({
    outcome: 'signed-out',
  });
  main.session.signOut();
  await expect.poll(() => engine?.configurations.map((told) => told.signedIn)).toEqual([false, true, false]);
});

test('the engine hears that the network is metered, once the person wants filing to wait there', async () => {
  let asked = 0;
  const metered = async () => (asked++, true);
  const { main, engine } = await started({}, { metered });
  main.awake('resume');
  expect(asked).toBe(0);
  main.settings.prefer({ pauseOnMetered: true });
  main.awake('resume');
  await expect.poll(() => engine?.configurations.map(({ held }) => held)).toEqual([null, 'metered']);
});

test('a connection file that cannot be used is shown, and the engine has no connection', async () => {
  const { main, engine } = await started({ apiKey: '' });
  expect(main.session.session.value).toMatchObject({
    state: 'unconfigured',
    refusal: { code: 'configuration-invalid', why: expect.stringContaining('apiKey') },
  });
  expect(engine?.configurations[0]?.connection).toBe(null);
});

test('what an imported connection file says beside the connection holds while the connection leads to that service', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const chosen = path.join(directory, 'Firm.json');
  const connection = { authUrl: 'https://login.example.com', clientId: 'id', apiKey: 'key' };
  const said = { rootFolder: directory, capabilities: { documents: 'off' } };
  await writeFile(chosen, JSON.stringify({ ...connection, ...said, baseUrl: 'https://api.example.com' }));
  const { main, engine } = await started({}, { argv: [], chooseConnectionFile: async () => chosen });
  const page = pageOf(main.room());
  await page.app.importConnection();
  await page.app.saveConnection({ ...connection, baseUrl: 'https://other.example.com' });
  await expect
    .poll(() => engine?.configurations.slice(-2))
    .toMatchObject([
      { connection: { baseUrl: 'https://api.example.com' }, ...said },
      {
        connection: { baseUrl: 'https://other.example.com' },
        rootFolder: null,
        capabilities: { documents: 'auto' },
      },
    ]);
});

test('a connection file that cannot be used any more keeps nothing from being captured: the engine goes on with the address that was in use', async () => {
  const kept = new Map<string, unknown>();
  const settingsFile = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: unknown) => void kept.set(name, value),
  };
  const { main } = await started({}, { settingsFile });
  await main.engine.stop(0);
  const again = await started({ apiKey: '' }, { settingsFile });
  expect(again.main.session.session.value).toMatchObject({
    state: 'unconfigured',
    refusal: { code: 'configuration-invalid' },
  });
  expect(again.engine?.configurations[0]?.connection).toEqual({
    baseUrl: 'https://api.example.com',
    apiKey: '',
  });
});

test('the engine hears when the window is used again, the computer wakes, or the window is put away', async () => {
  const { main, engine } = await started();
  const window = new EventEmitter();
  const power = new EventEmitter();
  await expect.poll(() => main.engine.link.value).not.toBeNull();
  tellOfSight(window, main.awake);
  tellOfPower(power, main.awake);
  window.emit('minimize');
  window.emit('focus');
  power.emit('resume');
  await expect.poll(() => engine?.awake).toEqual(['out-of-sight', 'focus', 'resume']);
});

test('nobody is told, and nothing fails, while there is no engine', async () => {
  const { main } = await started();
  await main.engine.stop(0);
  expect(() => main.awake('focus')).not.toThrow();
});

test('what an administrator decided wins over the file, and is said to be decided', async () => {
  const policy = readPolicy(
    JSON.stringify({
      connection: {
        baseUrl: 'https://managed.example.com',
        authUrl: 'https://auth.example.com',
        clientId: 'id',
        apiKey: 'managed-key',
      },
      rootFolder: path.resolve('/managed'),
      requestLimit: { perSecond: 2, burst: 1 },
      redirect: 'loopback',
    }),
    'the policy',
  );
  const { main, engine } = await started({ rootFolder: path.resolve('/matters') }, { policy });
  main.settings.set('rootFolder', path.resolve('/chosen'));
  main.engine.configure();
  expect(engine?.configurations).toEqual([
    {
      connection: {
        baseUrl: 'https://managed.example.com',
        apiKey: 'managed-key',
      },
      signedIn: false,
      signIn: null,
      left: false,
      signInServer: expect.stringMatching(/^[0-9a-f]{64}$/),
      identity: 'stated',
      rootFolder: path.resolve('/managed'),
      requestLimit: { perSecond: 2, burst: 1 },
      held: null,
      vaultLimits: null,
      fetchedLimit: null,
      sendLimit: null,
      capabilities: { documents: 'auto' },
      timeStamping: null,
      checkpointMatter: null,
    },
  ]);
});

test('a managed connection that cannot be used is not replaced by another', async () => {
  const policy = readPolicy('{"connection": {}}', 'the policy');
  const { main, engine } = await started({}, { policy });
  expect(main.session.session.value).toMatchObject({
    state: 'unconfigured',
    refusal: { code: 'configuration-invalid' },
  });
  expect(engine?.configurations[0]?.connection).toBe(null);
});

test('a diagnosis written to a file can be read, and has no secret and no address beyond its origin', async () => {
  const to = path.join(await mkdtemp(path.join(tmpdir(), 'matterline-')), 'diagnosis.txt');
  const { main } = await started({}, { chooseExportFile: async () => to });
  expect(await pageOf(main.room()).app.exportDiagnosis()).toEqual({ path: to });
  const text = await readFile(to, 'utf8');
  expect(text).toContain('account: Documents can be filed.');
  expect(text).toContain('one\ntwo');
  expect(text).not.toMatch(/top-secret|matterline-\w+|oauth2/);
});

test('without the secrets of the connection the engine goes on with what is kept, and asks the service nothing', async () => {
  const settings = new Map<string, unknown>([
    [
      'connection',
      {
        baseUrl: 'https://api.example.com',
        authUrl: 'https://auth.example.com',
        clientId: 'id',
        redirect: 'custom',
      },
    ],
  ]);
  const { main, engine } = await started(
    {},
    {
      argv: [],
      settingsFile: {
        get: (name) => settings.get(name),
        set: (name, value) => void settings.set(name, value),
      },
    },
  );
  expect(engine?.configurations[0]).toMatchObject({
    connection: { baseUrl: 'https://api.example.com', apiKey: '' },
    signedIn: false,
    left: false,
  });
  expect(main.session.session.value).toMatchObject({
    state: 'unconfigured',
    refusal: { what: expect.stringContaining('API key') },
  });
  const page = pageOf(main.room());
  expect(await page.app.connection()).toMatchObject({ baseUrl: 'https://api.example.com', clientId: 'id' });
  await page.app.saveConnection({
    baseUrl: 'https://api.example.com',
    authUrl: 'https://auth.example.com',
    clientId: 'id',
    apiKey: 'key',
  });
  await expect.poll(() => engine?.configurations.at(-1)?.connection?.apiKey).toBe('key');
  expect(main.session.session.value).toMatchObject({ state: 'signed-out' });
});

test('that the person signed out is known to the engine and the window until they sign in, also after a restart', async () => {
  const settings = new Map<string, unknown>();
  const settingsFile: World['settingsFile'] = {
    get: (name) => settings.get(name),
    set: (name, value) => void settings.set(name, value),
  };
  const { main, engine, opened } = await started({}, { settingsFile });
  const signIn = async () => {
    await main.session.signIn();
    const state = opened.at(-1)?.searchParams.get('state') ?? '';
    await main.session.receiveCallback(new URLSearchParams({ state, code: 'c' }));
  };
  await signIn();
  await pageOf(main.room()).app.signOut({ when: 'now', remove: false, loss: '' });
  expect(main.session.session.value).toEqual({ state: 'signed-out', refusal: null, left: true });
  await expect.poll(() => engine?.configurations.map(({ left }) => left)).toEqual([false, false, true]);
  const again = await started({}, { settingsFile });
  expect(again.main.session.session.value).toMatchObject({ left: true });
  expect(again.engine?.configurations[0]?.left).toBe(true);
  // A link of a web page changes nothing about it.
  await again.main.session.receiveCallback(new URLSearchParams({ state: 'made up', code: 'c' }));
  expect(again.main.session.session.value).toMatchObject({ left: true });
  await signIn();
  await expect.poll(() => engine?.configurations.at(-1)).toMatchObject({ signedIn: true, left: false });
  expect(settings.get('left')).toBe(false);
});

describe('what the window showed last', () => {
  const screen = async (page: Page): Promise<KeptScreenShown> => ({
    session: { state: 'signed-out', refusal: null },
    staff: null,
    preferences: await page.app.preferences(),
    matters: { rows: [], total: 0 },
  });
  const signIn = async ({ main, opened }: Awaited<ReturnType<typeof started>>) => {
    await main.session.signIn();
    const state = opened.at(-1)?.searchParams.get('state') ?? '';
    await main.session.receiveCallback(new URLSearchParams({ state, code: 'c' }));
  };

  test('is there for the next start, and follows what the person prefers', async () => {
    const { main, keptScreen } = await started();
    const page = pageOf(main.room());
    await page.app.keepScreen(await screen(page));
    expect(main.screen.isOurs).toBe(true);
    expect(keptScreen.owner).not.toBeNull();
    await page.app.setPreferences({ theme: 'dark', place: '#/problems' });
    expect(keptScreen.theme).toBe('dark');
    expect(keptScreen.forPage()).toContain('#/problems');
  });

  test('is forgotten when the person signs out, and nothing is kept until they sign in', async () => {
    const program = await started();
    const { main, keptScreen } = program;
    const page = pageOf(main.room());
    await signIn(program);
    await page.app.keepScreen(await screen(page));
    main.session.signOut();
    expect(keptScreen.owner).toBeNull();
    await page.app.keepScreen(await screen(page));
    expect(keptScreen.owner).toBeNull();
    await signIn(program);
    await page.app.keepScreen(await screen(page));
    expect(keptScreen.owner).not.toBeNull();
  });

  test('is forgotten when the person signs out while another sign-in is under way', async () => {
    const program = await started();
    const { main, keptScreen } = program;
    const page = pageOf(main.room());
    await signIn(program);
    await page.app.keepScreen(await screen(page));
    await main.session.signIn();
    expect(main.session.session.value.state).toBe('signing-in');
    main.session.signOut();
    expect(keptScreen.owner).toBeNull();
    await page.app.keepScreen(await screen(page));
    expect(keptScreen.owner).toBeNull();
  });

  test('is forgotten when the window locks, which a page that is still there cannot undo', async () => {
    const { main, keptScreen } = await started();
    const page = pageOf(main.room());
    await page.app.setPreferences({ lockAfterMinutes: 5 });
    await page.app.keepScreen(await screen(page));
    main.lock.away();
    expect(keptScreen.owner).toBeNull();
    await page.app.keepScreen(await screen(page));
    expect(keptScreen.owner).toBeNull();
  });

  test('is nobody else’s: not of another profile, another connection, or a window that is locked', async () => {
    const authUrl = 'https://auth.example.com';
    const userData = await mkdtemp(path.join(tmpdir(), 'matterline-'));
    const { main, keptScreen } = await started({ authUrl }, { userData });
    const page = pageOf(main.room());
    await page.app.setPreferences({ lockAfterMinutes: 5 });
    await page.app.keepScreen(await screen(page));
    const again = await started({ authUrl }, { userData, keptScreen });
    expect(again.main.screen.isOurs).toBe(true);
    const elsewhere = await started({ authUrl }, { keptScreen });
    expect(elsewhere.main.screen.isOurs).toBe(false);
    const connectedElsewhere = await started({ authUrl, clientId: 'other' }, { userData, keptScreen });
    expect(connectedElsewhere.main.screen.isOurs).toBe(false);
    const shown = await screen(page);
    main.lock.away();
    keptScreen.keep('whoever', shown);
    expect(main.screen.isOurs).toBe(false);
    keptScreen.forget();
    expect(main.screen.isOurs).toBe(true);
  });
});

test.each(['in the browser', 'about to be opened'])(
  'a sign-in that was begun before the lock, and is still %s, does not open it',
  async (where) => {
    const { main, opened } = await started();
    await pageOf(main.room()).app.setPreferences({ lockAfterMinutes: 5 });
    const begun = main.session.signIn();
    if (where === 'in the browser') await begun;
    main.lock.away();
    await begun;
    for (const address of opened) {
      const state = address.searchParams.get('state') ?? '';
      await main.session.receiveCallback(new URLSearchParams({ state, code: 'c' }));
    }
    expect(main.lock.locked.value).toBe(true);
    expect(main.session.session.value.state).toBe('signed-out');
    await pageOf(main.room()).app.signIn();
    const address = opened.at(-1);
    expect(address?.searchParams.get('prompt')).toBe('login');
    await main.session.receiveCallback(
      new URLSearchParams({ state: address?.searchParams.get('state') ?? '', code: 'c' }),
    );
    expect(main.lock.locked.value).toBe(false);
  },
);

test('a window that was never connected is not locked: nobody could sign in to open it', async () => {
  const locked = { policy: { ...noPolicy, lockAfterMinutes: 1 } };
  const { main } = await started({}, { ...locked, argv: ['matterline'] });
  main.lock.away();
  expect(main.lock.locked.value).toBe(false);
  await pageOf(main.room()).app.saveConnection({
    ...{ baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    ...{ clientId: 'id', apiKey: 'key', redirect: 'custom' },
  });
  main.lock.away();
  expect(main.lock.locked.value).toBe(true);
});

describe('a window that was locked when the program ended, on a computer that keeps no secrets', () => {
  const typed = {
    baseUrl: 'https://api.example.com',
    clientId: 'id',
    apiKey: 'key',
    clientSecret: 'top-secret',
    redirect: 'custom',
    links: 'leave',
  } as const;

  async function lockedAgain() {
    const server = await tokenEndpoint(({ form }, count) =>
      form.get('client_secret') === typed.clientSecret
        ? withRefresh(bearer(count))
        : { status: 401, body: { error: 'invalid_client' } },
    );
    const { baseUrl, clientId, redirect } = typed;
    const kept = new Map<string, unknown>([
      ['connection', { baseUrl, clientId, redirect, authUrl: server.url }],
      ['locked', true],
    ]);
    const settingsFile = {
      get: (name: string) => kept.get(name),
      set: (name: string, value: unknown) => void kept.set(name, value),
    };
    const program = await started({}, { argv: ['matterline'], settingsFile });
    const page = pageOf(program.main.room());
    return { ...program, page, kept, authUrl: server.url };
  }

  test('takes the secrets again, and opens with a sign-in', async () => {
    const { main, opened, page, authUrl } = await lockedAgain();
    expect(await page.app.connection()).toMatchObject({ baseUrl: typed.baseUrl, source: 'typed' });
    await expect(page.app.signIn()).rejects.toMatchObject({ code: 'REFUSED' });
    await page.app.saveConnection({ ...typed, authUrl, clientSecret: 'mistyped' });
    const finish = async () => {
      await page.app.signIn();
      const state = opened.at(-1)?.searchParams.get('state') ?? '';
      return main.session.receiveCallback(new URLSearchParams({ state, code: 'c' }));
    };
    expect(await finish()).toMatchObject({ ok: false, error: { code: 'configuration-invalid' } });
    expect(main.lock.locked.value).toBe(true);
    await page.app.saveConnection({ ...typed, authUrl });
    expect(await finish()).toMatchObject({ ok: true });
    expect(main.lock.locked.value).toBe(false);
  });

  test('is led nowhere else, and takes none that it does not lack', async () => {
    const { main, page, kept, authUrl } = await lockedAgain();
    for (const change of [{ authUrl: 'https://other.example.com' }, { baseUrl: 'https://other.example.com' }])
      await expect(page.app.saveConnection({ ...typed, authUrl, ...change })).rejects.toMatchObject({
        code: 'REFUSED',
      });
    expect(main.session.session.value.state).toBe('unconfigured');
    await page.app.saveConnection({ ...typed, authUrl, redirect: 'loopback' });
    expect(kept.get('connection')).toMatchObject({ authUrl, redirect: 'custom' });
    expect(await page.app.connection()).toBeNull();
    await expect(page.app.saveConnection({ ...typed, authUrl, apiKey: 'other' })).rejects.toMatchObject({
      code: 'REFUSED',
    });
  });
});
