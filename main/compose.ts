import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import type { Clock } from '../shared/base/clock.ts';
import { Watched } from '../shared/base/watched.ts';
import { hostContract } from '../shared/contract/index.ts';
import type { Port } from '../shared/contract/link.ts';
import {
  type AwakeReason,
  type Connection,
  capabilitiesUnlessSaid,
  type DiagnosisStep,
  type EngineStatus,
} from '../shared/model/index.ts';
import { connectionFileName, readConnectionFile } from './connection/file.ts';
import { ConnectionKeeper, type ConnectionState } from './connection/keeper.ts';
import { GrantedPaths } from './conversation/granted-paths.ts';
import { guardedPort } from './conversation/guard.ts';
import { createLockedRouter } from './conversation/locked-router.ts';
import { createRouter, type RouterParts } from './conversation/router.ts';
import type { WindowSession } from './conversation/window-session.ts';
import { type DiagnosisPorts, diagnose } from './diagnosis/diagnose.ts';
import { diagnosisText } from './diagnosis/export.ts';
import { Adding } from './documents/adding.ts';
import { type EngineProcess, EngineSupervisor } from './engine-process/supervisor.ts';
import { IdleLock } from './lock/idle-lock.ts';
import { MeteredHold } from './network/metered-hold.ts';
import { ProxyKeeper } from './network/proxy-keeper.ts';
import type { ProxyLogin } from './network/proxy-login.ts';
import { followPerson, forgetRemembered } from './people/remembered.ts';
import type { Policy } from './policy/policy.ts';
import { stricter } from './policy/stricter.ts';
import { batteryHold, heldBy, type Power } from './power/hold.ts';
import { alone, type ProfileRegistry } from './profiles/profile-registry.ts';
import type { Cipher } from './secrets/cipher.ts';
import type { DeviceKey } from './secrets/device-key.ts';
import { RequestKeys } from './secrets/request-keys.ts';
import { SecretStore } from './secrets/secret-store.ts';
import { type SettingsFile, SettingsStore } from './settings.ts';
import { Removals } from './sign-in/removals.ts';
import { SessionKeeper } from './sign-in/session-keeper.ts';
import { SigningOut } from './sign-in/signing-out.ts';
import { serverHash } from './sign-in/subjects.ts';
import type { Fetch } from './sign-in/token-server.ts';
import type { KeptScreen } from './window/kept-screen.ts';
import { NavigationTargets } from './window/navigation-targets.ts';
import { ScreenMemory } from './window/screen-memory.ts';

/** The world as main needs it; everything with an effect comes in here. */
export interface World
  extends Pick<
    RouterParts,
    | 'version'
    | 'platform'
    | 'chooseFolder'
    | 'chooseConnectionFile'
    | 'chooseExportFile'
    | 'toWastebasket'
    | 'openDocument'
    | 'readContents'
    | 'viewers'
    | 'openWith'
    | 'showInFolder'
    | 'openFolder'
    | 'copyText'
    | 'reloadWindow'
    | 'dragOut'
    | 'startAtLogin'
    | 'onPreferences'
    | 'updates'
  > {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where this installation keeps its own files. */
  readonly userData: string;
  readonly clock: Clock;
  /** By the system's settings and certificates; `login` answers a proxy on the way. */
  readonly fetch: (address: string, init: RequestInit, login: ProxyLogin) => Promise<Response>;
  /** What Chromium says of the way to an address: `PROXY host:port; DIRECT`. */
  readonly resolveProxy: (address: string) => Promise<string>;
  /** Looks at this computer for the diagnosis. */
  readonly looks: Pick<DiagnosisPorts, 'lookup' | 'freeBytes' | 'diskSpeed' | 'watching'>;
  /** The log as it is on disk, oldest line first. */
  readonly logText: () => Promise<string>;
  /** False when it cannot be written. */
  readonly writeText: (file: string, text: string) => Promise<boolean>;
  /** What an administrator decided for this computer. */
  readonly policy: Policy;
  readonly power: Power;
  /** Whether the network is metered; null when this computer does not tell. */
  readonly metered: () => Promise<boolean | null>;
  readonly cipher: Cipher | null;
  /** Of this installation, for all profiles. */
  readonly deviceKey: Pick<DeviceKey, 'sign'>;
  readonly settingsFile: SettingsFile;
  readonly keptScreen: Pick<KeptScreen, 'owner' | 'keep' | 'prefer' | 'forget'>;
  readonly launchEngine: () => EngineProcess;
  readonly openBrowser: (address: string) => Promise<void>;
  /** Seconds since anybody used the computer. */
  readonly idleSeconds: () => number;
  readonly log: (message: string) => void;
}

