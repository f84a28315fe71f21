import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setMassChangeLimits } from '../../../../main/engine/features/mass-changes/mass-change.ts';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { filingLine } from '../../../../renderer/words/engineLine.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, rowOf } from '../saving/desk.ts';

/** The person is asked about one save, and says this. */
async function decided(place: Workplace, decision: 'keep-unfiled' | 'already-there'): Promise<void> {
  const { stores, newFileId } = place.workspace;
  await expect.poll(() => stores.saves.problems().length, eventually).toBe(1);
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(stores, save, { decision, shown: null }, newFileId);
  expect(place.states().at(-1)).toBe('kept');
}

/** The service takes no content until this is called. */
const refuseContent = (place: Workplace) =>
  place.service.faults.add({ route: 'storage.put', kind: 'status', status: 413 });

const colleagueFiles = (place: Workplace, name: string, content: string): void => {
  const file = place.service.filesOf(place.matterId).find(({ fileName }) => fileName === name);
  place.service.colleague.addVersion(file?.fileId ?? '', content);
};

test('a document that the service refused, and that the person keeps unfiled, is shown as kept unfiled', async () => {
  await using place = await openWorkplace();
  refuseContent(place);
  writeFileSync(join(place.folder, 'Large.pdf'), 'too large for the service');
  await decided(place, 'keep-unfiled');
  expect(rowOf(place, 'Large.pdf')).toMatchObject({
    state: 'kept',
    detail: expect.stringContaining('the service does not have it'),
    onDisk: true,
  });
  // And beside what is said of everything.
  await expect.poll(() => place.engine.status.value.kept, eventually).toBe(1);
  expect(filingLine(place.engine.status.value)).toBe('All other saves filed, 1 kept unfiled');
});

test('a copy kept unfiled beside a colleague’s document of its name is shown as kept unfiled', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
  });
  writeFileSync(join(place.folder, 'Brief.docx'), 'mine');
  await decided(place, 'keep-unfiled');
  // Two documents of one name: which of them is listed first, their ids decide.
  const { documents } = documentRows(place.workspace.stores, place.matterId, () => null);
  const named = documents.filter(({ name }) => name === 'Brief.docx');
  expect(named).toHaveLength(2);
  expect(named.find(({ onDisk }) => onDisk)).toMatchObject({
    state: 'kept',
    detail: expect.stringMatching(/has another document of this name\. Its next save is asked about again/),
  });
});

test('a version kept unfiled beside a colleague’s newer one is shown as kept unfiled, removed here as well', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'mine');
  await place.allFiled();
  expect(rowOf(place, 'Brief.docx')?.state).toBe('filed');
  colleagueFiles(place, 'Brief.docx', 'theirs');
  writeFileSync(path, 'mine again');
  await decided(place, 'keep-unfiled');
  expect(rowOf(place, 'Brief.docx')).toMatchObject({ state: 'kept', pending: 0, versions: 2 });
  rmSync(path);
  await expect.poll(() => rowOf(place, 'Brief.docx')?.onDisk, eventually).toBe(false);
  expect(rowOf(place, 'Brief.docx')).toMatchObject({
    state: 'kept',
    detail: expect.stringContaining('the service has another version'),
  });
});

test('a save of which the person says that it is there already is not shown as kept unfiled, and not filed again', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'mine');
  await place.allFiled();
  colleagueFiles(place, 'Brief.docx', 'mine again');
  writeFileSync(path, 'mine again');
  await decided(place, 'already-there');
  expect(rowOf(place, 'Brief.docx')?.state).toBe('filed');
  writeFileSync(path, 'mine again');
  await calm(place);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('mine'), sha256('mine again')]);
});

test('what was kept unfiled, never in the service, and deleted here is not said to be filed there', async () => {
  await using place = await openWorkplace();
  refuseContent(place);
  const path = join(place.folder, 'Large.pdf');
  writeFileSync(path, 'too large for the service');
  await decided(place, 'keep-unfiled');
  rmSync(path);
  await expect.poll(() => rowOf(place, 'Large.pdf')?.onDisk, eventually).toBe(false);
  expect(rowOf(place, 'Large.pdf')).toMatchObject({
    state: 'kept',
    detail: expect.stringContaining('the service does not have it'),
  });
});

test('what a program encrypted, and the person keeps unfiled as a whole, is shown as kept unfiled', async () => {
  await using place = await openWorkplace();
  const { stores, pipeline } = place.workspace;
  setMassChangeLimits(stores, { documents: 3, percent: 100, ofMoreThan: 1, withinSeconds: 60 });
  const names = Array.from({ length: 6 }, (_, number) => `Brief ${number}.docx`);
  for (const name of names) writeFileSync(join(place.folder, name), `of ${name}`);
  await place.allFiled(6);
  pipeline.pause(true);
  for (const name of names) writeFileSync(join(place.folder, name), `encrypted ${name}`);
  await expect.poll(() => place.states().length, eventually).toBe(12);
  const [massChange] = stores.massChanges.undecided();
  stores.massChanges.decide(massChange?.id as number, 'keep', '');
  expect(names.map((name) => rowOf(place, name)?.state)).toEqual(names.map(() => 'kept'));
});

