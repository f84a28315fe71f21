import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { unfiledOf } from '../../../../main/engine/sign-out/unfiled.ts';
import type { MatterId, RequestId } from '../../../../shared/model/index.ts';
import { lossWords } from '../../../../shared/model/sign-out.ts';
import { eventually } from '../../../support/workplace.ts';
import { afterAll, foldersOf, patient, saidNo, texts } from './after-all.ts';
import { withoutMatters } from './failing-ports.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

const foundOut = (desk: SharedDesk) =>
  expect
    .poll(() => desk.engine.person.value, patient)
    .toMatchObject({ state: 'known', mistaken: { code: 'not-permitted' } });

/** Ben says that he is the person of this workspace, links a folder, and is found out; his folder waits for its matter to be known. */
async function bensFolderWaits(
  desk: SharedDesk,
  anns: SharedDesk['workspace'],
  matters: { held: boolean },
  matterId: MatterId,
) {
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns.name, null);
  anns.pipeline.pause(true);
  const before = desk.states(anns).length;
  const folder = await desk.link('bens folder', matterId);
  desk.save(folder, 'First.txt', 'the first, by which it is found out');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(before + 1);
  matters.held = true;
  anns.pipeline.pause(false);
  await foundOut(desk);
  const bens = desk.workspace.name;
  expect(desk.engine.person.value).toMatchObject({ toTakeOver: [folder] });
  desk.save(folder, 'Pending.txt', 'of Ben, unsent');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(before + 2);
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(anns.name, null);
  return { folder, bens };
}

