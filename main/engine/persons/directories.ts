import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Place } from '../compose.ts';
import { type Files, failureCode } from '../platform/files.ts';

/**
 * Names of the directories of everybody who worked with the service on this computer. One that was only begun to be made has
 * nothing in it, and does not count.
 * @param first name of the first person's
 * @throws when the disk does not say: a workspace that cannot be seen must not count as none
 */
export async function keptDirectories(files: Files, place: Place, first: string): Promise<string[]> {
  const found = await files.list(place.directory).catch((failure: unknown) => {
    if (failureCode(failure) === 'ENOENT') return [];
    throw failure;
  });
  const ofAnother = new RegExp(`^${first}-[0-9a-f]{16}$`);
  const names = found.filter((name) => name === first || ofAnother.test(name));
  const kept: string[] = [];
  for (const name of names.toSorted()) {
    const facts = await files.facts(join(place.directory, name));
    if (facts?.kind !== 'directory') continue;
    if ((await files.list(join(place.directory, name))).length > 0) kept.push(name);
  }
  return kept;
}

/** A name that no directory has: the first person's if nobody is there. `random` is used once. */
export const newDirectory = (first: string, kept: readonly string[], random: string): string =>
  kept.includes(first) ? `${first}-${createHash('sha256').update(random).digest('hex').slice(0, 16)}` : first;
