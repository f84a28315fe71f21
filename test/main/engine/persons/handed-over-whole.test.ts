import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ofUnknownDescent, writeProblem } from '../../../../main/engine/store/save-problem.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { versionList } from '../../../../main/engine/view/version-list.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const ann = 0;
const patient = { ...eventually, timeout: 40_000 };
const foldersOf = ({ stores }: SharedDesk['workspace']) => stores.links.all().map(({ path }) => path);
const texts = (desk: SharedDesk, name: string, matterId: MatterId) =>
  desk.filed(name, matterId).map(({ text }) => text);

/** Ann said that she is nobody who was here, and links a folder. */
async function saidNo(desk: SharedDesk) {
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  const firstFolder = await desk.link('first folder');
  desk.save(firstFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const first = desk.workspace;
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(null, null);
  const second = desk.workspace;
  const folder = await desk.link('second folder', another);
  desk.save(folder, 'Brief.txt', 'version 1');
  await expect.poll(() => texts(desk, 'Brief.txt', another), eventually).toEqual(['version 1']);
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed']);
  return { first, second, folder, another };
}

const announced = ({ stores }: SharedDesk['workspace']) =>
  stores.saves.underWay(10).some(({ announcedAt }) => announcedAt !== null);

/** She says that it was her all the time. */
async function afterAll(desk: SharedDesk, first: SharedDesk['workspace']) {
  await desk.engine.askAgain();
  await desk.engine.say(first.name, null);
}

test('what the person chose to leave out of a matter stays left out once its folder is handed over', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  second.stores.ignoreRules.set(another, { own: ['Private *'], off: [] });
  await second.watches.remove(another);
  second.watches.add(another);
  await expect.poll(() => second.watches.looking, eventually).toBe(0);
  desk.save(folder, 'Private notes.txt', 'not for the firm');
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Later.txt', 'for the firm');
  await expect.poll(() => texts(desk, 'Later.txt', another), patient).toEqual(['for the firm']);
  expect(first.stores.ignoreRules.of(another)).toEqual({ own: ['Private *'], off: [] });
  expect(second.stores.ignoreRules.of(another)).toEqual({ own: [], off: [] });
  expect(texts(desk, 'Private notes.txt', another)).toEqual([]);
}, 90_000);

test('what the person paused stays paused once its folder is handed over', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  second.stores.pauses.pauseDocument(another, fileId, true);
  desk.save(folder, 'Brief.txt', 'version 2, not to be filed yet');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Later.txt', 'not paused');
  await expect.poll(() => texts(desk, 'Later.txt', another), patient).toEqual(['not paused']);
  expect(texts(desk, 'Brief.txt', another)).toEqual(['version 1']);
  expect(second.stores.pauses.pausedDocuments(another).size).toBe(0);

  first.stores.pauses.pauseDocument(another, fileId, false);
  first.pipeline.wake();
  await expect.poll(() => texts(desk, 'Brief.txt', another), patient).toHaveLength(2);
}, 90_000);

test.each(['the matter', 'everything'])(
  'where %s was paused, nothing of the folder is filed once it is handed over, until it is resumed',
  async (what) => {
    await using desk = await openSharedDesk();
    const { first, second, folder, another } = await saidNo(desk);
    if (what === 'the matter') second.stores.pauses.pauseMatter(another, true);
    else {
      second.stores.matters.putSetting('paused', 'yes');
      second.pipeline.pause(true);
    }
    desk.save(folder, 'Brief.txt', 'version 2');
    await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
    await afterAll(desk, first);
    await expect.poll(() => foldersOf(first), patient).toContain(folder);
    expect(first.stores.matters.get(another)?.paused).toBe(1);
    first.stores.pauses.pauseMatter(another, false);
    first.pipeline.wake();
    await expect.poll(() => texts(desk, 'Brief.txt', another), patient).toEqual(['version 1', 'version 2']);
  },
  90_000,
);

test('promise 5: a save whose announcement is under way while its folder is handed over is filed once', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  desk.service.faults.add({ route: 'documents.putFile', kind: 'latency', ms: 2_500, count: 'always' });
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), { ...eventually, interval: 2 }).toBe('sending');
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Brief.txt', 'version 3');
  await expect
    .poll(() => texts(desk, 'Brief.txt', another), patient)
    .toEqual(['version 1', 'version 2', 'version 3']);
}, 90_000);

test('promise 5: a save that was sent, and that history had not shown when its folder was handed over, is shown as filed there', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  desk.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 1_000, count: 1 });
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), { ...eventually, interval: 2 }).toBe('sending');
  await expect.poll(() => second.pipeline.isUnderWay(another), eventually).toBe(true);
  await expect.poll(() => announced(second), { ...eventually, interval: 2 }).toBe(true);
  const end = desk.service.faults.add({ route: '/history$/', kind: 'status', status: 500, count: 'always' });
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'sent']);
  await afterAll(desk, first);
  end();
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  await expect.poll(() => desk.states(first), eventually).toEqual(['filed', 'filed']);
  expect(texts(desk, 'Brief.txt', another)).toEqual(['version 1', 'version 2']);
}, 90_000);

test('promise 4: what the person kept unfiled is kept unfiled once its folder is handed over, and never called filed', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  second.pipeline.pause(true);
  desk.save(folder, 'Brief.txt', 'not for the firm');
  desk.save(folder, 'Own notes.txt', 'not for the firm either');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting', 'waiting']);
  for (const save of second.stores.saves.open(another)) {
    second.stores.outbox.needsPerson(save.id, writeProblem(ofUnknownDescent(save.name)));
    second.stores.outbox.keepUnfiled(save.id);
  }
  second.pipeline.pause(false);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  const { documents } = documentRows(first.stores, another, () => null);
  const states = documents.flatMap(({ name, state, onDisk }) => (onDisk ? `${name}: ${state}` : []));
  expect(new Set(states)).toEqual(new Set(['Brief.txt: kept', 'Own notes.txt: kept']));
  expect(second.stores.links.all()).toEqual([]);
  const newest = versionList(
    first.stores,
    another,
    first.stores.links.file(another, 'Brief.txt')?.fileId as FileId,
  );
  expect(newest[0]).toMatchObject({ state: 'kept' });
}, 90_000);

test('promise 1: what a program saved under a document’s former name, and waits there, is handed over with the folder', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  desk.save(folder, '.~lock.Brief.txt#', 'Ann');
  expect(await second.renamer.rename({ matterId: another, fileId, name: 'Final.txt' })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'filed']);
  second.pipeline.pause(true);
  desk.save(folder, 'Final.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), eventually).toBe('waiting');
  desk.save(folder, 'Brief.txt', 'version 3');
  await expect.poll(() => second.stores.formerNames.allSaved(), eventually).toHaveLength(1);
  rmSync(join(folder, 'Brief.txt'));
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(second.stores.formerNames.allSaved()).toEqual([]);
  expect(second.stores.formerNames.all()).toEqual([]);
  await desk.restart();
  await expect
    .poll(() => texts(desk, 'Final.txt', another), patient)
    .toEqual(['version 1', 'version 2', 'version 3']);
  expect(texts(desk, 'Brief.txt', another)).toEqual([]);
}, 90_000);
