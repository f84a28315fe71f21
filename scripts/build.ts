import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runOnConsole } from './child-process.ts';
import { projectFolder } from './project-folder.ts';
import { toolScript } from './tools.ts';

const sources = [
  'main',
  'preload',
  'renderer',
  'shared',
  'electron.vite.config.ts',
  'scripts/build-viewer.ts',
  'package-lock.json',
];
const outputs = [
  'out/main/index.js',
  'out/main/engine.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/viewer/viewer.html',
  'out/preload/viewer.cjs',
];

/** Builds the app into out/ unless what is there is newer than every source. Returns the build's exit code. */
export async function ensureBuilt(): Promise<number> {
  if (await isBuilt()) return 0;
  return runOnConsole(process.execPath, [toolScript('electron-vite'), 'build', '--logLevel', 'warn'], {
    cwd: projectFolder,
  });
}

async function isBuilt(): Promise<boolean> {
  const times = await Promise.all(outputs.map((path) => modifiedAt(join(projectFolder, path))));
  const built = Math.min(...times.map((time) => time ?? Number.NEGATIVE_INFINITY));
  return (
    built >= Math.max(...(await Promise.all(sources.map((path) => newestUnder(join(projectFolder, path))))))
  );
}

/** Newest change of anything under a path; folders count too, because a removed file changes only its folder. */
export async function newestUnder(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = [path, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  const times = await Promise.all(paths.map(modifiedAt));
  return Math.max(...times.map((time) => time ?? Number.NEGATIVE_INFINITY));
}

/** When a path was last changed, in milliseconds since the epoch; undefined when it is not there. */
export async function modifiedAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
