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

test('promise 7: a colleague’s version that is filed after the person decided about a history that showed nothing is asked about', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const { stores, pipeline, newFileId } = place.workspace;
  const showsNothing = { kind: 'answer', status: 200, text: '{"value":[]}', count: 'always' } as const;
  const remembers = place.service.faults.add({
    route: /^GET .*\/folders\/[^/]+\/history/,
    ...showsNothing,
  });
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['not-all-shown']);
  // Decided while nothing can be sent.
  pipeline.pause(true);
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(stores, save, { decision: 'file-on-top', shown: null }, newFileId);
  const there = place.service.filesOf(place.matterId).find(({ fileName }) => fileName === 'Brief.docx');
  place.service.colleague.addVersion(there?.fileId ?? '', 'theirs, later');
  remembers();
  const options = { priority: 'view', signal: AbortSignal.timeout(30_000) } as const;
  await place.workspace.reader.read(place.matterId, null, options);
  pipeline.pause(false);
  await expect.poll(() => codes(place), { timeout: 20_000 }).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'theirs, later'].map(sha256));
});

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

const ofAFolder = /^GET .*\/folders\/[^/]+\/history/;
const nothing = [
  ['an empty list', { kind: 'answer', status: 200, text: '{"value":[]}' }],
  ['no content', { kind: 'answer', status: 204, text: '' }],
  ['nothing that can be read', { kind: 'answer', status: 200, text: '{"value":[null,7]}' }],
] as const;
const read = ({ workspace, matterId }: Workplace) =>
  workspace.reader.read(matterId, null, { priority: 'view', signal: new AbortController().signal });

/** A document is filed, and while nobody looks a colleague files a version of it and the service forgets its history. */
async function forgottenHistory(
  answer: (typeof nothing)[number][1],
): Promise<{ place: Workplace; remembers: () => void }> {
  const place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  place.workspace.pipeline.pause(true);
  place.service.colleague.addVersion(fileIdOf(place), 'theirs');
  const remembers = place.service.faults.add({ route: ofAFolder, count: 'always', ...answer });
  writeFileSync(path, 'two');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting']);
  return { place, remembers };
}

test.each(nothing)(
  'a colleague’s version that a service does not show because its history became %s is not covered without a question',
  async (_, answer) => {
    const forgotten = await forgottenHistory(answer);
    await using place = forgotten.place;
    place.workspace.pipeline.pause(false);
    await expect.poll(() => codes(place), eventually).toEqual(['not-all-shown']);
    expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('theirs'));

    await place.restartEngine();
    expect(codes(place)).toEqual(['not-all-shown']);
    decideFirst(place, 'file-on-top');
    await expect.poll(() => place.versionsOf('Brief.docx').at(-1), eventually).toBe(sha256('two'));
    expect(codes(place)).toEqual([]);
  },
);

test('a history that shows nothing once, and then again what it had shown, lets everything be filed without a question', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const remembers = place.service.faults.add({ route: ofAFolder, count: 'always', ...nothing[0][1] });
  expect(await read(place)).toMatchObject({ ok: true });
  remembers();
  writeFileSync(path, 'two');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two'].map(sha256));
});

test('a history that was emptied and then shows only what is new still has a question asked', async () => {
  const { place, remembers } = await forgottenHistory(nothing[0][1]);
  await using _ = place;
  await read(place);
  remembers();
  const entry = { id: 'new-1', changeType: 'Create', file: { id: 'other' }, newName: 'Other.docx' };
  const text = JSON.stringify({ value: [entry] });
  place.service.faults.add({ route: ofAFolder, count: 'always', kind: 'answer', status: 200, text });
  await read(place);
  place.workspace.pipeline.pause(false);
  await expect.poll(() => codes(place), eventually).toEqual(['not-all-shown']);
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('theirs'));
});
