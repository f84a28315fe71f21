import { expect, test } from 'vitest';
import { exposureWords } from '../../../renderer/exposure/exposureWords.ts';

const at = '2026-03-12T09:14:02.015Z';

test('says how a version came, and where it is or how it went', () => {
  expect(
    exposureWords({ came: 'saved', end: { kind: 'here', copies: ['folder', 'vault', 'view-copy'] } }),
  ).toBe('Saved here; now in the matter folder, among the kept versions and as a copy to look at');
  expect(exposureWords({ came: 'fetched', end: { kind: 'here', copies: ['folder'] } })).toBe(
    'Fetched from the service; now in the matter folder',
  );
  expect(exposureWords({ came: 'fetched', end: { kind: 'gone', at, why: 'evicted' } })).toBe(
    'Fetched from the service; it left to free space',
  );
});

test('what is not known to have gone is not said to have gone', () => {
  for (const why of ['wastebasket', 'unlinked', 'left-at-sign-out', 'not-found'] as const)
    expect(exposureWords({ came: 'found', end: { kind: 'not-known', since: at, why } })).not.toMatch(
      /removed|left to/,
    );
});
