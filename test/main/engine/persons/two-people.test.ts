import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../../main/engine/compose.ts';
import { review, reviewProblem } from '../../../../main/engine/view/review-problem.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

const settled = (states: string[]) => states.length > 0 && states.every((state) => state === 'filed');
const allFiled = (desk: SharedDesk, workspace?: Workspace) =>
  expect.poll(() => settled(desk.states(workspace)), eventually).toBe(true);

/** Ann files a letter and signs out with a second one unsent, which stays. */
async function annLeavesSomething(desk: SharedDesk, tells = false): Promise<string> {
  await desk.signIn(ann, { tells });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await allFiled(desk);
  desk.engine.workspace?.pipeline.pause(true);
  desk.save(folder, 'Unsent.txt', 'of Ann, unsent');
  await expect.poll(() => desk.states().at(-1), eventually).toBe('waiting');
  await desk.signOut();
  desk.engine.workspace?.pipeline.pause(false);
  return folder;
}

/** What the window is told of changes from here on, by topic. */
function followed(desk: SharedDesk) {
  const leaving = new AbortController();
  const told: string[] = [];
  void (async () => {
    for await (const { topic } of desk.engine.feed.follow(leaving.signal)) told.push(topic);
  })();
  return { told, leave: () => leaving.abort() };
}

const custodyOf = (workspace: Workspace | undefined) =>
  workspace?.stores.database
    .prepare<[], { kind: string; detail: string | null; name: string | null; person: string | null }>(
      'SELECT kind, detail, name, person FROM custody ORDER BY seq',
    )
    .all() ?? [];

test('a colleague who signs in after a sign-out that keeps what is kept sends nothing of the first, and each files as themselves', async () => {
  await using desk = await openSharedDesk();
  await annLeavesSomething(desk);
  const anns = desk.workspace;
  const staff = anns.stores.matters.staffNames();

  await desk.signIn(ben);
  expect(desk.engine.workspace).toBeNull();
  const asked = desk.engine.person.value;
  expect(asked).toMatchObject({
    state: 'asked',
    people: [{ name: staff.get(desk.idOf(ann)), waiting: 1 }],
  });

  expect(await desk.engine.say(null, null)).toBe(true);
  expect(desk.engine.person.value).toMatchObject({ state: 'known', others: { people: 1, waiting: 1 } });
  expect(desk.workspace).not.toBe(anns);
  expect(desk.workspace.stores.links.all()).toEqual([]);
  const folder = await desk.link('bens folder');
  desk.save(folder, 'Note.txt', 'of Ben');
  await allFiled(desk);
  expect(desk.filed('Note.txt')).toEqual([{ by: desk.idOf(ben), text: 'of Ben' }]);
  expect(desk.filed('Unsent.txt')).toEqual([]);
  expect(custodyOf(desk.workspace).filter(({ person }) => person === desk.idOf(ann))).toEqual([]);

  await desk.signOut();
  await desk.signIn(ann);
  const people = desk.engine.person.value.state === 'asked' ? desk.engine.person.value.people : [];
  expect(new Set(people.map(({ name }) => name))).toEqual(
    new Set([staff.get(desk.idOf(ann)), staff.get(desk.idOf(ben))]),
  );
  const own = people.find(({ name }) => name === staff.get(desk.idOf(ann)));
  expect(await desk.engine.say(own?.id ?? '', null)).toBe(true);
  expect(desk.workspace).toBe(anns);
  await allFiled(desk);
  expect(desk.filed('Unsent.txt')).toEqual([{ by: desk.idOf(ann), text: 'of Ann, unsent' }]);
  expect(custodyOf(anns)).toContainEqual(expect.objectContaining({ kind: 'signed-in', detail: 'stated' }));
}, 90_000);

test('the same person says so once, and what waited is sent; a restart asks nothing again', async () => {
  await using desk = await openSharedDesk();
  await annLeavesSomething(desk);
  await desk.signIn(ann);
  await desk.restart();
  expect(desk.filed('Unsent.txt')).toEqual([]);
  const asked = desk.engine.person.value;
  const id = asked.state === 'asked' ? (asked.people[0]?.id ?? null) : null;
  expect(await desk.engine.say('not asked about', null)).toBe(false);
  expect(await desk.engine.say(id, null)).toBe(true);
  await allFiled(desk);
  expect(desk.filed('Unsent.txt')).toEqual([{ by: desk.idOf(ann), text: 'of Ann, unsent' }]);
  await desk.restart();
  expect(desk.engine.person.value).toMatchObject({ state: 'known', staff: { id: desk.idOf(ann) } });
}, 90_000);

test('where tokens tell a subject, a workspace opens to that subject alone, and nobody is asked', async () => {
  await using desk = await openSharedDesk();
  await annLeavesSomething(desk, true);
  const anns = desk.workspace;
  await desk.signIn(ben, { tells: true });
  expect(desk.engine.person.value).toMatchObject({ state: 'known', others: { people: 1, waiting: 1 } });
  expect(desk.workspace).not.toBe(anns);
  await desk.signOut();
  await desk.signIn(ann, { tells: true, identity: 'proven' });
  expect(desk.workspace).toBe(anns);
  await allFiled(desk);
  expect(desk.filed('Unsent.txt')).toEqual([{ by: desk.idOf(ann), text: 'of Ann, unsent' }]);
  expect(custodyOf(anns).filter(({ kind }) => kind === 'signed-in')).toHaveLength(2);
}, 90_000);

