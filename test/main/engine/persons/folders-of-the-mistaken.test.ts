import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../../main/engine/compose.ts';
import { heldForReview } from '../../../../main/engine/store/outbox.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { withoutMatters } from './failing-ports.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];
const patient = { ...eventually, timeout: 40_000 };

const foldersOf = ({ stores }: Workspace) => stores.links.all().map(({ path }) => path);
const logOf = ({ stores }: Workspace) =>
  stores.database
    .prepare<[], string>(
      `SELECT kind || ' ' || coalesce(detail, '') || ' ' || coalesce(name, '') FROM custody ORDER BY seq`,
    )
    .pluck()
    .all();

/** Ann has filed a letter; then Ben says that he is Ann, and nothing of his was filed yet that could have shown it. */
async function benSaysHeIsAnn(desk: SharedDesk) {
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  const annsFolder = await desk.link('annas folder', annsMatter);
  desk.save(annsFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns.name, null);
  expect(desk.workspace).toBe(anns);
  anns.pipeline.pause(true);
  return { anns, annsMatter, annsFolder, bensMatter };
}
const foundOut = (desk: SharedDesk) =>
  expect
    .poll(() => desk.engine.person.value, patient)
    .toMatchObject({ state: 'known', staff: { id: desk.idOf(ben) }, mistaken: { code: 'not-permitted' } });

test('folders that a mistaken person linked go with them, with all that was saved in them: filed in their name, in order and once', async () => {
  await using desk = await openSharedDesk();
  const { anns, annsFolder, bensMatter } = await benSaysHeIsAnn(desk);
  const folder = await desk.link('bens folder', bensMatter);
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(2);
  desk.save(folder, 'Draft.txt', 'draft 1');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(3);
  desk.save(folder, 'Draft.txt', 'draft 2');
  desk.save(annsFolder, 'Whose.txt', 'by Ben, in Ann’s folder');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(5);
  // One document at a time: the rest waits for what the first one shows.
  for (const [index, fileId] of [...new Set(fileIdsIn(anns))].entries())
    if (index > 1) anns.stores.pauses.pauseDocument(matterOf(anns, fileId), fileId as never, true);
  anns.pipeline.pause(false);
  await foundOut(desk);
  const bens = desk.workspace;

  await expect.poll(() => foldersOf(bens), patient).toEqual([folder]);
  expect(foldersOf(anns)).toEqual([annsFolder]);
  resume(bens, bensMatter);
  await expect.poll(() => desk.states(bens), patient).toEqual(['filed', 'filed']);
  desk.save(folder, 'First.txt', 'changed since');
  await expect.poll(() => desk.states(bens), patient).toEqual(['filed', 'filed', 'filed']);
  const filed = (name: string) => desk.filed(name, bensMatter);
  const by = desk.idOf(ben);
  expect(filed('Draft.txt')).toEqual([
    { by, text: 'draft 1' },
    { by, text: 'draft 2' },
  ]);
  expect(filed('First.txt').map(({ text }) => text)).toEqual([
    'the first, by which it is found out',
    'changed since',
  ]);
  // What was saved in Ann’s own folder is for her to review, and nothing else.
  expect(anns.stores.outbox.toReview().count).toBe(1);
  expect(desk.filed('Whose.txt')).toEqual([]);
  expect(logOf(anns).slice(-3)).toEqual([
    'decided handed-over Draft.txt',
    'decided handed-over Draft.txt',
    'unlinked handed-over ',
  ]);
  expect(logOf(bens).filter((line) => line.includes('taken-over'))).toEqual([
    'linked taken-over ',
    'captured taken-over Draft.txt',
    'captured taken-over Draft.txt',
  ]);
}, 120_000);

test('a folder that a mistaken person unlinked is linked again, though they linked another for its matter', async () => {
  await using desk = await openSharedDesk();
  const { anns, annsMatter, annsFolder } = await benSaysHeIsAnn(desk);
  await anns.unlink(annsMatter);
  const folder = await desk.link('bens folder', annsMatter);
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  anns.pipeline.pause(false);
  await foundOut(desk);
  const bens = desk.workspace;
  await expect.poll(() => foldersOf(bens), patient).toEqual([folder]);
  await expect.poll(() => foldersOf(anns), patient).toEqual([annsFolder]);
  desk.save(annsFolder, 'Later.txt', 'in Ann’s folder again');
  await expect.poll(() => anns.stores.outbox.toReview().count, eventually).toBe(1);
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(anns.name, null);
  // Her letter is still her letter.
  desk.save(annsFolder, 'Letter.txt', 'of Ann, changed');
  await expect.poll(() => desk.filed('Letter.txt', annsMatter).length, patient).toBe(2);
}, 120_000);

test('until they can go, what is saved in such folders is captured, and not filed in the first person’s name when she comes back', async () => {
  const { matters, ports } = withoutMatters();
  await using desk = await openSharedDesk(ports);
  const { anns, bensMatter } = await benSaysHeIsAnn(desk);
  const folder = await desk.link('bens folder', bensMatter);
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(2);
  matters.held = true;
  anns.pipeline.pause(false);
  await foundOut(desk);
  const bens = desk.workspace;
  expect(desk.engine.person.value).toMatchObject({ toTakeOver: [folder] });
  desk.save(folder, 'Pending.txt', 'while it waits for the matter to be known');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(3);

  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(anns.name, null);
  expect(desk.workspace).toBe(anns);
  desk.save(folder, 'Pending.txt', 'while Ann is here');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(4);
  matters.held = false;
  expect(desk.filed('Pending.txt', bensMatter)).toEqual([]);
  await desk.signOut();
  await desk.restart();
  await desk.signIn(ben);
  await desk.engine.say(bens.name, null);
  await expect.poll(() => foldersOf(desk.workspace), patient).toEqual([folder]);
  await expect
    .poll(() => desk.filed('Pending.txt', bensMatter), patient)
    .toEqual(
      ['while it waits for the matter to be known', 'while Ann is here'].map((text) => ({
        by: desk.idOf(ben),
        text,
      })),
    );
  expect(desk.engine.person.value).toMatchObject({ toTakeOver: [] });
}, 120_000);

