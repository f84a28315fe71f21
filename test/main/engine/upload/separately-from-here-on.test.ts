import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk, problemsOf } from '../saving/desk.ts';

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

test.each([
  ['is filed, though a colleague files a new version of the other one', 'version', []],
  [
    'is asked about again when a colleague files another document of its name',
    'document',
    ['“Brief.docx” is already filed in this folder'],
  ],
])('what the person said is a separate document %s', async (_, filed, asked) => {
  await using place = await openDesk();
  const { workspace, matterId, folder, service } = place;
  const { stores, pipeline, poller } = workspace;
  writeFileSync(join(folder, 'Brief.docx'), 'one');
  await place.allFiled();
  const fileId = stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
  service.colleague.addVersion(fileId, 'theirs');
  writeFileSync(join(folder, 'Brief.docx'), 'mine');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  pipeline.pause(true);
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(stores, save, { decision: 'file-separately', shown: null }, workspace.newFileId);
  const known = stores.history.newestSeq();
  if (filed === 'version') service.colleague.addVersion(fileId, 'theirs, again');
  else service.colleague.createFile(matterId, 'Brief.docx', 'another one');
  await expect
    .poll(() => {
      poller.look(matterId);
      return stores.history.newestSeq();
    }, eventually)
    .toBeGreaterThan(known);
  pipeline.pause(false);
  await expect.poll(() => place.states().at(-1), eventually).toBe(asked.length > 0 ? 'problem' : 'filed');
  expect(problemsOf(place).map(({ what }) => what)).toEqual(asked);
});
