import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from '../../../renderer/viewer/compare.ts';

const told = (before: string[], after: string[]) =>
  differences(before, after).map(({ parts }) =>
    parts
      .map(({ kind, text }) => ({ same: text, inserted: `+${text}+`, deleted: `-${text}-` })[kind])
      .join(''),
  );

test('words that were inserted or deleted are marked, and nothing else', () => {
  expect(
    told(['The rent is £100.', 'Same.', 'Gone.'], ['The rent is £200.', 'Same.', 'New.', 'Newer.']),
  ).toEqual(['The rent is £-100-+200+.', 'Same.', '-Gone-+New+.', '+Newer.+']);
});

test('whatever two versions are, what is not inserted is the earlier one, and what is not deleted the later', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', 'é') }), { maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const paragraphs = differences(before, after);
      const side = (left: 'inserted' | 'deleted') =>
        paragraphs
          .filter(({ parts }) => parts.some(({ kind }) => kind !== left) || parts.length === 0)
          .map(({ parts }) =>
            parts
              .filter(({ kind }) => kind !== left)
              .map(({ text }) => text)
              .join(''),
          );
      expect(side('inserted').filter((text) => text !== '')).toEqual(before.filter((text) => text !== ''));
      expect(side('deleted').filter((text) => text !== '')).toEqual(after.filter((text) => text !== ''));
    }),
  );
});
