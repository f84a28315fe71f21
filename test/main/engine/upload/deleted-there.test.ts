import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const problems = ({ workspace }: Workplace) =>
  problemList(workspace.stores, workspace.healthIssues.all(), workspace.refresher.failure);

/** A document of ours that a colleague deleted, and that was saved here after that. */
async function savedAfterDeletion() {
  const place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId ?? '';
  place.service.colleague.deleteFile(fileId);
  writeFileSync(path, 'two');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  const choose = (decision: Parameters<typeof decide>[2]['decision']) => {
    const [save] = place.workspace.stores.saves.problems();
    if (!save) throw new Error('nothing is asked');
    decide(place.workspace.stores, save, { decision, shown: null }, place.workspace.newFileId);
    place.workspace.pipeline.wake();
  };
  return { place, fileId, choose };
}

test('a document that a colleague deleted is not announced unasked: the person is told who deleted it and chooses', async () => {
  const { place, fileId, choose } = await savedAfterDeletion();
  await using _ = place;
  const [problem] = problems(place);
  expect(problem).toMatchObject({
    subject: 'Brief.docx',
    what: expect.stringContaining('is not in the matter any more'),
    actions: ['file-on-top', 'file-separately', 'keep-unfiled', 'show-in-folder'],
  });
  const colleague = place.workspace.stores.matters.staffNames().get(place.service.people[1]?.staffId ?? '');
  expect(problem?.why).toContain(`${colleague} deleted it`);
  expect(place.service.contentOf(place.matterId, fileId)).toHaveLength(1);
  choose('file-separately');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('one'), sha256('two')]);
});

test('where the service does not take a deleted document back, it does not say that it takes no new ones', async () => {
  const { place, choose } = await savedAfterDeletion();
  await using _ = place;
  choose('file-on-top');
  await expect.poll(() => problems(place)[0]?.what ?? '', eventually).toContain('was not filed');
});

test('where it does not take it back, the save, and what was saved after it, can become a document of its own', async () => {
  const { place, fileId, choose } = await savedAfterDeletion();
  await using _ = place;
  choose('file-on-top');
  await expect.poll(() => problems(place)[0]?.what ?? '', eventually).toContain('was not filed');
  expect(problems(place)[0]).toMatchObject({
    why: expect.stringContaining('not in the matter any more'),
    next: expect.stringContaining('separate document'),
    actions: ['file-separately', 'retry', 'keep-unfiled', 'show-in-folder'],
  });
  writeFileSync(join(place.folder, 'Brief.docx'), 'three');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem', 'waiting']);
  choose('file-separately');
  await place.allFiled(3);
  expect(place.service.contentOf(place.matterId, fileId)).toHaveLength(1);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'three'].map(sha256));
});

test('a document that the service does not find for a while is filed as its next version, and nobody is asked', async () => {
  await using place = await openWorkplace({ speedUp: 20 });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  place.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 404, count: 4 });
  writeFileSync(path, 'two');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('one'), sha256('two')]);
});

test('a document that the service does not have any more, though no history says so, can become one of its own as well', async () => {
  await using place = await openWorkplace({ speedUp: 20 });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const end = place.service.faults.add({
    route: 'documents.putFile',
    kind: 'status',
    status: 404,
    count: 'always',
  });
  writeFileSync(path, 'two');
  await expect.poll(() => problems(place)[0]?.actions, eventually).toContain('file-separately');
  expect(problems(place)[0]?.what).toContain('was not filed');
  end();
});
