import { runOnConsole } from './child-process.ts';
import { projectFolder } from './project-folder.ts';
import { toolScript } from './tools.ts';

// npm run package [-- --dir] [ARGUMENTS OF ELECTRON-BUILDER]
// electron-builder fetches the official Electron by itself; another one is used only when it is named on purpose.
const electronDist = process.env['MATTERLINE_PACKAGE_ELECTRON_DIST'];

const steps = [
  [toolScript('electron-vite'), 'build', '--logLevel', 'warn'],
  [
    toolScript('electron-builder'),
    ...['--publish', 'never'],
    ...(electronDist === undefined ? [] : [`--config.electronDist=${electronDist}`]),
    ...process.argv.slice(2),
  ],
];
for (const step of steps) {
  process.exitCode = await runOnConsole(process.execPath, step, { cwd: projectFolder });
  if (process.exitCode !== 0) break;
}
