import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient, type ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionKeeper } from '../../../main/connection/keeper.ts';
import { GrantedPaths } from '../../../main/conversation/granted-paths.ts';
import { guardedPort } from '../../../main/conversation/guard.ts';
import { createRouter } from '../../../main/conversation/router.ts';
import { Adding } from '../../../main/documents/adding.ts';
import { EngineSupervisor } from '../../../main/engine-process/supervisor.ts';
import { ProxyKeeper } from '../../../main/network/proxy-keeper.ts';
import { noPolicy, type Policy, readPolicy } from '../../../main/policy/policy.ts';
import { alone } from '../../../main/profiles/profile-registry.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';
import { SettingsStore } from '../../../main/settings.ts';
import { SessionKeeper } from '../../../main/sign-in/session-keeper.ts';
import { SigningOut } from '../../../main/sign-in/signing-out.ts';
import { NavigationTargets } from '../../../main/window/navigation-targets.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { Watched } from '../../../shared/base/watched.ts';
import type { contract } from '../../../shared/contract/index.ts';
import {
  type FileId,
  fileIdSchema,
  type MatterId,
  matterIdSchema,
  type Refusal,
  type Session,
} from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type PipePair, pipePair } from '../pipe-pair.ts';
import { refusal, serveStubEngine } from '../stub-engine.ts';
import { noUpdates } from '../updates/no-updates.ts';

const matterId: MatterId = matterIdSchema.parse('m1');
const fileId: FileId = fileIdSchema.parse('/matters/m1/Brief.docx');

/** Everything between a window and a stub engine, over real message ports. */
async function window(policy: Policy = noPolicy, profileRegistry = alone) {
  const clock = new FakeClock();
  const pipes: PipePair[] = [];
  const engine = new EngineSupervisor({
    clock,
    log: () => {},
    host: () => {},
    configuration: () => ({ connection: null, signedIn: false, rootFolder: null }),
    launch() {
      const pair = pipePair();
      pipes.push(pair);
      serveStubEngine(pair.engine, pair.close);
      return { pipe: pair.main, kill: pair.close };
    },
  });
  const file = new Map<string, unknown>();
  const settings = new SettingsStore(
    {
      get: (name) => file.get(name),
      set: (name, value) => void file.set(name, value),
    },
    () => {},
  );
  const secrets = await SecretStore.open('/unused', null, () => {});
  const connection = new ConnectionKeeper(null, settings, secrets);
  const proxies = new ProxyKeeper({ secrets, resolveProxy: async () => 'PROXY office:8080' });
  const session = new SessionKeeper({
    proxyQuestion: proxies.question,
    clock,
    secrets,
    left: new Watched(false),
    connection: connection.state,
    fetch: () => Promise.reject(new Error('no network')),
    openBrowser: async () => {},
  });
  const opened: string[] = [];
  const chosen: (string | null)[] = [];
  const granted = new GrantedPaths();
  const signingOut = new SigningOut({
    clock,
    session,
    connection: connection.state,
    engine,
    removals: { writeDown: () => {}, remove: async () => ok(undefined), carryOut: async () => {} },
    adding: () => 0,
    managed: policy.removeOnSignOut,
    preferred: () => false,
    left: new Watched(false),
  });
  const directory = await mkdtemp(join(tmpdir(), 'matterline-'));
  const adding = await Adding.open({
    file: join(directory, 'adding.jsonl'),
    engine,
    person: () => null,
    signIn: () => null,
    log: () => {},
  });
  const router = createRouter({
    adding,
    signingOut,
    profileRegistry,
    updates: noUpdates(),
    engineProblem: new Watched(null),
    lockAfterMinutes: () => null,
    sendLimit: () => null,
    version: '1.2.3',
    platform: 'linux',
    connection,
    session,
    isLocked: () => false,
    secrets,
    settings,
    policy,
    proxies,
    engine,
    granted,
    rootFolder: () => settings.get('rootFolder'),
    onRootFolder: async () => {},
    diagnose: async function* () {},
    writeDiagnosis: async () => false,
    chooseFolder: async () => chosen.shift() ?? null,
    chooseExportFile: async (name) => chosen.shift()?.concat('/', name) ?? null,
    openDocument: async (path, origin) =>
      path.includes('program')
        ? err({ ...refusal, code: 'not-permitted' })
        : (opened.push(origin ? `${origin} ${path}` : path), ok(undefined)),
    openWith: async (path) => (opened.push(`${path} with another program`), ok(undefined)),
    openFolder: async (path) => (opened.push(path), ok(undefined)),
    showInFolder: (path) => void opened.push(path),
    copyText: (text) => void opened.push(`copied ${text}`),
    reloadWindow: () => void opened.push('reloaded'),
    dragOut: (paths) => void opened.push(`dragged ${paths.join(' ')}`),
    onPreferences: ({ theme }) => void opened.push(`theme ${theme}`),
    keepScreen: () => {},
    leads: new NavigationTargets(),
    startAtLogin: null,
    fileAnyway: (held) => void opened.push(`in spite of ${held}`),
    metered: { ask: async () => null, look: () => void opened.push('looked at the network') },
    readDiagnosis: async () => 'Everything is working.',
  });
  const { port1, port2 } = new MessageChannel();
  new RPCHandler(router).upgrade(
    guardedPort(
      {
        on: (event, listener) =>
          port1.addEventListener(event, (message) => listener(message as MessageEvent)),
        postMessage: (data) => port1.postMessage(data),
      },
      () => expect.unreachable(),
    ),
  );
  port1.start();
  const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ port: port2 }));
  port2.start();
  onTestFinished(async () => {
    port1.close();
    await engine.stop(0);
  });
  return { client, clock, engine, granted, proxies, chosen, opened, crash: () => pipes.at(-1)?.close() };
}

