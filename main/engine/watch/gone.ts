import { join } from 'node:path';
import type { Clock } from '../../../shared/clock.ts';
import { type Files, failureCode } from '../files/files.ts';
import type { LocalFile } from '../store/links.ts';
import type { Stores } from '../store/stores.ts';
import { comparable } from './identify.ts';

/**
 * Milliseconds after which a file that is gone is looked for again, when only its content speaks for a rename: programs
 * take a document away for a moment while they save it, and then a copy must not become the document.
 */
const doubt = 500;

/** Known files of the matter with this inode or content that are not under their own name any more. */
export async function goneFrom(
  ports: { readonly files: Files; readonly stores: Pick<Stores, 'links'>; readonly clock: Clock },
  matter: { readonly matterId: LocalFile['matterId']; readonly path: string },
  found: { readonly path: string; readonly inode: string; readonly sha256: string },
): Promise<LocalFile[]> {
  const { files, stores, clock } = ports;
  const gone: LocalFile[] = [];
  let doubted = false;
  for (const candidate of stores.links.renameCandidates(matter.matterId, found.inode, found.sha256)) {
    const path = join(matter.path, candidate.path);
    if (!(await isGone(files, path, comparable(candidate.path) === comparable(found.path)))) continue;
    if (candidate.inode !== found.inode && !candidate.removed) {
      if (!doubted) await clock.sleep(doubt);
      doubted = true;
      if (await files.facts(path)) continue;
    }
    gone.push(candidate);
  }
  return gone;
}

/** Where names differ in case or composition only, the same file answers to both, and has but one of them. */
async function isGone(files: Files, path: string, alike: boolean): Promise<boolean> {
  if (!(await files.facts(path))) return true;
  return alike && (await ownName(files, path)) !== path;
}

/**
 * The path as the file system itself spells it: other than asked for where case or composition makes no difference to
 * it. Null when nothing is there, or when the path leads elsewhere through a link.
 */
export async function ownName(files: Files, path: string): Promise<string | null> {
  try {
    const real = await files.real(path);
    return comparable(real) === comparable(path) ? real : null;
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
    if (link && !(await ports.files.facts(join(link.path, candidate.path)).catch(() => undefined)))
      return candidate;
  }
  return undefined;
}
