import { brokenPromises } from './judging.ts';
import { stream } from './noise.ts';
import { planOf, type Step } from './plan.ts';
import { type Sabotage, World } from './world.ts';

export interface Outcome {
  readonly seed: number;
  /** Promises that did not hold, in words; empty when all did. */
  readonly broken: readonly string[];
  /** What happened, in order. */
  readonly story: readonly string[];
  readonly injected: Readonly<Record<string, number>>;
}

/** Milliseconds after the end of all trouble in which nothing is answered yet. */
const unanswered = 10_000;
/** Long enough for every back-off there is, and for what another program holds longest. */
const calmFor = 40 * 60_000;
/** The same where the service never shows something: the person is asked after an hour. */
const calmWhereHidden = 100 * 60_000;
/** How long one seed in eight is watched with nothing to do, in milliseconds. */
const idleFor = 10 * 60_000;

/**
 * One run of everything on one thread: the real engine in a simulated world, from one seed.
 * @param steps what happens; a part of the seed's plan when looking for the part that matters
 */
export async function simulate(
  seed: number,
  steps: readonly Step[] = planOf(seed),
  sabotage: Sabotage = (ports) => ports,
): Promise<Outcome> {
  const world = new World(seed, sabotage);
  const { clock } = world;
  const outcome = (broken: readonly string[]): Outcome => {
    world.close();
    const injected = {
      ...world.injected,
      ...world.network.injected,
      ...world.service.injected,
      ...world.disk.injected,
    };
    return { seed, broken, story: world.story, injected };
  };
  world.disturbances.begin('down');
  world.start();
  for (const step of steps) {
    await clock.advance(Math.max(0, step.at - clock.steady()));
    step.act.play(world, stream(step.seed, step.act.name));
    if (step.index % 4 !== 0) continue;
    const broken = brokenPromises(world, 'always');
    if (broken.length > 0) return outcome(broken);
  }
  world.calm();
  await clock.advance(unanswered);
  const broken = brokenPromises(world, 'always');
  if (broken.length > 0) return outcome(broken);
  const calmEnds = clock.steady() + (world.service.hides ? calmWhereHidden : calmFor);
  do await clock.advance(30_000);
  while (clock.steady() < calmEnds && !isCalm(world));
  if (seed % 8 === 0) {
    const before = world.network.requests;
    await clock.advance(idleFor);
    world.idleRequestsAnHour = ((world.network.requests - before) / idleFor) * 3_600_000;
  }
  return outcome(brokenPromises(world, 'at the end'));
}

/** How long after the person's last act, in milliseconds, everything is surely captured: they may wait for a drive. */
const capturedAfter = 10_000;

/** Nothing is on its way, waits for its history or for a decision about many; what waits behind a save that needs a person stays. */
function isCalm({ workspace, person, disturbances }: World): boolean {
  const restsFor = Math.min(person.restsFor, disturbances.sinceLast('held'));
  if (restsFor < Math.max(capturedAfter, disturbances.longestRecovery)) return false;
  if (workspace === null || workspace.stores.massChanges.undecided().length > 0) return false;
  if (workspace.stores.undecided.matters().length > 0) return false;
  return workspace.stores.saves.heads().every((save) => save.state === 'problem');
}
