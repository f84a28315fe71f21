import { join } from 'node:path';
import type { MatterId } from '../../../shared/model.ts';
import type { FileFacts, Files } from '../files/files.ts';
import type { LinkStore } from '../store/links.ts';
import { isIgnored } from './ignore.ts';
import type { FolderTrouble } from './troubles.ts';

export interface FolderLook {
  readonly trouble: Extract<FolderTrouble, string> | null;
  /** Another one than before means that another directory or drive stands there now. */
  readonly inode: string | null;
}

const isDocument = (name: string): boolean => !isIgnored(name);

/** A look at the matter folder itself; takes as long for a hundred thousand documents as for one. */
export async function lookAtFolder(
  ports: { readonly files: Files; readonly links: LinkStore },
  folder: { readonly matterId: MatterId; readonly path: string },
): Promise<FolderLook> {
  const { files, links } = ports;
  try {
    const facts = await files.facts(folder.path);
    if (facts?.kind !== 'directory') return { trouble: 'missing', inode: null };
    const { inode } = facts;
    if (!(await files.holdsAny(folder.path, isDocument)) && links.hasSeveralFiles(folder.matterId)) {
      return { trouble: 'emptied', inode };
    }
    return { trouble: (await files.mayWrite(folder.path)) ? null : 'read-only', inode };
  } catch {
    return { trouble: 'unreadable', inode: null };
  }
}

/**
 * The directory below the matter folder that a vanished file's drive was connected to: it is there, empty, and on another
 * device than the file was. Null when the file was simply removed.
 * @param below the file's path below the matter folder, with '/' between names
 */
export async function lostDrive(
  files: Files,
  root: string,
  below: string,
  known: Pick<FileFacts, 'inode'>,
): Promise<string | null> {
  const names = below.split('/').slice(0, -1);
  for (; names.length > 0; names.pop()) {
    const part = names.join('/');
    const facts = await files.facts(join(root, part));
    if (!facts) continue;
    if (facts.kind !== 'directory' || onSameDevice(facts, known)) return null;
    return (await files.holdsAny(join(root, part), isDocument)) ? null : part;
  }
  return null;
}

/** Whether a directory that lost its drive still stands there empty. */
export async function isStillLost(files: Files, root: string, part: string): Promise<boolean> {
  try {
    const path = join(root, part);
    return (await files.facts(path)) !== null && !(await files.holdsAny(path, isDocument));
  } catch {
    return true;
  }
}

const onSameDevice = (a: Pick<FileFacts, 'inode'>, b: Pick<FileFacts, 'inode'>): boolean =>
  a.inode.split(':')[0] === b.inode.split(':')[0];
