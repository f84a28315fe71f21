import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type NextFile, openSettings } from '../../main/settings-file.ts';
import { SmallDisk } from '../support/small-disk.ts';

/** electron-store itself, of which nothing here needs Electron. */
async function store(cwd: string): Promise<(name: string) => NextFile> {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', cwd);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { default: ElectronStore } = await import('electron-store');
  return (name) => new ElectronStore({ name, cwd });
}

async function computer(directory = mkdtempSync(path.join(tmpdir(), 'matterline-'))) {
  const nextFile = await store(directory);
  const said: string[] = [];
  const start = () => {
    const opened = openSettings({ directory, nextFile, log: (message) => said.push(message) });
    if (!opened.ok) throw new Error(opened.error.why);
    return opened.value;
  };
  const place = (name: string) => path.join(directory, name);
  return { directory, start, place, said, nextFile };
}

test('a disk with room for a part of the settings alone leaves those that are there as they are', async (context) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'matterline-'));
  using disk = SmallDisk.on(directory, 2_000_000, context);
  const { start, place } = await computer(directory);
  const file = start();
  file.set('toRemove', [{ service: 'https://firm.example.com', signIn: 'one' }]);
  file.set('locked', true);
  const before = readFileSync(place('settings.json'), 'utf8');
  const { bsize } = statfsSync(directory);
  writeFileSync(place('last block'), Buffer.alloc(bsize));
  disk.fill();
  rmSync(place('last block'));
  expect(() => file.set('preferences', { place: 'x'.repeat(3 * bsize) })).toThrow(/part|ENOSPC/);
  expect(readFileSync(place('settings.json'), 'utf8')).toBe(before);
  const again = start();
  expect(again.problem).toBeNull();
  expect(again.get('locked')).toBe(true);
  expect(again.get('toRemove')).toHaveLength(1);
  expect(again.get('preferences')).toBeUndefined();
  disk.makeRoom();
  again.set('preferences', { place: 'x'.repeat(3 * bsize) });
  expect(start().get('preferences')).toEqual({ place: 'x'.repeat(3 * bsize) });
});

test('settings that were damaged are set aside and told of, and those from before the last change are used', async () => {
  const { start, place } = await computer();
  const file = start();
  file.set('connection', { baseUrl: 'https://firm.example.com' });
  file.set('locked', true);
  writeFileSync(place('settings.json'), '{"connection": {"baseU');
  const again = start();
  expect(again.get('connection')).toEqual({ baseUrl: 'https://firm.example.com' });
  expect(again.problem).toMatchObject({ what: expect.stringContaining('before the last change') });
  expect(readFileSync(place('settings.json.damaged'), 'utf8')).toBe('{"connection": {"baseU');
  again.set('locked', false);
  expect(start()).toMatchObject({ problem: null });
  expect(start().get('locked')).toBe(false);
});

test.each(['', '[]', 'null', '\0\0\0\0'])(
  'settings of which nothing is left (%j) are never empty in silence',
  async (text) => {
    const { start, place, directory } = await computer();
    writeFileSync(place('settings.json'), text);
    writeFileSync(place('settings.json.damaged'), 'of another time');
    expect(start().problem).toMatchObject({
      what: expect.stringContaining('have to be entered again'),
      next: expect.stringContaining(place('settings.json.damaged-2')),
    });
    expect(readFileSync(place('settings.json.damaged'), 'utf8')).toBe('of another time');
    expect(readdirSync(directory).toSorted()).toEqual(['settings.json.damaged', 'settings.json.damaged-2']);
    const again = start();
    expect(again.problem).toMatchObject({ what: expect.stringContaining('have to be entered again') });
    again.set('rootFolder', '/matters');
    expect(start().problem).toBeNull();
  },
);

test('a change that was broken off between its two steps leaves the settings from before it', async () => {
  const { start, place } = await computer();
  start().set('locked', true);
  writeFileSync(place('settings.json.previous'), readFileSync(place('settings.json')));
  rmSync(place('settings.json'));
  writeFileSync(place('settings.new.json'), '{"lock');
  const again = start();
  expect(again.problem).toBeNull();
  expect(again.get('locked')).toBe(true);
});

test('settings that the system does not give out are left as they are, and said to be unreadable', async () => {
  const { place, directory, nextFile } = await computer();
  mkdirSync(place('settings.json'));
  expect(openSettings({ directory, nextFile, log: () => {} })).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('EISDIR') },
  });
  expect(readdirSync(directory)).toEqual(['settings.json']);
});

test('a computer on which nothing was chosen yet has no settings and no problem', async () => {
  const { start, directory } = await computer();
  expect(start().problem).toBeNull();
  expect(readdirSync(directory)).toEqual([]);
});
