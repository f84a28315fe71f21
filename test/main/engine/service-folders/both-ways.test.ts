import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pauseAll, pauseMatter } from '../../../../main/engine/use-cases/pausing.ts';
import { calm, read, rename, there, twoFolders } from '../../../support/two-folders.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { filedAs } from '../saving/desk.ts';

const isCalled = (place: Workplace, id: string, name: string) =>
  expect.poll(() => there(place, id)?.name, eventually).toBe(name);
const stands = (place: Workplace, ...names: string[]) =>
  expect.poll(() => existsSync(join(place.folder, ...names)), eventually).toBe(true);
async function timePasses({ workspace: { clock } }: Workplace, minutes: number): Promise<void> {
  const until = clock.now() + minutes * 60_000;
  await expect.poll(() => clock.now() > until, { ...eventually, timeout: 60_000 }).toBe(true);
}

test('a number that a directory gets here because something else has its name is not told to the service', async () => {
  await using at = await twoFolders({ speedUp: 10 });
  const { place, ids, told } = at;
  rename(place, 'Court', 'High Court');
  await isCalled(place, ids.court, 'High Court');
  await calm(place);
  // A directory of this computer alone, in which nothing is filed.
  mkdirSync(join(place.folder, 'Other', 'High Court'));
  place.service.colleague.moveFolder(ids.court, ids.other);
  await read(place, null, ids.other);
  await stands(place, 'Other', 'High Court (2)', 'Claim.docx');
  for (let count = 0; count < 5; count += 1) await calm(place);
  expect(there(place, ids.court)?.name).toBe('High Court');
  expect(told).toEqual(['PATCH']);
  // What the person or a colleague calls it afterwards counts as ever.
  rename(place, 'Other/High Court (2)', 'Other/Appeal');
  await isCalled(place, ids.court, 'Appeal');
  await calm(place);
  place.service.colleague.renameFolder(ids.court, 'Supreme Court');
  await read(place, null, ids.other);
  await stands(place, 'Other', 'Supreme Court', 'Claim.docx');
});

test('a folder that a colleague moved, and the person renamed, is in its new place under the person’s name, without a number', async () => {
  await using at = await twoFolders({ speedUp: 10 });
  const { place, ids } = at;
  place.service.faults.add({ route: 'folders.patch', kind: 'status', status: 503, count: 2 });
  mkdirSync(join(place.folder, 'Other', 'High Court'));
  rename(place, 'Court', 'High Court');
  place.service.colleague.moveFolder(ids.court, ids.other);
  await read(place, null, ids.other);
  await isCalled(place, ids.court, 'High Court');
  await calm(place);
  await stands(place, 'Other', 'High Court (2)', 'Claim.docx');
  await calm(place);
  expect(there(place, ids.court)).toMatchObject({ name: 'High Court', parentId: ids.other });
});

test('a colleague’s move that was taken back before it was followed does not undo the person’s own later', async () => {
  await using at = await twoFolders({ speedUp: 10 });
  const { place, ids } = at;
  const { foldersAgreed } = place.workspace.stores;
  const follows = () => foldersAgreed.follows(place.matterId, ids.court as never);
  const owner = join(place.folder, 'Court', '~$Claim.docx');
  writeFileSync(owner, 'Ann');
  place.service.colleague.moveFolder(ids.court, ids.other);
  await read(place, null, ids.other);
  await expect.poll(follows, eventually).toBe(true);
  place.service.colleague.moveFolder(ids.court, null);
  await read(place, null, ids.other);
  await expect.poll(follows, eventually).toBe(false);
  rmSync(owner);
  await calm(place);
  expect(existsSync(join(place.folder, 'Court', 'Claim.docx'))).toBe(true);
  await place.stopService();
  rename(place, 'Court', 'Other/Court');
  const paths = () => place.workspace.stores.links.folders(place.matterId).map(({ path }) => path);
  await expect.poll(paths, eventually).toContain('Other/Court');
  await place.workspace.watches.mirror(place.matterId);
  expect(existsSync(join(place.folder, 'Other', 'Court', 'Claim.docx'))).toBe(true);
  await place.restartService();
  await expect.poll(() => there(place, ids.court)?.parentId, eventually).toBe(ids.other);
});

