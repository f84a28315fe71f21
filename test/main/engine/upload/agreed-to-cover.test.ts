import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { inTheWay } from '../../../../main/engine/features/upload/in-the-way.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import { versionList } from '../../../../main/engine/view/version-list.ts';
import type { FileId, Problem } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const problemOf = ({ workspace }: Workplace): Problem | undefined =>
  problemList(workspace.stores, [], null)[0];
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const fileIdOf = (place: Workplace): FileId =>
  (place.service.filesOf(place.matterId).find(({ fileName }) => fileName === 'Brief.docx')?.fileId ??
    '') as FileId;
const knows = (place: Workplace, count: number) => {
  place.workspace.poller.look(place.matterId);
  return expect
    .poll(
      () => place.workspace.stores.history.ofDocumentSince(place.matterId, fileIdOf(place), 0).length,
      eventually,
    )
    .toBe(count);
};

function fileOnTop(place: Workplace, problem: Problem | undefined): void {
  const { stores, pipeline, newFileId } = place.workspace;
  const save = stores.saves.get(Number(problem?.id.slice('save:'.length)));
  if (!save) throw new Error('there is no such problem');
  // What is opened as the person's own is this save, whatever is in the folder by then.
  const mine = problem?.conflict?.mine.version;
  const isTheSave = versionList(stores, save.matterId, save.fileId).some(
    (one) => one.id === mine && one.sha256 === save.sha256,
  );
  expect(isTheSave).toBe(mine !== undefined);
  decide(
    stores,
    save,
    { decision: 'file-on-top', shown: problem?.conflict?.theirs.version ?? null },
    newFileId,
  );
  pipeline.wake();
}

async function filed(): Promise<{ place: Workplace; path: string; fileId: FileId }> {
  const place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  return { place, path, fileId: fileIdOf(place) };
}

test('“File mine on top” of a version that may be mine covers no colleague’s version before it, which was not shown', async () => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  place.service.setApplyDelay(60_000);
  place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  writeFileSync(path, 'two');
  await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(0);
  await place.workspace.pipeline.stop();
  place.service.colleague.addVersion(fileId, 'theirs');
  await vi.waitUntil(() => place.service.pendingWrites() === 2, eventually);
  place.service.applyPending();
  place.service.setApplyDelay(20);
  await place.restartEngine();
  await expect.poll(() => codes(place), eventually).toEqual(['may-be-filed']);

  fileOnTop(place, problemOf(place));
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  fileOnTop(place, problemOf(place));
  await place.allFiled();
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('two'));
});

test('whoever is asked about a newer version is told of those that came since, before they agree to cover them', async () => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  const { colleague } = place.service;
  colleague.addVersion(fileId, 'theirs');
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(problemOf(place)?.what).toMatch(/ filed a newer version of “Brief.docx”$/);
  colleague.addVersion(fileId, 'theirs too');
  colleague.addVersion(fileId, 'and again');
  await knows(place, 4);
  expect(problemOf(place)).toMatchObject({
    what: expect.stringMatching(/ filed 3 newer versions of “Brief.docx”$/),
    why: expect.stringContaining('none of them is part of your copy'),
  });
  const { stores } = place.workspace;
  const [row] = documentRows(stores, place.matterId, () => null, { only: [fileId] }).documents;
  expect(row?.detail).toContain('none of them is part of your copy');
});

test('what is filed over one deletion covers no version that came before a later one', async () => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  place.service.colleague.deleteFile(fileId);
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['deleted-there']);
  const shown = problemOf(place);
  place.workspace.pipeline.pause(true);
  place.service.colleague.restoreFile(fileId);
  place.service.colleague.addVersion(fileId, 'theirs');
  place.service.colleague.deleteFile(fileId);
  await knows(place, 5);
  fileOnTop(place, shown);
  const save = place.workspace.stores.saves.heads()[0];
  expect(save && inTheWay(place.workspace.stores, save, 0)).toMatchObject({ code: 'newer-version' });
});

test.each([
  ['a move that comes with a new version', { type: 'File', changeType: 'Move', documentVersionId: 'v-new' }],
  ['a rename that does', { type: 'File', changeType: 'Rename', documentVersionId: 'v-new' }],
  [
    'a word nobody knows, with a new version',
    { type: 'File', changeType: 'CheckIn', documentVersionId: 'v' },
  ],
  ['a number nobody knows, with a new version', { type: 0, changeType: 12, documentVersionId: 'v' }],
])('what may be a colleague’s version is asked about, not buried: %s', async (_what, words) => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  const extra = {
    ...{ id: 'extra-1', ...words, timestamp: new Date().toISOString(), file: { id: fileId }, folder: null },
    ...{ newName: 'Brief.docx', userId: place.service.people[1]?.staffId },
  };
  place.service.faults.add({
    ...{ route: '/history$/', kind: 'answer', status: 200, count: 'always' },
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify({ value: [...place.service.historyOf(place.matterId), extra] }),
  });
  await knows(place, 2);
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
});
