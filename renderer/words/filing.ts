import { assertNever } from '../../shared/base/result.ts';
import type { FilingRow } from '../../shared/model/index.ts';
import { count } from './count.ts';
import { sizeWords } from './size.ts';
import { untilTime } from './time.ts';

/** Before so many milliseconds nothing can be said about how fast it goes. */
const firstGuess = 2_000;

/** "4.2 of 9.9 MB, 1.1 MB a second, about 6 seconds left"; null while nothing is being sent. */
export function progressLine(row: Pick<FilingRow, 'size' | 'progress'>, now: number): string | null {
  if (!row.progress) return null;
  const { sent, since } = row.progress;
  const parts = [`${sizeWords(sent)} of ${sizeWords(row.size)}`];
  const elapsed = now - Date.parse(since);
  const speed = elapsed >= firstGuess ? (sent / elapsed) * 1_000 : 0;
  if (speed >= 1) {
    parts.push(`${sizeWords(speed)} a second`);
    if (sent < row.size) parts.push(`about ${durationWords((row.size - sent) / speed)} left`);
  }
  return parts.join(', ');
}

/** "5 seconds", "3 minutes", "2 hours". */
export function durationWords(seconds: number): string {
  if (seconds < 60) return count(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
}

type Waiting = Pick<FilingRow, 'waitsFor' | 'why' | 'nextTryAt'>;

/** What a save waits for, why, and when it is tried again; null for one that does not wait. */
export function waitingLine(row: Waiting, now: number): string | null {
  switch (row.waitsFor) {
    case null:
      return row.why;
    case 'turn':
      return row.why ?? 'Next in line.';
    case 'earlier-save':
      return 'Waits for the earlier save of this document.';
    case 'resume':
      return 'Filing is paused.';
    case 'resume-matter':
      return 'Filing of this matter is paused.';
    case 'resume-document':
      return 'Filing of this document is paused.';
    case 'power':
      return 'Goes once this computer is plugged in, as chosen in the settings.';
    case 'network':
      return 'Goes once this computer is on an unmetered connection, as chosen in the settings.';
    case 'person':
      return 'Waits for your decision: many documents changed at once.';
    case 'service':
      return 'Goes as soon as the service can be reached.';
    case 'history':
      return [
        'Goes once the matter’s history has been loaded: it tells whether the service has this document.',
        row.why,
      ]
        .filter(Boolean)
        .join(' ');
    case 'next-try':
      return [row.why, row.nextTryAt && `Next try ${untilTime(row.nextTryAt, now)}.`]
        .filter(Boolean)
        .join(' ');
    default:
      return assertNever(row.waitsFor);
  }
}
