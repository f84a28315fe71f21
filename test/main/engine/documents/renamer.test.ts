import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registerRename } from '../../../../main/engine/features/capture/register-rename.ts';
import { whyNotName } from '../../../../main/engine/features/documents/renamer.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

test('a document renamed in the window has its new name on disk and in the service, and stays the same document', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder, service } = place;
  writeFileSync(join(folder, 'Draft.docx'), 'a draft');
  await place.allFiled();
  const fileId = workspace.stores.links.file(matterId, 'Draft.docx')?.fileId as FileId;
  expect(await workspace.renamer.rename({ matterId, fileId, name: ' Final.docx ' })).toEqual({
    ok: true,
    value: { name: 'Final.docx' },
  });
  expect(existsSync(join(folder, 'Draft.docx'))).toBe(false);
  await place.allFiled(2);
  const filed = service.filesOf(matterId).find((file) => file.fileId === fileId);
  expect(filed?.fileName).toBe('Final.docx');
});

test('a document renamed to a name that another was just renamed away from leaves that one what it is', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  const { links } = workspace.stores;
  writeFileSync(join(folder, 'Order.docx'), 'an order');
  writeFileSync(join(folder, 'Copy.docx'), 'a copy');
  await place.allFiled(2);
  const [order, copy] = ['Order.docx', 'Copy.docx'].map(
    (name) => links.file(matterId, name)?.fileId as FileId,
  );
  // Both in one moment: nothing of the first is noticed before the second.
  renameSync(join(folder, 'Order.docx'), join(folder, 'Old order.docx'));
  const renamed = { matterId, fileId: copy as FileId, from: 'Copy.docx', to: 'Order.docx', now: Date.now() };
  renameSync(join(folder, 'Copy.docx'), join(folder, 'Order.docx'));
  registerRename(workspace.stores, renamed);
  await place.allFiled(4);
  expect(links.file(matterId, 'Order.docx')?.fileId).toBe(copy);
  expect(links.file(matterId, 'Old order.docx')?.fileId).toBe(order);
  expect(place.versionsOf('Order.docx')).toEqual([sha256('a copy')]);
  expect(place.versionsOf('Old order.docx')).toEqual([sha256('an order')]);
});

test('a rename never overwrites what is there', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'Mine.docx'), 'mine');
  writeFileSync(join(folder, 'Theirs.docx'), 'theirs');
  await place.allFiled(2);
  const fileId = workspace.stores.links.file(matterId, 'Mine.docx')?.fileId as FileId;
  const refused = await workspace.renamer.rename({ matterId, fileId, name: 'Theirs.docx' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'name-taken' } });
  expect(readFileSync(join(folder, 'Theirs.docx'), 'utf8')).toBe('theirs');
  expect(readFileSync(join(folder, 'Mine.docx'), 'utf8')).toBe('mine');
});

test.each([
  '',
  '.',
  '..',
  '../outside.docx',
  'a/b.docx',
  'a\\b.docx',
  'CON.docx',
  'what?.docx',
  'line\nbreak.docx',
  'Invoice \u202Efdp.exe',
  'ends in a dot.',
  '~$Brief.docx',
  '.~lock.Brief.docx#',
  `${'x'.repeat(300)}.docx`,
  '😀'.repeat(100),
])('%j is no name for a document', (name) => {
  expect(whyNotName(name)).not.toBeNull();
});

test.each(['Brief.docx', 'Ärztlicher Bericht (2).pdf', 'نموذج عقد.docx', 'Reply – v2, final.odt', 'A'])(
  '%j is a name for a document',
  (name) => {
    expect(whyNotName(name)).toBeNull();
  },
);

test('a document renamed to the name of one that was removed here takes nothing of it along: what is saved under its former name is no version of that one', async () => {
  await using place = await openWorkplace();
  const { workspace, matterId, folder, service } = place;
  const { links, database } = workspace.stores;
  const at = (name: string) => join(folder, name);
  const idOf = (name: string) => links.file(matterId, name)?.fileId as FileId;
  writeFileSync(at('Claim.docx'), 'a claim');
  writeFileSync(at('Notes.docx'), 'notes');
  await place.allFiled(2);
  const [claim, notes] = [idOf('Claim.docx'), idOf('Notes.docx')];
  rmSync(at('Claim.docx'));
  await expect.poll(() => links.file(matterId, 'Claim.docx')?.removed, eventually).toBe(true);
  // Longer ago than a rename takes to show.
  database.prepare('UPDATE local_file SET removed_at = removed_at - 60000').run();
  const renamed = await workspace.renamer.rename({ matterId, fileId: notes, name: 'Claim.docx' });
  expect(renamed).toMatchObject({ ok: true });
  await place.allFiled(3);
  // It is not put back under a name that was never its own.
  const [version] = workspace.stores.saves.versionsOf(matterId, claim);
  const restored = await workspace.restorer.restore(matterId, claim, `save:${version?.id}`);
  expect(restored).toMatchObject({ ok: false, error: { what: expect.stringContaining('Claim.docx') } });
  writeFileSync(at('Notes.docx'), 'other notes');
  await place.allFiled(4);
  const contentsOf = (id: FileId) => service.contentOf(matterId, id).map((one) => one.sha256);
  expect(contentsOf(claim)).toEqual([sha256('a claim')]);
  expect(contentsOf(notes)).toEqual([sha256('notes')]);
  expect(contentsOf(idOf('Notes.docx'))).toEqual([sha256('other notes')]);
});
