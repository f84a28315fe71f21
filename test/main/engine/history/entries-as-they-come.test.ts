import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEntry } from '../../../../main/engine/features/history/entry.ts';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { everyEntry } from '../../../../main/engine/view/timeline-page.ts';
import type { FileId, FolderId } from '../../../../shared/model/index.ts';
import type { Variants } from '../../../service/index.ts';
import { everything } from '../../../support/whole-timeline.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

/** Reads the history of a folder now: the first of two reads may be one that began before. */
const read = async ({ workspace, matterId }: Workplace, folderId: string | null = null) => {
  const { signal } = new AbortController();
  const options = { priority: 'view', signal, evenResting: true } as const;
  for (let reads = 0; reads < 2; reads += 1) {
    const answer = await workspace.reader.read(matterId, folderId as FolderId | null, options);
    expect(answer).toMatchObject({ ok: true });
  }
};
const placeOf = ({ workspace, matterId }: Workplace, fileId: string) =>
  workspace.stores.documents.document(matterId, fileId as FileId)?.folderId;
const questions = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const timeline = ({ workspace: { stores }, matterId }: Workplace) =>
  [...everyEntry(stores, { ...everything, matterId, limit: 1_000 })].flat();
const there = (place: Workplace, fileId: string) =>
  place.service.filesOf(place.matterId).find((file) => file.fileId === fileId);

/** A folder of the service with one document of ours, filed from here. */
async function filedInFolder(variants: Partial<Variants>) {
  const ids = { folder: '' };
  const place = await openWorkplace({
    variants,
    before: (service, matterId) => {
      ids.folder = service.colleague.createFolder(matterId, 'Letters to court');
    },
  });
  const directory = join(place.folder, 'Letters to court');
  await expect.poll(() => existsSync(directory), eventually).toBe(true);
  writeFileSync(join(directory, 'Letter.docx'), 'one');
  await place.allFiled();
  const [save] = place.workspace.stores.saves.versionsOf(
    place.matterId,
    place.workspace.stores.links.file(place.matterId, 'Letters to court/Letter.docx')?.fileId as FileId,
  );
  if (!save) throw new Error('the letter was not saved');
  return { place, directory, folderId: ids.folder, fileId: save.fileId };
}

test('a file’s entries that name no place: the folder whose history shows them is its place, and the next save leaves it there', async () => {
  const { place, directory, folderId, fileId } = await filedInFolder({ historyPlaces: 'unstated' });
  await using _ = place;
  expect(placeOf(place, fileId)).toBe(folderId);
  writeFileSync(join(directory, 'Letter.docx'), 'two');
  await place.allFiled(2);
  expect(there(place, fileId)?.folderId).toBe(folderId);
  // A colleague moves it to the top folder, which these entries do not name either.
  place.service.colleague.moveFile(fileId, { folderId: null });
  await read(place, folderId);
  await read(place);
  expect(placeOf(place, fileId)).toBeNull();
});