test('the next save of what was kept unfiled is filed as usual, one of the same bytes as well', async () => {
  await using place = await openWorkplace();
  const remove = refuseContent(place);
  const path = join(place.folder, 'Scan.pdf');
  writeFileSync(path, 'scan');
  await decided(place, 'keep-unfiled');
  remove();
  writeFileSync(path, 'scan');
  await calm(place);
  expect(place.versionsOf('Scan.pdf')).toEqual([sha256('scan')]);
  expect(rowOf(place, 'Scan.pdf')?.state).toBe('filed');
});

test('what was kept unfiled stays so when its file is removed and put back as it was', async () => {
  await using place = await openWorkplace();
  const remove = refuseContent(place);
  const path = join(place.folder, 'Scan.pdf');
  writeFileSync(path, 'scan');
  await decided(place, 'keep-unfiled');
  remove();
  const aside = join(place.directory, 'bin.pdf');
  renameSync(path, aside);
  await expect.poll(() => rowOf(place, 'Scan.pdf')?.onDisk, eventually).toBe(false);
  renameSync(aside, path);
  await expect.poll(() => rowOf(place, 'Scan.pdf')?.onDisk, eventually).toBe(true);
  await calm(place);
  expect(rowOf(place, 'Scan.pdf')?.state).toBe('kept');
  expect(place.versionsOf('Scan.pdf')).toEqual([]);
});

test('a version kept unfiled can be filed as it is from the versions of its document', async () => {
  await using place = await openWorkplace();
  const remove = refuseContent(place);
  writeFileSync(join(place.folder, 'Scan.pdf'), 'scan');
  await decided(place, 'keep-unfiled');
  remove();
  const fileId = rowOf(place, 'Scan.pdf')?.fileId as FileId;
  const { restorer, stores } = place.workspace;
  const [kept] = stores.saves.versionsOf(place.matterId, fileId);
  const restore = () => restorer.restore(place.matterId, fileId, `save:${kept?.id}`);
  expect(await restore()).toEqual({ ok: true, value: 'to-file' });
  place.workspace.pipeline.wake();
  await expect.poll(() => place.states(), eventually).toEqual(['kept', 'filed']);
  expect(place.versionsOf('Scan.pdf')).toEqual([sha256('scan')]);
  expect(rowOf(place, 'Scan.pdf')?.state).toBe('filed');
  expect(await restore()).toEqual({ ok: true, value: 'same' });
});

test('a version that is to be filed as it is in the folder is put over nothing that was saved or removed since', async () => {
  await using place = await openWorkplace();
  const remove = refuseContent(place);
  const path = join(place.folder, 'Scan.pdf');
  writeFileSync(path, 'scan');
  await decided(place, 'keep-unfiled');
  remove();
  const fileId = rowOf(place, 'Scan.pdf')?.fileId as FileId;
  const { restorer, stores } = place.workspace;
  const [kept] = stores.saves.versionsOf(place.matterId, fileId);
  // Asked about while the question is open in the window.
  writeFileSync(path, 'scan, signed');
  const file = () => restorer.restore(place.matterId, fileId, `save:${kept?.id}`, true);
  expect(await file()).toMatchObject({ ok: false, error: { code: 'document-changed' } });
  expect(readFileSync(path, 'utf8')).toBe('scan, signed');
  await expect.poll(() => place.states(), eventually).toEqual(['kept', 'filed']);
  expect(place.versionsOf('Scan.pdf')).toEqual([sha256('scan, signed')]);
  rmSync(path);
  expect(await file()).toMatchObject({ ok: false, error: { code: 'document-changed' } });
  expect(existsSync(path)).toBe(false);
});

test('what is filed from the versions asks before it covers a colleague’s newer version', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'mine');
  await place.allFiled();
  colleagueFiles(place, 'Brief.docx', 'theirs');
  writeFileSync(path, 'mine again');
  await decided(place, 'keep-unfiled');
  const { restorer, stores, pipeline } = place.workspace;
  const fileId = rowOf(place, 'Brief.docx')?.fileId as FileId;
  const kept = stores.saves.versionsOf(place.matterId, fileId).at(-1);
  await restorer.restore(place.matterId, fileId, `save:${kept?.id}`);
  pipeline.wake();
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'kept', 'problem']);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('mine'), sha256('theirs')]);
});
