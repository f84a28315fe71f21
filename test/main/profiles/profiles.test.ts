import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noPolicy } from '../../../main/policy/policy.ts';
import { type ProfilePlace, Profiles } from '../../../main/profiles/profiles.ts';
import type { Cipher } from '../../../main/secrets/cipher.ts';
import { err, ok } from '../../../shared/base/result.ts';
import { matterIdSchema } from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { wellComputer } from '../diagnosis/well-computer.ts';
import { type Page, pageOf } from '../page-of.ts';
import { pipePair } from '../pipe-pair.ts';
import { noViewer } from '../preview/no-viewer.ts';
import { bearer, tokenEndpoint, withRefresh } from '../sign-in/sign-in-world.ts';
import { serveStubEngine } from '../stub-engine.ts';
import { noUpdates } from '../updates/no-updates.ts';

const notReadable = {
  code: 'configuration-invalid' as const,
  what: 'The settings cannot be read.',
  why: '',
  next: 'Try again.',
};
const matterId = matterIdSchema.parse('m1');
/** Turns bytes around, so that plain text on disk would be seen. */
const cipher: Cipher = {
  encrypt: async (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xff)),
  decrypt: async (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString(),
};

/** A person's computer; its settings files outlive the program as the directory does. */
async function computer() {
  const directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const files = new Map<string, Map<string, unknown>>();
  const signIn = await tokenEndpoint((request, count) =>
    withRefresh(bearer(`${request.form.get('client_id')}-${count}`)),
  );
  const opened: URL[] = [];
  const unreadable = new Set<string>();
  let made = 0;
  const start = async () => {
    const engines = new Map<string, ReturnType<typeof serveStubEngine>>();
    const chosen: string[] = [];
    const worldOf = ({ id, directory: userData, isFirst }: ProfilePlace) => {
      const file = files.get(id) ?? new Map<string, unknown>();
      files.set(id, file);
      if (unreadable.has(id)) return err({ ...notReadable, why: `It is in use (${id}).` });
      return ok({
        argv: isFirst ? ['matterline'] : [],
        environment: {},
        version: '0.0.0',
        platform: 'linux' as const,
        userData,
        clock: new FakeClock(),
        fetch: (address: string, init: RequestInit) => fetch(address, init),
        resolveProxy: async () => 'DIRECT',
        cipher,
        deviceKey: { sign: async () => null },
        looks: wellComputer,
        logText: async () => '',
        writeText: async () => true,
        policy: noPolicy,
        settingsFile: {
          get: (name: string) => file.get(name),
          set: (name: string, value: unknown) => void file.set(name, value),
        },
        keptScreen: { owner: null, keep: () => {}, prefer: () => {}, forget: () => {} },
        launchEngine() {
          const pair = pipePair();
          engines.set(id, serveStubEngine(pair.engine));
          return { pipe: pair.main, kill: pair.close };
        },
        idleSeconds: () => 0,
        updates: noUpdates(),
        openBrowser: async (address: string) => void opened.push(new URL(address)),
        openDocument: () => Promise.reject(new Error('not here')),
        openFolder: () => Promise.reject(new Error('not here')),
        showInFolder: () => {},
        copyText: () => {},
        reloadWindow: () => {},
        dragOut: () => {},
        ...noViewer,
        openWith: () => Promise.reject(new Error('not here')),
        startAtLogin: null,
        power: { onBatteryPower: false, on: () => {} },
        metered: async () => null,
        onPreferences: () => {},
        chooseConnectionFile: async () => null,
        chooseFolder: async () => chosen.shift() ?? null,
        chooseExportFile: async () => null,
        toWastebasket: async () => {},
        log: () => {},
      });
    };
    const newId = () => (made += 1).toString(16).padStart(16, '0');
    const clock = new FakeClock();
    const sleep = async () => {};
    const started = await Profiles.open({
      directory,
      worldOf,
      newId,
      clock: { sleep, timer: (ms, ring) => clock.timer(ms, ring) },
      log: () => {},
    });
    if (!started.ok) throw new Error(started.error.why);
    const { value: profiles } = started;
    profiles.each((main) => main.engine.start());
    onTestFinished(() => profiles.stop(0));
    /** The page as it is loaded now. */
    const page = (): Page => pageOf(profiles.room());
    return { profiles, page, engines, chosen, clock };
  };
  const connectionOf = (name: string) => ({
    baseUrl: `https://${name}.example.com`,
    authUrl: signIn.url,
    clientId: name,
    apiKey: `key-of-${name}`,
    redirect: 'custom' as const,
  });
  return { directory, start, connectionOf, opened, unreadable };
}

