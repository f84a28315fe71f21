import { afterEach, expect, test } from 'vitest';
import { count } from '../../../renderer/words/count.ts';
import { numberWords, writeLike } from '../../../renderer/words/formats.ts';
import { sizeWords } from '../../../renderer/words/size.ts';
import { longDate } from '../../../renderer/words/time.ts';

afterEach(() => writeLike(null));

const date = '2026-03-05T12:00:00Z';

test('dates and numbers are written as chosen', () => {
  writeLike('en-US');
  expect(longDate(date)).toBe('March 5, 2026');
  writeLike('de-DE');
  expect([longDate(date), count(12_000, 'document'), sizeWords(4_210_000)]).toEqual([
    '5. März 2026',
    '12.000 documents',
    '4,2 MB',
  ]);
  expect(numberWords(12_345.6, 1)).toBe('12.345,6');
});

test('a choice that means nothing counts as none', () => {
  for (const tag of ['', 'x', 'not a tag', '<script>', 'en-GB-oxendict-x-'.repeat(9)]) {
    writeLike('de-DE');
    writeLike(tag);
    expect(longDate(date)).not.toBe('5. März 2026');
  }
});
