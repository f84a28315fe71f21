import { describe, expect, it } from 'vitest';
import { pagesFor } from '../../../renderer/matters/pages.ts';
import { isTyping, rowAfterKey } from '../../../renderer/widgets/rowKeys.ts';

describe('long lists', () => {
  it('fetch the pages on the screen, and the first one for the total', () => {
    expect(pagesFor(0, 30)).toEqual([0]);
    expect(pagesFor(90, 110)).toEqual([0, 1]);
    expect(pagesFor(49_950, 49_999)).toEqual([0, 499]);
  });

  it('move by keys and stop at their ends', () => {
    expect(rowAfterKey('ArrowDown', -1, 5, 2)).toBe(0);
    expect(rowAfterKey('ArrowUp', 0, 5, 2)).toBe(0);
    expect(rowAfterKey('PageDown', 3, 5, 2)).toBe(4);
    expect(rowAfterKey('End', 0, 50_000, 2)).toBe(49_999);
    expect(rowAfterKey('Home', 4, 5, 2)).toBe(0);
    expect(rowAfterKey('a', 0, 5, 2)).toBeNull();
    expect(rowAfterKey('End', 0, 0, 2)).toBeNull();
  });

  it('tell typing from commands', () => {
    const press = (key: string, held: object = {}) =>
      isTyping({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });
    expect([press('a'), press('é'), press(' '), press('Enter'), press('k', { ctrlKey: true })]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
