import { join } from 'node:path';
import { runQuietly } from './child-process.ts';
import { projectFolder } from './project-folder.ts';
import { toolScript } from './tools.ts';

type Check = { readonly name: string; readonly script: string; readonly args: readonly string[] };

const checks: readonly Check[] = [
  {
    name: 'types of main, shared, tests, scripts',
    script: toolScript('typescript', 'tsc'),
    args: ['-p', '.'],
  },
  {
    name: 'types of the renderer and its tests',
    script: toolScript('typescript', 'tsc'),
    args: ['-p', 'test/renderer'],
  },
  { name: 'types of the preload', script: toolScript('typescript', 'tsc'), args: ['-p', 'preload'] },
  { name: 'format', script: toolScript('@biomejs/biome', 'biome'), args: ['check', '.'] },
  { name: 'lint', script: toolScript('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'layers', script: join(import.meta.dirname, 'check-layers.ts'), args: [] },
  { name: 'words of the field', script: join(import.meta.dirname, 'check-words.ts'), args: [] },
  {
    name: 'interface: every operation has a function, a test, and a screen that uses it',
    script: join(projectFolder, 'test/contract/interface-page.ts'),
    args: ['--check'],
  },
  { name: 'unused code', script: toolScript('knip'), args: [] },
];

let failed = 0;
for (const { name, script, args } of checks) {
  const started = performance.now();
  const { code, output } = await runQuietly(process.execPath, [script, ...args], { cwd: projectFolder });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (code === 0) continue;
  failed += 1;
  console.log(output.trimEnd());
}
console.log(
  failed === 0 ? `All ${checks.length} checks passed.` : `${failed} of ${checks.length} checks failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;