const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: ORPCError<string, unknown>) => (error.code === 'REFUSED' && error.defined ? error.data : error),
  );

test('what the engine answers reaches the window as it is, defaults and refusals included', async () => {
  const { client, engine } = await window();
  engine.start();
  expect(await client.engine.matters.list({})).toEqual({ rows: [], total: 100 });
  expect(await refusalOf(client.engine.matters.get({ matterId }))).toEqual(refusal);
  expect(await refusalOf(client.documents.list({ matterId }))).toEqual(refusal);
});

test('input that breaks the contract never reaches the engine', async () => {
  const { client, engine } = await window();
  engine.start();
  await expect(client.engine.matters.list({ limit: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('a call waits for an engine that is being restarted', async () => {
  const { client, engine } = await window();
  const answer = client.engine.matters.list({});
  engine.start();
  expect(await answer).toEqual({ rows: [], total: 100 });
});

test('a call is refused in words when no engine comes', async () => {
  const { client, clock } = await window();
  const answer = refusalOf(client.engine.matters.list({}));
  await expect
    .poll(async () => (clock.tick(1_000), await Promise.race([answer, Promise.resolve(null)])))
    .toMatchObject({
      code: 'service-failed',
      what: 'Matterline is not ready yet.',
    });
});

test('a call in which the engine dies is refused in words', async () => {
  const { client, engine } = await window();
  engine.start();
  expect(await refusalOf(client.engine.pause({ paused: true }))).toMatchObject({
    code: 'service-failed',
    what: 'This was interrupted.',
  });
});

test('the status survives a restart of the engine, and tells of it', async () => {
  const { client, clock, engine, crash } = await window();
  const seen: string[] = [];
  const closing = new AbortController();
  const following = (async () => {
    for await (const status of await client.engine.status(undefined, { signal: closing.signal })) {
      seen.push(`${status.engine} ${status.waiting}`);
    }
  })().catch(() => {});
  await expect.poll(() => seen).toEqual(['stopped 0']);
  engine.start();
  await expect.poll(() => seen.slice(1)).toEqual(['running 0', 'running 1']);
  crash();
  await expect.poll(() => seen.slice(3)).toEqual(['stopped 1']);
  await expect.poll(() => (clock.tick(100), seen.slice(4))).toEqual(['running 0', 'running 1']);
  closing.abort();
  await following;
});

test('the stream of changes ends with its engine, so that the window asks for everything again', async () => {
  const { client, clock, engine, crash } = await window();
  engine.start();
  const changes = await client.engine.changes();
  expect(await changes.next()).toEqual({ done: false, value: { topic: 'matters' } });
  const next = changes.next();
  crash();
  expect(await next).toMatchObject({ done: true });
  const again = await client.engine.changes();
  const first = again.next();
  await expect.poll(() => (clock.tick(100), engine.link.value !== null)).toBe(true);
  expect(await first).toEqual({ done: false, value: { topic: 'matters' } });
});

test('a folder is linked only when the person chose it in the dialog', async () => {
  const { client, engine, chosen } = await window();
  engine.start();
  expect(await refusalOf(client.folders.link({ matterId, path: '/etc' }))).toMatchObject({
    code: 'not-permitted',
  });
  chosen.push('/home/ann/Smith');
  expect(await client.app.chooseFolder({ purpose: 'matter-folder' })).toEqual({ path: '/home/ann/Smith' });
  expect(await client.folders.link({ matterId, path: '/home/ann/Smith' })).toEqual({
    path: '/home/ann/Smith',
  });
  expect(await client.folders.link({ matterId, path: null })).toEqual({ path: '/suggested' });
  expect(await refusalOf(client.app.setRootFolder({ path: '/home/ann/Smith' }))).toMatchObject({
    code: 'not-permitted',
  });
});

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

test('only dropped files are added; the others are refused one by one', async () => {
  const { client, engine, granted } = await window();
  engine.start();
  granted.grant('drop', ['/a.pdf', '/c.pdf']);
  const adding = async () => {
    for await (const one of await client.documents.adding()) return one;
    return null;
  };
  const into = { matterId, folderId: null, folderName: 'Pleadings' };
  await expect(client.documents.add({ ...into, paths: ['/etc/passwd'] })).rejects.toMatchObject({
    code: 'REFUSED',
  });
  expect(await adding()).toEqual({ now: null, ended: [] });
  await client.documents.add({ ...into, paths: ['/a.pdf', '/etc/passwd', '/c.pdf'] });
  await expect.poll(async () => (await adding())?.ended.length).toBe(1);
  const [ended] = (await adding())?.ended ?? [];
  expect(ended).toMatchObject({ matterId, folderName: 'Pleadings', left: 0, unsure: null });
  expect(ended?.outcomes).toEqual([
    { path: '/a.pdf', outcome: 'added', name: '/a.pdf' },
    { path: '/c.pdf', outcome: 'added', name: '/c.pdf' },
    { path: '/etc/passwd', outcome: 'refused', refusal: expect.objectContaining({ code: 'not-permitted' }) },
  ]);
  await client.documents.addedRead({ id: ended?.id ?? '' });
  expect(await adding()).toEqual({ now: null, ended: [] });
});

test('a document is opened by its id, never by a path from the window', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.documents.open({ matterId, fileId });
  await client.documents.showInFolder({ matterId, fileId });
  await client.folders.show({ matterId });
  expect(opened).toEqual(['/matters/m1/Brief.docx', '/matters/m1/Brief.docx', '/matters/m1']);
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

test('the custody log is written only to a file the person chose in the dialog', async () => {
  const { client, engine, chosen } = await window();
  engine.start();
  const part = { scope: 'matter', matterId } as const;
  chosen.push('/home/ann');
  expect(await client.custody.export({ part, format: 'csv' })).toEqual({
    path: '/home/ann/Custody log.csv by 1.2.3',
  });
  chosen.push(null);
  expect(await client.custody.export({ part: { scope: 'all' }, format: 'json' })).toBe(null);
});

const stepsOf = async (steps: Promise<AsyncIterable<unknown>>): Promise<unknown[]> => {
  const seen = [];
  for await (const step of await steps) seen.push(step);
  return seen;
};
const fetching = { step: 'fetching', done: 1, of: 2 };

test('a version that is fetched is opened by main as what it is, and its path stays with main', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('f1'), versionId: null };
  expect(await stepsOf(client.documents.view(input))).toEqual([
    fetching,
    { step: 'opened', isChecked: true },
  ]);
  expect(opened).toEqual(['fetched /views/f1']);
  const program = { ...input, fileId: fileIdSchema.parse('program') };
  expect(await stepsOf(client.documents.view(program))).toEqual([
    fetching,
    { step: 'refused', refusal: { ...refusal, code: 'not-permitted' }, kept: false },
  ]);
  expect(await stepsOf(client.documents.view({ ...input, versionId: 'none' }))).toEqual([
    fetching,
    { step: 'refused', refusal, kept: true },
  ]);
});

test('a copy of a version is saved only where the person chose in the dialog', async () => {
  const { client, engine, chosen } = await window();
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('f1'), versionId: 'entry:1' };
  chosen.push('/home/ann');
  expect(await stepsOf(client.documents.saveCopy(input))).toEqual([
    fetching,
    { step: 'saved', path: '/home/ann/f1 from /views/f1' },
  ]);
  chosen.push(null);
  expect(await stepsOf(client.documents.saveCopy(input))).toEqual([fetching, { step: 'cancelled' }]);
});

test('no copy is saved in a folder of another profile, or while those are not known', async () => {
  const elsewhere: Result<string[], Refusal>[] = [ok(['/home/ann/theirs']), err(refusal)];
  const { client, engine, chosen } = await window(noPolicy, {
    ...alone,
    foldersElsewhere: async () => elsewhere.shift() ?? ok([]),
  });
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('f1'), versionId: 'entry:1' };
  chosen.push('/home/ann/theirs', '/home/ann/theirs');
  expect(await refusalOf(stepsOf(client.documents.saveCopy(input)))).toEqual(refusal);
  expect(await refusalOf(stepsOf(client.documents.saveCopy(input)))).toEqual(refusal);
});

test('an engine that dies while a version is fetched is told of in words', async () => {
  const { client, engine, crash } = await window();
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('slow'), versionId: null };
  const steps = await client.documents.view(input);
  expect(await steps.next()).toMatchObject({ value: fetching });
  const next = refusalOf(steps.next());
  crash();
  expect(await next).toMatchObject({ code: 'service-failed', what: 'This was interrupted.' });
});

test('an earlier version is opened by main from the copy the engine made; restoring is refused in words', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.documents.openVersion({ matterId, fileId, versionId: 'save:1' });
  expect(opened).toEqual(['save:1']);
  expect(await client.documents.versions({ matterId, fileId })).toEqual([]);
  expect(await refusalOf(client.documents.restoreVersion({ matterId, fileId, versionId: 'save:1' }))).toEqual(
    refusal,
  );
});

