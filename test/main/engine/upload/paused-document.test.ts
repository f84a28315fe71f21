import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filingRows } from '../../../../main/engine/view/filing-rows.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { filedAs, openDesk, rowOf } from '../saving/desk.ts';

test('saves of a paused document are kept and wait, also over a restart, and the others go', async () => {
  await using place = await openDesk();
  const path = join(place.folder, 'Draft.docx');
  writeFileSync(path, 'One.');
  await place.allFiled();
  const fileId = filedAs(place, 'Draft.docx')[0]?.fileId as FileId;
  place.workspace.stores.pauses.pauseDocument(place.matterId, fileId, true);
  for (const text of ['Two.', 'Three.']) {
    const before = place.states().length;
    writeFileSync(path, text);
    await expect.poll(() => place.states().length, eventually).toBe(before + 1);
  }
  writeFileSync(join(place.folder, 'Other.docx'), 'Goes.');
  await expect.poll(() => filedAs(place, 'Other.docx').length, eventually).toBe(1);
  await place.restartEngine();
  const { stores, pipeline } = place.workspace;
  expect(filedAs(place, 'Draft.docx')[0]?.versions).toHaveLength(1);
  expect(rowOf(place, 'Draft.docx')).toMatchObject({
    state: 'waiting',
    pending: 2,
    paused: true,
    detail: 'Filing of this document is paused. The save is kept and filed when you resume.',
  });
  const { open } = filingRows(stores, {
    now: Date.now(),
    paused: false,
    ready: true,
    progressOf: () => null,
  });
  expect(open.filter((row) => row.fileId === fileId).map(({ waitsFor }) => waitsFor)).toEqual([
    'resume-document',
    'resume-document',
  ]);

  stores.pauses.pauseDocument(place.matterId, fileId, false);
  pipeline.wake();
  await expect.poll(() => filedAs(place, 'Draft.docx')[0]?.versions.length, eventually).toBe(3);
});

test('while filing is held back nothing new begins, and what was saved goes once it is not', async () => {
  await using place = await openDesk();
  place.workspace.pipeline.hold('battery');
  writeFileSync(join(place.folder, 'Note.docx'), 'A note.');
  await expect.poll(() => place.states(), eventually).toEqual(['waiting']);
  const { stores, pipeline } = place.workspace;
  const going = {
    now: Date.now(),
    paused: false,
    held: pipeline.held,
    ready: true,
    progressOf: () => null,
  };
  expect(filingRows(stores, going).open[0]?.waitsFor).toBe('power');
  pipeline.hold('metered');
  expect(filingRows(stores, { ...going, held: pipeline.held }).open[0]?.waitsFor).toBe('network');
  pipeline.hold(null);
  await place.allFiled(1);
});
