import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeProblem } from '../../../../main/engine/store/save-problem.ts';
import { filingRows } from '../../../../main/engine/view/filing-rows.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

test('what goes on tells of each save what it waits for, and lists what was filed today', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  const { stores, clock } = workspace;
  const now = (change = {}) =>
    filingRows(stores, { now: clock.now(), paused: false, ready: true, progressOf: () => null, ...change });
  writeFileSync(join(folder, 'First.docx'), 'first');
  await place.allFiled();
  expect(now()).toMatchObject({ open: [], openTotal: 0, filed: [{ name: 'First.docx', state: 'filed' }] });
  expect(now({ now: clock.now() + 25 * 3_600_000 }).filed).toEqual([]);

  workspace.pipeline.pause(true);
  writeFileSync(join(folder, 'Second.docx'), 'second');
  await expect.poll(() => now().open.length, eventually).toBe(1);
  const save = stores.saves.open()[0];
  if (!save) throw new Error('nothing waits');
  stores.outbox.add({ ...save, state: 'waiting', problem: null });
  const waits = (change = {}) => now(change).open.map((row) => row.waitsFor);
  expect(waits()).toEqual(['turn', 'earlier-save']);
  expect(waits({ ready: false })).toEqual(['service', 'service']);
  expect(waits({ paused: true })).toEqual(['resume', 'resume']);

  const words = { what: 'Waiting', why: 'The service is busy.', next: 'Nothing to do.' };
  stores.outbox.again(save.id, clock.now() + 60_000, writeProblem({ code: 'waiting-for-service', ...words }));
  expect(now().open[0]).toMatchObject({ waitsFor: 'next-try', why: 'The service is busy. Nothing to do.' });
  stores.outbox.tryNow(matterId, save.fileId);
  expect(waits()).toEqual(['turn', 'earlier-save']);
});

test('a save that is being sent says how many bytes went out and since when', async () => {
  await using place = await openWorkplace();
  const { stores, clock } = place.workspace;
  place.workspace.pipeline.pause(true);
  writeFileSync(join(place.folder, 'Bundle.pdf'), 'x'.repeat(1_000));
  await expect.poll(() => stores.saves.open().length, eventually).toBe(1);
  const [save] = stores.saves.open();
  stores.outbox.announcing(
    save?.id ?? 0,
    { key: 'one try', seenUpTo: 0, announced: null },
    clock.now() - 5_000,
  );
  const { open } = filingRows(stores, {
    now: clock.now(),
    paused: false,
    ready: true,
    progressOf: () => 400,
  });
  expect(open[0]).toMatchObject({ state: 'sending', size: 1_000, progress: { sent: 400 } });
});
