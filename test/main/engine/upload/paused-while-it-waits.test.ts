import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

vi.setConfig({ testTimeout: 60_000 });

test.each(['document', 'matter', 'all'] as const)(
  'what the person pauses (%s) while history is looked at before it leaves waits until they resume it',
  async (what) => {
    await using place = await openDesk();
    const { matterId, folder, workspace, service } = place;
    const { stores, pipeline } = workspace;
    const path = join(folder, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    const fileId = stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
    const pause = (isPaused: boolean) => {
      if (what === 'document') stores.pauses.pauseDocument(matterId, fileId, isPaused);
      else if (what === 'matter') stores.pauses.pauseMatter(matterId, isPaused);
      else pipeline.pause(isPaused);
      pipeline.wake();
    };
    const { hits } = service.faults;
    const mend = service.faults.add({
      route: /folders\/[^/]+\/history/,
      kind: 'latency',
      ms: 1_500,
      count: 'always',
    });
    writeFileSync(path, 'two');
    await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting']);
    await expect.poll(() => service.faults.hits, eventually).toBeGreaterThan(hits);
    pause(true);
    // The look under way is answered, and nothing follows from it.
    await sleep(4_000);
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('one')]);
    expect(place.states()).toEqual(['filed', 'waiting']);
    mend();
    pause(false);
    await expect
      .poll(() => place.versionsOf('Brief.docx'), eventually)
      .toEqual([sha256('one'), sha256('two')]);
  },
);
