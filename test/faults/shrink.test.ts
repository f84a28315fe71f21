import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shrink } from './shrink.ts';

test('what is left is exactly what is needed, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(60), { maxLength: 40 }),
      fc.array(fc.nat(60), { maxLength: 6 }),
      async (items, wanted) => {
        const needed = items.filter((item) => wanted.includes(item));
        const fails = (some: readonly number[]) =>
          Promise.resolve(needed.every((item) => some.includes(item)));
        expect(await shrink(items, fails)).toEqual(needed);
      },
    ),
  );
});

test('what can only be left out after something else is left out too', async () => {
  // 3 is needed as long as 7 is there.
  const fails = (some: readonly number[]) =>
    Promise.resolve(some.includes(1) && (!some.includes(7) || some.includes(3)));
  expect(await shrink([1, 2, 3, 4, 5, 6, 7, 8], fails)).toEqual([1]);
});

test('it asks no more often than it may', async () => {
  let asked = 0;
  const fails = () => {
    asked += 1;
    return Promise.resolve(false);
  };
  expect(await shrink([1, 2, 3, 4], fails, 3)).toEqual([1, 2, 3, 4]);
  expect(asked).toBe(3);
});
