import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

test('a save that was on its way when it was held is asked about in history, and then waits for the person like the others', () => {
  const { outbox, saves } = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const [onItsWay, waiting] = ['On its way.docx', 'Waiting.docx'].map((name) =>
    outbox.add({
      matterId: 'matter' as MatterId,
      fileId: name as FileId,
      kind: 'content',
      path: name,
      name,
      sha256: 'a',
      size: 1,
      capturedAt: 0,
      state: 'waiting',
      problem: null,
    }),
  ) as [number, number];
  outbox.announcing(onItsWay, { key: 'one try', seenUpTo: 0, announced: null }, 1);
  outbox.holdSince(0);
  const mayMove = () => saves.ready({ now: 10, limit: 10, largest: 10 }).map(({ id }) => id);
  expect(mayMove()).toEqual([onItsWay]);
  // History showed nothing of it.
  outbox.again(onItsWay, null, null);
  expect(mayMove()).toEqual([]);
  expect(outbox.toReview().count).toBe([onItsWay, waiting].length);
});
