import type { ActivityCodeView, FormOf } from '../../shared/model/index.ts';
import { activityTypes, rateTypes } from '../../shared/rules/activity-code.ts';

type Form = FormOf<'activityCodes.put'>;
const whole = [
  'type',
  'description',
  'code',
  'isBillable',
  'rateType',
  'rate',
  'quantity',
  'taxExempt',
  'inputTaxRate',
  'outputTaxRate',
] as const;
/** They exist in some regions only: that one is not shown says nothing. */
const regional = ['taxInclusive', 'taxZeroRated', 'taxOutOfScope'] as const;

/** A code as the form for it; what the service does not show has to be chosen, and is told apart. */
export function activityCodeForm({ codeId, version, fields, unreadable }: ActivityCodeView): Form {
  return {
    operation: 'activityCodes.put',
    codeId,
    seen: version,
    type: fields.type ?? 0,
    description: fields.description ?? null,
    code: fields.code ?? null,
    isBillable: fields.isBillable ?? false,
    rateType: fields.rateType ?? 0,
    rate: fields.rate ?? null,
    quantity: fields.quantity ?? null,
    taxExempt: fields.taxExempt ?? false,
    inputTaxRate: fields.inputTaxRate ?? null,
    outputTaxRate: fields.outputTaxRate ?? null,
    ...Object.fromEntries(
      regional
        .filter((field) => fields[field] !== undefined || unreadable.includes(field))
        .map((field) => [field, fields[field] ?? false]),
    ),
  };
}

/** What could not be read of a code: all of it is replaced, so it must be entered. */
export const unreadOfCode = ({ fields, unreadable }: Pick<ActivityCodeView, 'fields' | 'unreadable'>) => [
  ...whole.filter((field) => fields[field] === undefined),
  ...regional.filter((field) => unreadable.includes(field)),
];

/** What of that still has to be entered: no rate where there is none for all, no quantity of what is fixed. */
export function missingOfCode(
  unread: readonly string[],
  entered: ReadonlySet<string>,
  { type, rateType }: Pick<Form, 'type' | 'rateType'>,
): string[] {
  const applies = (field: string) =>
    (field !== 'rate' || rateType === rateTypes.overrideRateForAllStaff) &&
    (field !== 'quantity' || type !== activityTypes.fixed);
  return unread.filter((field) => !entered.has(field) && applies(field));
}

/** A change, with what no longer applies taken away: no rate without one for all, no quantity of what is fixed. */
export function withChange(form: Form, change: Partial<Form>): Form {
  const next = { ...form, ...change };
  return {
    ...next,
    rate: next.rateType === rateTypes.overrideRateForAllStaff ? next.rate : null,
    quantity: next.type === 0 || next.type !== form.type ? (change.quantity ?? null) : next.quantity,
  };
}

export const taxKinds = ['taxExempt', 'taxZeroRated', 'taxOutOfScope'] as const;
export type TaxKind = (typeof taxKinds)[number] | 'none';

export const taxKindOf = (form: Form): TaxKind => taxKinds.find((kind) => form[kind] === true) ?? 'none';

/** One of the three at most; those of other regions are left as they came. */
export function withTaxKind(form: Form, kind: TaxKind): Form {
  const next = { ...form, taxExempt: kind === 'taxExempt' };
  for (const one of ['taxZeroRated', 'taxOutOfScope'] as const) {
    if (kind === one) next[one] = true;
    else if (next[one] !== undefined) next[one] = false;
  }
  return next;
}
