import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';
import { rowOf } from '../saving/desk.ts';

test.each(['deleted', 'moved to another matter'])(
  'a document that a colleague %s is shown as gone in the service, here and also once it is removed here',
  async (what) => {
    await using place = await openWorkplace({ speedUp: 10 });
    const path = join(place.folder, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    const { stores, poller } = place.workspace;
    expect(rowOf(place, 'Brief.docx')?.state).toBe('filed');
    const fileId = stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
    const { colleague } = place.service;
    if (what === 'deleted') colleague.deleteFile(fileId);
    else colleague.moveFile(fileId, { matterId: place.service.matterIds()[1] as MatterId, folderId: null });
    poller.look(place.matterId);
    await expect.poll(() => stores.documents.deletion(place.matterId, fileId), eventually).toBeDefined();
    expect(rowOf(place, 'Brief.docx')).toMatchObject({
      state: 'deleted-there',
      detail: expect.stringContaining('The copy on this computer stays'),
      onDisk: true,
    });
    rmSync(path);
    await expect.poll(() => rowOf(place, 'Brief.docx')?.onDisk, eventually).toBe(false);
    expect(rowOf(place, 'Brief.docx')).toMatchObject({
      state: 'deleted-there',
      detail: expect.stringContaining('removed on this computer'),
    });
  },
);