test.each(['accepted', 'its answer lost', 'not to be seen in history for minutes'])(
  'a colleague who takes back a rename from here is not overruled (%s)',
  async (how) => {
    await using at = await twoFolders({ speedUp: 60 });
    const { place, ids, told } = at;
    const isUnread = how === 'not to be seen in history for minutes';
    if (how === 'its answer lost')
      place.service.faults.add({ route: 'folders.patch', kind: 'loseAnswer', count: 1 });
    const end = place.service.faults.add({
      ...{ route: /^GET .*\/history/, count: 'always' as const },
      ...(isUnread ? ({ kind: 'status', status: 503 } as const) : ({ kind: 'wait' } as const)),
    });
    rename(place, 'Court', 'High Court');
    await isCalled(place, ids.court, 'High Court');
    place.service.colleague.renameFolder(ids.court, 'Court');
    if (isUnread) await timePasses(place, 5);
    end();
    await stands(place, 'Court', 'Claim.docx');
    for (let count = 0; count < 5; count += 1) await calm(place);
    expect(there(place, ids.court)?.name).toBe('Court');
    expect(told).toEqual(['PATCH']);
    // And what the person calls it anew is told.
    rename(place, 'Court', 'High Court');
    await isCalled(place, ids.court, 'High Court');
  },
);

test('a colleague who takes back a move from here is not overruled', async () => {
  await using at = await twoFolders({ speedUp: 60 });
  const { place, ids, told } = at;
  const end = place.service.faults.add({ route: /^GET .*\/history/, kind: 'wait', count: 'always' });
  rename(place, 'Court', 'Other/Court');
  await expect.poll(() => there(place, ids.court)?.parentId, eventually).toBe(ids.other);
  place.service.colleague.moveFolder(ids.court, null);
  end();
  await stands(place, 'Court', 'Claim.docx');
  for (let count = 0; count < 5; count += 1) await calm(place);
  expect(there(place, ids.court)?.parentId).toBeNull();
  expect(told).toEqual(['PATCH']);
});

test.each(['the matter', 'everything'])(
  'while filing is paused (%s), no folder is renamed or moved in the service',
  async (what) => {
    await using at = await twoFolders();
    const { place, ids, told } = at;
    const pause = (isPaused: boolean) => {
      const feed = { matters() {}, matter() {} } as never;
      if (what === 'everything') pauseAll(place.workspace, isPaused);
      else pauseMatter(place.workspace, feed, place.matterId, isPaused);
    };
    pause(true);
    rename(place, 'Court', 'High Court');
    writeFileSync(join(place.folder, 'High Court', 'Reply.docx'), 'reply');
    await expect.poll(() => place.states().length, eventually).toBe(2);
    await calm(place);
    await calm(place);
    expect(told).toEqual([]);
    pause(false);
    await isCalled(place, ids.court, 'High Court');
    await expect
      .poll(() => filedAs(place, 'Reply.docx'), eventually)
      .toMatchObject([{ folderId: ids.court }]);
  },
);

test('what both sides agreed on outlives one answer as of a service without folders', async () => {
  await using at = await twoFolders({ speedUp: 20 });
  const { place, ids, told } = at;
  const save = (path: string) => {
    mkdirSync(join(place.folder, path, '..'), { recursive: true });
    writeFileSync(join(place.folder, path), path);
  };
  save('First/Letter.docx');
  await place.allFiled(2);
  place.service.faults.add({ route: 'folders.list', kind: 'status', status: 404, count: 1 });
  save('New/Reply.docx');
  await place.allFiled(3);
  rename(place, 'Court', 'High Court');
  await isCalled(place, ids.court, 'High Court');
  expect(told).toEqual(['PATCH']);
  save('New/Answer.docx');
  await place.allFiled(4);
  const made = () => place.service.foldersOf(place.matterId).find(({ name }) => name === 'New')?.folderId;
  expect(filedAs(place, 'Answer.docx')).toMatchObject([{ folderId: made() }]);
  await expect.poll(() => filedAs(place, 'Reply.docx')[0]?.folderId, eventually).toBe(made());
});

test('a second rename here whose telling fails once, before history shows the first, is told, and undone by neither', async () => {
  await using at = await twoFolders({ speedUp: 20 });
  const { place, ids } = at;
  const { faults } = place.service;
  const end = faults.add({ route: /^GET .*\/history/, kind: 'wait', count: 'always' });
  rename(place, 'Court', 'High Court');
  await isCalled(place, ids.court, 'High Court');
  faults.add({ route: 'folders.patch', kind: 'status', status: 503, count: 1 });
  const told = at.told.length;
  rename(place, 'High Court', 'Supreme Court');
  await expect.poll(() => at.told.length, eventually).toBeGreaterThan(told);
  end();
  await read(place, null);
  await isCalled(place, ids.court, 'Supreme Court');
  await calm(place);
  expect(existsSync(join(place.folder, 'Supreme Court'))).toBe(true);
  expect(existsSync(join(place.folder, 'High Court'))).toBe(false);
});
