import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { broken, type Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';
import { type Caught, tableWith } from './mutations-table.ts';

// npm run test:mutations -- [PART OF A NAME] [--from N] [--count N] [--tries N] [--table]: breaks a copy of the engine in each way,
// and expects the simulation to find the promise broken that it breaks. `--from` and `--count` take so many of them, the first being 1;
// `--table` writes what was found into docs/mutations.md.
const project = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: String(mutations.length) },
    /** Seeds until it counts as unnoticed, of 2,000: those whose lives have most of what is needed for it come first. */
    tries: { type: 'string', default: '2000' },
    table: { type: 'boolean', default: false },
  },
});
const [wanted = ''] = positionals;
const from = Number(values.from) - 1;
const some = mutations.filter(({ name }) => name.includes(wanted)).slice(from, from + Number(values.count));
/** Milliseconds after which one that hangs is given up. */
const longest = 30 * 60_000;

const copy = mkdtempSync(join(tmpdir(), 'matterline-mutation-'));
const caught = new Map<string, Caught>();
try {
  for (const part of ['main/engine', 'shared', 'test/faults', 'test/support', 'test/service', 'package.json'])
    cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  for (const mutation of some) {
    const found = simulateBroken(mutation);
    if (found.ok) caught.set(mutation.name, found.value);
    if (values.table) writeTable();
    console.log(
      found.ok
        ? `caught  ${mutation.name}: seed ${found.value.seed}, the ${found.value.tries}. tried, ${found.value.words}`
        : `FAILED  ${mutation.name}: ${found.error}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = caught.size === some.length ? 0 : 1;

function writeTable(): void {
  const table = join(project, 'docs/mutations.md');
  writeFileSync(table, tableWith(readFileSync(table, 'utf8'), mutations, caught));
}

/** What was found broken, or why nothing was. */
function simulateBroken(mutation: Mutation): Result<Caught, string> {
  const { breaks, also, needs = [] } = mutation;
  const wholes = new Map<string, string>();
  const restore = () => wholes.forEach((whole, path) => writeFileSync(path, whole));
  for (const place of [mutation, ...(also ? [also] : [])]) {
    const path = join(copy, 'main/engine', place.file);
    const source = readFileSync(path, 'utf8');
    if (!wholes.has(path)) wholes.set(path, source);
    const result = broken(source, place);
    if (!result.ok) {
      restore();
      return err(`it does not apply: ${result.error}`);
    }
    writeFileSync(path, result.value);
  }
  const order = needs.length > 0 ? ['--needs', needs.join(',')] : [];
  const run = spawnSync(
    process.execPath,
    ['test/faults/main.ts', '--seeds', '2000', '--tries', values.tries, '--breaks', breaks, ...order],
    // The engine is read many times, and nearly all of it is the same each time.
    {
      cwd: copy,
      encoding: 'utf8',
      timeout: longest,
      env: { ...process.env, NODE_COMPILE_CACHE: join(copy, 'compiled') },
    },
  );
  restore();
  const found = /seed (\d+), (\d+)\. tried, breaks it: (.*)/.exec(run.stdout);
  if (found) return ok({ seed: Number(found[1]), tries: Number(found[2]), words: found[3] ?? '' });
  if (!run.stdout.includes(' seeds in ')) return err(`the simulation itself failed: ${run.stderr}`);
  return err(`unnoticed: “${breaks}” was not found broken`);
}
