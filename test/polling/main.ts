import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report, withGenerated } from './report.ts';

const pagePath = join(import.meta.dirname, '../../docs/polling.md');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const { lines, broken } = await report();
const page = readFileSync(pagePath, 'utf8');
const now = withGenerated(page, lines);
console.log(lines.join('\n'));
for (const what of broken) console.log(`DOES NOT HOLD: ${what}`);
if (values.check && page !== now) console.log('docs/polling.md is not current: npm run poll-simulation');
if (!values.check) writeFileSync(pagePath, now);
process.exitCode = broken.length === 0 && (!values.check || page === now) ? 0 : 1;
