import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import type { FileId, FolderId } from '../../../../shared/model/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

test('a document that a colleague deleted, and took back and changed since, is not covered by who agreed to the deletion alone', async () => {
  // More than are all looked at before each version.
  const count = 8;
  await using place = await openDesk();
  const { matterId, folder, workspace, service } = place;
  const ids = Array.from({ length: count }, (_, index) =>
    service.colleague.createFolder(matterId, `Folder ${index}`),
  );
  await expect
    .poll(
      () => workspace.stores.links.folders(matterId).some(({ folderId }) => folderId === ids[1]),
      eventually,
    )
    .toBe(true);
  const path = join(folder, 'Folder 1', 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const fileId = workspace.stores.links.file(matterId, 'Folder 1/Brief.docx')?.fileId as FileId;
  expect(workspace.stores.documents.document(matterId, fileId)?.folderId).toBe(ids[1]);
  service.colleague.deleteFile(fileId);
  writeFileSync(path, 'two');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  // The folder was read a moment ago; in that moment the colleague takes it back and goes on with it.
  await expect
    .poll(() => workspace.reader.readSince(matterId, ids[1] as FolderId, Date.now() - 300), {
      ...eventually,
      timeout: 30_000,
      interval: 5,
    })
    .toBe(true);
  service.colleague.restoreFile(fileId);
  service.colleague.addVersion(fileId, 'the colleague’s');
  // A look that ended less than a second ago would serve.
  await expect
    .poll(() => workspace.reader.readSince(matterId, ids[1] as FolderId, Date.now() - 1_100), eventually)
    .toBe(false);
  const [save] = workspace.stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  expect(workspace.stores.documents.document(matterId, fileId)).toBeUndefined();
  decide(workspace.stores, save, { decision: 'file-on-top', shown: null }, workspace.newFileId);
  workspace.pipeline.wake();
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  const versions = service.contentOf(matterId, fileId).map((one) => one.sha256);
  expect(versions).toEqual([sha256('one'), sha256('the colleague’s')]);
});
