import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { announcementOf } from '../../../main/engine/features/upload/announcement.ts';
import { decide } from '../../../main/engine/features/upload/decide.ts';
import { readProblem } from '../../../main/engine/store/save-problem.ts';
import { problemList } from '../../../main/engine/view/problem-list.ts';
import type { FileId, Problem } from '../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';

const problemsOf = ({ workspace }: Workplace): Problem[] => problemList(workspace.stores, [], null);
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const fileOf = (place: Workplace, fileId: string) =>
  place.service.filesOf(place.matterId).find((file) => file.fileId === fileId);
const fileIdOf = (place: Workplace, name: string): FileId =>
  (place.service.filesOf(place.matterId).find(({ fileName }) => fileName === name)?.fileId ?? '') as FileId;

/** A document here that is filed, under this name. */
async function filed(place: Workplace, name: string, content: string): Promise<string> {
  const path = join(place.folder, name);
  writeFileSync(path, content);
  await place.allFiled();
  return path;
}

/** Until what history says of the document is so. */
const known = (
  place: Workplace,
  fileId: FileId,
  is: (document: { name: string; folderId: string | null }) => boolean,
) => {
  place.workspace.poller.look(place.matterId);
  return expect
    .poll(() => {
      const document = place.workspace.stores.documents.document(place.matterId, fileId);
      return document && is(document);
    }, eventually)
    .toBe(true);
};

function decideOn(place: Workplace, problem: Problem | undefined, decision: 'already-there'): void {
  const { stores, pipeline, newFileId } = place.workspace;
  const save = stores.saves.get(Number(problem?.id.slice('save:'.length)));
  if (!save) throw new Error('there is no such problem');
  decide(stores, save, { decision, shown: problem?.conflict?.theirs.version ?? null }, newFileId);
  pipeline.wake();
}

/** A save that the service took while the program ended, and what a colleague filed before the service applied it, or after. */
async function unanswered(place: Workplace, colleague: 'before' | 'after'): Promise<void> {
  const path = await filed(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  if (colleague === 'before') place.service.setApplyDelay(60_000);
  place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  writeFileSync(path, 'two');
  await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(0);
  await place.workspace.pipeline.stop();
  if (colleague === 'before') place.service.colleague.addVersion(fileId, 'theirs');
  // Both the announcement and the content wait to be applied, or are.
  const taken = () =>
    colleague === 'before'
      ? place.service.pendingWrites() === 2
      : place.versionsOf('Brief.docx').length === 2;
  await vi.waitUntil(taken, eventually);
  place.service.applyPending();
  if (colleague === 'after') place.service.colleague.addVersion(fileId, 'theirs');
  place.service.setApplyDelay(20);
  await place.restartEngine();
}

test('that a version is this save covers no other: a colleague’s before it is asked about with the next save', async () => {
  await using place = await openWorkplace();
  await unanswered(place, 'before');
  await expect.poll(() => codes(place), eventually).toEqual(['may-be-filed']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'theirs', 'two'].map(sha256));
  decideOn(place, problemsOf(place)[0], 'already-there');
  writeFileSync(join(place.folder, 'Brief.docx'), 'three');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toHaveLength(3);
});

test('that a save may be filed is said, although a colleague went on from it', async () => {
  await using place = await openWorkplace();
  await unanswered(place, 'after');
  await expect.poll(() => codes(place), eventually).toEqual(['may-be-filed']);
  decideOn(place, problemsOf(place)[0], 'already-there');
  writeFileSync(join(place.folder, 'Brief.docx'), 'three');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'theirs'].map(sha256));
});

test('everybody who filed a version that the copy does not include is named', async () => {
  await using place = await openWorkplace();
  const path = await filed(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'by a colleague');
  place.service.elsewhere.addVersion(fileId, 'from home');
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(problemsOf(place)[0]?.what).toBe(
    'Eleanor Ashdown and Tobias Vale filed 2 newer versions of “Brief.docx”',
  );
});

test('a rename here leaves a document in the folder that a colleague moved it to', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Evidence'),
  });
  const path = await filed(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  const evidence = place.service.foldersOf(place.matterId).find(({ name }) => name === 'Evidence');
  const folderId = evidence?.folderId ?? '';
  place.service.colleague.moveFile(fileId, { folderId });
  await known(place, fileId, (document) => document.folderId === folderId);
  renameSync(path, join(place.folder, 'Brief final.docx'));
  await place.allFiled(2);
  expect(fileOf(place, fileId)).toMatchObject({ fileName: 'Brief final.docx', folderId });
});

