import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { prepareAppLaunch } from './app-launch.ts';
import { runOnConsole } from './child-process.ts';
import { startXvfb } from './display.ts';
import { readScreensOption } from './e2e-options.ts';
import { ensurePacked } from './packaging/ensure-packed.ts';
import { projectFolder } from './project-folder.ts';
import { toolScript } from './tools.ts';

// npm run test:e2e [-- --screens DIR] [ARGUMENTS OF VITEST]
const options = readScreensOption(process.argv.slice(2));
if (options.kind === 'invalid') {
  console.error(options.reason);
  process.exit(1);
}
const outcome = await prepareAppLaunch();
if (outcome.kind === 'unavailable') {
  console.error(outcome.reason);
  process.exit(1);
}
const { executablePath, args, environment, close } = outcome.launch;
const isWhole = options.vitestArguments.every((argument) => argument.startsWith('-'));
// What several files of tests use is made before they run beside each other.
if (isWhole) for (const kind of ['release', 'test'] as const) await ensurePacked(kind);
const screens = isWhole ? await ownScreens(environment['DISPLAY']) : [];
process.exitCode = await runOnConsole(
  process.execPath,
  [toolScript('vitest'), 'run', '--project', 'e2e', ...options.vitestArguments],
  {
    cwd: projectFolder,
    env: {
      ...environment,
      MATTERLINE_ELECTRON_PATH: executablePath,
      MATTERLINE_ELECTRON_ARGUMENTS: JSON.stringify(args),
      ...(screens.length > 1 ? { MATTERLINE_DISPLAYS: screens.join(' ') } : {}),
      ...(options.screens === undefined ? {} : { MATTERLINE_SCREENS: resolve(options.screens) }),
    },
  },
);
close();

/** A screen for each of two programs at a time; one where the screen is the person's own. */
async function ownScreens(first: string | undefined): Promise<string[]> {
  if (first === undefined || first === process.env['DISPLAY'] || availableParallelism() < 2) return [];
  const second = await startXvfb();
  return second.kind === 'ready' ? [first, second.display.environment.DISPLAY ?? first] : [first];
}
