import { expect, test, vi } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const ann = 0;
const patient = { ...eventually, timeout: 40_000 };
const foldersOf = ({ stores }: SharedDesk['workspace']) => stores.links.all().map(({ path }) => path);

/**
 * Ann worked in a second workspace, says that it was her all the time, and the program ends when the folder was taken over and has
 * not left yet. Nobody is signed in when it starts again.
 */
async function killedBetween(desk: SharedDesk) {
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  desk.save(await desk.link('first folder'), 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const first = desk.workspace;
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(null, null);
  const second = desk.workspace;
  const folder = await desk.link('second folder', another);
  desk.save(folder, 'Brief.txt', 'version 1');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed']);
  second.pipeline.pause(true);
  first.pipeline.pause(true);
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
  vi.spyOn(second.stores.links, 'unlink').mockImplementation(() => {
    throw new Error('killed');
  });
  await desk.engine.askAgain();
  await desk.engine.say(first.name, null);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  await desk.signOut();
  await desk.restart();
  return { another, folder, first: first.name, second: second.name };
}

/** Signs in as one of the two that are asked about. */
async function signInAs(desk: SharedDesk, name: string) {
  await desk.signIn(ann);
  await desk.engine.say(name, null);
}

test.each(['first', 'second'] as const)(
  'promise 5: a hand-over that is killed half-way is done at the next start: the folder is linked once, and each save is filed once, with the %s signing in',
  async (who) => {
    await using desk = await openSharedDesk();
    const { folder, another, ...names } = await killedBetween(desk);
    const holders = () =>
      desk.engine.workspaces.filter((one) => foldersOf(one).includes(folder)).map(({ name }) => name);
    const open = () =>
      desk.engine.workspaces.map(({ name, stores }) => [name, stores.saves.open(another).length]);
    expect(holders()).toEqual([names.first]);
    expect(Object.fromEntries(open())).toMatchObject({ [names.first]: 1, [names.second]: 0 });
    await signInAs(desk, names[who]);
    desk.save(folder, 'Brief.txt', 'version 3');
    await expect.poll(() => Object.fromEntries(open())[names.second], eventually).toBe(0);
    expect(holders()).toEqual([names.first]);
    if (who === 'second') return;
    const texts = () => desk.filed('Brief.txt', another).map(({ text }) => text);
    await expect.poll(texts, patient).toEqual(['version 1', 'version 2', 'version 3']);
    await expect.poll(() => desk.states(), patient).toEqual(['filed', 'filed', 'filed']);
  },
  90_000,
);
