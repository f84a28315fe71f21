import { renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** Each has a folder with a document that is filed; Ben is signed in. */
async function twoPeople(desk: SharedDesk) {
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann, { tells: true });
  const annsFolder = await desk.link('annas folder', annsMatter);
  desk.save(annsFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  const bensFolder = await desk.link('bens folder', bensMatter);
  desk.save(bensFolder, 'Note.txt', 'of Ben');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  return { annsMatter, bensMatter, annsFolder, bensFolder, anns };
}

const problemsOf = ({ workspace }: SharedDesk) =>
  problemList(workspace.stores, workspace.healthIssues.all(), workspace.refresher.failure);

test.each(['while both are watched', 'while the program is closed'])(
  'a matter’s folder that is dragged into one of another person %s is not filed there in their name, and goes on once it is back',
  async (when) => {
    await using desk = await openSharedDesk();
    const { annsMatter, bensMatter, annsFolder, bensFolder } = await twoPeople(desk);
    const isClosed = when === 'while the program is closed';
    if (isClosed) await desk.engine.stop();
    const dragged = join(bensFolder, basename(annsFolder));
    renameSync(annsFolder, dragged);
    desk.save(dragged, 'Brief.txt', 'saved there');
    if (isClosed) await desk.restart();
    await expect
      .poll(() => problemsOf(desk), eventually)
      .toMatchObject([
        { what: '“annas folder” is the folder of another person’s matter: nothing in it is filed here' },
      ]);
    desk.save(bensFolder, 'Later.txt', 'saved after it');
    await expect.poll(() => desk.filed('Later.txt', bensMatter), eventually).toHaveLength(1);
    for (const name of ['Letter.txt', 'Brief.txt']) expect(desk.filed(name, bensMatter)).toEqual([]);

    renameSync(dragged, annsFolder);
    await expect.poll(() => problemsOf(desk), eventually).toEqual([]);
    await desk.signOut();
    await desk.signIn(ann, { tells: true });
    await expect
      .poll(() => desk.workspace.stores.links.file(annsMatter, 'Brief.txt'), eventually)
      .toBeDefined();
    expect(desk.filed('Brief.txt', bensMatter)).toEqual([]);
  },
);

test('folders of two people that change places are both told of, and neither is taken for the other', async () => {
  await using desk = await openSharedDesk();
  const { bensMatter, annsFolder, bensFolder, anns } = await twoPeople(desk);
  const aside = join(desk.directory, 'aside');
  // So that what is in it proves nothing.
  writeFileSync(join(annsFolder, 'Note.txt'), 'of Ben');
  await expect.poll(() => desk.states(anns), eventually).toHaveLength(2);
  const inodes = [annsFolder, bensFolder].map((path) => statSync(path).ino);
  renameSync(annsFolder, aside);
  renameSync(bensFolder, annsFolder);
  renameSync(aside, bensFolder);
  expect([bensFolder, annsFolder].map((path) => statSync(path).ino)).toEqual(inodes);
  for (const workspace of [desk.workspace, anns])
    await expect
      .poll(() => workspace.healthIssues.all().map(({ issue }) => issue), eventually)
      .toEqual(['another-folder']);
  expect(desk.filed('Letter.txt', bensMatter)).toEqual([]);
});
