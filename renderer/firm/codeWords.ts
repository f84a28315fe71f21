import type { TaxKind } from '../forms/activityCode.ts';
import { displayName } from '../words/displayName.ts';

const types = ['Fixed', 'Time', 'Expense', 'Surcharge'];
const rates = ['Default rate of the staff', 'One rate for all staff', 'A rate for each of the staff'];

/** What nobody has heard of is said as it came. */
const said = (words: readonly string[], value: number | string | null): string =>
  value === null ? 'Not shown' : (words[Number(value)] ?? `Unknown: ${displayName(String(value))}`);

export const activityTypeWords = (type: number | string | null): string => said(types, type);
export const rateTypeWords = (type: number | string | null): string => said(rates, type);

export const taxKindWords: Record<Exclude<TaxKind, 'none'>, string> = {
  taxExempt: 'Exempt from tax',
  taxZeroRated: 'Zero-rated',
  taxOutOfScope: 'Outside the scope of tax',
};
