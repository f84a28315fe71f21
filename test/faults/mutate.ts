import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { broken, type Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';

// node test/faults/mutate.ts [PART OF A NAME]: breaks a copy of the engine in each way, and expects the simulation to find the promise broken that it breaks.
const project = fileURLToPath(new URL('../..', import.meta.url));
const seeds = '2000';
const wanted = process.argv[2] ?? '';

let failed = 0;
for (const mutation of mutations.filter(({ name }) => name.includes(wanted))) {
  const caught = simulateBroken(mutation);
  if (!caught.ok) failed += 1;
  console.log(
    caught.ok ? `caught  ${mutation.name}: ${caught.value}` : `FAILED  ${mutation.name}: ${caught.error}`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;

/** What was found broken, or why nothing was. */
function simulateBroken(mutation: Mutation): Result<string, string> {
  const { breaks, file } = mutation;
  const copy = mkdtempSync(join(tmpdir(), 'matterline-mutation-'));
  try {
    for (const part of [
      'main/engine',
      'shared',
      'test/faults',
      'test/support',
      'test/service',
      'package.json',
    ]) {
      cpSync(join(project, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
    const path = join(copy, 'main/engine', file);
    const source = broken(readFileSync(path, 'utf8'), mutation);
    if (!source.ok) return err(`it does not apply: ${source.error}`);
    writeFileSync(path, source.value);
    const run = spawnSync(process.execPath, ['test/faults/main.ts', '--seeds', seeds, '--breaks', breaks], {
      cwd: copy,
      encoding: 'utf8',
    });
    const found = /seed (\d+) breaks it: (.*)/.exec(run.stdout);
    if (found) return ok(`seed ${found[1]}, ${found[2]}`);
    if (run.stderr) return err(`the simulation itself failed: ${run.stderr}`);
    return err(`unnoticed: “${breaks}” was not found broken`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