/** Main's object graph of one profile, without windows. */
export async function compose(world: World, profileRegistry: ProfileRegistry = alone) {
  const { clock, log, policy } = world;
  for (const { what, why } of policy.problems) log(`${what} ${why}`);
  const settings = new SettingsStore(world.settingsFile, log);
  const secrets = await SecretStore.open(path.join(world.userData, 'secrets'), world.cipher, log, clock);
  const fileName = connectionFileName(world.argv, world.environment);
  const requestKeys = new RequestKeys(secrets, {
    newId: randomUUID,
    newKey: () => randomBytes(32).toString('base64url'),
  });
  const file = fileName === null ? null : await readConnectionFile(fileName);
  const connection = new ConnectionKeeper(file, settings, secrets, policy);
  const proxies = new ProxyKeeper({ secrets, resolveProxy: world.resolveProxy });
  const fetch: Fetch = async (address, init) => {
    const { origin } = new URL(address);
    const answer = await world.fetch(address, init, (place, shown) => proxies.login(place, shown, origin));
    proxies.reached(origin);
    return answer;
  };
  const left = new Watched(settings.get('left') === true);
  left.subscribe(() => settings.set('left', left.value));
  const session = new SessionKeeper({
    ...world,
    left,
    fetch,
    secrets,
    connection: connection.state,
    proxyQuestion: proxies.question,
  });
  session.signIns.subscribe(() => left.set(false));
  /** What a connection file says apart from the connection: one that was named at the start, or imported for this service. */
  const said = () => {
    if (file) return file.ok ? file.value : null;
    const imported = settings.get('imported');
    return imported?.of === connection.state.value.connection?.baseUrl ? imported : null;
  };
  const rootFolder = (): string | null =>
    policy.managed.includes('rootFolder')
      ? policy.rootFolder
      : (settings.get('rootFolder') ?? said()?.rootFolder ?? null);

  const metered = new MeteredHold({
    clock,
    metered: world.metered,
    wanted: () => settings.get('preferences').pauseOnMetered === true,
  });
  const holds = {
    battery: batteryHold(world.power, () => settings.get('preferences').pauseOnBattery),
    metered: metered.hold,
  };
  const host = new RPCHandler({
    proxyFor: implement(hostContract.proxyFor).handler(({ input }) =>
      proxies.routesTo(input.origin, input.refused),
    ),
    accessToken: implement(hostContract.accessToken).handler(({ input }) =>
      session.access(input.rejected, input.signIn),
    ),
    foldersElsewhere: implement(hostContract.foldersElsewhere).handler(async () => {
      const found = await profileRegistry.foldersElsewhere();
      return found.ok ? found.value : null;
    }),
    requestKey: implement(hostContract.requestKey).handler(({ input }) => {
      const key = requestKeys.get(input.id);
      return key === null ? null : { key };
    }),
    signCheckpoint: implement(hostContract.signCheckpoint).handler(({ input }) =>
      world.deviceKey.sign(input.text, input.proof, input),
    ),
    toWastebasket: implement(hostContract.toWastebasket).handler(({ input }) =>
      world.toWastebasket(input.path),
    ),
    stillPreparing: implement(hostContract.stillPreparing).handler(() => engine.stillPreparing()),
  });
  const sendLimit = (): number | null =>
    stricter(policy.sendLimit, settings.get('preferences').sendLimit ?? null);
  const engine = new EngineSupervisor({
    clock,
    log,
    launch: world.launchEngine,
    configuration: () => ({
      connection: forEngine(connection.state.value),
      signedIn: session.signedIn,
      signIn: session.signedInBy,
      left: left.value && !session.signedIn,
      signInServer:
        connection.state.value.connection && serverHash(connection.state.value.connection.authUrl),
      identity: policy.identity ?? 'stated',
      rootFolder: rootFolder(),
      requestLimit: policy.requestLimit ?? settings.get('requestLimit'),
      held: heldBy(holds),
      vaultLimits: policy.vaultLimits,
      fetchedLimit: policy.fetchedLimit,
      sendLimit: sendLimit(),
      capabilities: policy.capabilities ?? said()?.capabilities ?? capabilitiesUnlessSaid,
      timeStamping: policy.timeStamping ?? said()?.timeStamping ?? null,
      checkpointMatter: policy.checkpointMatter ?? said()?.checkpointMatter ?? null,
    }),
    host: (port: Port) => host.upgrade(guardedPort(port, () => log('The engine said something malformed.'))),
  });
  /** Counts how often the work that was shown is another person's from then on, or was removed. */
  const turns = new Watched(0);
  const turned = (): void => {
    world.keptScreen.forget();
    turns.set(turns.value + 1);
  };
  engine.link.subscribe(() => {
    const { value: link } = engine.link;
    if (link) void followPerson(link, settings, turned);
  });
  session.session.subscribe(() => engine.configure());
  connection.state.subscribe(() => engine.configure());
  for (const { held } of Object.values(holds)) held.subscribe(() => engine.configure());

  const adding = await Adding.open({
    ...{ engine, log },
    file: path.join(world.userData, 'documents being added.jsonl'),
    person: () => settings.get('person'),
    signIn: () => session.signedInBy?.id ?? null,
  });
  const removals = new Removals({
    ...world,
    engine,
    connection: connection.state,
    isSignedIn: () => session.signedIn,
    due: { get: () => settings.get('toRemove') ?? [], set: (due) => settings.set('toRemove', [...due]) },
    forget(person) {
      void adding.forget(person);
      if (forgetRemembered(settings, person)) turned();
    },
  });
  const signingOut = new SigningOut({
    adding: () => adding.left,
    clock,
    session,
    connection: connection.state,
    engine,
    removals,
    managed: policy.removeOnSignOut,
    preferred: () => settings.get('preferences').removeOnSignOut === true,
    left,
  });

  // Whoever signs in anew may be another person than the one for whom the window showed something last.
  session.signIns.subscribe(() => world.keptScreen.forget());

  const lockAfterMinutes = (): number | null =>
    stricter(policy.lockAfterMinutes, settings.get('preferences').lockAfterMinutes ?? null);
  /** Where nothing was ever connected there is nothing to see, and nobody who could sign in to open it. */
  const isConnected = (): boolean =>
    connection.state.value.connection !== null || settings.get('lastAddress') !== null;
  const lock = new IdleLock({
    clock,
    idleSeconds: world.idleSeconds,
    minutes: () => (isConnected() ? lockAfterMinutes() : null),
    kept: {
      get: () => settings.get('locked') === true,
      set: (locked) => settings.set('locked', locked),
    },
    signIns: session.signIns,
  });

  // Only what is begun in the locked window asks who is there: an answer to anything before may need no password.
  lock.locked.subscribe(() => {
    if (lock.locked.value) session.cancelSignIn();
  });

  const screen = new ScreenMemory({
    kept: world.keptScreen,
    userData: world.userData,
    connection: connection.state,
    session: session.session,
    left,
    locked: lock.locked,
  });

  const granted = new GrantedPaths();
  const leads = new NavigationTargets();
  const look = (signal?: AbortSignal) =>
    diagnose(
      connection.state.value.connection,
      { ...world, ...world.looks, fetch, status: () => statusOf(engine), storage: () => storageOf(engine) },
      signal,
    );
  const readDiagnosis = async (): Promise<string> => {
    const steps: DiagnosisStep[] = [];
    for await (const step of look()) steps.push(step);
    const { version, platform, managed } = { ...world, ...policy };
    return diagnosisText({
      version,
      system: platform,
      at: clock.now(),
      managed,
      steps,
      log: await world.logText(),
    });
  };
  const router = createRouter({
    ...world,
    onPreferences(preferences) {
      world.keptScreen.prefer(preferences);
      holds.battery.look();
      metered.follow();
      world.onPreferences(preferences);
      engine.configure();
    },
    diagnose: look,
    readDiagnosis,
    writeDiagnosis: async (target) => world.writeText(target, await readDiagnosis()),
    keepScreen: (shown) => screen.keep(shown),
    fileAnyway: (held) => holds[held].fileAnyway(),
    metered,
    connection,
    session,
    isLocked: () => lock.locked.value,
    secrets,
    requestKeys,
    settings,
    proxies,
    engine,
    engineProblem: engine.problem,
    signingOut,
    lockAfterMinutes,
    sendLimit,
    profileRegistry,
    granted,
    adding,
    leads,
    rootFolder,
    onRootFolder: () => engine.configured(),
  });
  /** An engine that is not there now looks at everything when it starts. */
  const awake = (reason: AwakeReason): void => {
    if (reason === 'resume') metered.look();
    const { value: link } = engine.link;
    link?.client.engine.awake({ reason }, { signal: link.ended }).catch(() => {
      if (!link.ended.aborted) log('The engine did not hear that the computer is used again.');
    });
  };
  const open: WindowSession = { handler: new RPCHandler(router), granted };
  const closed: WindowSession = {
    handler: new RPCHandler(createLockedRouter(session, connection, proxies, world)),
    granted: null,
  };
  /** What the window may do now. */
  const room = (): WindowSession => (lock.locked.value ? closed : open);
  return { adding, awake, engine, leads, lock, room, screen, session, settings, turns };
}

