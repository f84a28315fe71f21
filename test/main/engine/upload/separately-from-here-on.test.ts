import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

vi.setConfig({ testTimeout: 60_000 });

test('“file it as a separate document” takes the save that is asked about and later ones along, not the ones before it', async () => {
  await using place = await openDesk();
  const { workspace, matterId, folder, service } = place;
  const { stores, pipeline } = workspace;
  const path = join(folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const fileId = stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
  pipeline.pause(true);
  writeFileSync(path, 'two, saved offline on top of one');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting']);
  // The folder is replaced by one from a backup, and the person says that it is the same.
  stores.links.isTheSame(matterId, folder, stores.links.directoryOf(matterId) ?? '', Date.now());
  writeFileSync(path, 'from the backup');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting', 'problem']);
  writeFileSync(path, 'from the backup, and changed');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting', 'problem', 'waiting']);
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(stores, save, { decision: 'file-separately', shown: null }, workspace.newFileId);
  pipeline.pause(false);
  await place.allFiled(4);
  const contentsOf = (id: FileId) => service.contentOf(matterId, id).map((one) => one.sha256);
  expect(contentsOf(fileId)).toEqual(['one', 'two, saved offline on top of one'].map(sha256));
  const other = stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
  expect(other).not.toBe(fileId);
  expect(contentsOf(other)).toEqual(['from the backup', 'from the backup, and changed'].map(sha256));
});
