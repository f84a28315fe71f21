import { expect, test } from 'vitest';
import { tableWith } from './mutations-table.ts';

const mutation = (name: string) => ({ name, breaks: '1: kept', file: 'a.ts', find: 'a', replace: 'b' });
const page = 'Words.\n\n| fault | breaks | seed | tried |\n|---|---|---|---|\n';

test('a row is written for each fault: found now, found before, or not yet; what is no fault any more goes', () => {
  const first = tableWith(
    page,
    [mutation('one'), mutation('gone')],
    new Map([['one', { seed: 7, tries: 2, words: '' }]]),
  );
  expect(first).toBe(`${page}| one | 1: kept | 7 | 2 |\n| gone | 1: kept | not yet | |\n`);
  const second = tableWith(
    first,
    [mutation('one'), mutation('two')],
    new Map([['two', { seed: 9, tries: 1, words: '' }]]),
  );
  expect(second).toBe(`${page}| one | 1: kept | 7 | 2 |\n| two | 1: kept | 9 | 1 |\n`);
});
