import { expect, test } from 'vitest';
import { ExposureFold, endOf } from '../../../../main/engine/features/custody/exposure-fold.ts';
import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';

const blank: CustodyContent = {
  ...{ seq: 1, kind: 'captured', at: '', writtenAt: '', matterId: 'm1', fileId: 'f1', relatedId: null },
  ...{ versionId: null, saveId: null, change: 'content', sha256: null, size: 10, name: 'Brief.docx' },
  ...{ path: 'Brief.docx', detail: null, person: null, userName: null, hostName: null },
  ...{ deviceId: 'd1', salt: 's' },
};
const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T09:00:00.000Z`;

/** Entries a day after the other, from the first of the month. */
function folded(...entries: Partial<CustodyContent>[]): ExposureFold {
  const fold = new ExposureFold();
  for (const [index, entry] of entries.entries())
    fold.take({ ...blank, seq: index + 1, at: day(index + 1), sha256: 'a', ...entry });
  return fold;
}
const told = (fold: ExposureFold) =>
  fold.stays.map((stay) => `${stay.fileId} ${stay.sha256} ${stay.from?.slice(8, 10)} ${words(stay)}`);
function words(stay: Parameters<typeof endOf>[0]): string {
  const end = endOf(stay);
  if (end.kind === 'here') return `here ${end.copies.join(' ')}`;
  return end.kind === 'gone'
    ? `${end.why} ${end.at.slice(8, 10)}`
    : `${end.why} since ${end.since.slice(8, 10)}`;
}

test('what is saved is here, also once something else was saved over it, until the vault discards it', () => {
  const saves = [{ saveId: 1 }, { saveId: 2, sha256: 'b' }] as const;
  expect(told(folded(...saves))).toEqual(['f1 a 01 here vault', 'f1 b 02 here folder vault']);
  expect(told(folded(...saves, { kind: 'discarded', detail: 'vault' }))).toEqual([
    'f1 a 01 vault 03',
    'f1 b 02 here folder vault',
  ]);
});

test('what was fetched ends with the last of its copies', () => {
  const both = [
    { kind: 'fetched', path: null, versionId: 'e1' },
    { kind: 'fetched' },
    { kind: 'evicted' },
  ] as const;
  expect(told(folded(...both))).toEqual(['f1 a 01 here view-copy']);
  expect(told(folded(...both, { kind: 'discarded', detail: 'view-copy' }))).toEqual(['f1 a 01 view-copy 04']);
  expect(folded(...both).stays[0]?.versionId).toBe('e1');
});

test('a newer version of the service replaces the one here, which the vault has until it goes', () => {
  const replaced = [{ kind: 'fetched' }, { kind: 'fetched', sha256: 'b' }, { kind: 'replaced' }] as const;
  expect(told(folded(...replaced))).toEqual(['f1 a 01 here vault', 'f1 b 02 here folder']);
  expect(told(folded(...replaced, { kind: 'discarded', detail: 'vault' }))).toEqual([
    'f1 a 01 vault 04',
    'f1 b 02 here folder',
  ]);
});

test('what came again after all of it was gone is a stay of its own', () => {
  expect(told(folded({ kind: 'fetched' }, { kind: 'evicted' }, { kind: 'fetched' }))).toEqual([
    'f1 a 01 evicted 02',
    'f1 a 03 here folder',
  ]);
});

test('what nobody looks after is not said to be gone', () => {
  expect(told(folded({ kind: 'fetched' }, { kind: 'unlinked', fileId: null, sha256: null }))).toEqual([
    'f1 a 01 unlinked since 02',
  ]);
  expect(
    told(folded({ kind: 'fetched' }, { kind: 'removed' }, { kind: 'discarded', detail: 'vault' })),
  ).toEqual(['f1 a 01 wastebasket since 02']);
});

test('linked again and evicted then, it is gone', () => {
  const fold = folded(
    { kind: 'fetched' },
    { kind: 'unlinked', fileId: null, sha256: null },
    { kind: 'linked', fileId: null, sha256: null },
    { kind: 'evicted' },
  );
  expect(told(fold)).toEqual(['f1 a 01 evicted 04']);
});

test('a save that becomes another document before it is filed is one stay, of that one', () => {
  const fold = folded(
    { saveId: 1 },
    { kind: 'decided', saveId: 1, fileId: 'f2', relatedId: 'f1' },
    { kind: 'filed', saveId: 1, fileId: 'f2', versionId: 'e9' },
    { saveId: 2, fileId: 'f2', sha256: 'b' },
  );
  expect(told(fold)).toEqual(['f2 a 01 here vault', 'f2 b 04 here folder vault']);
  expect(fold.stays[0]?.versionId).toBe('e9');
});

test('a sign-out takes all but what stands in matter folders', () => {
  const fold = folded({ saveId: 1 }, { saveId: 2, sha256: 'b' }, { kind: 'gone', sha256: 'b' });
  fold.take({ ...blank, saveId: 3, fileId: 'f2', sha256: 'c', at: day(4) });
  expect(fold.removed(day(5))).toEqual({ removed: 2, left: 1 });
  expect(told(fold)).toEqual([
    'f1 a 01 signed-out 05',
    'f1 b 02 signed-out 05',
    'f2 c 04 left-at-sign-out since 05',
  ]);
});

test('renames and what is no version tell of no bytes', () => {
  expect(told(folded({ sha256: null, change: 'metadata' }, { kind: 'followed', sha256: null }))).toEqual([]);
});
