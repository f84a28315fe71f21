import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filedSentence, unfiledSentence, wordsToType } from '../../../renderer/sign-out/signOutWords.ts';
import { isAllFiled, lossWords, saysLoss } from '../../../shared/model/sign-out.ts';

const nothing = { unfinished: 0, kept: 0, unread: 0, looking: 0, adding: 0 };
const anyUnfiled = fc.record({
  unfinished: fc.nat(9_999),
  kept: fc.nat(9_999),
  unread: fc.nat(9_999),
  looking: fc.nat(3),
  adding: fc.nat(9),
  requests: fc.nat(9),
});

describe('what somebody is told before they leave', () => {
  test('names what is not filed', () => {
    expect(unfiledSentence(nothing)).toBeNull();
    expect(unfiledSentence({ ...nothing, unfinished: 1 })).toBe('1 version is not filed yet.');
    expect(unfiledSentence({ ...nothing, unfinished: 3, unread: 1 })).toBe(
      '3 versions and 1 file that could not be read yet are not filed yet.',
    );
    expect(unfiledSentence({ ...nothing, looking: 1 })).toContain('still checking');
    expect(unfiledSentence({ ...nothing, requests: 1 })).toBe('1 request is not done yet.');
    expect(unfiledSentence({ ...nothing, unfinished: 1, requests: 2 })).toBe(
      '1 version is not filed yet. 2 requests are not done yet.',
    );
  });

  test('calls nothing filed that was kept unfiled', () => {
    expect(filedSentence(nothing)).toBe('Everything you saved is filed.');
    expect(filedSentence({ ...nothing, kept: 2 })).toBe(
      'Everything you saved is filed, except 2 versions you chose not to file.',
    );
  });

  test('has something to say exactly while something is not filed', () => {
    fc.assert(
      fc.property(anyUnfiled, (unfiled) => {
        expect(unfiledSentence(unfiled) === null).toBe(isAllFiled(unfiled));
      }),
    );
  });

  test('the words to be typed are asked for exactly when something would be lost, and name how much', () => {
    fc.assert(
      fc.property(anyUnfiled, (unfiled) => {
        const words = wordsToType(unfiled, { when: 'now', remove: true });
        const total = unfiled.unfinished + unfiled.kept;
        expect(words === null).toBe(total + unfiled.unread + unfiled.requests === 0);
        expect(words?.includes(`lose ${total} version`) ?? false).toBe(total > 0);
        expect(words === null || saysLoss(` ${words.toUpperCase()}  `, words)).toBe(true);
      }),
    );
    expect(wordsToType({ ...nothing, unfinished: 3 }, { when: 'all-filed', remove: true })).toBeNull();
    expect(wordsToType({ ...nothing, requests: 3 }, { when: 'all-filed', remove: true })).toBeNull();
    expect(wordsToType({ ...nothing, unfinished: 3 }, { when: 'now', remove: false })).toBeNull();
  });

  test('words for one loss do not do for another', () => {
    fc.assert(
      fc.property(anyUnfiled, anyUnfiled, (one, other) => {
        const [said, wanted] = [lossWords(one), lossWords(other)];
        if (said === null || wanted === null) return;
        expect(saysLoss(said, wanted)).toBe(said === wanted);
      }),
    );
  });
});
