import { join } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { comparable } from '../../store/comparable.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';

/**
 * Milliseconds after which a file that is gone is looked for again, when only its content speaks for a rename: programs
 * take a document away for a moment while they save it, and then a copy must not become the document. What was renamed just
 * before it was copied is known under its new name by then.
 */
const recheckAfter = 500;
/** A file found gone longer ago, in milliseconds, is not on its way to another name any more. */
const justGone = 10_000;

/** Known files of the matter with this inode or content that are not under their own name any more. */
export async function goneFrom(
  ports: { readonly files: Files; readonly stores: Pick<Stores, 'links'>; readonly clock: Clock },
  matter: { readonly matterId: LocalFile['matterId']; readonly path: string },
  found: { readonly path: string; readonly inode: string; readonly sha256: string },
): Promise<LocalFile[]> {
  const { files, stores, clock } = ports;
  const gone: LocalFile[] = [];
  let rechecked = false;
  for (const candidate of stores.links.renameCandidates(matter.matterId, found.inode, found.sha256)) {
    const path = join(matter.path, candidate.path);
    const isSpelled = comparable(candidate.path) === comparable(found.path);
    if (!(await isGone(files, matter.path, path, isSpelled || candidate.inode === found.inode))) continue;
    if (candidate.inode !== found.inode && isJustGone(candidate, clock.now())) {
      if (!rechecked) await clock.sleep(recheckAfter);
      rechecked = true;
      if (await files.facts(path)) continue;
    }
    gone.push(candidate);
  }
  return gone;
}

const isJustGone = ({ removed, removedAt }: LocalFile, now: number): boolean =>
  !removed || (typeof removedAt === 'number' && Math.abs(now - removedAt) <= justGone);

/**
 * Where names differ in case or composition only, the same file answers to both, and has but one of them; it answers to another
 * one too where a link was left in the place of a directory that it went away with.
 */
async function isGone(files: Files, root: string, path: string, mayBeFound: boolean): Promise<boolean> {
  if (!(await files.facts(path))) return true;
  return mayBeFound && (await ownName(files, root, path)) !== path;
}

/**
 * The path as the file system itself spells it: other than asked for where case or composition makes no difference to
 * it. Null when nothing is there, or when the path leads elsewhere through a link below the matter folder; one above
 * it, as where people's folders were moved to another drive, leads to the same.
 * @param root the matter folder
 */
export async function ownName(files: Files, root: string, path: string): Promise<string | null> {
  try {
    const real = await files.real(path);
    if (comparable(real) === comparable(path)) return real;
    const realRoot = await files.real(root);
    const below = real.startsWith(realRoot) ? real.slice(realRoot.length) : null;
    return below !== null && comparable(root + below) === comparable(path) ? root + below : null;
  } catch (failure) {
    if (failureCode(failure) === 'ENOENT') return null;
    throw failure;
  }
}

/** The file of another matter that was moved here; undefined when none was. */
export async function movedFromElsewhere(
  ports: { readonly files: Files; readonly stores: Pick<Stores, 'links'> },
  matterId: LocalFile['matterId'],
  inode: string,
): Promise<LocalFile | undefined> {
  if (inode.endsWith(':0')) return undefined;
  for (const candidate of ports.stores.links.elsewhere(matterId, inode)) {
    const link = ports.stores.links.of(candidate.matterId);
    // Where nobody answers, it may be there still.
    const there =
      link && (await ports.files.facts(join(link.path, candidate.path)).catch(() => ({ inode }) as const));
    if (there !== undefined && there?.inode !== inode) return candidate;
  }
  return undefined;
}
