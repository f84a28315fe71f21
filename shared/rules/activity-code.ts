import type { Region } from '../model/index.ts';
import { atMost, type Check, finite, oneOf, onlyIn, rule, type Violation, violations } from './checks.ts';

/** spec: Activity code, `type`. */
export const activityTypes = { fixed: 0, time: 1, expense: 2, surcharge: 3 } as const;
export type ActivityType = (typeof activityTypes)[keyof typeof activityTypes];

/** spec: Activity code, `rateType`. */
export const rateTypes = {
  useDefaultStaffRate: 0,
  overrideRateForAllStaff: 1,
  overrideRatePerStaff: 2,
} as const;
export type RateType = (typeof rateTypes)[keyof typeof rateTypes];

/** Longest code (spec: Limits). */
export const longestCode = 20;

/** spec: PUT /activitycodes/{id}; these properties and no others. */
export interface ActivityCodeUpdate {
  /** Reserved for servers talking to servers. */
  readonly updatedByUserId?: string | null;
  readonly type?: ActivityType;
  readonly description?: string | null;
  /** At most 20 characters. */
  readonly code?: string | null;
  readonly isBillable?: boolean;
  readonly rateType?: RateType;
  /** Dollars; only with `rateTypes.overrideRateForAllStaff`. */
  readonly rate?: number | null;
  /** Units of an expense; of time, minutes divided by 100; not for type Fixed. */
  readonly quantity?: number | null;
  /** AU and UK only. */
  readonly taxInclusive?: boolean;
  /** At most one of the three that follow is true; the last two in the UK only. */
  readonly taxExempt?: boolean;
  readonly taxZeroRated?: boolean;
  readonly taxOutOfScope?: boolean;
  /** Percent with at most two decimals. */
  readonly inputTaxRate?: number | null;
  readonly outputTaxRate?: number | null;
}

const writable: readonly (keyof ActivityCodeUpdate)[] = [
  'updatedByUserId',
  'type',
  'description',
  'code',
  'isBillable',
  'rateType',
  'rate',
  'quantity',
  'taxInclusive',
  'taxExempt',
  'taxZeroRated',
  'taxOutOfScope',
  'inputTaxRate',
  'outputTaxRate',
];

export function activityCodeViolations(
  update: ActivityCodeUpdate,
  region: Region | undefined,
): readonly Violation[] {
  const unknown = Object.keys(update).find((name) => !writable.some((known) => known === name));
  const given = (value: number | null | undefined) => value !== null && value !== undefined;
  const exclusive = (['taxExempt', 'taxZeroRated', 'taxOutOfScope'] as const).filter((name) => update[name]);
  return violations(
    rule(unknown ?? '', unknown === undefined, 'is not a property that can be changed'),
    oneOf('type', update.type, Object.values(activityTypes)),
    atMost('code', update.code, longestCode),
    oneOf('rateType', update.rateType, Object.values(rateTypes)),
    finite('rate', update.rate),
    rule(
      'rate',
      !given(update.rate) || update.rateType === rateTypes.overrideRateForAllStaff,
      'may be set only with one rate for all staff',
    ),
    finite('quantity', update.quantity),
    rule(
      'quantity',
      !given(update.quantity) || update.type !== activityTypes.fixed,
      'does not apply to the type Fixed',
    ),
    rule(exclusive[1] ?? '', exclusive.length < 2, `cannot be set together with ${exclusive[0]}`),
    onlyIn('taxInclusive', update.taxInclusive, ['AU', 'UK'], region),
    onlyIn('taxZeroRated', update.taxZeroRated, ['UK'], region),
    onlyIn('taxOutOfScope', update.taxOutOfScope, ['UK'], region),
    percentage('inputTaxRate', update.inputTaxRate),
    percentage('outputTaxRate', update.outputTaxRate),
  );
}

function percentage(field: string, value: number | null | undefined): Check {
  const holds = value === null || value === undefined || Number(value.toFixed(2)) === value;
  return rule(field, holds, 'must be a percentage with at most two decimals');
}

/** spec: Activity code, `quantity` of type Time: minutes divided by 100, so 60 minutes are 0.6. */
export const quantityOfMinutes = (minutes: number): number => minutes / 100;
export const minutesOfQuantity = (quantity: number): number => Number((quantity * 100).toFixed(6));
