import { afterEach, expect, test } from 'vitest';
import { expiresAtHere } from '../../../../main/engine/service/documents.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test.each(['Australia/Sydney', 'America/New_York', 'UTC'])(
  'an upload address whose end is stated without a zone ends by UTC, also in %s',
  (there) => {
    process.env['TZ'] = there;
    const ends = Date.UTC(2026, 10, 24, 6, 18, 55, 300);
    for (const stated of [
      '2026-11-24T06:18:55.300',
      '2026-11-24T06:18:55.300Z',
      '2026-11-24T07:18:55.300+01:00',
    ])
      expect(expiresAtHere(stated, { date: null }, 0)).toBe(ends);
  },
);
