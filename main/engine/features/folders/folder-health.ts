import type { MatterId } from '../../../../shared/model/index.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import type { LinkStore } from '../../store/links.ts';
import { isIgnored } from '../ignoring/ignore.ts';
import type { FolderIssue } from './health-issues.ts';
import { isInLostPart } from './lost-part.ts';
import { holdsWhatIsKnown, isSameDirectory, onSameDevice } from './same-directory.ts';

export interface FolderCheck {
  readonly issue: Extract<FolderIssue, string> | null;
  /** Another one than before means that another directory or drive stands there now. */
  readonly inode: string | null;
}

const isDocument = (name: string): boolean => !isIgnored(name);

/** A look at the matter folder itself; takes as long for a hundred thousand documents as for one. */
export async function checkFolder(
  ports: { readonly files: Files; readonly links: LinkStore },
  folder: { readonly matterId: MatterId; readonly path: string },
): Promise<FolderCheck> {
  const { files, links } = ports;
  try {
    const facts = await files.facts(folder.path);
    if (facts?.kind !== 'directory') return { issue: 'missing', inode: null };
    const { inode } = facts;
    const isEmpty = !(await files.holdsAny(folder.path, isDocument));
    if (isEmpty && (links.hasSeveralFiles(folder.matterId) || lostItsDrive(links, folder.matterId, inode)))
      return { issue: 'emptied', inode };
    if (!(await isTheFolder(ports, folder, inode, isEmpty))) return { issue: 'another-folder', inode: null };
    return { issue: (await files.mayWrite(folder.path)) ? null : 'read-only', inode };
  } catch (failure) {
    return { issue: issueOf(failureCode(failure)), inode: null };
  }
}

function issueOf(code: string): 'missing' | 'not-answering' | 'unreadable' {
  // It was moved away since its facts were read.
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  return code === 'ETIMEDOUT' ? 'not-answering' : 'unreadable';
}

/** Of an empty folder: one document that was on another device was not removed by anybody. */
function lostItsDrive(links: LinkStore, matterId: MatterId, inode: string): boolean {
  const known = links.anyFile(matterId);
  return known !== undefined && !onSameDevice({ inode }, known);
}

/**
 * False when another directory stands where the matter's folder was. One that is new here and empty may be any; of one that
 * is another matter's, what is in it proves nothing.
 */
async function isTheFolder(
  { files, links }: { readonly files: Files; readonly links: LinkStore },
  folder: { readonly matterId: MatterId; readonly path: string },
  inode: string,
  isEmpty: boolean,
): Promise<boolean> {
  const { matterId } = folder;
  const known = links.directoryOf(matterId);
  if (known === inode) return true;
  const isKnown = known === null || isSameDirectory(known, inode);
  if (!isKnown) {
    const isOthers = links.foldersOfOthers(matterId).some((other) => isSameDirectory(other.inode, inode));
    if (isOthers) return false;
    // Not taken over while a file is known: a drive that is not connected leaves an empty directory too.
    if (isEmpty && links.anyFile(matterId)) return true;
    if (!isEmpty && !(await holdsWhatIsKnown({ files, links }, folder))) return false;
  }
  try {
    links.putDirectory(matterId, inode);
  } catch {
    // A full disk: it is known again at the next look.
  }
  return true;
}

/**
 * True when the matter folder is the place of a drive that is not connected: empty of all that is known to be in it, and on
 * another device than that was, or another directory stands there. What is put there would be hidden once the drive is back.
 * @param directory below it, into which something is to be put: its own drive may be the one that is away
 */
export async function isUnplugged(
  ports: { readonly files: Files; readonly links: LinkStore },
  folder: { readonly matterId: MatterId; readonly path: string },
  directory = '',
): Promise<boolean> {
  if (await isInLostPart(ports, folder, directory)) return true;
  const { issue, inode } = await checkFolder(ports, folder);
  if (issue === 'another-folder') return true;
  if (issue !== 'emptied' || inode === null) return false;
  const known = ports.links.anyFile(folder.matterId);
  return known !== undefined && !onSameDevice({ inode }, known);
}

/** True where nothing of a matter can be put now: its folder is not there, cannot be read, or is another, or a drive is not connected. */
export async function isAway(
  ports: { readonly files: Files; readonly links: LinkStore },
  folder: { readonly matterId: MatterId; readonly path: string },
  directory = '',
): Promise<boolean> {
  const { inode } = await checkFolder(ports, folder);
  return inode === null || isUnplugged(ports, folder, directory);
}
