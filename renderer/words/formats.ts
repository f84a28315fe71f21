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
