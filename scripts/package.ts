import { dirname, join } from 'node:path';
import { ensureElectronRuntime } from './electron-runtime.ts';
import { pack } from './packaging/pack.ts';
import { projectFolder } from './project-folder.ts';

// npm run package [-- --dir] [ARGUMENTS OF ELECTRON-BUILDER]
const rest = process.argv.slice(2);
const output = join(projectFolder, 'dist');
const named = process.env['MATTERLINE_PACKAGE_ELECTRON_DIST'];

if (named !== undefined) {
  process.exitCode = await pack({ kind: 'release', electronDist: named, output, rest });
} else if (rest.length > 0 && rest.every((argument) => argument === '--dir')) {
  process.exitCode = await packForThisComputer();
} else {
  // Installers, and anything for another computer: electron-builder fetches the official Electron they need.
  process.exitCode = await pack({ kind: 'release', output, rest });
}

async function packForThisComputer(): Promise<number> {
  const outcome = await ensureElectronRuntime();
  if (outcome.kind === 'unavailable') {
    console.error(outcome.reason);
    return 1;
  }
  const { official, executablePath } = outcome.runtime;
  if (official) {
    const electronDist = join(projectFolder, 'node_modules', 'electron', 'dist');
    return pack({ kind: 'release', electronDist, output, rest });
  }
  const testOutput = join(output, 'test-build');
  const code = await pack({
    kind: 'test',
    electronDist: dirname(executablePath),
    engineOutside: true,
    output: testOutput,
    rest,
  });
  console.log(
    `This is a TEST BUILD in ${testOutput}: its Electron is of unknown publisher and its engine needs a Node of ` +
      'its own (MATTERLINE_ENGINE_NODE). Never hand it out.',
  );
  return code;
}
