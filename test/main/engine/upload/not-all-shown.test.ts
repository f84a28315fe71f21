import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

/** Of each folder's history, the service shows so many of the newest entries. */
const historyLength = 12;
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const fileIdOf = (place: Workplace) =>
  place.service.filesOf(place.matterId).find(({ fileName }) => fileName === 'Brief.docx')?.fileId ?? '';

/** A document is filed, and while nobody looks a colleague files a version of it and then much else. */
async function buriedInHistory(
  others: number,
  version: boolean,
): Promise<{ place: Workplace; path: string }> {
  const place = await openWorkplace({ variants: { historyLength } });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  place.workspace.pipeline.pause(true);
  const { colleague } = place.service;
  if (version) colleague.addVersion(fileIdOf(place), 'theirs');
  for (let number = 0; number < others; number += 1)
    colleague.createFile(place.matterId, `Other ${number}.docx`, `other ${number}`);
  return { place, path };
}

function decideFirst(place: Workplace, decision: 'file-on-top' | 'keep-unfiled'): void {
  const { stores, pipeline, newFileId } = place.workspace;
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(stores, save, { decision, shown: null }, newFileId);
  pipeline.wake();
}

test('a colleague’s version that a service no longer shows among the newest of its history is not covered without a question', async () => {
  const { place, path } = await buriedInHistory(historyLength + 3, true);
  await using _ = place;
  writeFileSync(path, 'two');
  place.workspace.pipeline.pause(false);
  await expect.poll(() => codes(place), eventually).toEqual(['not-all-shown']);
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('theirs'));
  const [problem] = problemList(place.workspace.stores, [], null);
  expect(problem?.actions).toEqual(['file-on-top', 'file-separately', 'keep-unfiled', 'show-in-folder']);

  await place.restartEngine();
  expect(codes(place)).toEqual(['not-all-shown']);
  decideFirst(place, 'file-on-top');
  await place.allFiled();
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('two'));
  // What was agreed to once is not asked about again.
  writeFileSync(path, 'three');
  await expect.poll(() => place.versionsOf('Brief.docx').at(-1), eventually).toBe(sha256('three'));
  expect(codes(place)).toEqual([]);
});

test('a colleague’s version that comes after the question is not covered by its answer', async () => {
  const { place, path } = await buriedInHistory(historyLength + 3, false);
  await using _ = place;
  writeFileSync(path, 'two');
  place.workspace.pipeline.pause(false);
  await expect.poll(() => codes(place), eventually).toEqual(['not-all-shown']);
  const fileId = fileIdOf(place) as FileId;
  place.service.colleague.addVersion(fileId, 'theirs');
  place.workspace.poller.look(place.matterId);
  const { history } = place.workspace.stores;
  await expect.poll(() => history.ofDocumentSince(place.matterId, fileId, 0), eventually).toHaveLength(2);
  decideFirst(place, 'file-on-top');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('theirs'));
});

test('while the history still shows something that was known, nothing is missing, and nothing is asked', async () => {
  const { place, path } = await buriedInHistory(historyLength - 2, false);
  await using _ = place;
  writeFileSync(path, 'two');
  place.workspace.pipeline.pause(false);
  await expect.poll(() => place.versionsOf('Brief.docx').at(-1), eventually).toBe(sha256('two'));
  expect(codes(place)).toEqual([]);
});

test('a new document, and a rename, are not asked about for what its folder no longer shows', async () => {
  const { place, path } = await buriedInHistory(historyLength + 3, false);
  await using _ = place;
  renameSync(path, join(place.folder, 'Brief final.docx'));
  writeFileSync(join(place.folder, 'New.docx'), 'new');
  place.workspace.pipeline.pause(false);
  await expect.poll(() => place.versionsOf('New.docx'), eventually).toEqual([sha256('new')]);
  await expect.poll(() => place.versionsOf('Brief final.docx'), eventually).toEqual([sha256('one')]);
  expect(codes(place)).toEqual([]);
});
