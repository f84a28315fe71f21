import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../main/engine/features/upload/decide.ts';
import { ownUserId } from '../../../main/engine/store/matters.ts';
import { readProblem } from '../../../main/engine/store/save-problem.ts';
import { problemList } from '../../../main/engine/view/problem-list.ts';
import type { FileId, Problem } from '../../../shared/model/index.ts';
import type { FaultRule } from '../../service/faults/rule.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';

const problemsOf = ({ workspace }: Workplace): Problem[] => problemList(workspace.stores, [], null);
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const fileIdOf = (place: Workplace, name: string): string =>
  place.service.filesOf(place.matterId).find(({ fileName }) => fileName === name)?.fileId ?? '';

/** Decides as a person who sees the problem that is shown now. */
function decideOn(
  place: Workplace,
  problem: Problem | undefined,
  decision: 'file-on-top' | 'already-there' | 'retry',
) {
  const { stores, pipeline, newFileId } = place.workspace;
  const save = stores.saves.get(Number(problem?.id.slice('save:'.length)));
  if (!save) throw new Error('there is no such problem');
  decide(stores, save, { decision, shown: problem?.conflict?.theirs.version ?? null }, newFileId);
  pipeline.wake();
}

/** Until history has shown so many entries of the document. */
const knows = ({ workspace, matterId }: Workplace, fileId: string, count: number) => {
  workspace.poller.look(matterId);
  return expect
    .poll(() => workspace.stores.history.ofDocumentSince(matterId, fileId as FileId, 0).length, eventually)
    .toBeGreaterThanOrEqual(count);
};

/** Ways in which storage fails while the office sends, each until the save was filed from home meanwhile. */
const failures: readonly (readonly [what: string, fault: Partial<FaultRule>])[] = [
  ['413', { kind: 'status', status: 413 }],
  ['429', { kind: 'status', status: 429 }],
  ['403 again and again', { kind: 'status', status: 403 }],
  ['503', { kind: 'status', status: 503 }],
  ['a connection that is cut', { kind: 'reset' }],
];

describe('a save that storage did not take is never called filed because the same person filed from home', () => {
  test.each(failures)('%s', async (_what, fault) => {
    await using place = await openWorkplace({ speedUp: 5 });
    const path = join(place.folder, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    const fileId = fileIdOf(place, 'Brief.docx');
    const end = place.service.faults.add({ ...fault, route: 'storage.put', count: 'always' } as FaultRule);
    writeFileSync(path, 'two, at the office');
    await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(0);
    place.service.elsewhere.addVersion(fileId, 'two, from home');
    place.workspace.poller.look(place.matterId);
    await expect.poll(() => place.states(), { ...eventually, timeout: 40_000 }).toEqual(['filed', 'problem']);
    end();
    // Whatever history shows from now on, and whoever tries again.
    await place.restartEngine();
    const [problem] = problemsOf(place);
    if (problem?.conflict === null) decideOn(place, problem, 'retry');
    await expect.poll(() => problemsOf(place)[0]?.conflict ?? null, eventually).not.toBeNull();
    expect(place.states()).toEqual(['filed', 'problem']);
    expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two, from home'].map(sha256));
    const { custody, saves } = place.workspace.stores;
    const [save] = saves.problems();
    const kinds = [...custody.pages(1, 1_000)].flat().filter((entry) => entry.saveId === save?.id);
    expect(kinds.map(({ kind }) => kind)).not.toContain('sent');
    expect(await place.workspace.vault.has(sha256('two, at the office'))).toBe(true);
  });
});

test('before it is known who we are, a colleague’s version does not file a save that storage did not take', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
  });
  writeFileSync(join(place.folder, 'Brief.docx'), 'mine');
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  place.service.faults.add({ route: 'storage.put', kind: 'status', status: 413 });
  decideOn(place, problemsOf(place)[0], 'file-on-top');
  await expect.poll(() => codes(place), eventually).toEqual(['refused']);
  place.service.colleague.addVersion(fileIdOf(place, 'Brief.docx'), 'theirs again');
  await knows(place, fileIdOf(place, 'Brief.docx'), 2);
  expect(place.states()).toEqual(['problem']);
  decideOn(place, problemsOf(place)[0], 'retry');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['theirs', 'theirs again'].map(sha256));
});

test('an answer that was lost is a question that shows the version, and is over once the person says it is theirs', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const end = place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['may-be-filed']);
  end();
  decideOn(place, problemsOf(place)[0], 'already-there');
  expect(place.states()).toEqual(['filed', 'kept']);
  writeFileSync(path, 'three');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'kept', 'filed']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three'].map(sha256));
});

test('what was agreed to be filed on top of one version does not bury a second colleague’s', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'mine');
  await place.allFiled();
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'theirs');
  writeFileSync(path, 'mine again');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  // Decided while nothing goes out.
  place.workspace.pipeline.pause(true);
  decideOn(place, problemsOf(place)[0], 'file-on-top');
  place.service.colleague.addVersion(fileId, 'theirs, later');
  await knows(place, fileId, 3);
  place.workspace.pipeline.pause(false);
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['mine', 'theirs', 'theirs, later'].map(sha256));
  decideOn(place, problemsOf(place)[0], 'file-on-top');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('mine again'));
});

test('a version that the same person filed from another computer is asked about like a colleague’s', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  place.service.elsewhere.addVersion(fileIdOf(place, 'Brief.docx'), 'from home');
  writeFileSync(path, 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'from home'].map(sha256));
});

test('before it is known who we are, a colleague’s version does not file what the service took and does not show yet', async () => {
  // Words that nobody knows: what a document began with is not told by them.
  await using place = await openWorkplace({ variants: { historyWords: 'integers' } });
  const path = join(place.folder, 'Brief.docx');
  const end = place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  writeFileSync(path, 'mine');
  await expect.poll(() => codes(place), eventually).toEqual(['may-be-filed']);
  end();
  // Filed again all the same, and not applied yet when a colleague is quicker.
  place.service.setApplyDelay(60_000);
  decideOn(place, problemsOf(place)[0], 'file-on-top');
  await expect.poll(() => place.states(), eventually).toEqual(['sent']);
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'theirs');
  await knows(place, fileId, 2);
  expect(place.states()).toEqual(['sent']);
  place.service.applyPending();
  await place.allFiled();
  const [first, , last] = place.service.contentOf(place.matterId, fileId);
  expect(place.workspace.stores.matters.setting(ownUserId)).toBe(first?.userId);
  expect(first?.userId).toBe(last?.userId);
});
