import { expect, test } from 'vitest';
import { whenSaved } from '../../../../main/engine/features/watch/when-saved.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';

const matterId = 'm' as MatterId;
const nanoseconds = (milliseconds: number) => `${milliseconds}000001`;
/** Linked at 1,000,000 ms; the document was captured last at 2,000,000. */
const stores = {
  links: { linkedAt: () => 1_000_000 },
  saves: { versionsOf: () => [{ capturedAt: 2_000_000 }] },
} as unknown as Parameters<typeof whenSaved>[0];
const known = { matterId, fileId: 'f' as FileId, path: 'a', changed: nanoseconds(1_900_000), removed: false };

function saved(
  changed: string,
  noticed: { first: number; last?: number; unchangedUntil?: number | null },
  { isNew = false, isShared = false, now = 5_000_000 } = {},
) {
  const facts = { kind: 'file', size: 1, modified: changed, changed, inode: 'i' } as const;
  const { first, last = first, unchangedUntil = null } = noticed;
  return whenSaved(stores, matterId, {
    facts,
    known: (isNew ? undefined : known) as Parameters<typeof whenSaved>[2]['known'],
    noticed: { first, last, unchangedUntil },
    isShared,
    now,
  });
}

test('the file system tells when a document was written where it stands, however much later that is noticed', () => {
  expect(saved(nanoseconds(3_000_000), { first: 4_000_000 })).toEqual({ from: 3_000_000, to: 3_000_050 });
});

test('what was noticed before it was written for the last time was being written all along', () => {
  expect(saved(nanoseconds(3_000_000), { first: 2_500_000 })).toEqual({ from: 2_500_000, to: 3_000_050 });
});

test('what came from elsewhere came at some time between its own and the one at which it was noticed', () => {
  expect(saved(nanoseconds(3_000_000), { first: 4_000_000 }, { isNew: true })).toEqual({
    from: 3_000_000,
    to: 4_000_000,
  });
  const looked = { first: 4_000_000, unchangedUntil: 3_900_000 };
  expect(saved(nanoseconds(3_000_000), looked, { isNew: true })).toEqual({ from: 3_900_000, to: 4_000_000 });
});

test('another file of the document’s name, older than the document, came there at some time after its own', () => {
  expect(saved(nanoseconds(1_500_000), { first: 4_000_000 })).toEqual({ from: 1_500_000, to: 4_000_000 });
});

test.each([
  ['there is none', '0', {}],
  ['another computer wrote it', nanoseconds(3_000_000), { isShared: true }],
  ['it is still to come', nanoseconds(9_000_000), {}],
] as const)(
  'a time that tells nothing, as %s, leaves any time since the last look',
  (_, changed, options) => {
    expect(saved(changed, { first: 4_000_000, last: 4_000_500 }, options)).toEqual({
      from: 2_000_000,
      to: 4_000_500,
    });
    const looked = { first: 4_000_000, unchangedUntil: 3_900_000 };
    expect(saved(changed, looked, options)).toEqual({ from: 3_900_000, to: 4_000_000 });
  },
);

test('whoever links a folder files what has been in it before', () => {
  expect(saved(nanoseconds(10_000), { first: 1_000_500 }, { isNew: true })).toEqual({
    from: 1_000_000,
    to: 1_000_500,
  });
});
