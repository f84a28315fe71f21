import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureBuilt, modifiedAt, newestUnder } from '../build.ts';
import { ensureElectronRuntime } from '../electron-runtime.ts';
import { projectFolder } from '../project-folder.ts';
import { pack } from './pack.ts';

/** A package on disk, as electron-builder left it. */
export interface Packed {
  readonly executablePath: string;
  /** Holds the archive and what is beside it. */
  readonly resources: string;
}

const inputs = [
  'out/main',
  'out/preload',
  'out/renderer',
  'out/viewer',
  'main/tray/pictures',
  'build',
  'electron-builder.yml',
  'package.json',
  'scripts/packaging',
];

/**
 * Packs the app for tests, for this computer, unless what is there is newer than everything it is made of. Linux only,
 * like the tests of the real window. A release made here of the fallback Electron looks like one, and is none.
 */
export async function ensurePacked(kind: 'release' | 'test'): Promise<Packed> {
  const outcome = await ensureElectronRuntime();
  if (outcome.kind === 'unavailable') throw new Error(outcome.reason);
  const { official, executablePath } = outcome.runtime;
  const output = join(projectFolder, 'dist', 'tests', kind);
  const folder = join(output, 'linux-unpacked');
  const packed = { executablePath: join(folder, 'matterline'), resources: join(folder, 'resources') };
  const stamp = join(output, `made-of-${official ? 'official' : 'fallback'}`);
  if ((await ensureBuilt()) !== 0) throw new Error('The app could not be built.');
  if (await isNewer(stamp)) return packed;

  await rm(output, { recursive: true, force: true });
  const code = await pack({
    kind,
    electronDist: dirname(executablePath),
    engineOutside: kind === 'test' && !official,
    output,
    rest: ['--dir'],
  });
  if (code !== 0) throw new Error('The app could not be packed.');
  await writeFile(stamp, '');
  return packed;
}

async function isNewer(stamp: string): Promise<boolean> {
  const made = await modifiedAt(stamp);
  const newest = await Promise.all(inputs.map((path) => newestUnder(join(projectFolder, path))));
  return made !== undefined && made >= Math.max(...newest);
}
