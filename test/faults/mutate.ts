import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';

// node test/faults/mutate.ts [PART OF A NAME]: breaks a copy of the engine in each way, and expects the simulation to find the promise broken that it breaks.
const project = fileURLToPath(new URL('../..', import.meta.url));
const seeds = '2000';
const wanted = process.argv[2] ?? '';

let unnoticed = 0;
for (const mutation of mutations.filter(({ name }) => name.includes(wanted))) {
  const { caughtBy, words } = simulateBroken(mutation);
  if (caughtBy === null) unnoticed += 1;
  console.log(
    caughtBy === null
      ? `UNNOTICED  ${mutation.name}: “${mutation.breaks}” was not found broken`
      : `caught     ${mutation.name}: seed ${caughtBy}, ${words}`,
  );
}
process.exitCode = unnoticed > 0 ? 1 : 0;

function simulateBroken({ breaks, file, find, replace }: Mutation): {
  caughtBy: string | null;
  words: string;
} {
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
    const parts = readFileSync(path, 'utf8').split(find);
    if (parts.length !== 2) throw new Error(`“${find}” stands ${parts.length - 1} times in ${file}`);
    writeFileSync(path, parts.join(replace));
    const run = spawnSync(process.execPath, ['test/faults/main.ts', '--seeds', seeds, '--breaks', breaks], {
      cwd: copy,
      encoding: 'utf8',
    });
    const found = /seed (\d+) breaks it: (.*)/.exec(run.stdout);
    if (!found && run.stderr) throw new Error(`the simulation itself failed: ${run.stderr}`);
    return { caughtBy: found?.[1] ?? null, words: found?.[2] ?? '' };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
