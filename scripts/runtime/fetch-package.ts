import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../child-process.ts';

/** Fetches one package from the npm registry into a folder, without installing it. Returns why that failed. */
export async function fetchPackage(specifier: string, folder: string): Promise<string | undefined> {
  const packed = await runQuietly(
    'npm',
    ['pack', specifier, '--ignore-scripts', '--pack-destination', folder],
    {
      cwd: folder,
    },
  );
  if (packed.code !== 0) return `npm pack ${specifier} failed: ${packed.output.trim()}`;
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) return `npm pack ${specifier} left no package behind.`;
  const untarred = await runQuietly('tar', ['-xzf', tarball, '--no-same-owner'], { cwd: folder });
  if (untarred.code !== 0) return `${tarball} could not be unpacked: ${untarred.output.trim()}`;
  for (const name of await readdir(join(folder, 'package'))) {
    await rename(join(folder, 'package', name), join(folder, name));
  }
  return undefined;
}
