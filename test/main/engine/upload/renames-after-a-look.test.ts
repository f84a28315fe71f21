import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

const nameAndFolder = (place: Workplace) => {
  const [file] = place.service.filesOf(place.matterId).filter(({ fileName }) => /brief/i.test(fileName));
  return file && [file.fileName, file.folderId];
};
const evidenceOf = (place: Workplace): string =>
  place.service.foldersOf(place.matterId).find(({ name }) => name === 'Evidence')?.folderId ?? '';

/** A document that is filed, in a matter that also has the folder Evidence. */
async function filed(): Promise<{ place: Workplace; path: string; fileId: FileId }> {
  const place = await openWorkplace({
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Evidence'),
  });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const fileId = place.service.filesOf(place.matterId).find(({ fileName }) => fileName === 'Brief.docx');
  return { place, path, fileId: (fileId?.fileId ?? '') as FileId };
}

test('a rename made offline leaves the document where a colleague moved it meanwhile', async () => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  await place.stopService();
  renameSync(path, join(place.folder, 'Brief final.docx'));
  await expect.poll(() => place.states().length, eventually).toBe(2);
  await place.restartService();
  place.service.colleague.moveFile(fileId, { folderId: evidenceOf(place) });
  await expect.poll(() => nameAndFolder(place), eventually).toEqual(['Brief final.docx', evidenceOf(place)]);
  await place.allFiled(2);
  expect(nameAndFolder(place)).toEqual(['Brief final.docx', evidenceOf(place)]);
});

test('a move made with the program closed leaves the document the name that a colleague gave it meanwhile', async () => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  mkdirSync(join(place.folder, 'Evidence'), { recursive: true });
  await place.engine.stop();
  renameSync(path, join(place.folder, 'Evidence', 'Brief.docx'));
  place.service.colleague.renameFile(fileId, 'Brief as served.docx');
  await place.restartEngine();
  await place.allFiled(2);
  expect(nameAndFolder(place)).toEqual(['Brief as served.docx', evidenceOf(place)]);
});

test('a document that follows into its new folder keeps the name that a colleague gave it', async () => {
  await using place = await openWorkplace();
  mkdirSync(join(place.folder, 'Sub'));
  writeFileSync(join(place.folder, 'Sub', 'Brief.docx'), 'one');
  await place.allFiled();
  const fileId = (place.service.filesOf(place.matterId).find(({ fileName }) => fileName === 'Brief.docx')
    ?.fileId ?? '') as FileId;
  place.service.colleague.renameFile(fileId, 'Brief as served.docx');
  place.workspace.poller.look(place.matterId);
  const known = () => place.workspace.stores.documents.document(place.matterId, fileId)?.name;
  await expect.poll(known, eventually).toBe('Brief as served.docx');
  const sub = place.service.colleague.createFolder(place.matterId, 'Sub');
  place.workspace.poller.look(place.matterId);
  await place.allFiled(2);
  expect(nameAndFolder(place)).toEqual(['Brief as served.docx', sub]);
});

test('a rename that was on its way when the program ended is not said again over a colleague’s later name, though history shows neither at once', async () => {
  const shown = { answer: null as Awaited<ReturnType<Exchange>> | null, lagsUntil: 0 };
  await using place = await openWorkplace({
    http: {
      async exchange(outgoing) {
        const isHistory = outgoing.url.pathname.endsWith('/history');
        if (isHistory && shown.answer && Date.now() < shown.lagsUntil) return shown.answer;
        const answer = await exchange(outgoing);
        if (isHistory && answer.ok && answer.value.status === 200) shown.answer = answer;
        return answer;
      },
    },
  });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const { fileId } =
    place.service.filesOf(place.matterId).find(({ fileName }) => fileName === 'Brief.docx') ?? {};
  shown.lagsUntil = Number.POSITIVE_INFINITY;
  place.service.faults.add({ route: 'documents.putFile', kind: 'holdAnswer', count: 1 });
  renameSync(path, join(place.folder, 'Brief A.docx'));
  await expect.poll(() => nameAndFolder(place)?.[0], eventually).toBe('Brief A.docx');
  await place.engine.stop();
  place.service.colleague.renameFile(String(fileId), 'Brief as served.docx');
  await place.restartEngine();
  shown.lagsUntil = Date.now() + 1_000;
  await place.allFiled(2);
  expect(nameAndFolder(place)?.[0]).toBe('Brief as served.docx');
});

test('a rename whose answer was lost is not said again over a colleague’s later name', async () => {
  const { place, path, fileId } = await filed();
  await using _ = place;
  place.service.faults.add({ route: 'documents.putFile', kind: 'loseAnswer', count: 1 });
  renameSync(path, join(place.folder, 'Brief A.docx'));
  await expect.poll(() => nameAndFolder(place)?.[0], eventually).toBe('Brief A.docx');
  place.service.colleague.renameFile(fileId, 'Brief as served.docx');
  await place.allFiled(2);
  expect(nameAndFolder(place)?.[0]).toBe('Brief as served.docx');
});