test('only paths that the engine names for documents leave the window, by drag or by clipboard', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.documents.copyPaths({ matterId, fileIds: [fileId, fileIdSchema.parse('/matters/m1/b.pdf')] });
  await client.documents.drag({ matterId, fileIds: [fileId] });
  expect(opened).toEqual([
    'copied /matters/m1/Brief.docx\n/matters/m1/b.pdf',
    'dragged /matters/m1/Brief.docx',
  ]);
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
    '{"rootFolder": "relative", "vaultLimits": {"maxBytes": null, "maxAgeDays": 30}}',
    'the policy',
  );
  const { client, granted, engine } = await window(policy);
  engine.start();
  const info = await client.app.info();
  expect(info.managed).toEqual(['rootFolder', 'vaultLimits']);
  expect(info.configurationProblems).toMatchObject([{ why: expect.stringContaining('full path') }]);
  granted.grant('root-folder', ['/chosen']);
  const decided = { code: 'not-permitted', why: 'It is managed by your organisation.' };
  expect(await refusalOf(client.app.setRootFolder({ path: '/chosen' }))).toMatchObject(decided);
  expect(await refusalOf(client.engine.vault.setLimits({ maxBytes: null, maxAgeDays: null }))).toMatchObject(
    decided,
  );
  expect(await client.engine.vault.get()).toBeDefined();
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
