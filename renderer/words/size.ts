import { numberWords } from './formats.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** "1 byte", "50 KB", "4.2 MB": in thousands, as file managers show them. */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = Math.max(0, bytes);
  let unit = 0;
  // What would be rounded to a thousand is one of the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const shown = numberWords(value, unit > 0 && value < 9.95 ? 1 : 0);
  return `${shown} ${units[unit] ?? ''}`;
}
