import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../main/engine/compose.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

vi.setConfig({ testTimeout: 60_000 });

const [ann, ben] = [0, 2];

/** Ann has filed a letter here; who signs in is told by tokens. */
async function annWorksHere(desk: SharedDesk): Promise<{ folder: string; directory: string }> {
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('anns folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  return { folder, directory: desk.workspace.directory };
}

const kept = (desk: SharedDesk, directory: string): Workspace => {
  const found = desk.engine.workspaces.find((one) => one.directory === directory);
  if (!found) throw new Error('it is not open');
  return found;
};
const toReview = ({ stores }: Workspace) => stores.outbox.toReview().count;
const saves = (workspace: Workspace) => workspace.stores.saves.counts();
const ofAnn = (desk: SharedDesk) => ({ by: desk.idOf(ann), text: 'of Ann' });

test.each(['signs out first', 'is signed in over'] as const)(
  'what Ben saved in Ann’s folder just before he %s is not filed as hers without a review',
  async (how) => {
    await using desk = await openSharedDesk();
    const { folder, directory } = await annWorksHere(desk);
    await desk.signOut();
    await desk.signIn(ben, { tells: true });

    desk.save(folder, 'Letter.txt', 'changed by Ben');
    desk.save(folder, 'Other.txt', 'new by Ben');
    if (how === 'signs out first') await desk.signOut();
    await desk.signIn(ann, { tells: true });
    await expect.poll(() => toReview(kept(desk, directory)), eventually).toBe(2);
    desk.save(folder, 'Of today.txt', 'of Ann again');
    await expect.poll(() => desk.filed('Of today.txt'), eventually).toHaveLength(1);
    expect(desk.filed('Letter.txt')).toEqual([ofAnn(desk)]);
    expect(desk.filed('Other.txt')).toEqual([]);
  },
);

test('what Ann saved before Ben signed in over her is hers, and filed without a question when she is back', async () => {
  await using desk = await openSharedDesk();
  const { folder, directory } = await annWorksHere(desk);

  desk.save(folder, 'Letter.txt', 'changed by Ann');
  await isPast(join(folder, 'Letter.txt'));
  await desk.signIn(ben, { tells: true });
  await expect.poll(() => saves(kept(desk, directory)).waiting, eventually).toBe(1);
  expect(toReview(kept(desk, directory))).toBe(0);
  expect(desk.filed('Letter.txt')).toEqual([ofAnn(desk)]);
  await desk.signIn(ann, { tells: true });
  await expect
    .poll(() => desk.filed('Letter.txt'), eventually)
    .toEqual([ofAnn(desk), { by: desk.idOf(ann), text: 'changed by Ann' }]);
});

test('what Ben saved in Ann’s folder while the program was closed is for her to review, though she signs in before it is noticed', async () => {
  const slow = { folder: '', until: Promise.withResolvers<void>() };
  await using desk = await openSharedDesk((real) => ({
    ...real,
    files: {
      ...real.files,
      async isShared(path) {
        if (path === slow.folder) await slow.until.promise;
        return real.files.isShared(path);
      },
    },
  }));
  const { folder, directory } = await annWorksHere(desk);
  await desk.signIn(ben, { tells: true });
  await desk.engine.stop();
  desk.save(folder, 'Letter.txt', 'changed by Ben');
  slow.folder = folder;
  await desk.restart();
  await desk.signIn(ann, { tells: true });
  slow.until.resolve();
  await expect.poll(() => toReview(kept(desk, directory)), eventually).toBe(1);
  expect(desk.filed('Letter.txt')).toEqual([ofAnn(desk)]);
});

test('what Ben put into Ann’s folder with older times is for her to review, though she signs in before it is noticed', async () => {
  await using desk = await openSharedDesk();
  const { folder, directory } = await annWorksHere(desk);
  const elsewhere = join(desk.directory, 'elsewhere');
  writeFileSync(elsewhere, 'made by nobody knows whom');
  await isPast(elsewhere);
  await desk.signIn(ben, { tells: true });
  renameSync(elsewhere, join(folder, 'Brought.txt'));
  await desk.signIn(ann, { tells: true });
  await expect.poll(() => toReview(kept(desk, directory)), eventually).toBe(1);
  expect(desk.filed('Brought.txt')).toEqual([]);
});

test('what Ben saved under the former name of a document that Ann has open is for her to review, though it is decided about once she is back', async () => {
  await using desk = await openSharedDesk();
  const { folder, directory } = await annWorksHere(desk);
  const { stores, renamer, pipeline } = desk.workspace;
  const fileId = stores.links.file(desk.matterId, 'Letter.txt')?.fileId as FileId;
  writeFileSync(join(folder, '~$etter.txt'), 'Ann');
  expect(await renamer.rename({ matterId: desk.matterId, fileId, name: 'Final.txt' })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
  pipeline.pause(true);
  desk.save(folder, 'Final.txt', 'two of Ann');
  await expect.poll(() => desk.states().at(-1), eventually).toBe('waiting');
  await desk.signIn(ben, { tells: true });
  desk.save(folder, 'Letter.txt', 'changed by Ben');
  await expect.poll(() => kept(desk, directory).stores.formerNames.allSaved(), eventually).toHaveLength(1);
  await isPast(join(folder, 'Letter.txt'));
  await desk.signIn(ann, { tells: true });
  desk.save(folder, 'Letter.txt', 'three of Ann');
  await expect.poll(() => desk.states().length, eventually).toBe(4);
  expect(toReview(kept(desk, directory))).toBe(1);
  kept(desk, directory).pipeline.pause(false);
  await expect.poll(() => desk.filed('Final.txt').at(-1)?.text, eventually).toBe('two of Ann');
  expect(toReview(kept(desk, directory))).toBe(1);
});

test('one person who signs out and in, and restarts the program, is asked nothing and files everything', async () => {
  await using desk = await openSharedDesk();
  const { folder, directory } = await annWorksHere(desk);
  desk.save(folder, 'Letter.txt', 'two');
  await desk.signOut();
  desk.save(folder, 'Letter.txt', 'three');
  await desk.signIn(ann, { tells: true });
  desk.save(folder, 'Letter.txt', 'four');
  await desk.restart();
  desk.save(folder, 'Letter.txt', 'five');
  await expect.poll(() => desk.filed('Letter.txt').at(-1)?.text, eventually).toBe('five');
  expect(toReview(kept(desk, directory))).toBe(0);
  expect(kept(desk, directory).stores.matters.setting('who-was-here') ?? '[]').toBe('[]');
});

/** Waits until the file's last change lies clearly before now, by the clock of its times. */
const isPast = (path: string) =>
  expect.poll(() => Date.now() - statSync(path).ctimeMs, eventually).toBeGreaterThan(50);
