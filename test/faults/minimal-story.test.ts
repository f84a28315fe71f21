import { expect, test } from 'vitest';
import { minimalStory, stepsNamed } from './minimal-story.ts';
import { planOf } from './plan.ts';
import { simulate } from './simulate.ts';
import type { Sabotage } from './world.ts';

/** A disk that says it synced and did not. */
const skippedSync: Sabotage = (ports) => ({
  ...ports,
  files: { ...ports.files, sync: () => Promise.resolve() },
});

/** The first that fails after a life long enough to be shrunk: a promise broken at the first checkpoint leaves little to leave out. */
async function firstFailing(sabotage: Sabotage): Promise<number> {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { broken, story } = await simulate(seed, { sabotage });
    if (broken.length > 0 && story.length > (planOf(seed).length * 3) / 4) return seed;
  }
  throw new Error('nothing fails');
}

/** The promise that a life breaks first, without what of it is broken. */
const promiseOf = ({ broken }: { readonly broken: readonly string[] }) =>
  broken[0]?.split(': ').slice(0, 2).join(': ');

test('a failing seed shrinks to a few steps that break the same promise, each of them needed for it', async () => {
  const seed = await firstFailing(skippedSync);
  const outcome = await simulate(seed, { sabotage: skippedSync });
  const minimal = await minimalStory(seed, outcome, { sabotage: skippedSync });
  expect(promiseOf(minimal)).toBe(promiseOf(outcome));
  const [, named = ''] = /--only (.*)$/.exec(minimal.command) ?? [];
  const steps = stepsNamed(seed, named);
  expect(steps.length).toBeLessThan(planOf(seed).length / 4);
  for (const step of steps) {
    const without = await simulate(seed, {
      steps: steps.filter((one) => one !== step),
      sabotage: skippedSync,
    });
    expect(promiseOf(without)).not.toBe(promiseOf(outcome));
  }
  expect(minimal.story.length).toBeLessThan(outcome.story.length / 4);
  expect(minimal.story.join('\n')).toContain('power cut');
  expect(minimal.command).toMatch(/--from \d+ --seeds 1 --story --only [\d,]+$/);
});

test('the same seed is the same life, to the last line', async () => {
  const first = await simulate(7);
  await simulate(8);
  const again = await simulate(7);
  expect(again.story).toEqual(first.story);
  expect(again.injected).toEqual(first.injected);
  expect(again.broken).toEqual([]);
});
