import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileId, FolderId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  follow,
  historyRead,
  knownFile,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { documentsIn } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

const rename = ({ workspace, matterId }: Workplace, fileId: FileId, name: string) =>
  workspace.renamer.rename({ matterId, fileId, name });
const there = ({ service, matterId }: Workplace, id: FileId) => {
  const file = service.filesOf(matterId).find(({ fileId }) => fileId === id);
  return { name: file?.fileName, folderId: file?.folderId };
};
const versions = ({ service, matterId }: Workplace, id: FileId) =>
  service.contentOf(matterId, id).map((one) => one.sha256);
const savesAsItKnows = (place: Workplace, name: string, content: string) => {
  writeFileSync(at(place, 'lu12ab.tmp'), content);
  renameSync(at(place, 'lu12ab.tmp'), at(place, name));
};

test('a fetched document that a colleague moved stays where they put it when it is renamed here', async () => {
  const place = await twoWayPlace();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Letters') as FolderId;
  const id = await filedByColleague(place, 'Draft.docx', 'theirs');
  await placed(place, id);
  await knownFile(place, id);
  place.service.colleague.moveFile(id, { folderId });
  await historyRead(place);
  await historyRead(place, folderId);
  expect(await rename(place, id, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(1);
  expect(there(place, id)).toEqual({ name: 'Final.docx', folderId });
});

test('a fetched document whose name cannot be had here keeps its name in the service when it is moved here', async () => {
  const place = await twoWayPlace();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  const id = await filedByColleague(place, 'Costs: 1/2?.docx', 'theirs');
  await placed(place, id);
  const path = (await knownFile(place, id))?.path ?? '';
  await expect.poll(() => existsSync(at(place, 'Letters')), eventually).toBe(true);
  renameSync(at(place, path), at(place, 'Letters', path));
  await place.allFiled(1);
  expect(there(place, id)).toEqual({ name: 'Costs: 1/2?.docx', folderId });
});

test('what a program saves under the former name of a fetched document is its next version', async () => {
  const place = await twoWayPlace();
  const id = await filedByColleague(place, 'Draft.docx', 'theirs');
  await placed(place, id);
  await knownFile(place, id);
  writeFileSync(at(place, '.~lock.Draft.docx#'), 'Ann');
  expect(await rename(place, id, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(1);
  savesAsItKnows(place, 'Draft.docx', 'next words');
  await expect.poll(() => versions(place, id), eventually).toEqual(['theirs', 'next words'].map(sha256));
  expect(documentsIn(place.folder)).not.toContain('Draft.docx');
});

test('promise 3: a document that a program has open under its former name is neither replaced nor taken away', async () => {
  const place = await twoWayPlace();
  writeFileSync(at(place, 'Draft.docx'), 'one');
  await place.allFiled(1);
  const id = place.workspace.stores.links.file(place.matterId, 'Draft.docx')?.fileId as FileId;
  writeFileSync(at(place, '.~lock.Draft.docx#'), 'Ann');
  expect(await rename(place, id, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  const [first] = place.workspace.stores.saves.versionsOf(place.matterId, id);
  const restored = () => place.workspace.restorer.restore(place.matterId, id, `save:${first?.id}`);
  expect(await restored()).toMatchObject({ error: { code: 'document-in-use' } });
  place.service.colleague.addVersion(id, 'two, by a colleague');
  await historyRead(place);
  expect(await follow(place, id)).toMatchObject({ value: 'open' });
  expect(readFileSync(at(place, 'Final.docx'), 'utf8')).toBe('one');
  savesAsItKnows(place, 'Draft.docx', 'next words');
  await expect.poll(() => place.states().at(-1), eventually).toBe('problem');
  expect(versions(place, id)).toEqual(['one', 'two, by a colleague'].map(sha256));
});

test('a move here keeps the name that a colleague gave, also after a rename here that the service had already', async () => {
  const place = await twoWayPlace();
  const { workspace, service, matterId } = place;
  const folderId = service.colleague.createFolder(matterId, 'Letters');
  await historyRead(place);
  writeFileSync(at(place, 'Draft.docx'), 'one');
  await place.allFiled(1);
  const id = workspace.stores.links.file(matterId, 'Draft.docx')?.fileId as FileId;
  const here = () => workspace.stores.links.fileOfDocument(matterId, id)?.path;
  service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  renameSync(at(place, 'Draft.docx'), at(place, 'Final.docx'));
  await expect.poll(here, eventually).toBe('Final.docx');
  service.colleague.renameFile(id, 'Agreed.docx');
  await historyRead(place);
  await expect.poll(() => existsSync(at(place, 'Letters')), eventually).toBe(true);
  renameSync(at(place, 'Final.docx'), at(place, 'Letters', 'Final.docx'));
  await expect.poll(here, eventually).toBe('Letters/Final.docx');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'filed']);
  expect(there(place, id)).toEqual({ name: 'Agreed.docx', folderId });
});
