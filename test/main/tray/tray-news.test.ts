import { expect, onTestFinished, test } from 'vitest';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import { tellTray } from '../../../main/tray/tray-news.ts';
import { Watched } from '../../../shared/base/watched.ts';
import {
  type Change,
  type EngineStatus,
  fileIdSchema,
  matterIdSchema,
  type RecentDocument,
  statusBefore,
} from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const letter: RecentDocument = {
  matterId: matterIdSchema.parse('matter'),
  fileId: fileIdSchema.parse('file'),
  name: 'Letter.docx',
};

test('once nobody’s work is shown any more, the tray names no document of theirs', async () => {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const status = new Watched<EngineStatus>({ ...statusBefore, service: 'online' });
  const change = new Watched<Change>({ topic: 'matters' });
  let isShown = true;
  const client = {
    engine: {
      status: async () => status.watch(ended.signal),
      changes: async () => change.watch(ended.signal),
      recent: async () => (isShown ? [letter] : Promise.reject(new Error('Nobody is signed in'))),
    },
  } as unknown as EngineLink['client'];
  const link = new Watched<EngineLink | null>({ client, ended: ended.signal });
  let named: readonly RecentDocument[] = [];
  const clock = new FakeClock();
  tellTray({
    engine: { link, ready: async () => link.value },
    isPrivate: new Watched(false),
    elsewhere: new Watched([]),
    clock,
    show: (_state, _paused, recent) => {
      named = recent;
    },
    failed: (error) => expect.fail(String(error)),
  });
  await clock.advance(0);
  await expect.poll(() => named).toEqual([letter]);
  isShown = false;
  change.set({ topic: 'person' });
  await expect.poll(() => named).toEqual([]);
});
