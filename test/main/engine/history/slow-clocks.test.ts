import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Variants } from '../../../service/index.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

const hour = 60 * 60_000;
const forms: Partial<Variants>[] = [
  {},
  { historyMembers: 'sparse' },
  { historyPlaces: 'unstated' },
  { historyOrder: 'newestFirst' },
];

test.each(forms)(
  'what a colleague renames and moves by a slow clock stays so when the document is saved here (%o)',
  async (variants) => {
    let folderId = '';
    await using place = await openWorkplace({
      variants,
      before: (service, matterId) => {
        folderId = service.colleague.createFolder(matterId, 'Letters to court');
      },
    });
    const directory = join(place.folder, 'Letters to court');
    await expect.poll(() => existsSync(directory), eventually).toBe(true);
    const path = join(place.folder, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId ?? '';
    // Stamped before our version, and even before the document was made.
    place.service.setClockOffset(-hour);
    place.service.colleague.renameFile(fileId, 'Final.docx');
    place.service.colleague.moveFile(fileId, { folderId });
    place.service.setClockOffset(0);
    writeFileSync(path, 'two');
    await place.allFiled(2);
    expect(place.service.filesOf(place.matterId).find((file) => file.fileId === fileId)).toMatchObject({
      fileName: 'Final.docx',
      folderId,
    });
    expect(
      place.workspace.stores.documents.documents(place.matterId).find(({ id }) => id === fileId),
    ).toMatchObject({
      name: 'Final.docx',
      folderId,
    });
  },
);
