import { dateWords, formatsNow, sinceWords, untilWords } from './formats.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** How far a clock may run ahead of ours before a time counts as being in the future. */
const clockSkew = 2 * minute;

/** Shown for a time nobody can read; the words around it still make sense. */
const unknownTime = 'at an unknown time';

/** "Friday, 21 November 2025 at 14:05:33". */
export function exactTime(at: string, language = formatsNow()): string {
  const time = read(at);
  if (time === null) return unknownTime;
  return dateWords(time, 'full-and-clock', language);
}

/** "just now", "5 minutes ago", "3 hours ago", "yesterday", "4 days ago", then the date. */
export function relativeTime(at: string, now: number, language = formatsNow()): string {
  const time = read(at);
  if (time === null) return unknownTime;
  const age = now - time;
  if (age < -clockSkew) return `${shortDate(time, now, language)}, ${clock(time, language)}`;
  if (age < minute) return 'just now';
  if (age < hour) return sinceWords.format(-Math.floor(age / minute), 'minute');
  const days = daysBetween(time, now);
  if (days === 0) return sinceWords.format(-Math.floor(age / hour), 'hour');
  if (days < 7) return sinceWords.format(-days, 'day');
  return shortDate(time, now, language);
}

/** "14:05". */
export function timeOfDay(at: string, language = formatsNow()): string {
  const time = read(at);
  return time === null ? unknownTime : clock(time, language);
}

/** "14:05" today, "20 Nov, 14:05" otherwise. */
export function clockTime(at: string, now: number, language = formatsNow()): string {
  const time = read(at);
  if (time === null) return unknownTime;
  const clockWords = clock(time, language);
  return daysBetween(time, now) === 0 ? clockWords : `${shortDate(time, now, language)}, ${clockWords}`;
}

/** "now", "in 20 seconds", "in 5 minutes", then "at 16:30". */
export function untilTime(at: string, now: number, language = formatsNow()): string {
  const time = read(at);
  if (time === null) return unknownTime;
  const rest = time - now;
  if (rest <= 0) return 'now';
  if (rest < minute) return untilWords.format(Math.ceil(rest / second), 'second');
  if (rest < hour) return untilWords.format(Math.round(rest / minute), 'minute');
  return `at ${clockTime(at, now, language)}`;
}

/** "Today", "Yesterday", then "Friday, 21 November 2025". */
export function dayHeading(at: string, now: number, language = formatsNow()): string {
  const time = read(at);
  if (time === null) return 'Unknown day';
  const days = daysBetween(time, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return dateWords(time, 'full', language);
}

/** "21 November 2025". */
export function longDate(at: string, language = formatsNow()): string {
  const time = read(at);
  return time === null ? unknownTime : dateWords(time, 'long', language);
}

/** Whole days left until an instant, 0 on its last day, negative after it; null when it cannot be read. */
export function daysUntil(at: string, now: number): number | null {
  const time = read(at);
  return time === null ? null : Math.floor((time - now) / (24 * hour));
}

function read(at: string): number | null {
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : time;
}

const clock = (time: number, language: string) => dateWords(time, 'clock', language);

function shortDate(time: number, now: number, language: string): string {
  const thisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return dateWords(time, thisYear ? 'short' : 'short-with-year', language);
}

/** Calendar days in local time from `time` to `now`; rounding absorbs days of 23 and 25 hours. */
function daysBetween(time: number, now: number): number {
  return Math.round((midnight(now) - midnight(time)) / (24 * hour));
}

const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
