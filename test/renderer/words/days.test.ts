import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { dayNamed, dayOf, longDay, readDay, typedDay } from '../../../renderer/words/days.ts';
import { longDate } from '../../../renderer/words/time.ts';

const someDay = fc.date({ min: new Date(2000, 0, 1), max: new Date(2099, 11, 31), noInvalidDate: true });
const languages = ['en-GB', 'en-US', 'en-AU', 'de-DE', 'fr-FR', 'sv-SE'];

it('reads a day as it wrote it, and nothing that is none', () => {
  const days = fc.date({ min: new Date(1971, 0, 1), max: new Date(2199, 0, 1), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      expect(dayOf(readDay(dayOf(date)) ?? new Date(0))).toBe(dayOf(date));
    }),
  );
  for (const text of ['', '2026-13-45', 'tomorrow', '2026-1-1']) expect(readDay(text)).toBeNull();
});

test.each(languages)('a date that the window writes in %s is typed back as the same day', (language) => {
  fc.assert(
    fc.property(someDay, (date) => {
      const iso = date.toISOString();
      for (const text of [
        longDate(iso, language),
        new Intl.DateTimeFormat(language).format(date),
        dayOf(date),
      ]) {
        const read = typedDay(text, language);
        expect(read && dayOf(read)).toBe(dayOf(date));
      }
    }),
  );
});

test.each([
  ['3/4/2026', 'en-GB', '2026-04-03'],
  ['3/4/2026', 'en-US', '2026-03-04'],
  ['3.4.26', 'en-GB', '2026-04-03'],
  ['3rd of April 2026', 'en-GB', '2026-04-03'],
  ['Apr 3, 2026', 'en-US', '2026-04-03'],
  ['3 April 2026', 'de-DE', '2026-04-03'],
  ['29 February 2024', 'en-GB', '2024-02-29'],
])('%s, typed in %s, is %s', (text, language, day) => {
  const read = typedDay(text, language);
  expect(read && dayOf(read)).toBe(day);
});

test.each([
  '31 April 2026',
  '29 February 2026',
  '13/13/2026',
  '4/2026',
  'April 2026',
  'next week',
  '',
  '3/4/5/6',
])('"%s" is no day', (text) => {
  expect(typedDay(text, 'en-GB')).toBeNull();
});

test('a date of the service is the same day in a form and in words, whatever the zone of this computer', () => {
  const zoneBefore = process.env['TZ'];
  try {
    for (const zone of ['UTC', 'America/New_York', 'Australia/Sydney']) {
      process.env['TZ'] = zone;
      for (const date of [
        '2024-03-05',
        '2024-03-05T00:00:00',
        '2024-03-05T00:00:00Z',
        '2024-03-05T00:00:00.000Z',
      ]) {
        expect([zone, dayNamed(date)]).toEqual([zone, '2024-03-05']);
      }
    }
    process.env['TZ'] = 'Australia/Sydney';
    expect(dayNamed('2024-03-04T13:00:00Z')).toBe('2024-03-05');
    expect(dayNamed('2024-03-05T00:00:00+11:00')).toBe('2024-03-05');
  } finally {
    if (zoneBefore === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zoneBefore;
  }
  expect(dayNamed('soon')).toBe('');
  expect(longDay('2024-03-05T00:00:00Z')).toBe(longDate('2024-03-05T12:00:00'));
  expect(longDay('soon')).toBe('soon');
});