test('a move here leaves a document the name that a colleague gave it', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Evidence'),
  });
  const path = await filed(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.renameFile(fileId, 'Brief as served.docx');
  await known(place, fileId, ({ name }) => name === 'Brief as served.docx');
  mkdirSync(join(place.folder, 'Evidence'), { recursive: true });
  renameSync(path, join(place.folder, 'Evidence', 'Brief.docx'));
  await place.allFiled(2);
  expect(fileOf(place, fileId)).toMatchObject({
    fileName: 'Brief as served.docx',
    folderId: expect.any(String),
  });
});

test('a rename here is not filed because the same person gave the document another name at home', async () => {
  await using place = await openWorkplace();
  const path = await filed(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.setApplyDelay(60_000);
  renameSync(path, join(place.folder, 'Brief A.docx'));
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'sent']);
  place.service.elsewhere.renameFile(fileId, 'Brief B.docx');
  await known(place, fileId, ({ name }) => name === 'Brief B.docx');
  expect(place.states()).toEqual(['filed', 'sent']);
  place.service.applyPending();
  await place.allFiled(2);
  expect(fileOf(place, fileId)?.fileName).toBe('Brief A.docx');
});

test('“Contract.pdf” renamed to “Contract.pdf.p7m” has that name in the service too', async () => {
  await using place = await openWorkplace();
  const path = await filed(place, 'Contract.pdf', 'one');
  const fileId = fileIdOf(place, 'Contract.pdf');
  renameSync(path, `${path}.p7m`);
  await place.allFiled(2);
  writeFileSync(`${path}.p7m`, 'two, signed');
  await place.allFiled(3);
  expect(fileOf(place, fileId)?.fileName).toBe('Contract.pdf.p7m');
  expect(place.versionsOf('Contract.pdf.p7m')).toEqual(['one', 'two, signed'].map(sha256));
});

test.each(['Agreement v2.1', 'Smith v.Jones'])(
  'a document that a colleague renamed to “%s”, without its extension, keeps that with its next version',
  async (name) => {
    await using place = await openWorkplace();
    const path = await filed(place, 'Agreement.docx', 'one');
    const fileId = fileIdOf(place, 'Agreement.docx');
    place.service.colleague.renameFile(fileId, name);
    await known(place, fileId, (document) => document.name === name);
    writeFileSync(path, 'two');
    await place.allFiled(2);
    expect(fileOf(place, fileId)?.fileName).toBe(`${name}.docx`);
  },
);

test('a document to which a colleague gave another extension keeps that', async () => {
  await using place = await openWorkplace();
  const path = await filed(place, 'Agreement.docx', 'one');
  const fileId = fileIdOf(place, 'Agreement.docx');
  place.service.colleague.renameFile(fileId, 'Agreement.docm');
  await known(place, fileId, ({ name }) => name === 'Agreement.docm');
  writeFileSync(path, 'two');
  await place.allFiled(2);
  expect(fileOf(place, fileId)?.fileName).toBe('Agreement.docm');
});

test('a new version keeps the extension of a name with other dots in it, where a service shows none', () => {
  const save = { kind: 'content', movedFrom: null, path: 'Smith v. Jones.docx', name: 'Smith v. Jones.docx' };
  const shown = {
    id: 'f',
    name: 'Smith v. Jones',
    folderId: null,
    versions: 1,
    changedAt: null,
    changedBy: null,
  };
  expect(
    announcementOf(save as never, shown as never, undefined, () => ({ folderId: null, rest: '' })).fileName,
  ).toBe('Smith v. Jones.docx');
});

test('a document made here while nothing goes out, and elsewhere meanwhile, is a question as soon as history tells', async () => {
  await using place = await openWorkplace();
  place.workspace.pipeline.pause(true);
  writeFileSync(join(place.folder, 'Note.docx'), 'mine');
  await expect.poll(() => place.states(), eventually).toEqual(['waiting']);
  const theirs = place.service.elsewhere.createFile(place.matterId, 'Note.docx', 'from home') as FileId;
  await known(place, theirs, ({ name }) => name === 'Note.docx');
  place.workspace.pipeline.pause(false);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(place.service.contentOf(place.matterId, theirs)).toHaveLength(1);
  // Decided once: as a document of its own it is not asked about again.
  const { stores, newFileId, pipeline } = place.workspace;
  const [save] = stores.saves.problems();
  if (save) decide(stores, save, { decision: 'file-separately', shown: null }, newFileId);
  pipeline.wake();
  await place.allFiled();
});
