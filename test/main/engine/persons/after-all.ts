import { expect } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import type { SharedDesk } from './office.ts';

const ann = 0;
export const patient = { ...eventually, timeout: 40_000 };
export const foldersOf = ({ stores }: SharedDesk['workspace']) => stores.links.all().map(({ path }) => path);
export const texts = (desk: SharedDesk, name: string, matterId: MatterId) =>
  desk.filed(name, matterId).map(({ text }) => text);

/** Ann said that she is nobody who was here, and links a folder. */
export async function saidNo(desk: SharedDesk) {
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

/** She says that it was her all the time. */
export async function afterAll(desk: SharedDesk, first: SharedDesk['workspace']) {
  await desk.engine.askAgain();
  await desk.engine.say(first.name, null);
}
