import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { rootAddresses } from '../../../../main/engine/features/history/apply.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { dump, emptyStores, shownBy, takeInto } from './projected.ts';
import { project } from './whole-projection.ts';

const matterId = 'matter-1' as MatterId;
const id = fc.constantFrom('1', '2', '3', 'root', 'matter-1');
const name = fc.option(fc.constantFrom('a.docx', 'b', 'two\nlines', ''), { nil: null });
const entry = fc.record(
  {
    id: fc.constantFrom(...Array.from({ length: 40 }, (_, index) => `entry-${index}`)),
    timestamp: fc.oneof(
      fc.integer({ min: 0, max: 12 }).map((minute) => new Date(minute * 60_000).toISOString()),
      fc.constantFrom('', 'yesterday', '2026-01-01T00:00:00'),
    ),
    type: fc.constantFrom('File', 'Folder', 0, 1, null),
    changeType: fc.constantFrom(
      'Create',
      'Update',
      'Rename',
      'Move',
      'Copy',
      'Delete',
      'Restore',
      7,
      'Odd',
      null,
    ),
    file: fc.option(fc.record({ id }), { nil: null }),
    folder: fc.option(fc.record({ id }), { nil: null }),
    oldName: name,
    newName: name,
    fileExtension: fc.constantFrom(null, null, '.docx', 'pdf'),
    oldFolderId: fc.option(id, { nil: null }),
    newFolderId: fc.option(id, { nil: null }),
    oldMatterId: fc.constantFrom(null, 'matter-1', 'matter-2'),
    newMatterId: fc.constantFrom(null, 'matter-1', 'matter-2'),
    copySourceFileId: fc.constantFrom(null, null, '2'),
    documentVersionId: fc.option(fc.constantFrom('v1', 'v2'), { nil: null }),
    userId: fc.constantFrom(null, 'u1', 'u2'),
    // Not of the service: the place that the entry is given in the order, in microseconds since 1970.
    orderedAt: fc.option(
      fc.integer({ min: 0, max: 12 }).map((minute) => minute * 60_000_000),
      { nil: null },
    ),
  },
  { requiredKeys: ['id'] },
);
/** Answers in the order they arrive: entries come again, come late, come with other contents, and from several folders. */
const answers = fc.array(
  fc.record({
    readFrom: fc.constantFrom('', '', '1', '2', 'matter-1'),
    entries: fc.array(entry, { maxLength: 8 }),
  }),
  { maxLength: 6 },
);

let stores: Stores;
beforeAll(() => {
  stores = emptyStores();
});

function taken(list: readonly { readFrom: string; entries: readonly object[] }[]): Projector {
  stores.database.exec('DELETE FROM history_entry');
  stores.together(() => stores.projection.clear());
  stores.projection.setProjected(stores.history.newestSeq());
  const projector = new Projector(stores);
  for (const { readFrom, entries } of list) {
    takeInto(
      stores,
      projector,
      matterId,
      entries.map(({ orderedAt = null, ...one }: { orderedAt?: number | null }) => ({
        seq: 0,
        readFrom,
        raw: JSON.stringify(one),
        orderedAt,
      })),
    );
  }
  return projector;
}

describe('for any history', () => {
  test('what comes entry by entry is what comes of all at once', () => {
    fc.assert(
      fc.property(answers, (list) => {
        taken(list);
        const whole = project(matterId, stores.history.after(0, 1_000), new Set(rootAddresses(matterId)));
        const shown = shownBy(stores, matterId);
        const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
        expect(shown.folders.toSorted(byId)).toEqual(whole.folders.toSorted(byId));
        expect(shown.documents.toSorted(byId)).toEqual(whole.documents.toSorted(byId));
        expect(shown.timeline).toMatchObject(
          whole.timeline.map((row) => ({
            id: row.id,
            kind: row.kind,
            rawKind: row.rawKind,
            who: row.userId,
            fileId: row.fileId,
            name: row.name,
            from: row.fromText,
            to: row.toText,
          })),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('made anew, the projection is the same to the last column', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (list) => {
        const projector = taken(list);
        const before = dump(stores);
        await projector.rebuild();
        expect(dump(stores)).toEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });

  test('every folder can be reached from the root', () => {
    fc.assert(
      fc.property(answers, (list) => {
        taken(list);
        const { folders } = shownBy(stores, matterId);
        const parents = new Map<string, string | null>(folders.map((folder) => [folder.id, folder.parentId]));
        for (const folder of folders) {
          let at: string | null = folder.id;
          for (let steps = 0; at !== null; steps += 1) {
            expect(steps).toBeLessThanOrEqual(folders.length);
            at = parents.get(at) ?? null;
          }
          expect(folder.parentId === null || parents.has(folder.parentId)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
