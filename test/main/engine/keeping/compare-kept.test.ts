import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compareKept } from '../../../../main/engine/features/keeping/compare-kept.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'm' as MatterId;

/** Documents of two versions each, by a colleague; of the copy here it is known that it includes so many of them. */
function kept(count: number, included: 1 | 2) {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  stores.links.link(matterId, '/matters/one', 1);
  const ids = Array.from({ length: count }, (_, number) => `id ${number}` as FileId);
  stores.together(() => {
    for (const fileId of ids) {
      const name = `${fileId}.docx`;
      const entry = (number: number) => {
        const id = `${fileId} ${number}`;
        const changeType = number === 1 ? 'Create' : 'Update';
        const more = { timestamp: '2026-01-01T10:00:00Z', newName: name, documentVersionId: `${id} version` };
        const raw = {
          id,
          type: 'File',
          changeType,
          file: { id: fileId },
          folder: null,
          ...more,
          userId: 'colleague',
        };
        return { id, fileId, at: 1, raw: JSON.stringify(raw) };
      };
      const seqs = stores.history.append(matterId, null, [entry(1), entry(2)], 1);
      stores.links.putFile({
        ...{
          matterId,
          path: name,
          fileId,
          size: 1,
          modified: '1',
          changed: '1',
          inode: `1:${fileId}:2`,
          sha256: name,
        },
        ...{ base: { entryId: `${fileId} ${included}`, upTo: seqs[included - 1] ?? 0 }, removed: false },
      });
    }
  });
  return { stores, ids };
}

test('documents that are here as the service has them are compared without reading their histories', async () => {
  const { stores, ids } = kept(600, 2);
  let read = 0;
  const { ofDocumentSince } = stores.history;
  stores.history.ofDocumentSince = (...of) => {
    read += 1;
    return ofDocumentSince.apply(stores.history, of);
  };
  const compared = await compareKept(stores, matterId, ids);
  expect(compared).toEqual({ here: 600, missing: [], newer: [], changed: 0 });
  expect(read).toBe(0);
});

test('many newer versions are found in parts, with turns for everything else in between', async () => {
  const { stores, ids } = kept(300, 1);
  let [inThisTurn, most] = [0, 0];
  const { ofDocumentSince } = stores.history;
  stores.history.ofDocumentSince = (...of) => {
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
    return ofDocumentSince.apply(stores.history, of);
  };
  let goesOn = true;
  const turn = () => {
    inThisTurn = 0;
    if (goesOn) setImmediate(turn);
  };
  setImmediate(turn);
  const compared = await compareKept(stores, matterId, ids);
  goesOn = false;
  expect(compared.newer).toHaveLength(300);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(20);
});