test('while another person is signed in, the first one’s folders are captured for them alone, and reviewed before they go', async () => {
  await using desk = await openSharedDesk();
  const folder = await annLeavesSomething(desk);
  const anns = desk.workspace;
  await desk.signIn(ben);
  desk.save(folder, 'Asked.txt', 'while nobody has said who it is');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(3);
  await desk.engine.say(null, null);
  desk.save(folder, 'Letter.txt', 'changed at Ben’s time');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(4);
  expect(custodyOf(anns).slice(-2)).toEqual([
    { kind: 'captured', detail: 'unknown-person-signed-in', name: 'Asked.txt', person: null },
    { kind: 'captured', detail: 'another-person-signed-in', name: 'Letter.txt', person: null },
  ]);
  await expect(desk.link('annas folder/bens')).rejects.toThrow('belongs to a matter of another person');
  await desk.restart();
  expect(desk.engine.person.value).toMatchObject({ state: 'known', others: { people: 1, waiting: 3 } });

  await desk.signOut();
  await desk.signIn(ann);
  const asked = desk.engine.person.value;
  const own = asked.state === 'asked' ? asked.people.find(({ waiting }) => waiting === 3) : undefined;
  await desk.engine.say(own?.id ?? '', null);
  const { stores, pipeline } = desk.workspace;
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed', 'waiting', 'waiting']);
  const [shown] = reviewProblem(stores, 0);
  expect(shown).toMatchObject({ what: expect.stringContaining('2 saves') });
  expect(review(stores, 'file-all', shown?.gathered ?? null)).toMatchObject({ ok: true });
  pipeline.wake();
  await allFiled(desk);
  expect(desk.filed('Letter.txt').at(-1)).toEqual({ by: desk.idOf(ann), text: 'changed at Ben’s time' });
}, 90_000);

test('somebody who was taken for the first person is found out by the first thing history shows, and filing in the first one’s matters stops', async () => {
  await using desk = await openSharedDesk();
  const folder = await annLeavesSomething(desk);
  const anns = desk.workspace;
  await desk.signIn(ben);
  const asked = desk.engine.person.value;
  const id = asked.state === 'asked' ? (asked.people[0]?.id ?? null) : null;
  await desk.engine.say(id, null);
  const { told, leave } = followed(desk);
  desk.save(folder, 'Another.txt', 'by Ben, who said he is Ann');
  await expect
    .poll(() => desk.engine.person.value, eventually)
    .toMatchObject({ state: 'known', staff: { id: desk.idOf(ben) }, mistaken: { code: 'not-permitted' } });
  expect(desk.workspace).not.toBe(anns);
  // Whatever the window has read of the first person’s is forgotten.
  await expect.poll(() => told, eventually).toContain('person');
  leave();
  expect(desk.workspace.stores.links.all()).toEqual([]);
  expect(custodyOf(anns).map(({ kind }) => kind)).toContain('not-this-person');
  desk.save(folder, 'Later.txt', 'not to be sent as Ben');
  await expect.poll(() => desk.states(anns).at(-1), eventually).toBe('waiting');
  await desk.restart();
  expect(desk.engine.person.value).toMatchObject({ state: 'known', staff: { id: desk.idOf(ben) } });
  expect(desk.filed('Later.txt')).toEqual([]);
}, 90_000);

test('by policy nothing is opened where nothing proves who signed in', async () => {
  await using desk = await openSharedDesk();
  await annLeavesSomething(desk);
  await desk.signIn(ben, { identity: 'proven' });
  expect(desk.engine.person.value).toMatchObject({ state: 'refused' });
  expect(desk.engine.workspace).toBeNull();
  expect(await desk.engine.say(null, null)).toBe(false);
  expect(desk.filed('Unsent.txt')).toEqual([]);
}, 60_000);

test('what a program left that told people apart by nothing goes on with the sign-in that was there, and a new one is asked', async () => {
  await using desk = await openSharedDesk();
  await annLeavesSomething(desk);
  const { directory } = desk.workspace;
  await desk.engine.stop();
  rmSync(join(directory, 'person.json'));
  await desk.restart();
  await desk.engine.configure({
    connection: { baseUrl: desk.service.baseUrl, apiKey: desk.service.apiKey },
    signedIn: true,
    signIn: { id: 'earlier', subjects: [] },
    rootFolder: null,
  });
  expect(desk.engine.person.value).toMatchObject({ state: 'known' });
  expect(desk.workspace.directory).toBe(directory);
  expect(existsSync(join(directory, 'person.json'))).toBe(true);
  await desk.signIn(ben);
  expect(desk.engine.person.value).toMatchObject({ state: 'asked' });
  expect(readdirSync(desk.engineDirectory)).toHaveLength(1);
}, 60_000);
