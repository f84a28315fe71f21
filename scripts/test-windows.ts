import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnConsole } from './child-process.ts';
import { projectFolder } from './project-folder.ts';
import { toolScript } from './tools.ts';
import { wineGaps } from './windows/gaps.ts';
import { windowsReport } from './windows/report.ts';
import { prepareWine, runNode } from './windows/wine-root.ts';

// npm run test:windows [-- FILES OF TESTS…]: the engine's tests as on Windows; on Windows itself, without Wine.
const given = process.argv.slice(2);
const wanted = given.length > 0 ? given : ['test/main/engine/'];
const report = 'matterline-windows.json';

/** Node and files are slower under Wine, and more of them at once only wait for each other. */
const underWine = ['--maxWorkers=3', '--testTimeout=240000'];
const vitest = ['run', '--project', 'unit', '--reporter=json', ...wanted];

const json = process.platform === 'win32' ? await onWindows() : await onWine();
if (json === null) process.exit(1);
const { passed, failed, skipped, share, lines } = windowsReport(json, wineGaps);
for (const line of lines) console.log(line);
console.log(
  `${passed} passed, ${failed} failed, ${skipped} skipped; ${(share * 100).toFixed(1)} % of the tests ran and passed.`,
);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function onWindows(): Promise<string | null> {
  const path = join(tmpdir(), report);
  rmSync(path, { force: true });
  await runOnConsole(process.execPath, [toolScript('vitest'), ...vitest, `--outputFile=${path}`], {
    cwd: projectFolder,
  });
  return read(path, 'vitest wrote no report.');
}

async function onWine(): Promise<string | null> {
  const prepared = await prepareWine();
  if (prepared.kind === 'unavailable') {
    console.error(prepared.reason);
    return null;
  }
  const path = join(prepared.root.folder, 'tmp', report);
  rmSync(path, { force: true });
  console.log(`Running ${wanted.join(' ')} by Node for Windows under Wine…`);
  const options = ['node_modules/vitest/vitest.mjs', ...vitest, ...underWine, `--outputFile=/tmp/${report}`];
  const { output } = await runNode(prepared.root, options);
  return read(path, `vitest wrote no report:\n${output.slice(-2_000)}`);
}

function read(path: string, otherwise: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    console.error(otherwise);
    return null;
  }
}
