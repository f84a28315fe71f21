import type { Act } from './acts/act.ts';
import { colleagueActs } from './acts/colleagues.ts';
import { computerActs } from './acts/computer.ts';
import { followingActs } from './acts/following.ts';
import { personActs } from './acts/person.ts';
import { requestActs } from './acts/requests.ts';
import { serviceActs } from './acts/service.ts';
import { between, type Chance, stream } from './noise.ts';
import { offersOf } from './sim-beyond.ts';

export interface Step {
  /** Its place in the whole plan: what `--only` names. */
  readonly index: number;
  /** Milliseconds since the start. */
  readonly at: number;
  readonly act: Act;
  /** Seed of what the act draws. */
  readonly seed: number;
}

/** Steps in a plan: as many in a hurried life as in a leisurely one. */
const length = 48;
const beside = 24;
/** How far apart two steps are on average, in milliseconds: by seed, anywhere between these. */
const pace = { fast: 700, leisurely: 2_200 } as const;

/** Who acts how often; a list of acts more is a line more. */
const actors: readonly { readonly share: number; readonly acts: readonly Act[] }[] = [
  { share: 27, acts: [...personActs, ...requestActs] },
  { share: 4, acts: colleagueActs },
  { share: 8, acts: serviceActs },
  { share: 9, acts: computerActs },
];

/** Everything that will happen in a seed. What does not depend on the steps before may be left out to find what does. */
export function planOf(seed: number): Step[] {
  const chance = stream(seed, 'plan');
  const steps: Step[] = [];
  const apart = between(chance, pace.fast, pace.leisurely);
  let at = 500;
  while (steps.length < length) {
    // Mostly shortly after the one before, sometimes long after it.
    at += chance() ** 2 * 3 * apart;
    const { acts } = weighted(chance, actors, ({ share }) => share);
    const act = weighted(chance, acts, ({ weight }) => weight);
    steps.push({ index: steps.length, at, act, seed: Math.floor(chance() * 2 ** 31) });
  }
  return offersOf(seed) ? inOrder([...steps, ...bothWays(seed, at)]) : steps;
}

/** What happens beside it where the service offers more than its specification, between the first step and the last. */
function bothWays(seed: number, until: number): Step[] {
  const chance = stream(seed, 'plan of both ways');
  return Array.from({ length: beside }, (_, count) => ({
    index: length + count,
    at: between(chance, 500, until),
    act: weighted(chance, followingActs, ({ weight }) => weight),
    seed: Math.floor(chance() * 2 ** 31),
  }));
}

const inOrder = (steps: readonly Step[]): Step[] => steps.toSorted((one, other) => one.at - other.at);

function weighted<Item>(chance: Chance, items: readonly Item[], weightOf: (item: Item) => number): Item {
  let left = chance() * items.reduce((sum, item) => sum + weightOf(item), 0);
  for (const item of items) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  return items[items.length - 1] as Item;
}
