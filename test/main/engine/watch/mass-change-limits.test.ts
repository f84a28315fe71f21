import { expect, test } from 'vitest';
import { isMassChange } from '../../../../main/engine/features/mass-changes/mass-change.ts';
import { usualMassChangeLimits } from '../../../../shared/model/index.ts';

test.each([
  [50, 1000, false],
  [51, 1000, true],
  [8, 21, false],
  [9, 21, true],
  [20, 20, false],
  [20, 50, false],
  [21, 50, true],
])(
  'with the usual limits, %i changed documents of %i at once: asked about is %s',
  (changed, documents, asked) => {
    expect(isMassChange(usualMassChangeLimits, changed, documents)).toBe(asked);
  },
);
