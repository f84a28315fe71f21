import { expect, test } from 'vitest';
import { minimalStory } from './minimal-story.ts';
import { planOf } from './plan.ts';
import { simulate } from './simulate.ts';
import type { Sabotage } from './world.ts';

/** A disk that says it synced and did not. */
const skippedSync: Sabotage = (ports) => ({
  ...ports,
  files: { ...ports.files, sync: () => Promise.resolve() },
});

async function firstFailing(sabotage: Sabotage): Promise<number> {
  for (let seed = 1; seed <= 200; seed += 1) {
    if ((await simulate(seed, planOf(seed), sabotage)).broken.length > 0) return seed;
  }
  throw new Error('nothing fails');
}

test('a failing seed shrinks to a few steps that break the same promise', async () => {
  const seed = await firstFailing(skippedSync);
  const outcome = await simulate(seed, planOf(seed), skippedSync);
  const minimal = await minimalStory(seed, outcome, skippedSync);
  expect(minimal.broken[0]?.slice(0, 10)).toBe(outcome.broken[0]?.slice(0, 10));
  const [, steps = ''] = /--only (.*)$/.exec(minimal.command) ?? [];
  expect(steps.split(',').length).toBeLessThan(8);
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
