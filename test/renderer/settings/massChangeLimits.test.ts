import { expect, test } from 'vitest';
import {
  massChangeFault,
  massChangeOf,
  typedMassChange,
} from '../../../renderer/settings/massChangeLimits.ts';
import { usualMassChangeLimits } from '../../../shared/model/index.ts';

test('what is shown is what is kept', () => {
  expect(massChangeOf(typedMassChange(usualMassChangeLimits))).toEqual(usualMassChangeLimits);
});

test('what is no limit is said, and not kept', () => {
  const typed = typedMassChange(usualMassChangeLimits);
  for (const percent of ['', ' ', '0', '101', '4.5', 'many', '-1']) {
    expect(massChangeOf({ ...typed, percent })).toBeNull();
    expect(massChangeFault(percent, { least: 1, most: 100 })).toBe('A whole number from 1 to 100.');
  }
  expect(massChangeFault(' 40 ', { least: 1, most: 100 })).toBeNull();
});
