import { planOf, type Step } from './plan.ts';
import { shrink } from './shrink.ts';
import type { SystemName } from './sim-system.ts';
import { type Outcome, type Played, simulate } from './simulate.ts';

export interface MinimalStory {
  readonly broken: readonly string[];
  readonly story: readonly string[];
  /** What replays it. */
  readonly command: string;
}

/** The fewest steps of a failing seed that break the same promise, replayed. */
export async function minimalStory(
  seed: number,
  outcome: Outcome,
  played: Pick<Played, 'sabotage' | 'system'> = {},
): Promise<MinimalStory> {
  const promise = promiseOf(outcome);
  const steps = await shrink(
    planOf(seed),
    async (some) => promiseOf(await simulate(seed, { steps: some, ...played })) === promise,
  );
  const { broken, story } = await simulate(seed, { steps, ...played });
  return { broken, story, command: replayOf(seed, steps, played.system) };
}

const promiseOf = ({ broken }: Outcome): string | undefined => broken[0]?.split(': ').slice(0, 2).join(': ');

const replayOf = (seed: number, steps: readonly Step[], system: SystemName | undefined): string =>
  `npm run test:faults -- --from ${seed} --seeds 1 --story ${system ? `--system ${system} ` : ''}--only ${steps.map(({ index }) => index).join(',') || 'none'}`;

/** The steps of a seed's plan that `--only` names. */
export function stepsNamed(seed: number, only: string | undefined): readonly Step[] {
  const plan = planOf(seed);
  if (only === undefined) return plan;
  const named = new Set(only.split(',').map(Number));
  return plan.filter(({ index }) => named.has(index));
}
