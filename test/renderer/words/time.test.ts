import { describe, expect, it } from 'vitest';
import { dateLocale } from '../../../renderer/words/formats.ts';
import {
  clockTime,
  dayHeading,
  daysUntil,
  exactTime,
  longDate,
  relativeTime,
  untilTime,
} from '../../../renderer/words/time.ts';

const local = (day: number, hour = 12, minute = 0, second = 0) =>
  new Date(2025, 10, day, hour, minute, second);
const now = local(21, 14, 5).getTime();
const at = (date: Date) => date.toISOString();
const gb = 'en-GB';

describe('how long ago something was', () => {
  it.each([
    [local(21, 14, 4, 30), 'just now'],
    [local(21, 14, 6), 'just now'],
    [local(21, 14, 0), '5 minutes ago'],
    [local(21, 11, 5), '3 hours ago'],
    [local(20, 23), 'yesterday'],
    [local(17, 23), '4 days ago'],
    [local(3), '3 Nov'],
    [new Date(2024, 10, 3), '3 Nov 2024'],
    [local(22, 9), '22 Nov, 09:00'],
  ])('%s is "%s"', (date, words) => {
    expect(relativeTime(at(date), now, gb)).toBe(words);
  });
});

describe('times in words', () => {
  it('gives the time today and the date otherwise', () => {
    expect(clockTime(at(local(21, 9, 3)), now, gb)).toBe('09:03');
    expect(clockTime(at(local(20, 9, 3)), now, gb)).toBe('20 Nov, 09:03');
  });

  it('says when the next try is', () => {
    expect(untilTime(at(new Date(now - 1)), now, gb)).toBe('now');
    expect(untilTime(at(new Date(now + 19_500)), now, gb)).toBe('in 20 seconds');
    expect(untilTime(at(new Date(now + 300_000)), now, gb)).toBe('in 5 minutes');
    expect(untilTime(at(local(21, 16, 30)), now, gb)).toBe('at 16:30');
  });

  it('heads days', () => {
    expect(dayHeading(at(local(21, 0, 1)), now, gb)).toBe('Today');
    expect(dayHeading(at(local(20, 23, 59)), now, gb)).toBe('Yesterday');
    expect(dayHeading(at(local(19)), now, gb)).toMatch(/^Wednesday,? 19 November 2025$/u);
  });

  it('is exact on request', () => {
    expect(exactTime(at(local(21, 14, 5, 33)), gb)).toMatch(/Friday,? 21 November 2025.*14:05:33/u);
    expect(longDate(at(local(21)), gb)).toBe('21 November 2025');
  });

  it('counts the days left', () => {
    expect(daysUntil(at(new Date(now + 3.5 * 86_400_000)), now)).toBe(3);
    expect(daysUntil(at(new Date(now - 1)), now)).toBe(-1);
  });

  it('admits a time it cannot read', () => {
    for (const words of [
      relativeTime('soon', now),
      clockTime('', now),
      untilTime('x', now),
      exactTime('x'),
    ]) {
      expect(words).toBe('at an unknown time');
    }
    expect(dayHeading('x', now)).toBe('Unknown day');
    expect(daysUntil('x', now)).toBeNull();
  });

  it('follows the person’s own English', () => {
    expect(dateLocale('en-US')).toBe('en-US');
    expect(dateLocale('de-DE')).toBe('en-GB');
  });
});
