import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQuietly } from '../../scripts/child-process.ts';
import { projectFolder } from '../../scripts/project-folder.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-stages-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const script = (code: string) => ['--input-type=module', '--eval', code];
const prints = (words: string, code = 0) => script(`console.log('${words}'); process.exitCode = ${code}`);

/** Runs stages in a process of their own, as `npm test` does. */
const run = (inTurn: string[][], beside: string[]) => {
  const stages = {
    inTurn: inTurn.map((args, index) => ({ name: `stage ${index + 1}`, args })),
    beside: { name: 'simulation', args: beside },
  };
  const code = `import { runStages } from ${JSON.stringify(join(projectFolder, 'scripts/stages.ts'))};
process.exitCode = await runStages(${JSON.stringify(stages)});`;
  return runQuietly(process.execPath, script(code));
};

test('everything is run, what runs beside the others is told last, and nothing failed', async () => {
  const { code, output } = await run([prints('one'), prints('two')], prints('beside'));
  expect(code).toBe(0);
  expect(output.match(/^(one|two|beside)$/gm)).toEqual(['one', 'two', 'beside']);
});

test('the first that fails ends the run, what runs beside it too', async () => {
  const never = script('setInterval(() => {}, 1_000)');
  const { code, output } = await run([prints('one', 3), prints('two')], never);
  expect(code).toBe(3);
  expect(output).not.toContain('two');
});

test('what runs beside the others fails the run, after them', async () => {
  const { code, output } = await run([prints('one'), prints('two')], prints('beside', 4));
  expect(code).toBe(4);
  expect(output).toContain('two');
});

test.runIf(process.platform === 'linux')(
  'what runs beside the others has the lowest priority, of its own and of its session',
  async () => {
    const file = join(directory, 'told');
    const tells = script(`import { getPriority } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
const lowest = () => getPriority() === 19 && /nice 19/.test(group());
const group = () => { try { return readFileSync('/proc/self/autogroup', 'utf8'); } catch { return 'nice 19'; } };
while (!lowest());
writeFileSync('${file}', 'lowest');`);
    writeFileSync(file, '');
    expect((await run([prints('one')], tells)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('lowest');
  },
);
