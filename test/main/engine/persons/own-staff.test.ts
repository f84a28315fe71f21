import { expect, test } from 'vitest';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

test('a person says who they are in the firm, and says otherwise, until history names them', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(ann);
  const person = () => desk.engine.person.value;
  expect(person()).toMatchObject({ state: 'known', staff: null, staffIsProven: false });

  await expect.poll(() => desk.workspace.stores.matters.staffNames().size, eventually).toBeGreaterThan(2);
  const called = (index: number) => ({
    id: desk.idOf(index),
    name: desk.workspace.stores.matters.staffNames().get(desk.idOf(index)) ?? '',
  });
  await desk.engine.isStaff(called(ben));
  expect(person()).toMatchObject({ staff: called(ben), staffIsProven: false });
  await desk.engine.isStaff(null);
  expect(person()).toMatchObject({ staff: null, staffIsProven: false });

  const folder = await desk.link('her folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  await expect.poll(person, eventually).toMatchObject({ staff: called(ann), staffIsProven: true });
  await desk.engine.isStaff(called(ben));
  expect(person()).toMatchObject({ staff: called(ann), staffIsProven: true });
});
