import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barsOf } from '../../../renderer/matter/timeline/bars.ts';

it('draws everything that happened, in at most 61 bars that follow one another without a gap', () => {
  const days = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 0, max: 30_000 }), count: fc.integer({ min: 1, max: 99 }) }),
    {
      selector: ({ day }) => day,
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(days, (some) => {
      const bars = barsOf(some.toSorted((one, other) => one.day - other.day));
      const total = (all: readonly { readonly count: number }[]) =>
        all.reduce((sum, { count }) => sum + count, 0);
      expect(total(bars)).toBe(total(some));
      expect(bars.length).toBeLessThanOrEqual(61);
      for (const [index, bar] of bars.entries()) {
        expect(bar.from <= bar.to).toBe(true);
        expect(bar.to < (bars[index + 1]?.from ?? '9999')).toBe(true);
      }
    }),
  );
});

it('draws nothing where nothing happened', () => {
  expect(barsOf([])).toEqual([]);
});
