import type { BillingView, Region } from '../../../shared/model/index.ts';
import { numberWords } from '../../words/formats.ts';

type Configuration = NonNullable<BillingView['configuration']>;

const types = [
  'None',
  'Fixed fee',
  'Fixed fee per appearance',
  'Time based',
  'Contingency, an amount',
  'Contingency, a percentage',
  'Not billable',
];
const classifications = ['6 characters', '2 characters', 'As the firm usually does'];

/** What the specification gives no meaning is said as it came. */
function said(words: readonly string[], value: number | string): string {
  return words[Number(value)] ?? `${value} (the specification does not say what it means)`;
}

export const billingTypeWords = (type: number | string): string => said(types, type);

/** How a matter is billed, line by line; what exists only in other regions is left out. */
export function billingRows(
  configuration: Configuration,
  region: Region | null,
): { label: string; value: string }[] {
  const { billingType: type, debtors } = configuration;
  const isIn = (...regions: Region[]) => region === null || regions.includes(region);
  const money = (value: number | null) => (value === null ? null : numberWords(value, 2));
  const isOf = (...numbers: number[]) => type === null || numbers.includes(Number(type)) || Number(type) > 6;
  const rows: [label: string, value: string | null][] = [
    ['Type', type === null ? null : billingTypeWords(type)],
    ['Amount', isOf(1, 2, 3) ? money(configuration.amount) : null],
    ['Disbursements', isOf(1, 2, 3) && isIn('AU', 'UK') ? money(configuration.disbursementAmount) : null],
    [
      'Contingency',
      configuration.contingencyAmount !== null && isOf(4, 5)
        ? `${numberWords(configuration.contingencyAmount, 2)}${Number(type) === 5 ? ' %' : ''}`
        : null,
    ],
    ['Debtors', debtors.length === 0 ? null : debtors.map(({ name }) => name).join(', ')],
    ['Rate set', isIn('AU', 'UK') ? configuration.rateSetId : null],
    ['UTBMS codes', isIn('US') ? yesOrNo(configuration.isUtbmsEnabled) : null],
    ['LEDES firm ID', isIn('US') ? configuration.ledesFirmId : null],
    ['LEDES matter ID', isIn('US') ? configuration.ledesMatterId : null],
    ['LEDES client’s matter ID', isIn('US') ? configuration.ledesClientMatterId : null],
    [
      'LEDES timekeeper classification',
      isIn('US') && configuration.ledesTimekeeperClassificationType !== null
        ? said(classifications, configuration.ledesTimekeeperClassificationType)
        : null,
    ],
  ];
  return rows.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
}

const yesOrNo = (value: boolean | null): string | null =>
  value === null ? null : value ? 'Used' : 'Not used';
