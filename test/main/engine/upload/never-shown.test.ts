import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { NeverShown } from '../../../../main/engine/features/upload/never-shown.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import type { Save } from '../../../../main/engine/store/save.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const matterId = 'matter' as MatterId;
const minute = 60_000;

/** Minutes after which the person is asked about what was sent and is not shown, looked for every minute. */
function askedAfter(setBack: number): number {
  const clock = new FakeClock();
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const facts = { matterId, fileId: 'file' as FileId, path: 'Brief.docx', name: 'Brief.docx' };
  const content = { ...facts, sha256: 'one', size: 1, kind: 'content', capturedAt: 0 } as const;
  const id = stores.outbox.add({ ...content, state: 'waiting', problem: null });
  stores.outbox.announcing(id, { key: 'one try', seenUpTo: 0, announced: null }, clock.now());
  stores.outbox.sent(id, clock.now());
  clock.set(clock.now() - setBack);
  const neverShown = new NeverShown({ stores, clock });
  for (let minutes = 0; minutes < 1_000; minutes += 1) {
    stores.history.checked(matterId, null, clock.now());
    const asked = neverShown.among(matterId, [stores.saves.get(id) as Save]);
    if (asked.length > 0) return minutes;
    clock.tick(minute);
  }
  return Number.POSITIVE_INFINITY;
}

test.each([
  ['left alone', 0],
  ['set back by half an hour', 30],
  ['set back by an hour and a half', 90],
  ['set back by a year', 365 * 24 * 60],
])(
  'what was sent and is never shown is asked about after an hour or a little more, also with the clock %s',
  (_, minutes) => {
    const after = askedAfter(minutes * minute);
    expect(after).toBeGreaterThanOrEqual(60);
    expect(after).toBeLessThanOrEqual(90);
  },
);
