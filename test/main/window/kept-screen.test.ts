import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { KeptScreen } from '../../../main/window/kept-screen.ts';
import { keptScreenSchema, type KeptScreen as Screen } from '../../../shared/model/index.ts';

let directory: string;
let file: string;
const said: string[] = [];
const opened = (version = '1.0.0') => new KeptScreen(file, version, (message) => void said.push(message));

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  file = path.join(directory, 'last screen.json');
  said.length = 0;
});

const screenWith = (title: string): Screen =>
  keptScreenSchema.parse({
    session: { state: 'signed-out', refusal: null },
    staff: null,
    preferences: {
      theme: 'dark',
      notifications: true,
      pinned: [],
      recent: [],
      show: 'open',
      place: '#/matters',
      formats: null,
      pauseOnBattery: false,
    },
    matters: {
      rows: [
        {
          id: 'm1',
          number: '2026/1',
          title,
          status: 'Open',
          isLead: false,
          matterType: null,
          personResponsible: null,
          lastChangeAt: null,
          linkedFolder: null,
          waiting: 0,
          problems: 0,
          paused: false,
          clientCount: 0,
        },
      ],
      total: 1,
    },
  });

describe('what the window showed last', () => {
  test('is there at the next start, for whoever it belongs to, and only they may read the file', async () => {
    expect(opened().owner).toBeNull();
    expect(opened().theme).toBeNull();
    expect(opened().forPage()).toBe('null');
    const screen = screenWith('Hartley v Northgate');
    opened().keep('Eleanor', screen);
    expect(opened().owner).toBe('Eleanor');
    expect(opened().theme).toBe('dark');
    expect(JSON.parse(opened().forPage())).toEqual(screen);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['last screen.json']);
  });

  test('cannot end the script it stands in, whatever a matter is called', () => {
    const screen = screenWith('</script><script>alert(1)</script><!--');
    opened().keep('Eleanor', screen);
    expect(opened().forPage()).not.toContain('<');
    expect(JSON.parse(opened().forPage())).toEqual(screen);
  });

  test('is nothing to another version of the program', () => {
    opened('1.0.0').keep('Eleanor', screenWith('Hartley'));
    expect(opened('1.0.1').owner).toBeNull();
    expect(opened('1.0.1').forPage()).toBe('null');
  });

  test.each(['', 'null', '[]', '{"version":', '"1.0.0"'])(
    'counts as nothing when its file says %j',
    async (text) => {
      await writeFile(file, text);
      expect(opened().owner).toBeNull();
      expect(opened().theme).toBeNull();
      expect(opened().forPage()).toBe('null');
    },
  );

  test('follows what the person prefers, and is of no other list than was shown', () => {
    const screen = screenWith('Hartley');
    opened().prefer(screen.preferences);
    expect(opened().owner).toBeNull();
    opened().keep('Eleanor', screen);
    const elsewhere = { ...screen.preferences, place: '#/problems' };
    opened().prefer(elsewhere);
    expect(JSON.parse(opened().forPage())).toEqual({ ...screen, preferences: elsewhere });
    const all = { ...elsewhere, show: 'all' as const };
    opened().prefer(all);
    expect(JSON.parse(opened().forPage())).toEqual({ ...screen, preferences: all, matters: null });
  });

  test('is gone once it is forgotten', async () => {
    opened().keep('Eleanor', screenWith('Hartley'));
    opened().forget();
    opened().forget();
    expect(await readdir(directory)).toEqual([]);
  });

  test('that cannot be kept is forgotten, and said in the log without a word of it', async () => {
    opened().keep('Eleanor', screenWith('Hartley'));
    const before = await readFile(file, 'utf8');
    expect(before).toContain('Hartley');
    await rm(directory, { recursive: true });
    opened().keep('Eleanor', screenWith('Hartley'));
    expect(said).toEqual(['what the window shows is not kept: ENOENT']);
    expect(opened().owner).toBeNull();
  });
});
