import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

const statedIn = (directory: string): string[] =>
  JSON.parse(readFileSync(join(directory, 'person.json'), 'utf8')).stated;

/** Ann has worked here, and her tokens told nothing; then Ben, whose tokens tell a subject, says that he is Ann. */
async function benSaysHeIsAnn(desk: SharedDesk) {
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  const asked = desk.engine.person.value;
  expect(asked.state).toBe('asked');
  await desk.engine.say(asked.state === 'asked' ? (asked.people[0]?.id ?? null) : null, null);
  expect(desk.workspace).toBe(anns);
  return { folder, anns };
}
const foundOut = (desk: SharedDesk) =>
  expect
    .poll(() => desk.engine.person.value, eventually)
    .toMatchObject({
      state: 'known',
      staff: { id: desk.idOf(ben) },
      mistaken: { code: 'not-permitted' },
    });

test('somebody who was taken for the first person keeps nothing of it: their next sign-in opens their own workspace, and the first person is let into theirs', async () => {
  await using desk = await openSharedDesk();
  const { folder, anns } = await benSaysHeIsAnn(desk);
  desk.save(folder, 'Another.txt', 'by Ben, who said he is Ann');
  await foundOut(desk);
  const bens = desk.workspace;
  expect(bens).not.toBe(anns);
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  expect(desk.workspace).toBe(bens);
  await desk.signOut();
  await desk.signIn(ann, { tells: true });
  const asked = desk.engine.person.value;
  expect(asked).toMatchObject({ state: 'asked', people: [{ id: anns.name }] });
  await desk.engine.say(anns.name, null);
  expect(desk.workspace).toBe(anns);
}, 60_000);

test('what was only said is looked at again in every later sign-in, though the tokens tell the same subject', async () => {
  await using desk = await openSharedDesk();
  const { folder, anns } = await benSaysHeIsAnn(desk);
  // Nothing was filed yet that could have shown it.
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  expect(desk.workspace).toBe(anns);
  desk.save(folder, 'Another.txt', 'by Ben, who had said he is Ann');
  await foundOut(desk);
  expect(desk.workspace).not.toBe(anns);
}, 60_000);

test('what somebody said counts as proven once history has borne it out, also where nothing opens without proof', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signIn(ann, { tells: true });
  await desk.engine.say(anns.name, null);
  // Nothing was filed since that could have shown who it is: by proof alone she gets a place of her own.
  await desk.signIn(ann, { tells: true, identity: 'proven' });
  expect(desk.workspace).not.toBe(anns);
  await desk.signIn(ann, { tells: true });
  await desk.engine.askAgain();
  await desk.engine.say(anns.name, null);
  expect(desk.workspace).toBe(anns);
  desk.save(folder, 'Another.txt', 'of Ann, who had said so');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
  await expect.poll(() => statedIn(anns.directory), eventually).toEqual([]);
  await desk.signIn(ann, { tells: true, identity: 'proven' });
  expect(desk.workspace).toBe(anns);
}, 60_000);
