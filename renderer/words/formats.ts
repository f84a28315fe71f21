/** How dates and numbers are written: as the person chose it, otherwise as the system does. */
let chosen: string | null = null;

/** The interface speaks English, so dates follow the person's own English, or British English elsewhere. */
export function dateLocale(language: string): string {
  return language.toLowerCase().startsWith('en') ? language : 'en-GB';
}

const ofSystem = dateLocale(globalThis.navigator?.language ?? 'en-GB');

/** The language tag by which dates and numbers are written now. */
export const formatsNow = (): string => chosen ?? ofSystem;

/** Whatever is written from now on is written so; null for the system's way. A tag that means nothing counts as that. */
export function writeLike(tag: string | null): void {
  chosen = tag !== null && isKnown(tag) ? tag : null;
}

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

const numbers = new Map<string, Intl.NumberFormat>();

/** "12,000", "4.2": with so many digits after the point. */
export function numberWords(value: number, digits = 0): string {
  const key = `${formatsNow()} ${digits}`;
  let format = numbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(formatsNow(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    numbers.set(key, format);
  }
  return format.format(value);
}

const dateStyles = {
  'full-and-clock': { dateStyle: 'full', timeStyle: 'medium' },
  full: { dateStyle: 'full' },
  long: { dateStyle: 'long' },
  clock: { timeStyle: 'short' },
  short: { day: 'numeric', month: 'short' },
  'short-with-year': { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dates = new Map<string, Intl.DateTimeFormat>();

/** A time (milliseconds since 1970) in one of our ways. Making a format costs more than a hundred uses of it, so each is kept. */
export function dateWords(time: number, style: keyof typeof dateStyles, language = formatsNow()): string {
  const key = `${language} ${style}`;
  let format = dates.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, dateStyles[style]);
    dates.set(key, format);
  }
  return format.format(time);
}

/** "yesterday", "5 minutes ago": our own words, so in English. */
export const sinceWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** "in 1 minute": always a number. */
export const untilWords = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
