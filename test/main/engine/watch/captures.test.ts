import { expect, test } from 'vitest';
import { Captures } from '../../../../main/engine/features/capture/captures.ts';

const megabyte = 1024 * 1024;

function bench() {
  const captures = new Captures();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const add = (size: number) =>
    captures.add({
      size,
      run: () =>
        new Promise((resolve) => {
          begun.push(size);
          ends.push(resolve);
        }),
    });
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { add, begun, endAll };
}

test('letters do not wait for recordings, and a recording does not wait for all letters', async () => {
  const { add, begun, endAll } = bench();
  for (let count = 0; count < 3; count += 1) add(900 * megabyte);
  for (let count = 0; count < 1000; count += 1) add(1000);
  expect(begun.filter((size) => size === 900 * megabyte)).toHaveLength(1);
  expect(begun.length).toBeGreaterThan(100);
  await endAll();
  expect(begun).toHaveLength(1003);
});

test('only so many files, and so many bytes, are read at once', async () => {
  const { add, begun, endAll } = bench();
  for (let count = 0; count < 10_000; count += 1) add(1000);
  expect(begun.length).toBeLessThanOrEqual(128);
  await endAll();
  expect(begun).toHaveLength(10_000);

  const big = bench();
  for (let count = 0; count < 100; count += 1) big.add(10 * megabyte);
  expect(big.begun.length).toBeLessThanOrEqual(8);
  await big.endAll();
  expect(big.begun).toHaveLength(100);
});
