import { neededBy } from '../../main/engine/features/requests/needed.ts';
import { decidesAboutProblem } from './acts/person.ts';
import { wantsEvidence } from './evidence-wanted.ts';
import { brokenPromises } from './judging.ts';
import { type Chance, stream } from './noise.ts';
import { planOf, type Step } from './plan.ts';
import type { SystemName } from './sim-system.ts';
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
/** Milliseconds in which what others did is known here, and followed, once the person looks at their matters. */
const followedWithin = 3 * 60_000;
/** How long one seed in eight is watched with nothing to do, in milliseconds. */
const idleFor = 10 * 60_000;

export interface Played {
  /** What happens; a part of the seed's plan when looking for the part that matters. */
  readonly steps?: readonly Step[];
  readonly sabotage?: Sabotage;
  /** The system that it happens on; the seed's own unless given. */
  readonly system?: SystemName | undefined;
  /** Beginning of the words of the only promise that counts: whatever else breaks, the seed goes on. */
  readonly breaks?: string | undefined;
}

/** One run of everything on one thread: the real engine in a simulated world, from one seed. */
export async function simulate(
  seed: number,
  { steps = planOf(seed), sabotage = (ports) => ports, system, breaks = '' }: Played = {},
): Promise<Outcome> {
  const world = new World(seed, sabotage, system);
  const { clock } = world;
  const brokenNow = (when: 'always' | 'at the end') =>
    brokenPromises(world, when).filter((words) => words.startsWith(breaks));
  const outcome = (broken: readonly string[]): Outcome => {
    world.close();
    const injected = {
      ...world.injected,
      ...world.network.injected,
      ...world.service.injected,
      ...world.service.office.injected,
      ...world.service.beyond?.injected,
      ...world.disk.injected,
    };
    return { seed, broken, story: world.story, injected };
  };
  world.disturbances.begin('down');
  world.start();
  if (world.answersSoon) answersWhatIsAsked(world, stream(seed, 'answering'));
  if (world.wantsEvidence) wantsEvidence(world, stream(seed, 'wanting evidence'));
  for (const step of steps) {
    await clock.advance(Math.max(0, step.at - clock.steady()));
    step.act.play(world, stream(step.seed, step.act.name));
    if (step.index % 4 !== 0) continue;
    const broken = brokenNow('always');
    if (broken.length > 0) return outcome(broken);
  }
  world.calm();
  await clock.advance(unanswered);
  const broken = brokenNow('always');
  if (broken.length > 0) return outcome(broken);
  const calmEnds = clock.steady() + (world.service.hides ? calmWhereHidden : calmFor);
  if (world.service.beyond) await clock.advance(followedWithin);
  do await clock.advance(30_000);
  while (clock.steady() < calmEnds && !isCalm(world));
  if (seed % 8 === 0) {
    const before = world.network.requests;
    await clock.advance(idleFor);
    world.idleRequestsAnHour = ((world.network.requests - before) / idleFor) * 3_600_000;
  }
  return outcome(brokenNow('at the end'));
}

/** How often the person looks at what they are asked, in milliseconds, in a life in which they answer soon. */
const looksEvery = 4_000;

function answersWhatIsAsked(world: World, chance: Chance): void {
  const look = () => {
    decidesAboutProblem.play(world, chance);
    world.laterUnlessCalm(looksEvery, look);
  };
  world.laterUnlessCalm(looksEvery, look);
}

/** How long after the person's last act, in milliseconds, everything is surely captured: they may wait for a drive. */
const capturedAfter = 10_000;

/** Nothing is on its way, waits for its history or for a decision about many; what waits behind a save that needs a person stays. */
function isCalm({ workspace, person, disturbances }: World): boolean {
  const restsFor = Math.min(person.restsFor, disturbances.sinceLast('held'));
  if (restsFor < Math.max(capturedAfter, disturbances.longestRecovery)) return false;
  if (workspace === null) return false;
  const { massChanges, undecided, requests } = workspace.stores;
  if (massChanges.undecided().length > 0 || undecided.matters().length > 0) return false;
  if (
    requests
      .open()
      .some((request) => !requests.isBehindAnother(request) && !waitsForAnother(request, requests))
  )
    return false;
  return workspace.stores.saves.heads().every((save) => save.state === 'problem');
}

const waitsForAnother = (...[request, requests]: Parameters<typeof neededBy>): boolean =>
  neededBy(request, requests).kind === 'not-yet';