test('a document in a folder that no history introduced is sent to that folder, whose history is asked for: a colleague’s version is not buried', async () => {
  let folderId = '';
  let fileId = '';
  await using place = await openWorkplace({
    variants: { historyFolders: 'hidden' },
    before: (service, matterId) => {
      folderId = service.colleague.createFolder(matterId, 'Unseen');
    },
  });
  const path = join(place.folder, 'Letter.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  fileId = place.workspace.stores.links.file(place.matterId, 'Letter.docx')?.fileId as string;
  place.service.colleague.moveFile(fileId, { folderId });
  await read(place);
  expect(placeOf(place, fileId)).toBe(folderId);
  writeFileSync(path, 'two');
  await place.allFiled(2);
  expect(there(place, fileId)?.folderId).toBe(folderId);
  place.service.colleague.addVersion(fileId, 'theirs');
  writeFileSync(path, 'three');
  await expect.poll(() => questions(place), eventually).toEqual(['newer-version']);
  expect(place.workspace.stores.polls.folders(place.matterId).map((folder) => folder.folderId)).toContain(
    folderId,
  );
});

test('a document in a folder that was deleted keeps it as its place: a colleague’s version there is not buried, and nothing goes to the root', async () => {
  const { place, directory, folderId, fileId } = await filedInFolder({});
  await using _ = place;
  place.service.colleague.deleteFolder(folderId);
  await read(place);
  expect(place.workspace.stores.documents.folders(place.matterId).map(({ id }) => id)).not.toContain(
    folderId,
  );
  expect(placeOf(place, fileId)).toBe(folderId);
  // It is read in its turn, as long as something lies there.
  expect(place.workspace.stores.polls.folders(place.matterId).map((folder) => folder.folderId)).toContain(
    folderId,
  );
  place.service.colleague.addVersion(fileId, 'theirs');
  writeFileSync(join(directory, 'Letter.docx'), 'two');
  await expect.poll(() => questions(place), eventually).toEqual(['newer-version']);
  const [save] = place.workspace.stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  const [, theirs] = place.workspace.stores.history
    .ofDocumentSince(place.matterId, fileId, 0)
    .flatMap(({ raw }) => readEntry(raw)?.id ?? []);
  decide(place.workspace.stores, save, { decision: 'file-on-top', shown: theirs ?? null }, () => fileId);
  place.workspace.pipeline.wake();
  // This service takes nothing in a folder that is gone: the person is told, and nothing is moved.
  await expect.poll(() => questions(place), eventually).toEqual(['refused']);
  expect(there(place, fileId)?.folderId).toBe(folderId);
});

test('a document of which only a later version without a place is shown is in the folder whose history shows it', async () => {
  const ids = { folder: '', file: '' };
  await using place = await openWorkplace({
    variants: { historyPlaces: 'unstated', historyLength: 1 },
    before: (service, matterId) => {
      ids.folder = service.colleague.createFolder(matterId, 'Letters to court');
      ids.file = service.colleague.createFile(matterId, 'Letter.docx', 'one', ids.folder);
      service.colleague.addVersion(ids.file, 'two');
    },
  });
  await read(place, ids.folder);
  expect(placeOf(place, ids.file)).toBe(ids.folder);
});

test.each(['nullId', 'emptyId', 'missingId', 'nullFile', 'missingFile'] as const)(
  'an entry that tells of a document and not of which (%s) changes no folder, and is shown',
  async (historyUnnamedFiles) => {
    const { place, folderId, fileId } = await filedInFolder({});
    await using _ = place;
    place.service.variants.historyUnnamedFiles = historyUnnamedFiles;
    const { colleague } = place.service;
    const before = place.workspace.stores.documents.folders(place.matterId);
    const other = colleague.createFile(place.matterId, 'Other.docx', 'other', folderId);
    colleague.renameFile(other, 'Renamed.docx');
    colleague.moveFile(other, { folderId: null });
    colleague.moveFile(other, { folderId });
    colleague.deleteFile(other);
    const shownBefore = timeline(place).length;
    await read(place, folderId);
    await read(place);
    expect(place.workspace.stores.documents.folders(place.matterId)).toEqual(before);
    expect(placeOf(place, fileId)).toBe(folderId);
    expect(timeline(place).length).toBe(shownBefore + 5);
    expect(timeline(place).map(({ rawKind }) => rawKind)).toContain('File Delete');
  },
);

test('what stands between the entries and is none is kept as it came, once, and shown; the entries are used', async () => {
  const { place, folderId, fileId } = await filedInFolder({});
  await using _ = place;
  place.service.variants.historyStrays = 'some';
  place.service.colleague.addVersion(fileId, 'theirs');
  for (let reads = 0; reads < 2; reads += 1) await read(place, folderId);
  const kept = place.workspace.stores.database
    .prepare<[], string>(`SELECT raw FROM history_entry WHERE id LIKE 'unreadable-%' ORDER BY raw`)
    .pluck()
    .all();
  expect(kept).toEqual(['7', 'null', '{"changeType":"Delete"}']);
  expect(timeline(place).filter(({ rawKind }) => rawKind === 'An entry that cannot be read')).toHaveLength(3);
  expect(place.workspace.stores.documents.document(place.matterId, fileId)?.versions).toBe(2);
});

test('a history without entries may be written as null', async () => {
  const { place } = await filedInFolder({ emptyHistory: 'null' });
  await using _ = place;
  const empty = place.service.colleague.createFolder(place.matterId, 'Empty');
  place.service.variants.historyFolders = 'hidden';
  await read(place, empty);
  expect(place.workspace.stores.history.checkedAt(place.matterId, empty as FolderId)).not.toBeNull();
});

test.each(['words', 'otherWords', 'rareWords'] as const)(
  'an earlier version that a colleague makes the newest again (%s) is content: it is not buried',
  async (historyWords) => {
    const { place, directory, folderId, fileId } = await filedInFolder({ historyWords });
    await using _ = place;
    writeFileSync(join(directory, 'Letter.docx'), 'two');
    await place.allFiled(2);
    const [first] = place.service.contentOf(place.matterId, fileId);
    place.service.colleague.restoreVersion(fileId, first?.documentVersionId ?? '');
    await read(place, folderId);
    expect(place.workspace.stores.documents.document(place.matterId, fileId)?.versions).toBe(3);
    writeFileSync(join(directory, 'Letter.docx'), 'three');
    await expect.poll(() => questions(place), eventually).toEqual(['newer-version']);
  },
);
