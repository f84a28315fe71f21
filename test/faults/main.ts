import { availableParallelism } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { unhandledFailure } from './judging.ts';
import { type MinimalStory, minimalStory, stepsNamed } from './minimal-story.ts';
import { seedsInOrder } from './seeds-in-order.ts';
import { type SystemName, systemNames } from './sim-system.ts';
import { type Outcome, type Played, simulate } from './simulate.ts';

interface Share {
  readonly seeds: readonly number[];
  /** Steps of the plan, as `--only` names them. */
  readonly only: string | undefined;
  /** Beginning of the words of the only invariant that counts. */
  readonly breaks: string | undefined;
  /** The only system that it happens on. */
  readonly system: SystemName | undefined;
}

/** An outcome, and the fewest steps that lead to it when a promise is broken. */
type Told = Outcome & { readonly minimal: MinimalStory | null };

/** After so many failing seeds the rest is not worth the time. */
const mostFailures = 5;
/** A worker is replaced after so many: what a seed leaves in memory must not add up over a soak. */
const seedsOfWorker = 1_000;
/** Most of what a seed makes is gone before room of this size is full: fewer looks for what is left. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 };
/** Seeds between two lines of progress. */
const progressEvery = 5_000;

if (isMainThread) await main();
else await work(workerData as Share);

/** Runs its seeds and tells of each. */
async function work({ seeds, only, breaks, system }: Share): Promise<void> {
  const unhandled: string[] = [];
  process.on('unhandledRejection', (reason) => unhandled.push(inspect(reason)));
  for (const seed of seeds) {
    const outcome = await played(seed, { steps: stepsNamed(seed, only), system, breaks });
    const whole = outcome.broken.length > 0 && only === undefined && breaks === undefined;
    const minimal = whole ? await minimalStory(seed, outcome, { system }) : null;
    const failures = unhandled.splice(0).map((trace) => `${unhandledFailure}: ${trace}`);
    const told: Told = { ...outcome, broken: [...outcome.broken, ...failures], minimal };
    parentPort?.postMessage(told);
  }
}

