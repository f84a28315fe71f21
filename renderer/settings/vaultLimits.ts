import type { VaultLimits } from '../../shared/model/index.ts';

/** Limits as they are typed: gigabytes and days, empty for none. */
export interface TypedLimits {
  readonly gigabytes: string;
  readonly days: string;
}

const gigabyte = 1_000_000_000;

export const typedLimits = ({ maxBytes, maxAgeDays }: VaultLimits): TypedLimits => ({
  gigabytes: maxBytes === null ? '' : String(maxBytes / gigabyte),
  days: maxAgeDays === null ? '' : String(maxAgeDays),
});

/** What is wrong with each, for a person; null when nothing is. */
export function limitFaults({ gigabytes, days }: TypedLimits): Record<keyof TypedLimits, string | null> {
  return {
    gigabytes: within(gigabytes, 0.1, 100_000)
      ? null
      : 'A number of gigabytes from 0.1 to 100000, or nothing.',
    days:
      within(days, 1, 36_500) && Number.isInteger(numberOf(days) ?? 0)
        ? null
        : 'A whole number of days from 1 to 36500, or nothing.',
  };
}

export const limitsOf = ({ gigabytes, days }: TypedLimits): VaultLimits => {
  const amount = numberOf(gigabytes);
  return { maxBytes: amount === null ? null : Math.round(amount * gigabyte), maxAgeDays: numberOf(days) };
};

const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'));

function within(text: string, least: number, most: number): boolean {
  const number = numberOf(text);
  return number === null || (number >= least && number <= most);
}
