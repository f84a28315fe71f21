import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../../main/engine/compose.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** Numbers may be blank, and two matters may have one title. */
async function nameSmith({ stores }: Workspace, ...matterIds: MatterId[]): Promise<void> {
  for (const matterId of matterIds) {
    await expect.poll(() => stores.matters.get(matterId), eventually).toBeDefined();
    stores.database.prepare(`UPDATE matter SET number = '', title = 'Smith' WHERE id = ?`).run(matterId);
  }
}

async function make({ linker, watches, poller }: Workspace, matterId: MatterId): Promise<string> {
  const linked = await linker.link(matterId, null);
  if (!linked.ok) throw new Error(linked.error.what);
  watches.add(matterId);
  poller.look(matterId);
  return linked.value;
}

/** The first Smith has a folder with a will, and is unlinked. */
async function firstSmithIsClosed(desk: SharedDesk, matterId: MatterId): Promise<string> {
  const folder = await make(desk.workspace, matterId);
  desk.save(folder, 'Will.txt', 'of the first Smith');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  await desk.workspace.unlink(matterId);
  return folder;
}

test('a folder that is made for a matter is not the one of an unlinked matter of the same name, and that one gets its own again', async () => {
  await using desk = await openSharedDesk();
  const [one, other] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann);
  await nameSmith(desk.workspace, one, other);
  const first = await firstSmithIsClosed(desk, one);
  expect(await desk.workspace.linker.suggest(other)).toBe(`${first} (2)`);
  const second = await make(desk.workspace, other);
  expect(second).toBe(`${first} (2)`);
  desk.save(second, 'Note.txt', 'of the second Smith');
  await expect.poll(() => desk.filed('Note.txt', other), eventually).toHaveLength(1);
  expect(desk.filed('Will.txt', other)).toEqual([]);
  expect(await make(desk.workspace, one)).toBe(first);
  await desk.workspace.unlink(one);
  await desk.workspace.unlink(other);
  expect(await make(desk.workspace, other)).toBe(second);
});

test('a folder that is made for a matter is not the one that another person had for a matter of the same name', async () => {
  await using desk = await openSharedDesk();
  const [one, other] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(ann, { tells: true });
  await nameSmith(desk.workspace, one);
  const first = await firstSmithIsClosed(desk, one);
  // Empty, it still belonged to somebody.
  for (const name of readdirSync(first)) rmSync(join(first, name), { recursive: true });
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  await nameSmith(desk.workspace, other);
  expect(await make(desk.workspace, other)).toBe(`${first} (2)`);
});

test('a folder that is made for a matter is not one that stands there with something in it; an empty one will do', async () => {
  await using desk = await openSharedDesk();
  const { matterId } = desk;
  await desk.signIn(ann);
  await nameSmith(desk.workspace, matterId);
  const folder = join(desk.directory, 'matters', 'Smith');
  mkdirSync(folder);
  writeFileSync(join(folder, 'Private.txt'), 'nobody chose it');
  expect(await desk.workspace.linker.suggest(matterId)).toBe(`${folder} (2)`);
  expect(existsSync(`${folder} (2)`)).toBe(false);
  rmSync(join(folder, 'Private.txt'));
  expect(await desk.workspace.linker.suggest(matterId)).toBe(folder);
});