test('where what was kept of a mistaken person is removed before their folder could go to them, it stays with the first one, who is told, and reviews what was saved there', async () => {
  const { matters, ports } = withoutMatters();
  await using desk = await openSharedDesk(ports);
  const { anns, bensMatter } = await benSaysHeIsAnn(desk);
  const folder = await desk.link('bens folder', bensMatter);
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(2);
  matters.held = true;
  anns.pipeline.pause(false);
  await foundOut(desk);
  desk.save(folder, 'Pending.txt', 'while it waits for the matter to be known');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(3);
  const removed = await desk.engine.removeKept(desk.service.baseUrl, {
    signIn: 'sign-in-2',
    loss: '',
    version: '1.2.3',
  });
  expect(removed).toMatchObject({ ok: true });
  await desk.signOut();

  matters.held = false;
  await desk.signIn(ann);
  await desk.engine.say(anns.name, null);
  expect(desk.engine.person.value).toMatchObject({ state: 'known', mistaken: { code: 'not-permitted' } });
  expect(foldersOf(anns)).toContain(folder);
  expect(anns.stores.matters.get(bensMatter)?.paused).toBe(0);
  expect(anns.stores.outbox.toReview().count).toBe(1);
  expect(desk.filed('Pending.txt', bensMatter)).toEqual([]);
  anns.stores.outbox.letGo(heldForReview, 'file', '');
  anns.pipeline.wake();
  await expect.poll(() => desk.filed('Pending.txt', bensMatter).length, patient).toBe(1);
}, 120_000);

test.each(['the content is copied', 'it is left'])(
  'the disk may take nothing at the moment when %s: it is done later, and nothing is lost or filed twice',
  async (moment) => {
    const disk = { isFull: false, refused: 0 };
    const full = () => {
      disk.refused += 1;
      return Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' });
    };
    await using desk = await openSharedDesk((real) => ({
      ...real,
      files: {
        ...real.files,
        async writeNew(path, chunks) {
          if (disk.isFull && path.includes('unfinished')) throw full();
          return real.files.writeNew(path, chunks);
        },
      },
    }));
    const { anns, bensMatter } = await benSaysHeIsAnn(desk);
    const folder = await desk.link('bens folder', bensMatter);
    desk.save(folder, 'First.txt', 'the first, by which it is found out');
    await expect.poll(() => desk.states(anns).length, eventually).toBe(2);
    desk.save(folder, 'Draft.txt', 'draft 1');
    await expect.poll(() => desk.states(anns).length, eventually).toBe(3);
    desk.save(folder, 'Draft.txt', 'draft 2');
    await expect.poll(() => desk.states(anns).length, eventually).toBe(4);
    for (const fileId of fileIdsIn(anns).slice(2))
      anns.stores.pauses.pauseDocument(bensMatter, fileId as never, true);
    if (moment === 'the content is copied') disk.isFull = true;
    else
      anns.stores.links.unlink = () => {
        throw full();
      };
    anns.pipeline.pause(false);
    await foundOut(desk);
    await expect.poll(() => disk.refused, patient).toBeGreaterThan(0);
    disk.isFull = false;
    await desk.restart();
    await expect.poll(() => foldersOf(desk.workspace), patient).toEqual([folder]);
    resume(desk.workspace, bensMatter);
    const kept = desk.engine.workspaces.find(({ name }) => name === anns.name);
    await expect.poll(() => kept && foldersOf(kept).includes(folder), patient).toBe(false);
    await expect
      .poll(() => desk.filed('Draft.txt', bensMatter).map(({ text }) => text), patient)
      .toEqual(['draft 1', 'draft 2']);
    await expect.poll(() => new Set(desk.states()), patient).toEqual(new Set(['filed']));
    expect(kept?.stores.outbox.toReview().count).toBe(0);
  },
  120_000,
);

/** Paused documents come along as such. */
function resume({ stores, pipeline }: Workspace, matterId: MatterId): void {
  for (const fileId of stores.pauses.pausedDocuments(matterId))
    stores.pauses.pauseDocument(matterId, fileId, false);
  pipeline.wake();
}
const fileIdsIn = ({ stores }: Workspace): string[] =>
  stores.database.prepare<[], string>('SELECT file_id FROM save ORDER BY id').pluck().all();
const matterOf = ({ stores }: Workspace, fileId: string): MatterId =>
  stores.database
    .prepare<[string], MatterId>('SELECT matter_id FROM save WHERE file_id = ? LIMIT 1')
    .pluck()
    .get(fileId) as MatterId;

test('a folder that a mistaken person unlinked is linked again as soon as its drive is back', async () => {
  await using desk = await openSharedDesk();
  const { anns, annsMatter, annsFolder, bensMatter } = await benSaysHeIsAnn(desk);
  await anns.unlink(annsMatter);
  renameSync(annsFolder, `${annsFolder} away`);
  const folder = await desk.link('bens folder', bensMatter);
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  anns.pipeline.pause(false);
  await foundOut(desk);
  await expect.poll(() => foldersOf(desk.workspace), patient).toEqual([folder]);
  await anns.clock.sleep(6_000);
  renameSync(`${annsFolder} away`, annsFolder);
  await expect.poll(() => foldersOf(anns), patient).toEqual([annsFolder]);
}, 120_000);
