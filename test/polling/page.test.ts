import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Scene, scenes } from './one-desktop.ts';
import { playedScene, sceneLines } from './report.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/polling.md'), 'utf8');

test.each(Object.entries<Scene>({ away: scenes.away, nothing: scenes.nothing }))(
  'docs/polling.md is current for the scene “%s” (all of it: npm run poll-simulation -- --check)',
  async (_name, scene) => {
    const { seen, without } = await playedScene(scene);
    expect(page).toContain(sceneLines(scene, seen, without).join('\n').trimEnd());
  },
);

test('minutes of a whole firm on one desktop: the limit kept, nothing in view old, uploads hardly later', async () => {
  const scene = { ...scenes.firm, before: 60_000, measured: 5 * 60_000, sampleEvery: 10_000 };
  const { seen, without } = await playedScene(scene);
  expect(seen.beyondLimit).toBe(0);
  expect(seen.ages.view?.max).toBeLessThan(10_000);
  if (!seen.uploads || !without?.uploads) throw new Error('nothing was uploaded');
  expect(seen.uploads.p50 - without.uploads.p50).toBeLessThan(200);
});
