import { colleagueActs } from './acts/colleagues.ts';
import { planOf } from './plan.ts';
import { World } from './world.ts';

/** How often each thing stands in a seed's plan, and what is so in its world from the start. Nothing is played. */
export function countsOf(seed: number): ReadonlyMap<string, number> {
  const world = new World(seed, (ports) => ports);
  const counts = new Map(
    Object.entries({
      ...world.service.injected,
      ...world.service.office.injected,
      ...world.service.beyond?.injected,
      ...world.injected,
    }).filter(([, count]) => count > 0),
  );
  world.close();
  for (const { act } of planOf(seed)) {
    const name = colleagueActs.includes(act) ? `colleague ${act.name}` : act.name;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The seeds with the most of all that is needed first; those that lack something come last, in their own order. */
export function seedsInOrder(seeds: readonly number[], needs: readonly string[]): readonly number[] {
  if (needs.length === 0) return seeds;
  const plenty = new Map(
    seeds.map((seed) => {
      const counts = countsOf(seed);
      return [seed, needs.reduce((product, need) => product * (counts.get(need) ?? 0), 1)];
    }),
  );
  return seeds.toSorted((a, b) => (plenty.get(b) ?? 0) - (plenty.get(a) ?? 0));
}
