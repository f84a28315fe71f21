import { formatsNow } from './formats.ts';
import { longDate } from './time.ts';

/** A local day as `2026-03-02`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The beginning of such a day; null for anything else. */
export function readDay(day: string): Date | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/**
 * The day that a date of the service names, as `2026-03-02`: a midnight in UTC, or of no zone, is that day wherever one is; any other
 * instant is the day that it is here. '' for what is no date.
 */
export function dayNamed(date: string): string {
  const day = date.slice(0, 10);
  if (readDay(day) === null) return '';
  const at = new Date(date);
  const isDay = date.length === 10 || !/(Z|[+-]\d{2}:?\d{2})$/.test(date);
  if (isDay || Number.isNaN(at.getTime())) return day;
  const iso = at.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : dayOf(at);
}

/** A date of the service in words, as the day that it names; as it came where it is none. */
export const longDay = (date: string): string => {
  const at = readDay(dayNamed(date));
  return at === null ? date : longDate(at.toISOString());
};

/**
 * A day as people write it: as a date is written here ("5 December 2024"), in numbers in the order of the language ("5/12/2024", "5.12.24"), or
 * as `2024-12-05`. Null for anything else: a date that could be taken for two is never guessed.
 * @param language a tag, for the order of numbers and the names of months; English names are understood in any
 */
export function typedDay(text: string, language = formatsNow()): Date | null {
  const iso = readDay(text.trim());
  if (iso) return iso;
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => digits);
  const words = [...text.matchAll(/\p{L}{3,}/gu)].map(([word]) => word.toLowerCase());
  const month = words.map((word) => monthOf(word, language)).find((one) => one !== null) ?? null;
  const order = month === null ? orderOf(language) : besideMonth(numbers, language);
  if (numbers.length !== order.length) return null;
  const at = (part: Part) => numbers[order.indexOf(part)] ?? '';
  const year = at('year').length === 2 ? `20${at('year')}` : at('year');
  const two = (value: string | number) => String(value).padStart(2, '0');
  const day = `${year}-${two(month ?? at('month'))}-${two(at('day'))}`;
  const read = readDay(day);
  // The 31st of a shorter month is none.
  return read && dayOf(read) === day ? read : null;
}

type Part = 'day' | 'month' | 'year';

function orderOf(language: string): Part[] {
  const parts = new Intl.DateTimeFormat(language).formatToParts(0).map(({ type }) => type);
  return parts.filter((type) => type === 'day' || type === 'month' || type === 'year');
}

/** Beside a month's name a number of four digits is the year, wherever it stands. */
function besideMonth(numbers: readonly string[], language: string): Part[] {
  const year = numbers.findIndex((digits) => digits.length === 4);
  if (year === 0) return ['year', 'day'];
  return year === 1 ? ['day', 'year'] : orderOf(language).filter((part) => part !== 'month');
}

/** 1 to 12 for a month's name or the beginning of it, of three letters at least. */
function monthOf(word: string, language: string): number | null {
  for (const tag of [language, 'en']) {
    const names = new Intl.DateTimeFormat(tag, { month: 'long', day: 'numeric', timeZone: 'UTC' });
    for (let month = 0; month < 12; month += 1) {
      const name =
        names.formatToParts(Date.UTC(2024, month, 1)).find(({ type }) => type === 'month')?.value ?? '';
      if (name.toLowerCase().startsWith(word)) return month + 1;
    }
  }
  return null;
}
