import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

vi.setConfig({ testTimeout: 60_000 });

test.each(['document', 'matter', 'all'] as const)(
  'what is paused (%s) after it was announced and before its content leaves is sent once it is resumed, and not before',
  async (what) => {
    await using place = await openDesk();
    const { matterId, folder, workspace, service } = place;
    const { stores, pipeline } = workspace;
    const path = join(folder, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    const fileId = stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
    const pause = (paused: boolean) => {
      if (what === 'document') stores.pauses.pauseDocument(matterId, fileId, paused);
      else if (what === 'matter') stores.pauses.pauseMatter(matterId, paused);
      else pipeline.pause(paused);
      pipeline.wake();
    };

    service.faults.add({ route: 'documents.putFile', kind: 'latency', ms: 2_000 });
    writeFileSync(path, 'two');
    await expect.poll(() => place.states(), eventually).toEqual(['filed', 'sending']);
    pause(true);
    await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting']);
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('one')]);
    expect(stores.saves.attemptsOf(2)).toMatchObject([{ outcome: 'refused' }]);

    pause(false);
    await place.allFiled(2);
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('one'), sha256('two')]);
  },
);
