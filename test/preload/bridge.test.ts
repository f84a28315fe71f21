import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Bridge, connectChannel, droppedChannel, portMessage } from '../../shared/contract/bridge.ts';

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  calls: [] as unknown[][],
}));

vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
  ipcRenderer: {
    postMessage: (...call: unknown[]) => electron.calls.push(call),
    sendSync: (...call: unknown[]) => electron.calls.push(call),
  },
  webUtils: { getPathForFile: (file: File) => (file.name === 'made-up.txt' ? '' : `/drop/${file.name}`) },
}));

// Not a literal, so that the project of the tests, which has no DOM, does not check the preload too.
const preload = path.resolve(import.meta.dirname, '../../preload/index.ts');
const posted: unknown[][] = [];

beforeEach(async () => {
  vi.resetModules();
  electron.calls.length = 0;
  posted.length = 0;
  vi.stubGlobal('window', {
    location: { origin: 'app://matterline' },
    postMessage: (...call: unknown[]) => posted.push(call),
  });
  await import(preload);
});
afterEach(() => vi.unstubAllGlobals());

const bridge = (): Bridge => electron.exposed.get('matterline') as Bridge;

test('the page gets two functions and nothing of Electron', () => {
  expect([...electron.exposed.keys()]).toEqual(['matterline']);
  expect(Object.keys(bridge())).toEqual(['connect', 'pathsOf']);
});

test('connecting gives one end of a channel to main and the other to this page alone', async () => {
  bridge().connect();
  const [channel, , [toMain]] = electron.calls[0] as [string, null, [MessagePort]];
  const [message, origin, [toPage]] = posted[0] as [string, string, [MessagePort]];
  expect([channel, message, origin]).toEqual([connectChannel, portMessage, 'app://matterline']);
  const heard = new Promise((resolve) => {
    toPage.once('message', resolve);
  });
  toMain.postMessage('hello');
  expect(await heard).toBe('hello');
  toMain.close();
});

test('main knows what was dropped before the page does', () => {
  const files = [new File([], 'a.pdf'), new File([], 'made-up.txt'), new File([], 'b.pdf')];
  expect(bridge().pathsOf(files)).toEqual(['/drop/a.pdf', '', '/drop/b.pdf']);
  expect(electron.calls).toEqual([[droppedChannel, ['/drop/a.pdf', '/drop/b.pdf']]]);
});
