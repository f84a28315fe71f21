import { resolve } from 'node:path';
import { prepareAppLaunch } from './app-launch.ts';
import { runOnConsole } from './child-process.ts';
import { readScreensOption } from './e2e-options.ts';
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
process.exitCode = await runOnConsole(
  process.execPath,
  [toolScript('vitest'), 'run', '--project', 'e2e', ...options.vitestArguments],
  {
    cwd: projectFolder,
    env: {
      ...environment,
      MATTERLINE_ELECTRON_PATH: executablePath,
      MATTERLINE_ELECTRON_ARGUMENTS: JSON.stringify(args),
      ...(options.screens === undefined ? {} : { MATTERLINE_SCREENS: resolve(options.screens) }),
    },
  },
);
close();
