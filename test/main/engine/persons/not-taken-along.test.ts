import { renameSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

test('a folder whose drive is away when others could not be taken along is linked here again once the drive is back', async () => {
  await using desk = await openSharedDesk();
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(0);
  const folders = [await desk.link('folder one'), await desk.link('folder two', another)] as const;
  const { links } = desk.workspace.stores;
  const paths = () => new Set(desk.workspace.stores.links.all().map(({ path }) => path));
  const unlink = links.unlink.bind(links);
  const away = { folder: '' };
  links.unlink = (matterId, ...rest) => {
    if (away.folder !== '') {
      renameSync(away.folder, `${away.folder}-away`);
      throw Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' });
    }
    away.folder = links.of(matterId)?.path ?? '';
    unlink(matterId, ...rest);
  };
  const to = desk.service.baseUrl.replace('127.0.0.1', 'localhost');
  await expect(desk.engine.takeLinks(to)).rejects.toThrow('the disk is full');
  expect(paths()).toEqual(new Set(folders.filter((path) => path !== away.folder)));
  renameSync(`${away.folder}-away`, away.folder);
  await desk.restart();
  expect(paths()).toEqual(new Set(folders));
  desk.save(folders[0], 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.filed('Letter.txt').map(({ text }) => text), eventually).toEqual(['of Ann']);
  // Once all of them are linked here, unlinked by hand they stay so.
  expect(await desk.workspace.unlink(another)).toMatchObject({ unlinked: true });
  await desk.restart();
  expect(paths()).toEqual(new Set([folders[0]]));
}, 60_000);

test('folders come back to the address in use with a save that was captured while they were unlinked', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(0, { tells: true });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'one');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  await expect.poll(() => desk.engine.keptHere().unsent, eventually).toBe(0);
  const { workspace } = desk;
  const { unlink } = workspace;
  Object.assign(workspace, {
    unlink: async (...args: Parameters<typeof unlink>) => {
      workspace.pipeline.pause(true);
      desk.save(folder, 'Letter.txt', 'two');
      await vi.waitUntil(() => desk.states().length === 2, eventually);
      return unlink(...args);
    },
  });
  const from = desk.service.baseUrl;
  expect(await desk.engine.takeLinks(from.replace('127.0.0.1', 'localhost'))).toMatchObject({ ok: true });
  await expect.poll(() => desk.engine.keptHere().unsent, eventually).toBe(1);
  expect(workspace.stores.links.all()).toEqual([]);

  expect(await desk.engine.takeLinks(from)).toMatchObject({ ok: true });
  expect(workspace.stores.links.all().map(({ path }) => path)).toEqual([folder]);
  workspace.pipeline.pause(false);
  await expect
    .poll(() => desk.filed('Letter.txt').map(({ text }) => text), eventually)
    .toEqual(['one', 'two']);
  desk.save(folder, 'Letter.txt', 'three');
  await expect
    .poll(() => desk.filed('Letter.txt').map(({ text }) => text), eventually)
    .toEqual(['one', 'two', 'three']);
}, 60_000);
