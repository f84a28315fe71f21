import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits, wrongPattern } from '../../../../main/engine/domain/name-pattern.ts';

test.each([
  ['Brief.bak', '*.bak', true],
  ['BRIEF.BAK', '*.bak', true],
  ['Brief.bak.docx', '*.bak', false],
  ['~$Brief.docx', '~$*', true],
  ['Draft 1.docx', 'Draft ?.docx', true],
  ['Draft 12.docx', 'Draft ?.docx', false],
  ['Draft 😀.docx', 'Draft ?.docx', true],
  ['Résumé.odt'.normalize('NFD'), 'résumé.*'.normalize('NFC'), true],
  ['a.b', 'a+b', false],
  ['(x).[y]', '(x).[y]', true],
  ['', '*', true],
  ['abc', '***', true],
])('%s and the pattern %s: %s', (name, pattern, expected) => {
  expect(fits(name, pattern)).toBe(expected);
});

const letter = fc.constantFrom('a', 'b', '.', '*', '?');
test('fits as a regular expression of the same meaning does', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '.') }),
      fc.string({ unit: letter, maxLength: 8 }),
      (name, pattern) => {
        const meaning = pattern.replaceAll('.', '\\.').replaceAll('?', '.').replaceAll('*', '.*');
        expect(fits(name, pattern)).toBe(new RegExp(`^${meaning}$`, 'su').test(name));
      },
    ),
  );
});

test('a pattern made to stall costs nothing', () => {
  expect(fits('a'.repeat(255), `${'*a'.repeat(49)}*b`)).toBe(false);
});

test.each(['', '  ', '*', '*.*', '??*', 'a/b', 'a\\b', 'x'.repeat(101)])(
  'the pattern “%s” is refused in words',
  (pattern) => {
    expect(wrongPattern([pattern])).not.toBeNull();
  },
);
test('patterns people need are taken, and not more than a hundred of them', () => {
  expect(wrongPattern(['*.bak', '~$*', 'Draft ?.docx', '*.*.tmp'])).toBeNull();
  expect(wrongPattern(Array.from({ length: 101 }, (_, index) => `${index}.tmp`))).not.toBeNull();
});
