import { expect, test } from 'vitest';
import { massChangeProblems } from '../../../../main/engine/view/mass-change-problems.ts';
import { patient } from './after-all.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];
const names = Array.from({ length: 60 }, (_, index) => `Letter ${index}.txt`);

test.each([
  { who: 'themselves', person: ann, held: 60, toReview: 0, action: 'keep-all-unfiled' },
  { who: 'another person', person: ben, held: 0, toReview: 60, action: 'dismiss' },
])(
  'changes of many documents at once are asked about, though it was not known yet who had signed in: $who',
  async ({ person, held, toReview, action }) => {
    await using desk = await openSharedDesk();
    await desk.signIn(ann);
    const folder = await desk.link('annas folder');
    for (const name of names) desk.save(folder, name, `first ${name}`);
    const filed = () => desk.states().filter((state) => state === 'filed').length;
    await expect.poll(filed, patient).toBe(60);
    const anns = desk.workspace;
    await desk.signOut();
    await desk.signIn(person);
    expect(desk.engine.person.value.state).toBe('asked');
    for (const name of names) desk.save(folder, name, `encrypted ${name}`);
    await expect.poll(() => desk.states(anns).length, patient).toBe(120);
    if (person !== ann) await desk.signIn(ann);
    await desk.engine.say(anns.name, null);
    const { massChanges, outbox } = anns.stores;
    expect(massChangeProblems(anns.stores, () => null)).toMatchObject([
      {
        what: '60 documents of this matter changed at once',
        actions: expect.arrayContaining([action]),
      },
    ]);
    expect(massChanges.undecided().map(({ id }) => massChanges.counts(id).held)).toEqual([held]);
    expect(outbox.toReview().count).toBe(toReview);
    anns.pipeline.wake();
    await expect.poll(() => anns.stores.history.checkedAt(desk.matterId, null), patient).not.toBeNull();
    expect(names.filter((name) => desk.filed(name).length > 1)).toEqual([]);
  },
  180_000,
);
