import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registerRename } from '../../../../main/engine/features/capture/register-rename.ts';
import { whyNotName } from '../../../../main/engine/features/documents/renamer.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { openWorkplace, sha256 } from '../../../support/workplace.ts';

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
