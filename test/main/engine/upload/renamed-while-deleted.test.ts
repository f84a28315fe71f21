import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

/** A document of ours that a colleague deleted, and that the person renamed after that: there is nothing to tell yet. */
async function renamedWhileDeleted(names: readonly string[]) {
  const place = await openDesk();
  const { folder, matterId, service } = place;
  writeFileSync(join(folder, 'Brief.docx'), 'one');
  await place.allFiled();
  const fileId = place.workspace.stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
  const named = () => service.filesOf(matterId).find((file) => file.fileId === fileId)?.fileName;
  const isDeleted = () => place.workspace.stores.documents.deletion(matterId, fileId) !== undefined;
  const restored = async () => {
    service.colleague.restoreFile(fileId);
    place.workspace.poller.look(matterId);
    await expect.poll(isDeleted, eventually).toBe(false);
  };
  service.colleague.deleteFile(fileId);
  place.workspace.poller.look(matterId);
  await expect.poll(isDeleted, eventually).toBe(true);
  for (const [index, name] of names.entries()) {
    renameSync(join(folder, names[index - 1] ?? 'Brief.docx'), join(folder, name));
    const states = ['filed', ...names.slice(0, index + 1).map(() => 'kept')];
    await expect.poll(() => place.states(), eventually).toEqual(states);
  }
  return { place, fileId, named, restored };
}

test('a rename made while the document was deleted in the service is told once it is restored there', async () => {
  const { place, named, restored } = await renamedWhileDeleted(['Draft.docx', 'Claim.docx']);
  await using _ = place;
  await restored();
  await expect.poll(named, eventually).toBe('Claim.docx');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'kept', 'kept', 'filed']);
});

test('so it is when the program was closed in between', async () => {
  const { place, named, restored } = await renamedWhileDeleted(['Claim.docx']);
  await using _ = place;
  await place.restartEngine();
  await restored();
  await expect.poll(named, eventually).toBe('Claim.docx');
});

test('a document that was renamed and named back meanwhile is left alone', async () => {
  const { place, named, restored } = await renamedWhileDeleted(['Claim.docx', 'Brief.docx']);
  await using _ = place;
  await restored();
  expect(named()).toBe('Brief.docx');
  expect(place.states()).toEqual(['filed', 'kept', 'kept']);
});

test('a name that a colleague gave it when they restored it came after ours, and stays', async () => {
  const { place, fileId, named } = await renamedWhileDeleted(['Claim.docx']);
  await using _ = place;
  const { matterId, service, workspace } = place;
  service.colleague.restoreFile(fileId);
  service.colleague.renameFile(fileId, 'Theirs.docx');
  workspace.poller.look(matterId);
  await expect
    .poll(() => workspace.stores.documents.document(matterId, fileId)?.name, eventually)
    .toBe('Theirs.docx');
  expect(named()).toBe('Theirs.docx');
  expect(place.states()).toEqual(['filed', 'kept']);
});
