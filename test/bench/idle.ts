import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from './bar.ts';
import { BigMatter } from './scan.ts';
import { usageOf } from './usage.ts';

/** Milliseconds that nothing happens for. */
const window = 60_000;
/** Milliseconds after the start: what it leaves behind is over, and comparing everything again has begun. */
const quiet = 15_000;
const limit = 0.3;

/** The processor time that 100,000 watched files cost while nobody does anything. */
export async function idle(): Promise<Bar[]> {
  await using matter = await BigMatter.make();
  const first = await matter.firstRun('engine');
  await first.engine.stop();
  const { engine } = await matter.restart('engine');
  await sleep(quiet);
  const pid = engine.process.pid ?? 0;
  const before = usageOf(pid).processor;
  await sleep(window);
  const share = ((usageOf(pid).processor - before) / window) * 100;
  await engine.stop();
  return [
    {
      bench: 'idle',
      what: 'one minute with 100,000 files watched',
      value: Number(share.toFixed(3)),
      unit: '% of one core',
      against: `the promise of ${limit} %`,
      ratio: Number((share / limit).toFixed(3)),
      limit: 'at most 1',
      holds: share <= limit,
    },
  ];
}