test('a folder of a mistaken person that waits among the first one’s is not removed with hers', async () => {
  const { matters, ports } = withoutMatters();
  await using desk = await openSharedDesk(ports);
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  const annsFolder = await desk.link('annas folder', annsMatter);
  desk.save(annsFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  const { folder, bens } = await bensFolderWaits(desk, anns, matters, bensMatter);
  const removed = await desk.engine.removeKept(desk.service.baseUrl, {
    signIn: 'sign-in-3',
    loss: lossWords(unfiledOf(anns)) ?? '',
    version: '1',
  });
  expect(removed).toMatchObject({ ok: false, error: { why: expect.stringContaining(folder) } });
  await desk.signOut();
  matters.held = false;
  await desk.restart();
  await desk.signIn(ben);
  await desk.engine.say(bens, null);
  await expect.poll(() => texts(desk, 'Pending.txt', bensMatter), patient).toEqual(['of Ben, unsent']);
}, 120_000);

test('a folder that waits to go to somebody else does not come along when its present holder says that they are another one after all', async () => {
  const { matters, ports } = withoutMatters();
  await using desk = await openSharedDesk(ports);
  const [, , third] = desk.service.matterIds() as [MatterId, MatterId, MatterId];
  const { first, second, folder: hers } = await saidNo(desk);
  const { folder, bens } = await bensFolderWaits(desk, second, matters, third);
  await afterAll(desk, first);
  matters.held = false;
  await expect.poll(() => foldersOf(first), patient).toContain(hers);
  expect(foldersOf(first)).not.toContain(folder);
  await desk.signOut();
  await desk.restart();
  await desk.signIn(ben);
  await desk.engine.say(bens, null);
  await expect
    .poll(() => desk.filed('Pending.txt', third), patient)
    .toEqual([{ by: desk.idOf(ben), text: 'of Ben, unsent' }]);
}, 150_000);

test('a request that a mistaken person made is not sent in the first one’s name: she is asked', async () => {
  await using desk = await openSharedDesk();
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  const annsFolder = await desk.link('annas folder', annsMatter);
  desk.save(annsFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns.name, null);
  const end = desk.service.faults.add({
    route: 'matters.read',
    kind: 'status',
    status: 503,
    count: 'always',
  });
  const id = randomUUID() as RequestId;
  const changes = { description: 'What Ben calls it' };
  const form = { operation: 'matters.patch' as const, matterId: bensMatter, seen: null, changes };
  expect(anns.requests.submit([{ id, form }], null)).toMatchObject({ ok: true });
  desk.save(await desk.link('bens folder', bensMatter), 'First.txt', 'by which it is found out');
  await foundOut(desk);
  end();
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(anns.name, null);
  const standing = () => anns.stores.requests.get(id)?.standing;
  expect(standing()).toMatchObject({ state: 'problem', problem: { actions: ['edit', 'retry', 'cancel'] } });
  expect(anns.requests.retry(id)).toMatchObject({ ok: true });
  await expect.poll(() => standing()?.state, patient).toBe('done');
}, 120_000);

test('what a mistaken person was filling in goes with them, and what the first one was stays hers', async () => {
  await using desk = await openSharedDesk();
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  desk.save(await desk.link('annas folder', annsMatter), 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  const draft = (name: string) => ({
    ...{ id: randomUUID(), operation: 'contacts.create' as const, matterId: null, name },
    fields: '{}',
  });
  const drafts = ({ stores }: typeof anns) => stores.drafts.list().map(({ name }) => name);
  anns.stores.drafts.put(draft('Of Ann'), anns.clock.now());
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns.name, null);
  anns.stores.drafts.put(draft('Of Ben'), anns.clock.now());
  desk.save(await desk.link('bens folder', bensMatter), 'First.txt', 'by which it is found out');
  await foundOut(desk);
  await expect.poll(() => drafts(desk.workspace), eventually).toEqual(['Of Ben']);
  expect(drafts(anns)).toEqual(['Of Ann']);
}, 120_000);

test('of a request that was refused to a mistaken person, and of one of hers that they changed, the first one is told whose it may be', async () => {
  await using desk = await openSharedDesk();
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  desk.save(await desk.link('annas folder', annsMatter), 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  const end = desk.service.faults.add({
    route: 'matters.read',
    kind: 'status',
    status: 503,
    count: 'always',
  });
  const patch = (matterId: MatterId, description: string) => ({
    ...{ operation: 'matters.patch' as const, matterId, seen: null },
    changes: { description },
  });
  const [hers, his] = [randomUUID(), randomUUID()] as [RequestId, RequestId];
  anns.requests.submit([{ id: hers, form: patch(annsMatter, 'What Ann calls it') }], null);
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(anns.name, null);
  expect(anns.requests.edit(hers, patch(annsMatter, 'What Ben calls it'), 0, null).ok).toBe(true);
  const contact = { kind: 'known' as const, contactId: 'nobody', name: 'Nobody' };
  const made = desk.service.sample();
  const form = {
    operation: 'matters.create' as const,
    ...{ number: '', matterTypeId: String(made.matterTypeId), matterTypeName: '', clients: [contact] },
    ...{ otherSides: [], clientRole: null, otherSideRole: null, description: 'Of Ben', status: null },
    ...{ dateOpened: null, personResponsibleStaffId: null, personAssistingStaffId: null, isLead: false },
  };
  anns.requests.submit([{ id: his, form }], null);
  const standing = (id: RequestId) => anns.stores.requests.get(id)?.standing;
  await expect.poll(() => standing(his)?.state, patient).toBe('problem');
  desk.save(await desk.link('bens folder', bensMatter), 'First.txt', 'by which it is found out');
  await foundOut(desk);
  end();
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(anns.name, null);
  const perhapsHis = { state: 'problem', problem: { why: expect.stringContaining('another person') } };
  expect(standing(hers)).toMatchObject(perhapsHis);
  expect(standing(his)).toMatchObject(perhapsHis);
}, 120_000);

test('promise 9: what is moved into one person’s folder from another’s is not filed in their name, and they are told', async () => {
  await using desk = await openSharedDesk();
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann, { tells: true });
  const annsFolder = await desk.link('annas folder', annsMatter);
  desk.save(annsFolder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  const bensFolder = await desk.link('bens folder', bensMatter);
  renameSync(annsFolder, join(bensFolder, basename(annsFolder)));
  const { healthIssues } = desk.workspace;
  await expect
    .poll(() => healthIssues.all().map(({ issue }) => issue), eventually)
    // Which matter of hers it is, is not said.
    .toContainEqual({ kind: 'other-matters-folder', code: '' });
  desk.save(bensFolder, 'Note.txt', 'of Ben');
  await expect.poll(() => texts(desk, 'Note.txt', bensMatter), eventually).toEqual(['of Ben']);
  expect(texts(desk, 'Letter.txt', bensMatter)).toEqual([]);
}, 60_000);

test.each(['one person', 'two people'])(
  'promise 9: a folder that is made for a matter is never the one that another matter of the same name had (%s)',
  async (who) => {
    await using desk = await openSharedDesk();
    const [one, other] = desk.service.matterIds() as [MatterId, MatterId];
    const named = async (matterId: MatterId) => {
      const { stores } = desk.workspace;
      await expect.poll(() => stores.matters.get(matterId), eventually).toBeDefined();
      stores.database.prepare(`UPDATE matter SET number = '', title = 'Smith' WHERE id = ?`).run(matterId);
    };
    await desk.signIn(ann, { tells: true });
    await named(one);
    const linked = await desk.workspace.linker.link(one, null);
    if (!linked.ok) throw new Error(linked.error.what);
    desk.workspace.watches.add(one);
    desk.workspace.poller.look(one);
    desk.save(linked.value, 'Will.txt', 'of the first Smith');
    await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
    await desk.workspace.unlink(one);
    if (who !== 'one person') {
      await desk.signOut();
      await desk.signIn(ben, { tells: true });
    }
    await named(other);
    expect(await desk.workspace.linker.link(other, null)).toEqual({ ok: true, value: `${linked.value} (2)` });
    // The first one's is still the first one's.
    if (who !== 'one person') return;
    expect(await desk.workspace.linker.link(one, null)).toEqual(linked);
  },
  60_000,
);

test('who says that it was them all the time is in their first workspace, though the clock was ahead when the second one was made', async () => {
  const clock = { ahead: 0 };
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    clock: {
      now: () => ports.clock.now() + clock.ahead,
      steady: () => ports.clock.steady(),
      timer: ports.clock.timer.bind(ports.clock),
      sleep: ports.clock.sleep.bind(ports.clock),
    },
  }));
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const first = desk.workspace;
  first.pipeline.pause(true);
  desk.save(folder, 'Unsent.txt', 'of Ann, unsent');
  await expect.poll(() => desk.states().at(-1), eventually).toBe('waiting');
  await desk.signOut();
  first.pipeline.pause(false);
  clock.ahead = 5 * 365 * 86_400_000;
  await desk.signIn(ann);
  await desk.engine.say(null, null);
  clock.ahead = 0;
  await afterAll(desk, first);
  expect(desk.workspace).toBe(first);
  await expect.poll(() => desk.states(first), eventually).toEqual(['filed', 'filed']);
}, 60_000);
