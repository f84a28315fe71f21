import { EventEmitter } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../../main/compose.ts';
import { openIpcGateway } from '../../../main/conversation/ipc-gateway.ts';
import { noPolicy } from '../../../main/policy/policy.ts';
import { connectChannel, droppedChannel } from '../../../shared/contract/bridge.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { wellComputer } from '../diagnosis/well-computer.ts';
import { pipePair } from '../pipe-pair.ts';
import { noViewer } from '../preview/no-viewer.ts';
import { serveStubEngine } from '../stub-engine.ts';
import { noUpdates } from '../updates/no-updates.ts';
import {
  askedWithNothing,
  called,
  hostileMessage,
  hostilePath,
  nasty,
  procedures,
  refusedCall,
} from './hostile-calls.ts';

const ipcMain = vi.hoisted(() => ({
  on: vi.fn<(channel: string, listener: (...values: unknown[]) => void) => void>(),
}));
vi.mock('electron', () => ({ ipcMain }));

const numRuns = 1_000;
const origin = 'app://matterline';
const ourWindow = 1;

const unhandled: unknown[] = [];
const remember = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', remember).on('uncaughtException', remember));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', remember).off('uncaughtException', remember);
  expect(unhandled.splice(0)).toEqual([]);
});

/** Main with everything in it but Electron and the engine, behind its real door. */
async function behindTheDoor() {
  const channels = new EventEmitter();
  ipcMain.on.mockImplementation((channel, listener) => void channels.on(channel, listener));
  const userData = await mkdtemp(join(tmpdir(), 'matterline-'));
  const settings = new Map<string, unknown>();
  const effects: string[] = [];
  const asked: string[] = [];
  let engines = 0;
  const main = await compose({
    argv: ['matterline'],
    environment: {},
    version: '1.2.3',
    platform: 'linux',
    userData,
    keptScreen: { owner: null, keep: () => {}, prefer: () => {}, forget: () => {} },
    clock: new FakeClock(),
    fetch: () => Promise.reject(new Error('no network')),
    cipher: null,
    deviceKey: { sign: async () => null },
    settingsFile: { get: (name) => settings.get(name), set: (name, value) => void settings.set(name, value) },
    launchEngine() {
      engines += 1;
      const pair = pipePair();
      serveStubEngine(pair.engine);
      const send = (message: unknown): void => {
        asked.push(/"u":"([^"]+)"/.exec(JSON.stringify(message).replaceAll('\\"', '"'))?.[1] ?? '');
        pair.main.send(message);
      };
      return { pipe: { ...pair.main, send }, kill: pair.close };
    },
    idleSeconds: () => 0,
    updates: noUpdates(),
    openBrowser: async (address) => void effects.push(address),
    openDocument: async (file) => (effects.push(file), { ok: true, value: undefined }),
    ...noViewer,
    openWith: async (file) => (effects.push(file), { ok: true, value: undefined }),
    openFolder: async (folder) => (effects.push(folder), { ok: true, value: undefined }),
    showInFolder: (file) => void effects.push(file),
    chooseConnectionFile: async () => null,
    chooseFolder: async () => null,
    chooseExportFile: async () => null,
    toWastebasket: async () => {},
    copyText: (text) => void effects.push(text),
    reloadWindow: () => {},
    dragOut: (paths) => void effects.push(...paths),
    startAtLogin: {
      isOn: async () => false,
      set: async () => (effects.push('start at login'), { ok: true, value: undefined }),
    },
    power: { onBatteryPower: false, on: () => {} },
    metered: async () => null,
    onPreferences: () => {},
    resolveProxy: async () => 'DIRECT',
    looks: wellComputer,
    logText: async () => '',
    writeText: async () => true,
    policy: noPolicy,
    log: () => {},
  });
  main.engine.start();
  onTestFinished(() => main.engine.stop(0));
  await expect.poll(() => main.engine.link.value !== null).toBe(true);
  asked.length = 0;
  openIpcGateway({
    room: main.room,
    origin,
    known: new Set([ourWindow]),
    log: () => {},
  });

  const answers: string[] = [];
  const event = (change: object = {}) => ({
    sender: { id: ourWindow },
    senderFrame: { origin, parent: null },
    ports: [] as unknown[],
    returnValue: undefined as unknown,
    ...change,
  });
  const port = new EventEmitter();
  const mainPort = Object.assign(port, {
    postMessage: (data: unknown) => answers.push(String(data)),
    start() {},
  });
  channels.emit(connectChannel, event({ ports: [mainPort] }));
  return {
    main,
    userData,
    settings,
    effects,
    asked,
    answers,
    engines: () => engines,
    channels,
    event,
    say: (data: unknown) => port.emit('message', { data, ports: [] }),
  };
}