test('what is connected, signed in and chosen in one profile is nothing to another, also after a restart', async () => {
  const { directory, start, connectionOf, opened } = await computer();
  const { profiles, page, engines } = await start();
  const london = page();
  await london.app.saveConnection(connectionOf('london'));
  await london.app.signIn();
  await profiles.receiveCallback(
    new URLSearchParams({ state: opened[0]?.searchParams.get('state') ?? '', code: 'c' }),
  );
  await london.app.setPreferences({ theme: 'dark', pinned: [matterId] });
  await london.app.addProfile({ name: 'Toronto' });

  const toronto = page();
  expect(await toronto.app.connection()).toBeNull();
  expect(await toronto.app.preferences()).toMatchObject({ theme: 'system', pinned: [] });
  await toronto.app.saveConnection(connectionOf('toronto'));
  const [, second] = [...engines.values()];
  await expect
    .poll(() => second?.configurations.at(-1))
    .toMatchObject({
      connection: { baseUrl: 'https://toronto.example.com', apiKey: 'key-of-toronto' },
      signedIn: false,
    });
  expect(await second?.host.accessToken({ rejected: null, signIn: 'any' })).toEqual({
    outcome: 'signed-out',
  });
  expect(JSON.stringify(engines.get('first')?.configurations)).not.toContain('toronto');
  expect(JSON.stringify(second?.configurations)).not.toContain('london');

  const kept = async () => cipher.decrypt(await readFile(path.join(directory, 'secrets')));
  await expect.poll(kept).toContain('refresh-1');
  const again = await start();
  expect(again.profiles.view()).toMatchObject({
    shown: '0000000000000001',
    profiles: [{ name: 'Profile 1' }, { name: 'Toronto' }],
  });
  expect(await again.page().app.connection()).toMatchObject({ clientId: 'toronto' });
  await again.page().app.showProfile({ id: 'first' });
  expect(await again.page().app.connection()).toMatchObject({ clientId: 'london' });
  expect(again.profiles.shown.value.session.signedIn).toBe(true);
});

test('each profile writes only below its own directory, and no name is a place', async () => {
  const { directory, start, connectionOf } = await computer();
  const { profiles, page } = await start();
  for (const name of ['../../evil', '/etc', 'C:\\Windows', 'con', '<img src=x onerror=alert(1)>']) {
    expect(await profiles.add(name)).toMatchObject({ ok: true });
    await page().app.saveConnection(connectionOf('toronto'));
  }
  const made = await readdir(path.join(directory, 'profiles'));
  expect(made.every((name) => /^[0-9a-f]{16}$/.test(name))).toBe(true);
  expect(made).toHaveLength(5);
  for (const id of made) {
    await expect
      .poll(() => readFile(path.join(directory, 'profiles', id, 'secrets')).catch(() => null))
      .not.toBeNull();
  }
  expect(await readdir(directory)).toEqual(['profiles']);
});

