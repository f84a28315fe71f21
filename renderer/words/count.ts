import { numberWords } from './formats.ts';

/** "1 document", "12,000 documents". */
export function count(howMany: number, one: string, many = `${one}s`): string {
  return `${numberWords(howMany)} ${howMany === 1 ? one : many}`;
}

/** Share of a whole as "42%", never 100% before all of it is there. */
export function percent(progress: { sent: number; of: number }): string {
  if (progress.of <= 0) return '0%';
  const share = Math.min(1, Math.max(0, progress.sent / progress.of));
  return `${Math.floor(share * 100)}%`;
}
