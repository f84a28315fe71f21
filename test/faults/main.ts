import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Outcome, simulate } from './simulate.ts';

interface Share {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/** After so many failing seeds the rest is not worth the time. */
const mostFailures = 5;

if (isMainThread) await main();
else await work(workerData as Share);

/** Runs every `step`th seed and tells of each. */
async function work({ first, last, step }: Share): Promise<void> {
  for (let seed = first; seed <= last; seed += step) parentPort?.postMessage(await simulate(seed));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '2000' },
      /** First seed; a failing seed is replayed by `--from SEED --seeds 1 --story`. */
      from: { type: 'string', default: '1' },
      story: { type: 'boolean', default: false },
      /** Ends at the first failing seed. */
      bail: { type: 'boolean', default: false },
    },
  });
  const first = Number(values.from);
  const seeds = Number(values.seeds);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(seeds) || seeds < 1) {
    console.error('usage: npm run test:faults -- [--seeds N] [--from SEED] [--story] [--bail]');
    process.exit(2);
  }
  const startedAt = performance.now();
  const injected: Record<string, number> = {};
  let run = 0;
  let failed = 0;
  const take = (outcome: Outcome): boolean => {
    run += 1;
    for (const [name, count] of Object.entries(outcome.injected))
      injected[name] = (injected[name] ?? 0) + count;
    if (values.story) console.log(outcome.story.join('\n'));
    if (outcome.broken.length === 0) return true;
    failed += 1;
    console.log(`\nseed ${outcome.seed} breaks promises:`);
    for (const promise of outcome.broken) console.log(`  ${promise}`);
    if (!values.story) console.log(outcome.story.map((line) => `    ${line}`).join('\n'));
    console.log(`  replay: npm run test:faults -- --from ${outcome.seed} --seeds 1 --story`);
    return failed < (values.bail ? 1 : mostFailures);
  };
  await inParallel({ first, last: first + seeds - 1, step: Math.min(availableParallelism(), seeds) }, take);

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const kinds = Object.entries(injected).map(([name, count]) => `${name} ${count}`);
  console.log(`\n${run} seeds in ${seconds} s; injected: ${kinds.join(', ')}`);
  console.log(`${run - failed} passed, ${failed} failed`);
  process.exit(failed === 0 && run === seeds ? 0 : 1);
}

/** A worker for each processor; ends early when an outcome says that it is enough. */
function inParallel({ first, last, step }: Share, take: (outcome: Outcome) => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let working = step;
  for (let offset = 0; offset < step; offset += 1) {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { first: first + offset, last, step },
    });
    worker.on('message', (outcome: Outcome) => void (take(outcome) || resolve()));
    worker.on('error', reject);
    worker.on('exit', () => {
      working -= 1;
      if (working === 0) resolve();
    });
  }
  return promise;
}
