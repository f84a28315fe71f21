import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { afterAll, foldersOf, patient, saidNo, texts } from './after-all.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const ann = 0;
type Workspace = SharedDesk['workspace'];

const read = (workspace: Workspace, matterId: MatterId, folderId: FolderId | null = null) =>
  workspace.reader.read(matterId, folderId, { priority: 'view', signal: new AbortController().signal });

/** Ann had the folder in her first workspace, unlinked it, and said No when she came back: she links it again in the second one. */
async function linkedInBoth(
  desk: SharedDesk,
  before: (first: Workspace, another: MatterId) => Promise<void>,
) {
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  const first = desk.workspace;
  await expect.poll(() => first.stores.matters.get(another), eventually).toBeDefined();
  const folder = await desk.link('the folder', another);
  desk.save(folder, 'Brief.txt', 'version 1');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  await before(first, another);
  expect(await first.unlink(another)).toMatchObject({ unlinked: true });
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(null, null);
  const second = desk.workspace;
  const linkAgain = async () => {
    await expect.poll(() => second.stores.matters.get(another), eventually).toBeDefined();
    await read(second, another);
    expect(await second.linker.link(another, folder)).toMatchObject({ ok: true });
    second.watches.add(another);
    await expect.poll(() => second.stores.saves.problems().length, eventually).toBe(1);
    // She says that it is the document that was filed from there.
    const [asked] = second.stores.saves.problems();
    if (asked) decide(second.stores, asked, { decision: 'already-there', shown: null }, second.newFileId);
  };
  return { first, second, folder, another, linkAgain };
}

test('promise 5: a folder that was linked there before is handed over, though one of its directories stands for another folder since', async () => {
  await using desk = await openSharedDesk();
  const made = { one: '' as FolderId };
  const { first, second, folder, another, linkAgain } = await linkedInBoth(
    desk,
    async (workspace, matterId) => {
      made.one = desk.service.colleague.createFolder(matterId, 'Letters', null) as FolderId;
      await read(workspace, matterId);
      await expect
        .poll(() => workspace.stores.links.folders(matterId).map(({ folderId }) => folderId), patient)
        .toContain(made.one);
    },
  );
  desk.service.colleague.renameFolder(made.one, 'Old letters');
  const two = desk.service.colleague.createFolder(another, 'Letters', null);
  await linkAgain();
  const standsFor = ({ stores }: Workspace) =>
    stores.links.folders(another).map(({ path, folderId }) => [path, folderId]);
  await expect.poll(() => standsFor(second), patient).toContainEqual(['Letters', two]);
  second.pipeline.pause(true);
  desk.save(folder, 'New.txt', 'unsent');
  await expect.poll(() => desk.states(second).at(-1), eventually).toBe('waiting');
  const known = standsFor(second);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(standsFor(first)).toEqual(known);
  await expect.poll(() => texts(desk, 'New.txt', another), patient).toEqual(['unsent']);
}, 120_000);

test('promise 4: a document removed long ago counts as removed long ago once its folder is handed over: another of its name is asked about', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another, linkAgain } = await linkedInBoth(desk, async () => {});
  await linkAgain();
  const isRemoved = ({ stores }: Workspace) => stores.links.file(another, 'Brief.txt')?.removed;
  rmSync(join(folder, 'Brief.txt'));
  await expect.poll(() => isRemoved(second), eventually).toBe(true);
  second.stores.database.prepare('UPDATE local_file SET removed_at = removed_at - 864000000').run();
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(first.stores.links.file(another, 'Brief.txt')).toMatchObject({
    removedAt: second.stores.links.file(another, 'Brief.txt')?.removedAt,
  });
  desk.save(folder, 'Brief.txt', 'another brief altogether');
  await expect.poll(() => first.stores.saves.problems().length, patient).toBe(1);
  expect(texts(desk, 'Brief.txt', another)).toEqual(['version 1']);
}, 120_000);

test.each([403, 404])(
  'promise 5: a folder is handed over though the service refuses what one of its directories stands for (%d)',
  async (status) => {
    await using desk = await openSharedDesk();
    const { first, second, folder, another } = await saidNo(desk);
    const one = desk.service.colleague.createFolder(another, 'Old things', null) as FolderId;
    await read(second, another);
    await expect
      .poll(() => second.stores.links.folders(another).map(({ folderId }) => folderId), patient)
      .toContain(one);
    second.pipeline.pause(true);
    desk.save(folder, 'New.txt', 'unsent');
    await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
    desk.service.faults.add({ route: new RegExp(one), kind: 'status', status, count: 'always' });
    await afterAll(desk, first);
    await expect.poll(() => foldersOf(first), patient).toContain(folder);
    await expect.poll(() => texts(desk, 'New.txt', another), patient).toEqual(['unsent']);
  },
  120_000,
);
