import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signsInMemory } from '../../../support/signing.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

const filed = (desk: SharedDesk) =>
  expect.poll(() => desk.states().every((state) => state === 'filed'), eventually).toBe(true);

/** Ann linked a folder and filed a letter from it. */
async function annFiled(desk: SharedDesk, tells = false): Promise<string> {
  await desk.signIn(ann, { tells });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states().length, eventually).toBe(1);
  await filed(desk);
  return folder;
}

const shown = (desk: SharedDesk) => desk.engine.workspace?.name ?? null;
const nothing = { code: 'signed-out', what: 'Nobody is signed in' };

test('after one’s own sign-out what is kept is shown to nobody, also after a restart, until that person signs in again', async () => {
  await using desk = await openSharedDesk();
  const folder = await annFiled(desk, true);
  const anns = desk.workspace;
  await desk.leave();
  expect(shown(desk)).toBeNull();
  expect(desk.engine.nothingShown).toMatchObject(nothing);
  await expect
    .poll(() => desk.engine.status.value, eventually)
    .toMatchObject({ service: 'signed-out', mattersCheckedAt: null });

  // What is saved is captured all the same.
  desk.save(folder, 'Note.txt', 'of Ann, after the sign-out');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(2);
  await desk.restart();
  expect(shown(desk)).toBeNull();

  await desk.signIn(ann, { tells: true });
  expect(desk.states().length).toBe(2);
  await filed(desk);
  await desk.restart();
  expect(shown(desk)).not.toBeNull();
}, 90_000);

test('a sign-in that ended by itself leaves what is kept to be looked at, also after a restart', async () => {
  await using desk = await openSharedDesk();
  await annFiled(desk);
  await desk.signOut();
  expect(shown(desk)).not.toBeNull();
  await desk.restart();
  expect(desk.states()).toEqual(['filed']);
}, 90_000);

test.each(['ended by itself', 'signed out'])(
  'what one person has is not shown after another was refused by policy and %s',
  async (how) => {
    await using desk = await openSharedDesk();
    await annFiled(desk, true);
    await desk.signOut();
    await desk.signIn(ben, { identity: 'proven' });
    expect(desk.engine.person.value.state).toBe('refused');
    if (how === 'signed out') await desk.leave();
    else await desk.signOut();
    expect(shown(desk)).toBeNull();
    await desk.restart();
    expect(shown(desk)).toBeNull();
    await desk.signIn(ann, { tells: true, identity: 'proven' });
    expect(desk.states()).toEqual(['filed']);
  },
  90_000,
);

test('while the connection lacks its secrets, what is saved is captured, kept here can be looked at, and the service is asked nothing', async () => {
  await using desk = await openSharedDesk();
  const folder = await annFiled(desk);
  await desk.restart();
  await desk.engine.configure({
    connection: { baseUrl: desk.service.baseUrl, apiKey: '' },
    signedIn: false,
    signIn: null,
    rootFolder: null,
  });
  desk.save(folder, 'Note.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'waiting']);
  expect(desk.engine.status.value).toMatchObject({
    service: 'signed-out',
    mattersCheckedAt: expect.anything(),
  });
  expect(desk.filed('Note.txt')).toEqual([]);
}, 90_000);

test('a sign-in that never said whose it is opens nothing by ending', async () => {
  await using desk = await openSharedDesk();
  await annFiled(desk);
  await desk.signOut();
  await desk.signIn(ben);
  expect(desk.engine.person.value.state).toBe('asked');
  await desk.signOut();
  expect(shown(desk)).toBeNull();
  await desk.restart();
  expect(shown(desk)).toBeNull();
}, 90_000);

test('what nobody is shown any more can still be removed for the sign-in it was kept by, and for no other', async () => {
  await using desk = await openSharedDesk();
  const folder = await annFiled(desk);
  const { directory, name } = desk.workspace;
  await desk.leave();
  const removal = { loss: '', version: '1.2.3' };
  expect(await desk.engine.removeKept(desk.service.baseUrl, { ...removal, signIn: 'another' })).toEqual({
    ok: true,
    value: null,
  });
  expect(existsSync(join(directory, 'person.json'))).toBe(true);
  expect(await desk.engine.removeKept(desk.service.baseUrl, { ...removal, signIn: 'sign-in-1' })).toEqual({
    ok: true,
    value: name,
  });
  expect(existsSync(join(directory, 'person.json'))).toBe(false);
  expect(existsSync(join(folder, 'Letter.txt'))).toBe(true);
  expect(shown(desk)).toBeNull();
}, 90_000);

test('whoever signs in first on a computer, which has signed its own log by then, is asked about nobody', async () => {
  await using desk = await openSharedDesk((ports) => ({ ...ports, signCheckpoint: signsInMemory() }));
  await expect.poll(() => desk.workspace.stores.custody.last, eventually).toBe(1);
  await desk.signIn(ann);
  expect(desk.engine.person.value.state).toBe('known');
}, 90_000);
