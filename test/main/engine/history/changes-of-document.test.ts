import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf } from '../../../../main/engine/features/history/changes-of-document.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'm' as MatterId;
const opened = () => storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);

/** Documents, one at a time, that are looked at or get an entry. */
const steps = fc.array(
  fc.record({
    fileId: fc.constantFrom('a', 'b', 'c'),
    changeType: fc.constantFrom(null, 'Create', 'Update', 'Delete'),
  }),
  { maxLength: 40 },
);

test('what is told of a document is what its history shows by then, however often it was asked before', () => {
  fc.assert(
    fc.property(steps, (some) => {
      const [often, once] = [opened(), opened()];
      for (const [number, { fileId, changeType }] of some.entries()) {
        const id = String(number);
        const raw = JSON.stringify({
          id,
          type: 'File',
          changeType,
          file: { id: fileId },
          newName: 'Draft.docx',
        });
        const entry = { id, fileId: fileId as FileId, at: 1, raw };
        if (changeType !== null)
          for (const stores of [often, once]) stores.history.append(matterId, null, [entry], 1);
        changesOf(often, matterId, fileId as FileId);
      }
      for (const fileId of ['a', 'b', 'c'] as FileId[])
        expect(changesOf(often, matterId, fileId)).toEqual(changesOf(once, matterId, fileId));
    }),
    { numRuns: 12 },
  );
});