test('the answer to a sign-in goes to the profile that began it, whichever is shown', async () => {
  const { start, connectionOf, opened } = await computer();
  const { profiles, page } = await start();
  await page().app.saveConnection(connectionOf('london'));
  await page().app.signIn();
  await profiles.add('Toronto');
  await page().app.saveConnection(connectionOf('toronto'));
  await page().app.signIn();
  const state = opened[0]?.searchParams.get('state') ?? '';
  expect(await profiles.receiveCallback(new URLSearchParams({ state, code: 'c' }))).toMatchObject({
    ok: true,
  });
  expect(profiles.first.session.signedIn).toBe(true);
  expect(profiles.shown.value.session.session.value.state).toBe('signing-in');
});

test('a matter’s folder in one profile, and the program’s own, are refused in every other', async () => {
  const { directory, start } = await computer();
  const { profiles, page, chosen } = await start();
  chosen.push('/matters/hartley');
  await page().app.chooseFolder({ purpose: 'matter-folder' });
  await page().folders.link({ matterId, path: '/matters/hartley' });
  await profiles.add('Toronto');
  for (const folder of ['/matters/hartley', directory]) {
    chosen.push(folder);
    await page().app.chooseFolder({ purpose: 'matter-folder' });
    await expect(page().folders.link({ matterId, path: folder })).rejects.toMatchObject({ code: 'REFUSED' });
  }
  chosen.push('/matters/other');
  await page().app.chooseFolder({ purpose: 'matter-folder' });
  expect(await page().folders.link({ matterId, path: '/matters/other' })).toEqual({ path: '/matters/other' });
});

test('a folder chosen in one profile was not chosen in another', async () => {
  const { start } = await computer();
  const { profiles, page, chosen } = await start();
  chosen.push('/matters/hartley');
  await page().app.chooseFolder({ purpose: 'matter-folder' });
  await profiles.add('Toronto');
  await expect(page().folders.link({ matterId, path: '/matters/hartley' })).rejects.toMatchObject({
    data: { code: 'not-permitted' },
  });
});

test('a directory of another name beside the profiles is none', async () => {
  const { directory, start } = await computer();
  for (const name of ['..x', 'NOTHEX0000000000', 'backup']) {
    await mkdir(path.join(directory, 'profiles', name), { recursive: true });
  }
  const { profiles } = await start();
  expect(profiles.view().profiles).toHaveLength(1);
});

test('a profile that is not there cannot be shown or renamed', async () => {
  const { start } = await computer();
  const { profiles, page } = await start();
  for (const id of ['', '..', '__proto__', '0000000000000009']) {
    await expect(page().app.showProfile({ id })).rejects.toMatchObject({ code: 'REFUSED' });
    expect(profiles.rename(id, 'x')).toMatchObject({ ok: false });
  }
});

test('a name typed once and confirmed twice makes one profile', async () => {
  const { start } = await computer();
  const { profiles } = await start();
  const both = await Promise.all([profiles.add('Toronto'), profiles.add('Toronto')]);
  expect(both.map((one) => one.ok)).toEqual([true, false]);
  expect(profiles.view().profiles).toHaveLength(2);
});

test('only the answer to a sign-in that was begun here brings the window forward, whichever profile began it', async () => {
  const { start, connectionOf, opened } = await computer();
  const { profiles, page } = await start();
  await page().app.saveConnection(connectionOf('london'));
  expect(profiles.began(null)).toBe(false);
  await page().app.signIn();
  const state = opened[0]?.searchParams.get('state') ?? '';
  await profiles.add('Toronto');
  expect(profiles.began(state)).toBe(true);
  expect(profiles.began('forged')).toBe(false);
});

