import { expect, it } from 'vitest';
import { limitFaults, limitsOf, typedLimits } from '../../../renderer/settings/vaultLimits.ts';
import { vaultLimitsSchema } from '../../../shared/model/index.ts';

it.each([
  ['', '', { maxBytes: null, maxAgeDays: null }],
  ['20', '365', { maxBytes: 20_000_000_000, maxAgeDays: 365 }],
  [' 0,5 ', '', { maxBytes: 500_000_000, maxAgeDays: null }],
])('%j gigabytes and %j days are taken', (gigabytes, days, limits) => {
  expect(limitFaults({ gigabytes, days })).toEqual({ gigabytes: null, days: null });
  expect(limitsOf({ gigabytes, days })).toEqual(limits);
  expect(vaultLimitsSchema.safeParse(limits).success).toBe(true);
  expect(limitsOf(typedLimits(limits))).toEqual(limits);
});

it.each(['0', '-1', 'many', '0.01'])('%j gigabytes are refused in words', (gigabytes) => {
  expect(limitFaults({ gigabytes, days: '' }).gigabytes).toMatch(/gigabytes/u);
});

it.each(['0', '1.5', '40000', 'x'])('%j days are refused in words', (days) => {
  expect(limitFaults({ gigabytes: '', days }).days).toMatch(/days/u);
});
