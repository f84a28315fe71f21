import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { moveNewOn } from '../../../../main/engine/platform/move-new.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

vi.setConfig({ testTimeout: 60_000 });

test('what a program saves by a new file while its document is renamed in the window is its next version, and the rename is refused', async () => {
  let saved = '';
  const moveNew = moveNewOn({
    async link(from, to) {
      await link(from, to);
      if (saved === '') return;
      writeFileSync(`${from}.~WRD0001.tmp~`, saved);
      renameSync(`${from}.~WRD0001.tmp~`, from);
    },
  });
  await using place = await openWorkplace({
    ports: (ports) => ({ ...ports, files: { ...ports.files, moveNew } }),
  });
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'Draft.docx'), 'a draft');
  await place.allFiled();
  const fileId = workspace.stores.links.file(matterId, 'Draft.docx')?.fileId as FileId;
  saved = 'an hour of work';
  const renamed = await workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' });
  expect(renamed).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
  saved = '';
  expect(readFileSync(join(folder, 'Draft.docx'), 'utf8')).toBe('an hour of work');
  await place.allFiled(2);
  await expect
    .poll(() => place.versionsOf('Draft.docx'), eventually)
    .toEqual([sha256('a draft'), sha256('an hour of work')]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.docx'))).toEqual(['Draft.docx']);
});
