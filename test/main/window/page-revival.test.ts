import { expect, test } from 'vitest';
import { PageRevival } from '../../../main/window/page-revival.ts';

/** Pauses of a page that crashes each time so many milliseconds after it was loaded. */
function pausesOf(lives: readonly number[]): number[] {
  const revival = new PageRevival();
  let now = 1_000;
  return lives.map((life) => {
    now += life;
    const pause = revival.pauseAfterCrash(now);
    now += pause;
    return pause;
  });
}

test('a page that crashes is loaded again at once, and one that crashes again and again after growing pauses, for ever', () => {
  expect(pausesOf([60_000, 5, 5, 5, 5, 5, 5, 5, 5])).toEqual([
    ...[0, 2_000, 4_000, 8_000, 16_000, 32_000],
    ...[60_000, 60_000, 60_000],
  ]);
});

test('a page that lived for ten seconds is loaded again at once', () => {
  expect(pausesOf([5, 9_999, 10_000, 9_999])).toEqual([0, 2_000, 0, 2_000]);
});
