import { expect, test } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

const others = (desk: SharedDesk) =>
  desk.engine.person.value.state === 'known' ? desk.engine.person.value.others : null;
const custodyOf = ({ stores }: SharedDesk['workspace']) =>
  stores.database
    .prepare<[], { kind: string; detail: string | null; name: string | null }>(
      'SELECT kind, detail, name FROM custody ORDER BY seq',
    )
    .all();

/** Somebody files a letter and signs out with a second one unsent, which stays. */
async function leavesSomething(desk: SharedDesk, options: { tells?: boolean } = {}) {
  await desk.signIn(ann, options);
  const folder = await desk.link('first folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  desk.workspace.pipeline.pause(true);
  desk.save(folder, 'Unsent.txt', 'of Ann, unsent');
  await expect.poll(() => desk.states().at(-1), eventually).toBe('waiting');
  const first = desk.workspace;
  await desk.signOut();
  first.pipeline.pause(false);
  return { folder, first };
}

test('who said No comes back to their own unsent saves: they ask to be asked again, and say that it is them after all', async () => {
  await using desk = await openSharedDesk();
  const { first } = await leavesSomething(desk);
  await desk.signIn(ann);
  await desk.engine.say(null, null);
  const second = desk.workspace;
  expect(second).not.toBe(first);
  expect(others(desk)).toEqual({ people: 1, waiting: 1, mayBeMine: true });

  expect(await desk.engine.askAgain()).toBe(true);
  expect(desk.engine.person.value).toMatchObject({
    state: 'asked',
    people: [{ id: first.name, waiting: 1 }],
  });
  // Nothing is shown or sent before they answer, however often main says something else.
  expect(desk.engine.workspace).toBeNull();
  await desk.signIn(ann, { again: true });
  expect(desk.engine.person.value.state).toBe('asked');
  // No once more: everything is as it was, and no third place is made.
  expect(await desk.engine.say(null, null)).toBe(true);
  expect(desk.workspace).toBe(second);
  expect(desk.engine.workspaces).toHaveLength(2);

  await desk.engine.askAgain();
  expect(await desk.engine.say(first.name, null)).toBe(true);
  expect(desk.workspace).toBe(first);
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
  expect(desk.filed('Unsent.txt')).toEqual([{ by: desk.idOf(ann), text: 'of Ann, unsent' }]);
  expect(custodyOf(first)).toContainEqual({ kind: 'signed-in', detail: 'stated', name: null });
  await desk.restart();
  expect(desk.workspace.directory).toBe(first.directory);
}, 60_000);

test('where tokens tell a subject that said No, it comes back too, and from then on at once', async () => {
  await using desk = await openSharedDesk();
  const { first } = await leavesSomething(desk);
  await desk.signIn(ann, { tells: true });
  await desk.engine.say(null, null);
  await desk.signIn(ann, { tells: true });
  expect(desk.workspace).not.toBe(first);
  await desk.engine.askAgain();
  await desk.engine.say(first.name, null);
  expect(desk.workspace).toBe(first);
  await desk.signIn(ann, { tells: true });
  expect(desk.workspace).toBe(first);
}, 60_000);

test('who says wrongly that it is them after all is found out by the first thing history shows, and is back in their own place', async () => {
  await using desk = await openSharedDesk();
  const { folder, first } = await leavesSomething(desk);
  await desk.signIn(ben);
  await desk.engine.say(null, null);
  const bens = desk.workspace;
  await desk.engine.askAgain();
  await desk.engine.say(first.name, null);
  desk.save(folder, 'Another.txt', 'by Ben, who said he is Ann');
  await expect
    .poll(() => desk.engine.person.value, eventually)
    .toMatchObject({ state: 'known', id: bens.name, mistaken: { code: 'not-permitted' } });
  expect(custodyOf(first).map(({ kind }) => kind)).toContain('not-this-person');
  // It is proven: nobody asks them about her any more.
  expect(others(desk)).toMatchObject({ mayBeMine: false });
  expect(await desk.engine.askAgain()).toBe(false);
}, 60_000);

test('what is proven to be another person’s cannot be said to be one’s own, and by policy nothing can', async () => {
  await using desk = await openSharedDesk();
  await leavesSomething(desk, { tells: true });
  await desk.signIn(ben, { tells: true });
  expect(others(desk)).toEqual({ people: 1, waiting: 1, mayBeMine: false });
  expect(await desk.engine.askAgain()).toBe(false);

  await using other = await openSharedDesk();
  await leavesSomething(other);
  await other.signIn(ben, { tells: true, identity: 'proven' });
  expect(others(other)).toEqual({ people: 1, waiting: 1, mayBeMine: false });
  expect(await other.engine.askAgain()).toBe(false);
}, 60_000);

test('folders linked after the No come along, with what was filed from them and what was not: nothing is asked, and nothing filed twice', async () => {
  await using desk = await openSharedDesk();
  const { first } = await leavesSomething(desk);
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  await desk.engine.say(null, null);
  const second = desk.workspace;
  const folder = await desk.link('second folder', another);
  desk.save(folder, 'Filed.txt', 'version 1');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  desk.save(folder, 'Filed.txt', 'version 2');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
  second.pipeline.pause(true);
  desk.save(folder, 'New.txt', 'first draft');
  await expect.poll(() => desk.states().length, eventually).toBe(3);
  desk.save(folder, 'New.txt', 'second draft');
  desk.save(folder, 'Filed.txt', 'version 3');
  await expect.poll(() => desk.states().length, eventually).toBe(5);

  await desk.engine.askAgain();
  await desk.engine.say(first.name, null);
  expect(desk.workspace).toBe(first);
  const linked = () => desk.workspace.stores.links.all().map(({ path }) => path);
  await expect.poll(linked, eventually).toContain(folder);
  expect(second.stores.links.all()).toEqual([]);
  await expect
    .poll(() => desk.states(), { ...eventually, timeout: 30_000 })
    .toEqual(['filed', 'filed', 'filed', 'filed', 'filed']);
  desk.save(folder, 'Filed.txt', 'version 4');
  await expect.poll(() => desk.states().length, eventually).toBe(6);
  await expect.poll(() => desk.states().at(-1), eventually).toBe('filed');
  const texts = (name: string) => desk.filed(name, another).map(({ text }) => text);
  expect(texts('Filed.txt')).toEqual(['version 1', 'version 2', 'version 3', 'version 4']);
  expect(texts('New.txt')).toEqual(['first draft', 'second draft']);
  expect(others(desk)).toEqual({ people: 1, waiting: 0, mayBeMine: true });
  // Each log says where what it tells of came from, or went to.
  expect(
    custodyOf(second)
      .slice(-4)
      .map(({ kind, detail }) => `${kind} ${detail}`),
  ).toEqual(['decided handed-over', 'decided handed-over', 'decided handed-over', 'unlinked handed-over']);
  expect(custodyOf(first).filter(({ detail }) => detail === 'taken-over')).toHaveLength(4);
}, 90_000);