/** A world that throws is a failure like others: the next seed is played all the same. */
function played(seed: number, how: Played): Promise<Outcome> {
  return simulate(seed, how).catch((failure: unknown) => ({
    seed,
    broken: [`${unhandledFailure}: ${inspect(failure)}`],
    story: [],
    injected: {},
  }));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '2000' },
      /** First seed; a soak that was stopped goes on from here. */
      from: { type: 'string', default: '1' },
      /** Prints everything that happens. */
      story: { type: 'boolean', default: false },
      /** The steps of the plan to play, with commas between; all unless said. */
      only: { type: 'string' },
      /** Ends at the first seed that breaks the invariant whose words begin so; nothing else that breaks is told. */
      breaks: { type: 'string' },
      /** What the first seeds have most of: names of acts, and of what the world is like, with commas between. */
      needs: { type: 'string' },
      /** How many of the seeds are played at most, the first in that order. */
      tries: { type: 'string' },
      /** Everything happens on this system; each seed has one of its own unless said. */
      system: { type: 'string' },
      /** Ends at the first failing seed. */
      bail: { type: 'boolean', default: false },
    },
  });
  const first = Number(values.from);
  const seeds = Number(values.seeds);
  const system = systemNames.find((name) => name === values.system);
  if (values.system !== system || !Number.isSafeInteger(first) || !Number.isSafeInteger(seeds) || seeds < 1) {
    console.error(
      'usage: npm run test:faults -- [--seeds N] [--from SEED] [--story] [--only STEPS] [--breaks WORDS] [--needs NAMES] [--tries N] [--bail] [--system linux|windows|macos]',
    );
    process.exit(2);
  }
  // A worker for each processor is enough: threads beside them that collect garbage only take turns from them.
  setFlagsFromString('--single-threaded-gc');
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const injected: Record<string, number> = {};
  const inTurn = Array.from({ length: seeds }, (_, index) => first + index);
  const inOrder = seedsInOrder(inTurn, values.needs?.split(',') ?? []).slice(
    0,
    Number(values.tries ?? seeds),
  );
  const workers = Math.min(availableParallelism(), inOrder.length);
  const shares = Array.from({ length: workers }, (_, worker) =>
    inOrder.filter((_seed, index) => index % workers === worker),
  );
  const pendingNotifications = new Set(inOrder);
  const firstPending = () => pendingNotifications.values().next().value;
  let run = 0;
  let failed = 0;
  const take = (told: Told): boolean => {
    run += 1;
    pendingNotifications.delete(told.seed);
    for (const [name, count] of Object.entries(told.injected)) injected[name] = (injected[name] ?? 0) + count;
    const asked =
      values.breaks === undefined
        ? undefined
        : told.broken.find((words) => words.startsWith(values.breaks ?? ''));
    if (asked !== undefined) console.log(`seed ${told.seed}, ${run}. tried, breaks it: ${asked}`);
    if (values.breaks !== undefined) return asked === undefined;
    if (values.story) console.log(told.story.join('\n'));
    if (told.broken.length > 0) {
      failed += 1;
      tellOfFailure(told);
    }
    if (run % progressEvery === 0) {
      const left = ((seconds() / run) * (inOrder.length - run)) / 60;
      console.log(
        `${run} of ${inOrder.length} seeds, ${failed} failed, ${left.toFixed(0)} minutes left; if stopped now: --from ${firstPending()}`,
      );
    }
    return failed < (values.bail ? 1 : mostFailures);
  };
  const end = (): never => {
    const used = process.cpuUsage();
    const busy = ((used.user + used.system) / 1_000_000).toFixed(0);
    console.log(
      `\n${run} seeds in ${seconds().toFixed(1)} s, ${busy} s of processor time; injected, and how often in a seed:`,
    );
    for (const [name, count] of Object.entries(injected).toSorted(([a], [b]) => a.localeCompare(b))) {
      console.log(
        `  ${name.padEnd(34)} ${String(count).padStart(9)} ${(count / run).toFixed(2).padStart(8)}`,
      );
    }
    console.log(`${run - failed} passed, ${failed} failed`);
    if (run < inOrder.length) console.log(`to go on: --from ${firstPending()}`);
    process.exit(failed === 0 && run === inOrder.length ? 0 : 1);
  };
  // A soak that is stopped tells what it did until then.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const { only, breaks } = values;
  await inParallel(
    shares.map((share) => ({ seeds: share, only, breaks, system })),
    take,
  );
  end();
}

function tellOfFailure({ seed, broken, story, minimal }: Told): void {
  console.log(`\nseed ${seed} breaks promises:`);
  for (const promise of broken) console.log(`  ${promise}`);
  console.log(minimal ? '  the shortest story that breaks the first of them:' : '  the story:');
  for (const line of minimal?.story ?? story) console.log(`    ${line}`);
  for (const promise of minimal?.broken ?? []) console.log(`    so: ${promise}`);
  const command = minimal?.command ?? `npm run test:faults -- --from ${seed} --seeds 1 --story`;
  console.log(`  replay: ${command}`);
}

/** A worker for each share; ends early when an outcome says that it is enough. */
function inParallel(shares: readonly Share[], take: (told: Told) => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let working = shares.length;
  const begin = (share: Share) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { ...share, seeds: share.seeds.slice(0, seedsOfWorker) },
      resourceLimits,
    });
    worker.on('message', (told: Told) => void (take(told) || resolve()));
    worker.on('error', reject);
    worker.on('exit', () => {
      const seeds = share.seeds.slice(seedsOfWorker);
      if (seeds.length > 0) return begin({ ...share, seeds });
      working -= 1;
      if (working === 0) resolve();
    });
  };
  for (const share of shares) begin(share);
  return promise;
}
