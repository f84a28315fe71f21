import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient, type ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, onTestFinished } from 'vitest';
import { ConnectionKeeper } from '../../../main/connection/keeper.ts';
import { GrantedPaths } from '../../../main/conversation/granted-paths.ts';
import { guardedPort } from '../../../main/conversation/guard.ts';
import { createRouter } from '../../../main/conversation/router.ts';
import { Adding } from '../../../main/documents/adding.ts';
import { EngineSupervisor } from '../../../main/engine-process/supervisor.ts';
import { ProxyKeeper } from '../../../main/network/proxy-keeper.ts';
import { noPolicy, type Policy } from '../../../main/policy/policy.ts';
import { alone } from '../../../main/profiles/profile-registry.ts';
import { RequestKeys } from '../../../main/secrets/request-keys.ts';
import { SecretStore } from '../../../main/secrets/secret-store.ts';
import { SettingsStore } from '../../../main/settings.ts';
import { SessionKeeper } from '../../../main/sign-in/session-keeper.ts';
import { SigningOut } from '../../../main/sign-in/signing-out.ts';
import { NavigationTargets } from '../../../main/window/navigation-targets.ts';
import { err, ok } from '../../../shared/base/result.ts';
import { Watched } from '../../../shared/base/watched.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { type FileId, fileIdSchema, type MatterId, matterIdSchema } from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type PipePair, pipePair } from '../pipe-pair.ts';
import { noViewer } from '../preview/no-viewer.ts';
import { refusal, serveStubEngine } from '../stub-engine.ts';
import { noUpdates } from '../updates/no-updates.ts';

export const matterId: MatterId = matterIdSchema.parse('m1');

export const fileId: FileId = fileIdSchema.parse('/matters/m1/Brief.docx');

/** What reads documents for the window. */
type Previews = Pick<Parameters<typeof createRouter>[0], 'readContents' | 'viewers'>;

/** Everything between a window and a stub engine, over real message ports. */
export async function window(
  policy: Policy = noPolicy,
  profileRegistry = alone,
  preview: Previews = noViewer,
) {
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
  const state = { locked: false };
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
    isLocked: () => state.locked,
    secrets,
    requestKeys: new RequestKeys(secrets, { newId: randomUUID, newKey: () => 'a new key' }),
    settings,
    policy,
    proxies,
    engine,
    granted,
    rootFolder: () => settings.get('rootFolder'),
    onRootFolder: async () => {},
    diagnose: async function* () {},
    writeDiagnosis: async () => false,
    chooseConnectionFile: async () => chosen.shift() ?? null,
    chooseFolder: async () => chosen.shift() ?? null,
    toWastebasket: async (path) => (opened.push(`threw away ${path}`), rm(path)),
    chooseExportFile: async (name) => chosen.shift()?.concat('/', name) ?? null,
    openDocument: async (path, origin, anyway) =>
      path.includes('program') || (path.includes('unknown') && !anyway)
        ? err({ ...refusal, code: 'not-permitted' })
        : (opened.push(origin === 'fetched' ? `${origin} ${path}` : path), ok(undefined)),
    ...preview,
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
  return {
    client,
    clock,
    engine,
    granted,
    proxies,
    directory,
    settings,
    secrets,
    chosen,
    opened,
    state,
    crash: () => pipes.at(-1)?.close(),
  };
}

export const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: ORPCError<string, unknown>) => (error.code === 'REFUSED' && error.defined ? error.data : error),
  );

export const stepsOf = async (steps: Promise<AsyncIterable<unknown>>): Promise<unknown[]> => {
  const seen = [];
  for await (const step of await steps) seen.push(step);
  return seen;
};

export const fetching = { step: 'fetching', done: 1, of: 2 };
