import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { historyRead } from '../../../support/colleague-documents.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

vi.setConfig({ testTimeout: 60_000 });

test.each(['document', 'matter', 'all'] as const)(
  'what the person pauses (%s) while history is looked at before it leaves waits until they resume it',
  async (what) => {
    const look = { isHeld: false, begun: Promise.withResolvers<void>(), goes: Promise.withResolvers<void>() };
    const through: Exchange = async (outgoing) => {
      if (look.isHeld && /\/folders\/[^/]+\/history$/.test(outgoing.url.pathname)) {
        look.begun.resolve();
        await look.goes.promise;
      }
      return exchange(outgoing);
    };
    await using place = await openDesk({ http: { exchange: through } });
    const { matterId, folder, workspace } = place;
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
    look.isHeld = true;
    writeFileSync(path, 'two');
    await expect.poll(() => place.states(), eventually).toEqual(['filed', 'waiting']);
    await expect.poll(() => pipeline.isUnderWay(matterId), eventually).toBe(true);
    await look.begun.promise;
    pause(true);
    // The look under way is answered, and nothing follows from it.
    look.isHeld = false;
    look.goes.resolve();
    await expect.poll(() => pipeline.isUnderWay(matterId), eventually).toBe(false);
    // Nor from one that began after.
    await historyRead(place);
    expect(pipeline.isUnderWay(matterId)).toBe(false);
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('one')]);
    expect(place.states()).toEqual(['filed', 'waiting']);
    pause(false);
    await expect
      .poll(() => place.versionsOf('Brief.docx'), eventually)
      .toEqual([sha256('one'), sha256('two')]);
  },
);
