import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../child-process.ts';
import { projectFolder } from '../project-folder.ts';

const packageFolder = join(projectFolder, 'node_modules', 'electron');

/** Bounds a download of about 120 MB on a slow line, in milliseconds. A dead network fails far sooner. */
const downloadTimeout = 5 * 60 * 1000;

/** Version of the `electron` package, which is also the version of the binary it downloads. */
export async function officialVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('node_modules/electron/package.json names no version: run npm ci again.');
}

/** The downloaded executable of exactly this version, or undefined. */
export async function installedOfficial(version: string): Promise<string | undefined> {
  const [executableName, distVersion] = await Promise.all([
    readFile(join(packageFolder, 'path.txt'), 'utf8').catch(() => undefined),
    readFile(join(packageFolder, 'dist', 'version'), 'utf8').catch(() => undefined),
  ]);
  if (executableName === undefined || distVersion?.replace(/^v/, '').trim() !== version) return undefined;
  const executable = join(packageFolder, 'dist', executableName);
  return existsSync(executable) ? executable : undefined;
}

/** Runs the package's own installer. Returns undefined when the binary is there, else why it is not. */
export async function downloadOfficial(): Promise<string | undefined> {
  const result = await runQuietly(process.execPath, [join(packageFolder, 'install.js')], {
    cwd: projectFolder,
    timeout: downloadTimeout,
  });
  if (result.code === 0) return undefined;
  return result.output.trim().split('\n')[0] || 'the download took too long';
}
