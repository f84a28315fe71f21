import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Whether a program of this person has the file open, under this name or another one in its directory, as Linux tells it
 * (`/proc/<process>/fd`). Elsewhere nobody tells without being asked as an administrator: false.
 */
export async function isOpenSomewhere(path: string, how: 'at-all' | 'to-write'): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const { dev, ino } = await stat(path, { bigint: true });
  const directory = await realpath(dirname(path));
  for (const running of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(running)) continue;
    const process = join('/proc', running);
    // Processes of others, and those that have just ended, tell nothing.
    for (const open of await readdir(join(process, 'fd')).catch(() => [])) {
      const at = join(process, 'fd', open);
      // What lies elsewhere, on a drive that does not answer for one, is not asked.
      if (dirname(await readlink(at).catch(() => '')) !== directory) continue;
      const found = await stat(at, { bigint: true }).catch(() => null);
      if (found?.ino !== ino || found.dev !== dev) continue;
      if (how === 'at-all' || (await isOpenToWrite(join(process, 'fdinfo', open)))) return true;
    }
  }
  return false;
}

/** The last two bits of the octal `flags` say how: 0 is to read alone. */
async function isOpenToWrite(fdinfo: string): Promise<boolean> {
  const flags = /^flags:\s*([0-7]+)$/m.exec(await readFile(fdinfo, 'utf8').catch(() => ''))?.[1];
  return flags !== undefined && Number.parseInt(flags, 8) % 4 !== 0;
}
