import { access, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

const mark = '.set-aside-';

/** Gives a file that cannot be read now a name of its own beside it; rejects when the disk does not take that. */
export async function setAside(file: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const aside = `${file}${mark}${number}`;
    if (await isThere(aside)) continue;
    return rename(file, aside);
  }
}

/** What was set aside of a file, newest first; none where it cannot be listed. */
export async function whatWasSetAside(file: string): Promise<string[]> {
  const names = await readdir(path.dirname(file)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${path.basename(file)}${mark}`))
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => path.join(path.dirname(file), name));
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
