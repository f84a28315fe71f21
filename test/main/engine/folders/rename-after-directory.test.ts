import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

test.each(['never', 'here', 'in the service'])(
  'a rename leaves the document where a colleague moved it, its directory having got another name before: %s',
  async (renamed) => {
    await using place = await openWorkplace({
      before: (service, matterId) => {
        service.colleague.createFolder(matterId, 'Letters out');
        service.colleague.createFolder(matterId, 'Bundle E');
      },
    });
    const { stores } = place.workspace;
    const folder = (path: string) => stores.links.folders(place.matterId).find((one) => one.path === path);
    await expect.poll(() => folder('Letters out') && folder('Bundle E'), eventually).toBeDefined();
    const evidence = folder('Bundle E')?.folderId;
    writeFileSync(join(place.folder, 'Letters out', 'Brief.docx'), 'one');
    await place.allFiled();
    const file = () => place.service.filesOf(place.matterId).find(({ fileName }) => /^Brief/.test(fileName));
    const fileId = file()?.fileId as FileId;
    let directory = 'Letters out';
    if (renamed !== 'never') {
      directory = 'Post room';
      if (renamed === 'here') renameSync(join(place.folder, 'Letters out'), join(place.folder, directory));
      else {
        place.service.colleague.renameFolder(folder('Letters out')?.folderId as string, directory);
        place.workspace.poller.look(place.matterId);
      }
    }
    await expect.poll(() => folder(directory), eventually).toBeDefined();
    await expect
      .poll(() => stores.links.fileOfDocument(place.matterId, fileId)?.path, eventually)
      .toBe(`${directory}/Brief.docx`);
    place.service.colleague.moveFile(fileId, { folderId: evidence as string });
    place.workspace.poller.look(place.matterId);
    await expect
      .poll(() => stores.documents.document(place.matterId, fileId)?.folderId, eventually)
      .toBe(evidence);
    renameSync(
      join(place.folder, directory, 'Brief.docx'),
      join(place.folder, directory, 'Brief final.docx'),
    );
    await place.allFiled(2);
    expect(existsSync(join(place.folder, directory, 'Brief final.docx'))).toBe(true);
    expect([file()?.fileName, file()?.folderId]).toEqual(['Brief final.docx', evidence]);
  },
);