test('a lock locks the window, whichever profile it shows, and only a sign-in to what is locked opens it', async () => {
  const { start, connectionOf, opened } = await computer();
  const { profiles, page } = await start();
  await page().app.saveConnection(connectionOf('london'));
  await page().app.setPreferences({ lockAfterMinutes: 5 });
  await profiles.add('Toronto');
  const toronto = profiles.shown.value;
  profiles.away();
  expect(profiles.shown.value).toBe(profiles.first);
  expect(await page().app.locked()).toBe(true);

  // As a notice of the other does, and a profile that was just being added.
  profiles.turnTo(toronto);
  expect(await profiles.add('Paris')).toMatchObject({ ok: false });
  expect(await page().app.locked()).toBe(true);

  await page().app.signIn();
  const state = opened.at(-1)?.searchParams.get('state') ?? '';
  await profiles.receiveCallback(new URLSearchParams({ state, code: 'c' }));
  // The window goes back to where it was.
  expect(profiles.shown.value).toBe(toronto);
  expect(await page().app.locked()).toBe(false);
});

test('a window whose own profile is locked a moment after another stays with its own', async () => {
  const { start, connectionOf } = await computer();
  const { profiles, page } = await start();
  await page().app.saveConnection(connectionOf('london'));
  await page().app.setPreferences({ lockAfterMinutes: 5 });
  await profiles.add('Toronto');
  await page().app.saveConnection(connectionOf('toronto'));
  await page().app.setPreferences({ lockAfterMinutes: 5 });
  const toronto = profiles.shown.value;
  profiles.away();
  expect(profiles.shown.value).toBe(toronto);
  expect(await page().app.locked()).toBe(true);
});

test('what a profile that is not shown needs of a person is told, in the list and outside the window', async () => {
  const { start } = await computer();
  const { profiles, page, engines } = await start();
  await profiles.add('Toronto');
  const toronto = profiles.view().shown;
  await profiles.show('first');
  await expect.poll(() => engines.get(toronto)).toBeDefined();
  expect(profiles.needElsewhere.value).toEqual([]);
  const stub = engines.get(toronto);
  if (stub) stub.told.problems = 2;
  await expect
    .poll(() => (stub?.filingGoesOn(), profiles.needElsewhere.value))
    .toEqual([{ id: toronto, name: 'Toronto', need: '2 problems need you' }]);
  expect((await page().app.profiles()).profiles.map(({ need }) => need)).toEqual([
    null,
    '2 problems need you',
  ]);
  await profiles.show(toronto);
  expect(profiles.needElsewhere.value).toEqual([]);
});

test('a profile whose settings cannot be read is said not to be open, the others file on, and it is opened when it can be read', async () => {
  const { start, unreadable } = await computer();
  const before = await start();
  await before.profiles.add('Toronto');
  const toronto = before.profiles.view().shown;
  await before.profiles.add('Paris');
  unreadable.add(toronto);

  const { profiles, page, engines, clock, chosen } = await start();
  expect([...engines.keys()]).toHaveLength(2);
  const closed = () => profiles.view().profiles.find(({ id }) => id === toronto);
  expect(closed()?.need).toContain(`It is in use (${toronto}). Nothing saved in its folders is filed`);
  expect(profiles.needElsewhere.value.map(({ id }) => id)).toEqual([toronto]);
  await expect(page().app.showProfile({ id: toronto })).rejects.toMatchObject({
    data: { why: `It is in use (${toronto}).` },
  });
  // What it files from is not known.
  chosen.push('/matters/hartley');
  await page().app.chooseFolder({ purpose: 'matter-folder' });
  await expect(page().folders.link({ matterId, path: '/matters/hartley' })).rejects.toMatchObject({
    code: 'REFUSED',
  });

  unreadable.delete(toronto);
  await clock.advance(60_000);
  await expect.poll(() => closed()?.name).toBe('Toronto');
  expect(engines.has(toronto)).toBe(true);
  expect(profiles.needElsewhere.value).toEqual([]);
  expect(await profiles.show(toronto)).toMatchObject({ ok: true });
});

test('a first profile whose settings cannot be read keeps the program from starting, with the reason', async () => {
  const { start, unreadable } = await computer();
  unreadable.add('first');
  await expect(start()).rejects.toThrow('It is in use (first).');
  unreadable.clear();
  expect((await start()).profiles.view().profiles).toHaveLength(1);
});