/** Null when no engine answers now. */
async function statusOf(engine: EngineSupervisor): Promise<EngineStatus | null> {
  const link = engine.link.value;
  if (!link) return null;
  const enough = new AbortController();
  const signal = AbortSignal.any([link.ended, enough.signal]);
  try {
    for await (const status of await link.client.engine.status(undefined, { signal })) return status;
    return null;
  } catch {
    // It died in the middle of answering, which is a finding of its own.
    return null;
  } finally {
    enough.abort();
  }
}

async function storageOf(engine: EngineSupervisor): Promise<string | null> {
  const link = engine.link.value;
  // An engine that is gone is a finding of its own.
  const storage = await link?.client.storage(undefined, { signal: link.ended }).catch(() => null);
  return storage?.origin ?? null;
}

/** The client secret stays here. Where all secrets are lost, the engine asks the service nothing, and captures what is saved. */
function forEngine({
  connection,
  watched,
  source,
}: ConnectionState): Pick<Connection, 'baseUrl' | 'apiKey' | 'hub' | 'withoutHub'> | null {
  if (connection) {
    const { baseUrl, apiKey, hub, withoutHub } = connection;
    const past = source === 'policy' && withoutHub ? { withoutHub } : {};
    return { baseUrl, apiKey, ...(hub !== undefined && { hub }), ...past };
  }
  return watched === undefined ? null : { baseUrl: watched, apiKey: '' };
}