test('a thousand hostile messages change nothing and crash nothing', async () => {
  const world = await behindTheDoor();
  const session = structuredClone(world.main.session.session.value);
  let said = 0;
  await fc.assert(
    fc.asyncProperty(hostileMessage, async (data) => {
      said += 1;
      world.say(data);
      await new Promise((resolve) => setImmediate(resolve));
    }),
    { numRuns },
  );
  expect(said).toBe(numRuns);

  // The last word is answered, so everything before it has been dealt with.
  world.say('{"i":"last","p":{"u":"/app/info"}}');
  await expect
    .poll(() => world.answers.some((text) => text.includes('"last"') && text.includes('1.2.3')))
    .toBe(true);
  expect(world.asked.filter((path) => path !== '' && !askedWithNothing.has(path))).toEqual([]);
  expect(world.effects).toEqual([]);
  expect(Object.fromEntries(world.settings)).toEqual({});
  expect(world.main.session.session.value).toEqual(session);
  expect(await readdir(world.userData)).toEqual([]);
  expect(world.engines()).toBe(1);
  expect(Reflect.get({}, 'polluted')).toBe(undefined);
  // What an honest window says is still done, and would have been noticed.
  world.say('{"i":"honest","p":{"u":"/engine/matters/refresh"}}');
  await expect.poll(() => world.asked).toContain('/engine/matters/refresh');
});

test('what may be asked with nothing changes nothing', () => {
  expect([...askedWithNothing].toSorted()).toEqual([
    '/app/setPreferences',
    '/engine/activity',
    '/engine/matters/list',
    '/engine/records/activityCodes',
    '/engine/records/matterTypes',
    '/engine/records/portalTasks',
    '/engine/requests/list',
    '/engine/requests/setSettings',
  ]);
});

test('every procedure with an input is among what is tried', () => {
  const tried = new Set(fc.sample(refusedCall, 2_000).map(({ u }) => u));
  expect(procedures.filter(({ input, path }) => input !== undefined && !tried.has(path))).toEqual([]);
  expect(procedures.every(({ procedure }) => isContractProcedure(procedure))).toBe(true);
});

test('a thousand messages of other pages and frames are not heard at all', async () => {
  const world = await behindTheDoor();
  const outsider = fc.oneof(
    fc.integer({ min: 2 }).map((strange) => ({ sender: { id: strange } })),
    fc.constantFrom<object>(
      { senderFrame: null },
      { senderFrame: { origin: 'https://evil.example', parent: null } },
      { senderFrame: { origin: 'app://matterline.evil', parent: null } },
      { senderFrame: { origin: 'null', parent: null } },
      { senderFrame: { origin, parent: {} } },
    ),
  );
  await fc.assert(
    fc.asyncProperty(outsider, called, fc.array(hostilePath), async (change, text, paths) => {
      const port = Object.assign(new EventEmitter(), { postMessage: () => expect.unreachable(), start() {} });
      world.channels.emit(connectChannel, world.event({ ...change, ports: [port] }));
      port.emit('message', { data: text });
      port.emit('message', { data: '{"i":"1","p":{"u":"/app/info"}}' });
      const dropped = world.event(change);
      world.channels.emit(droppedChannel, dropped, paths);
      expect(dropped.returnValue).toBe(false);
      for (const granted of paths) expect(world.main.room().granted?.has('drop', granted)).toBe(false);
    }),
    { numRuns },
  );
  expect(world.answers).toEqual([]);
});

test('a thousand drops that are no list of paths grant nothing', async () => {
  const world = await behindTheDoor();
  const noPaths = nasty.filter(
    (value) => !(Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')),
  );
  await fc.assert(
    fc.asyncProperty(noPaths, async (value) => {
      const dropped = world.event();
      world.channels.emit(droppedChannel, dropped, value);
      expect(dropped.returnValue).toBe(false);
    }),
    { numRuns },
  );
});
