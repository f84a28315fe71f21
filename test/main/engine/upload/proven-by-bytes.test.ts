import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { at, twoWayPlace } from '../../../support/colleague-documents.ts';
import { saved } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

/** A filed document whose next version is sent, and whose answer is lost. */
async function answerLost(offered: boolean): Promise<{ place: Workplace; fileId: FileId }> {
  const place = await twoWayPlace(offered ? {} : { variants: { documentFiles: 'notOffered' } });
  await saved(place, 'Brief.docx', 'one');
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  writeFileSync(at(place, 'Brief.docx'), 'two');
  return { place, fileId };
}
const problemOf = ({ workspace }: Workplace) =>
  readProblem(workspace.stores.saves.open().at(-1)?.problem ?? null)?.code ?? null;

test('what arrived although its answer was lost is filed by its bytes, without a question', async () => {
  const { place } = await answerLost(true);
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two'].map(sha256));
});

test('bytes that were compared say that the service gives documents out', async () => {
  const { place } = await answerLost(true);
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  await place.allFiled(2);
  expect(place.workspace.downloadsOffered.state).toBe('offered');
});

test('where the service gives nothing out, the person is asked as before', async () => {
  const { place } = await answerLost(false);
  await expect.poll(() => problemOf(place), eventually).toBe('may-be-filed');
});

test('a version of the person’s other computer with other bytes is no proof: they are asked', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Brief.docx', 'one');
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  place.service.faults.add({ route: 'storage.put', kind: 'reset' });
  writeFileSync(at(place, 'Brief.docx'), 'two');
  await expect.poll(() => place.service.faults.hits, eventually).toBe(1);
  place.service.elsewhere.addVersion(fileId, 'from the other computer');
  await expect.poll(() => problemOf(place), eventually).toBe('may-be-filed');
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'from the other computer'].map(sha256));
});
