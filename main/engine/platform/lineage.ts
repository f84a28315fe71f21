import { dirname, join } from 'node:path';
import type { Files } from './files.ts';

/**
 * A directory and all above it, as the file system tells them apart: the same through symbolic links, junctions and other
 * mounts, and however their names are written. Empty when it is not there.
 */
async function lineage(files: Files, path: string): Promise<ReadonlySet<string>> {
  const inodes = new Set<string>();
  const real = await files.real(path).catch(() => null);
  for (let at = real; at !== null; at = dirname(at) === at ? null : dirname(at)) {
    const facts = await files.facts(at).catch(() => null);
    if (facts) inodes.add(facts.inode);
  }
  return inodes;
}

/**
 * True when something else than a directory, a link for the most part, stands in the place of a directory above a path: what is
 * asked by that path is answered from elsewhere, or never where that is on a drive that does not answer.
 * @param below the root, with '/' between names
 */
export async function leadsElsewhere(
  files: Pick<Files, 'facts'>,
  root: string,
  below: string,
): Promise<boolean> {
  for (let end = below.indexOf('/'); end !== -1; end = below.indexOf('/', end + 1)) {
    const facts = await files.facts(join(root, below.slice(0, end)));
    if (facts?.kind !== 'directory') return facts !== null;
  }
  return false;
}

/** True for a directory that is this one, or lies in it, by whatever names. */
export async function liesIn(files: Files, path: string, directory: string): Promise<boolean> {
  const above = await lineage(files, path);
  const [own] = await lineage(files, directory);
  return own !== undefined && above.has(own);
}

/** True when one of two directories is the other, or lies in it, by whatever names. */
export async function overlap(files: Files, a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([lineage(files, a), lineage(files, b)]);
  const [own, other] = [[...first][0], [...second][0]];
  return (own !== undefined && second.has(own)) || (other !== undefined && first.has(other));
}
