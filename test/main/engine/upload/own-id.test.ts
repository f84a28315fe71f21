import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { beyondTheSpecification } from '../../../service/index.ts';
import { historyRead } from '../../../support/colleague-documents.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { filedAs } from '../saving/desk.ts';

const save = (place: Workplace, content: string) => writeFileSync(join(place.folder, 'Brief.docx'), content);
const known = ({ workspace, matterId }: Workplace) =>
  workspace.stores.links.file(matterId, 'Brief.docx')?.fileId;

test.each([
  ['the answer names it', { newFileId: 'own' }],
  ['its record tells with what it was announced', { newFileId: 'ownUnsaid', ...beyondTheSpecification }],
] as const)(
  'promise 5: a new document that the service files under an id of its own is that document from then on, where %s',
  async (_how, variants) => {
    await using place = await openWorkplace({ variants, speedUp: 5 });
    save(place, 'one');
    await place.allFiled(1);
    const [there] = filedAs(place, 'Brief.docx');
    expect(known(place)).toBe(there?.fileId);
    save(place, 'two');
    await place.allFiled(2);
    expect(filedAs(place, 'Brief.docx')).toMatchObject([{ versions: ['one', 'two'].map(sha256) }]);
    const { documents } = place.workspace.stores;
    expect(documents.documents(place.matterId).filter(({ name }) => name === 'Brief.docx')).toHaveLength(1);
  },
);

test('promise 5: it is so as well where the answer to its content was lost: nothing is sent twice', async () => {
  const variants = { newFileId: 'ownUnsaid', ...beyondTheSpecification } as const;
  await using place = await openWorkplace({ variants, speedUp: 5 });
  place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer', count: 1 });
  save(place, 'one');
  await place.allFiled(1);
  expect(filedAs(place, 'Brief.docx')).toMatchObject([{ versions: [sha256('one')], fileId: known(place) }]);
});

test('where nothing proves that it is the one, the person is shown both before anything is sent again', async () => {
  await using place = await openWorkplace({ variants: { newFileId: 'ownUnsaid' }, speedUp: 20 });
  place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer', count: 1 });
  save(place, 'one');
  const { saves } = place.workspace.stores;
  const asked = () => saves.problems().map(({ problem }) => readProblem(problem)?.code);
  await expect.poll(asked, eventually).toEqual(['may-be-filed']);
  expect(filedAs(place, 'Brief.docx')).toMatchObject([{ versions: [sha256('one')] }]);
});

test('a document of its name by a colleague is never taken for it', async () => {
  const variants = { newFileId: 'ownUnsaid', ...beyondTheSpecification } as const;
  await using place = await openWorkplace({ variants, speedUp: 5 });
  const { faults, colleague } = place.service;
  // The colleague's comes after ours was announced: before it, the person would be asked.
  const go = faults.add({ route: 'storage.put', kind: 'wait', count: 'always' });
  save(place, 'ours');
  await expect.poll(() => faults.hits, eventually).toBe(1);
  const theirs = colleague.createFile(place.matterId, 'Brief.docx', 'theirs', null);
  go();
  await place.allFiled(1);
  const ours = filedAs(place, 'Brief.docx').find(({ fileId }) => fileId !== theirs);
  expect(known(place)).toBe(ours?.fileId);
  expect(ours?.versions).toEqual([sha256('ours')]);
});

test('promise 7: what the person said is a separate document is never taken for the document that it was, which has its bytes and a colleague’s version', async () => {
  await using place = await openWorkplace({ speedUp: 20 });
  const { workspace, service } = place;
  const { stores, pipeline } = workspace;
  service.faults.add({ route: 'storage.put', kind: 'loseAnswer', count: 1 });
  save(place, 'ours');
  const asked = () => stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
  await expect.poll(asked, eventually).toEqual(['may-be-filed']);
  const before = known(place) ?? '';
  service.colleague.addVersion(before, 'theirs');
  await historyRead(place);
  pipeline.pause(true);
  const [question] = stores.saves.problems();
  if (!question) throw new Error('nothing is asked');
  decide(stores, question, { decision: 'file-separately', shown: null }, workspace.newFileId);
  const separate = known(place);
  // Of its content nothing arrives, and nobody knows.
  service.faults.add({ route: 'storage.put', kind: 'reset', count: 1 });
  pipeline.pause(false);
  await place.allFiled(1);
  expect(known(place)).toBe(separate);
  expect(filedAs(place, 'Brief.docx').map(({ fileId, versions }) => [fileId, versions])).toEqual([
    [before, ['ours', 'theirs'].map(sha256)],
    [separate, [sha256('ours')]],
  ]);
});
