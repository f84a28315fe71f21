import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Bar } from './bar.ts';
import { budget } from './budget.ts';
import { captures } from './captures.ts';
import { custody } from './custody.ts';
import { folderSize } from './folder-size.ts';
import { history } from './history.ts';
import { hub } from './hub.ts';
import { idle } from './idle.ts';
import { latency } from './latency.ts';
import { matters } from './matters.ts';
import { migrating } from './migrating.ts';
import { scan } from './scan.ts';
import { timelineAndSearch } from './timeline.ts';
import { uploadLarge } from './upload-large.ts';
import { uploadSmall } from './upload-small.ts';
import { window } from './window.ts';

const benches: Readonly<Record<string, () => Promise<Bar[]>>> = {
  latency,
  matters,
  scan,
  idle,
  custody,
  captures,
  migrating,
  budget,
  'upload-large': uploadLarge,
  'upload-small': uploadSmall,
  'folder-size': folderSize,
  history,
  hub,
  // One database serves both, and takes a minute to make.
  timeline: timelineAndSearch,
  search: timelineAndSearch,
  window,
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const bars: Bar[] = [];
const asked = Object.keys(benches).filter((name) => positionals.length === 0 || positionals.includes(name));
for (const run of new Set(asked.map((name) => benches[name]))) {
  for (const bar of (await run?.()) ?? []) {
    bars.push(bar);
    const { bench, what, value, unit, ratio, limit, against, holds } = bar;
    const verdict = holds ? 'holds' : 'DOES NOT HOLD';
    console.log(`${bench}: ${what}: ${value} ${unit}; ratio ${ratio} to ${against}; ${limit}: ${verdict}`);
  }
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(bars, null, 2)}\n`);
process.exitCode = bars.every((bar) => bar.holds) ? 0 : 1;
