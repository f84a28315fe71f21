import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { idInOrder } from '../../../../main/engine/store/id-in-order.ts';

test('the first 48 bits are the time, the rest stays random', () => {
  // The example of RFC 9562, appendix A.6.
  const id = idInOrder('01234567-89ab-4cc3-98c4-dc0c0c07398f', Date.parse('2022-02-22T14:22:22-05:00'));
  expect(id).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('an id made later stands behind one made earlier', () => {
  const made = Array.from({ length: 100 }, (_, index) => idInOrder(randomUUID(), 1_700_000_000_000 + index));
  expect(made.toSorted()).toEqual(made);
  for (const id of made)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a clock that says something impossible still makes a UUID', () => {
  for (const now of [-1, 0, Number.MAX_SAFE_INTEGER]) {
    expect(idInOrder(randomUUID(), now)).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  }
});

test('what is no random UUID is left alone', () => {
  expect(idInOrder('id-1', 1)).toBe('id-1');
});
