import { parseArgs } from 'node:util';
import { type KillReport, killAndSave } from './killing.ts';

// npm run test:kills -- [--kills 500] [--saves 5000] [--seed 1]: the engine as a process of its own, killed for real.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    saves: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const [kills, saves, seed] = [values.kills, values.saves, values.seed].map(Number);
if (!kills || !saves || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run test:kills -- [--kills N] [--saves N] [--seed N]');
  process.exit(2);
}
const report = await killAndSave({ kills, saves, seed: Number(seed), tell: (line) => console.log(line) });
console.log(words(report));
process.exit(report.broken.length === 0 ? 0 : 1);

function words({ seconds, kills: killed, saves: saved, versions, phases, broken }: KillReport): string {
  const where = Object.entries(phases).map(([phase, count]) => `${phase} ${count}`);
  return [
    `${killed} SIGKILLs over ${saved} saves in ${seconds.toFixed(0)} s; the service has ${versions} versions`,
    `killed while: ${where.join(', ')}`,
    ...(broken.length === 0
      ? ['nothing lost, nothing buried, nothing filed twice, every byte equal']
      : broken),
  ].join('\n');
}
