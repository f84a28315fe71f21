import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

/** Counts what the engine does to its own files, and lets nothing through from one of them on. */
function endingDisk() {
  const disk = { left: Number.POSITIVE_INFINITY };
  const spent = () => {
    disk.left -= 1;
    if (disk.left < 0) throw Object.assign(new Error('the program ended'), { code: 'EIO' });
  };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      makeDirectories: async (path) => (spent(), real.files.makeDirectories(path)),
      writeNew: async (path, chunks) => (spent(), real.files.writeNew(path, chunks)),
      sync: async (path) => (spent(), real.files.sync(path)),
      replace: async (from, to) => (spent(), real.files.replace(from, to)),
    },
  });
  return { disk, ports };
}

test('the program may end at any instant of opening a workspace: the next start asks again or goes on, and nothing of the first person is opened or sent', async () => {
  const { disk, ports } = endingDisk();
  await using desk = await openSharedDesk(ports);
  await desk.signIn(0);
  const folder = await desk.link('annas folder');
  desk.workspace.pipeline.pause(true);
  desk.save(folder, 'Unsent.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['waiting']);
  const anns = desk.workspace.directory;
  await desk.signOut();
  desk.workspace.pipeline.pause(false);
  const ends: string[] = [];
  for (let after = 0; after < 40; after += 1) {
    await desk.signIn(2);
    disk.left = after;
    await desk.engine.say(null, null).catch(() => false);
    disk.left = Number.POSITIVE_INFINITY;
    await desk.restart();
    const { state } = desk.engine.person.value;
    ends.push(state);
    expect(['asked', 'known']).toContain(state);
    expect(desk.engine.workspace?.directory ?? null).not.toBe(anns);
    if (state === 'known') break;
  }
  expect(ends.at(-1)).toBe('known');
  expect(ends.length).toBeGreaterThan(3);
  expect(desk.filed('Unsent.txt')).toEqual([]);
  const kept = desk.engine.workspaces.find(({ directory }) => directory === anns);
  expect(kept && desk.states(kept)).toEqual(['waiting']);
  expect(kept?.stores.links.all().map(({ path }) => path)).toEqual([folder]);
}, 90_000);
