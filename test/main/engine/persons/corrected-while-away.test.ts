import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];
const patient = { ...eventually, timeout: 40_000 };

/** What is kept of persons cannot be written once the disk is full. */
function fillingDisk() {
  const disk = { isFull: false, refused: 0 };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      async writeNew(path, chunks) {
        if (!disk.isFull || !path.includes('person.json')) return real.files.writeNew(path, chunks);
        disk.refused += 1;
        throw Object.assign(new Error('the disk is full'), { code: 'EIO' });
      },
    },
  });
  return { disk, ports };
}

test('folders of somebody who was taken for another person are theirs once they are back, also where their sign-in ended before the mistake was put right', async () => {
  const { disk, ports } = fillingDisk();
  await using desk = await openSharedDesk(ports);
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  const annsFolder = await desk.link('folder of Ann', annsMatter);
  desk.save(annsFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns.name, null);
  const folder = await desk.link('folder of Ben', bensMatter);
  disk.isFull = true;
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  await expect.poll(() => disk.refused, patient).toBeGreaterThan(0);
  desk.save(folder, 'Draft.txt', 'draft of Ben');
  await expect.poll(() => anns.stores.links.file(bensMatter, 'Draft.txt'), patient).toBeDefined();
  await desk.leave().catch(() => {});
  disk.isFull = false;
  await expect.poll(() => anns.stores.matters.setting('taken-for-another'), patient).toBeNull();

  await desk.signIn(ben);
  if (desk.engine.person.value.state === 'asked') {
    const bens = desk.engine.workspaces.find((one) => one !== anns);
    await desk.engine.say(bens?.name ?? null, null);
  }
  const linked = () => desk.engine.workspace?.stores.links.of(bensMatter)?.path;
  await expect.poll(linked, patient).toBe(folder);
  expect(anns.stores.links.of(bensMatter)).toBeUndefined();
  await expect
    .poll(() => desk.filed('Draft.txt', bensMatter), patient)
    .toEqual([{ by: desk.idOf(ben), text: 'draft of Ben' }]);
}, 120_000);
