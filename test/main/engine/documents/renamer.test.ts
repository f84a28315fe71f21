import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNotName } from '../../../../main/engine/documents/renamer.ts';
import type { FileId } from '../../../../shared/model.ts';
import { openWorkplace } from '../../../support/workplace.ts';

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
