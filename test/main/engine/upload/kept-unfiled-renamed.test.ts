import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { versionInTheWay } from '../../../../main/engine/features/upload/in-the-way.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm } from '../saving/desk.ts';

/** The documents of these tests, without those that the firm has anyway. */
const inService = (place: Workplace) =>
  place.service
    .filesOf(place.matterId)
    .filter(({ fileName }) => /Brief|notes/.test(fileName))
    .map(({ fileId, fileName, folderId }) => ({ fileId, fileName, folderId }));

/** The person is asked about one save, and says this. */
async function decided(place: Workplace, decision: 'keep-unfiled' | 'file-on-top'): Promise<void> {
  const { stores, newFileId, pipeline } = place.workspace;
  await expect.poll(() => stores.saves.problems().length, eventually).toBe(1);
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  const shown = versionInTheWay(stores, save)?.entryId ?? null;
  decide(stores, save, { decision, shown }, newFileId);
  pipeline.wake();
}

test.each([
  { what: 'renamed', when: 'after', to: 'My private notes.docx' },
  { what: 'renamed', when: 'before', to: 'My private notes.docx' },
  { what: 'moved', when: 'after', to: 'Letters out/Brief.docx' },
  { what: 'moved', when: 'before', to: 'Letters out/Brief.docx' },
])(
  'a copy kept unfiled beside a colleague’s document of its name, $what $when that, leaves the colleague’s document its name and place',
  async ({ when, to }) => {
    await using place = await openWorkplace({
      before: (service, matterId) => {
        service.colleague.createFile(matterId, 'Brief.docx', 'theirs');
        service.colleague.createFolder(matterId, 'Letters out');
      },
    });
    const before = inService(place);
    const { stores } = place.workspace;
    await expect
      .poll(() => stores.links.folders(place.matterId).some(({ path }) => path === 'Letters out'), eventually)
      .toBe(true);
    mkdirSync(join(place.folder, 'Letters out'), { recursive: true });
    const from = join(place.folder, 'Brief.docx');
    writeFileSync(from, 'mine');
    await expect.poll(() => place.states(), eventually).toEqual(['problem']);
    if (when === 'after') await decided(place, 'keep-unfiled');
    renameSync(from, join(place.folder, to));
    await expect.poll(() => place.states().length, eventually).toBe(2);
    if (when === 'before') await decided(place, 'keep-unfiled');
    await calm(place);
    expect(inService(place)).toEqual(before);
    expect(place.states().slice(0, 2)).toEqual(['kept', 'kept']);
  },
);

test('a version kept unfiled beside a colleague’s newer one can be renamed alone, and brings its name when it is filed on top', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  place.service.colleague.addVersion(inService(place)[0]?.fileId ?? '', 'theirs');
  writeFileSync(path, 'mine');
  await decided(place, 'keep-unfiled');
  const renamed = join(place.folder, 'Brief (mine).docx');
  renameSync(path, renamed);
  await calm(place);
  expect(inService(place)).toMatchObject([{ fileName: 'Brief.docx' }]);
  writeFileSync(renamed, 'mine again');
  await expect.poll(() => place.workspace.stores.saves.problems().length, eventually).toBe(1);
  expect(inService(place)).toMatchObject([{ fileName: 'Brief.docx' }]);
  await decided(place, 'file-on-top');
  await calm(place);
  expect(inService(place)).toMatchObject([{ fileName: 'Brief (mine).docx' }]);
  expect(place.versionsOf('Brief (mine).docx')).toEqual([
    sha256('one'),
    sha256('theirs'),
    sha256('mine again'),
  ]);
});

test('a version that the service refused and the person keeps unfiled leaves its document to be renamed', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const remove = place.service.faults.add({ route: 'storage.put', kind: 'status', status: 413 });
  writeFileSync(path, 'far too large');
  await decided(place, 'keep-unfiled');
  remove();
  renameSync(path, join(place.folder, 'Brief final.docx'));
  await calm(place);
  expect(inService(place)).toMatchObject([{ fileName: 'Brief final.docx' }]);
});
