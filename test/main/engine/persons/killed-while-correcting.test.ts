import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** From one write of whose a workspace is on, the disk takes none any more. */
function fullDisk() {
  const disk = { left: Number.POSITIVE_INFINITY, refused: 0 };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      async writeNew(path, chunks) {
        if (path.includes('person.json')) disk.left -= 1;
        if (disk.left >= 0) return real.files.writeNew(path, chunks);
        disk.refused += 1;
        throw Object.assign(new Error('the disk is full'), { code: 'EIO' });
      },
    },
  });
  return { disk, ports };
}

test.each([
  { ending: 'the program ends', written: 0 },
  { ending: 'the program ends', written: 1 },
  { ending: 'the disk is full for a while', written: 0 },
  { ending: 'the disk is full for a while', written: 1 },
])(
  'once history has shown that somebody is not the first person, they are never taken for them again: $ending after $written of what is to be written',
  async ({ ending, written }) => {
    const { disk, ports } = fullDisk();
    await using desk = await openSharedDesk(ports);
    await desk.signIn(ann);
    const folder = await desk.link('annas folder');
    desk.save(folder, 'Letter.txt', 'of Ann');
    await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
    const anns = desk.workspace.directory;
    const states = () => {
      const kept = desk.engine.workspaces.find(({ directory }) => directory === anns);
      return kept ? desk.states(kept) : [];
    };
    await desk.signOut();
    await desk.signIn(ben);
    const asked = desk.engine.person.value;
    await desk.engine.say(asked.state === 'asked' ? (asked.people[0]?.id ?? null) : null, null);
    expect(desk.workspace.directory).toBe(anns);

    disk.left = written;
    desk.save(folder, 'Another.txt', 'by Ben, who said he is Ann');
    await expect.poll(() => disk.refused, eventually).toBeGreaterThan(0);
    disk.left = Number.POSITIVE_INFINITY;
    if (ending === 'the program ends') await desk.restart();
    await expect
      .poll(() => desk.engine.workspace?.directory ?? anns, { ...eventually, timeout: 40_000 })
      .not.toBe(anns);
    expect(desk.engine.person.value).toMatchObject({
      state: 'known',
      staff: { id: desk.idOf(ben) },
      mistaken: { code: 'not-permitted' },
      others: { people: 1 },
    });
    desk.save(folder, 'Later.txt', 'in Ann’s folder, not to be sent as Ben');
    await expect.poll(states, eventually).toEqual(['filed', 'filed', 'waiting']);
    expect(desk.filed('Later.txt')).toEqual([]);
  },
  90_000,
);

test('who signs out before a mistake about them is put right finds their folder, and what they saved in it, when they come again; nothing of it is filed in the other’s name', async () => {
  const { disk, ports } = fullDisk();
  await using desk = await openSharedDesk(ports);
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  desk.save(await desk.link('Ann’s folder', annsMatter), 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace.name;
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns, null);
  const folder = await desk.link('Ben’s folder', bensMatter);
  disk.left = 0;
  desk.save(folder, 'First.txt', 'by which it is found out');
  const patient = { ...eventually, timeout: 40_000 };
  await expect.poll(() => disk.refused, patient).toBeGreaterThan(0);
  desk.save(folder, 'Draft.txt', 'of Ben');
  const captured = () => desk.engine.workspaces.flatMap((one) => desk.states(one)).length;
  await expect.poll(captured, eventually).toBe(3);
  // The full disk refuses this too.
  await desk.leave().catch(() => {});
  disk.left = Number.POSITIVE_INFINITY;
  const bens = () => desk.engine.workspaces.find(({ name }) => name !== anns);
  await expect.poll(() => bens()?.name, patient).toBeDefined();
  expect(desk.engine.workspace).toBe(null);

  await desk.signIn(ben);
  if (desk.engine.person.value.state === 'asked') await desk.engine.say(bens()?.name ?? null, null);
  expect(desk.engine.workspace?.name).toBe(bens()?.name);
  await expect
    .poll(() => desk.filed('Draft.txt', bensMatter), patient)
    .toEqual([{ by: desk.idOf(ben), text: expect.any(String) }]);
  expect(desk.workspace.stores.links.all().map(({ path }) => path)).toEqual([folder]);
});
