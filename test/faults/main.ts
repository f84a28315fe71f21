import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    /** First seed; a failing seed is replayed by `--from SEED --seeds 1`. */
    from: { type: 'string', default: '1' },
    story: { type: 'boolean', default: false },
  },
});
const first = Number(values.from);
const seeds = Number(values.seeds);
const startedAt = performance.now();
const injected: Record<string, number> = {};
let failed = 0;

for (let seed = first; seed < first + seeds; seed += 1) {
  const outcome = await simulate(seed);
  for (const [name, count] of Object.entries(outcome.injected))
    injected[name] = (injected[name] ?? 0) + count;
  if (values.story) console.log(outcome.story.join('\n'));
  if (outcome.broken.length === 0) continue;
  failed += 1;
  console.log(`\nseed ${seed} breaks promises:`);
  for (const promise of outcome.broken) console.log(`  ${promise}`);
  console.log(outcome.story.map((line) => `    ${line}`).join('\n'));
  console.log(`  replay: npm run test:faults -- --from ${seed} --seeds 1 --story`);
  if (failed >= 5) break;
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(
  `\n${seeds} seeds in ${seconds} s; injected: ${Object.entries(injected)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
);
console.log(`${seeds - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
