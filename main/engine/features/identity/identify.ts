import { posix } from 'node:path';
import type { FileId } from '../../../../shared/model/index.ts';
import { comparable } from '../../store/comparable.ts';
import type { LocalFile } from '../../store/links.ts';

/** Which document a content found at a path belongs to. */
export type Identity =
  | { readonly kind: 'same'; readonly document: LocalFile }
  /** Renamed or moved from `document.path`. */
  | { readonly kind: 'moved'; readonly document: LocalFile }
  /** The service has a document of this name that no file here stands for: a person decides. */
  | { readonly kind: 'ask'; readonly fileId: FileId }
  | { readonly kind: 'new' };

export interface Finding {
  readonly path: string;
  readonly captured: { readonly sha256: string; readonly size: number; readonly inode: string };
  /** What is known of this path, of a file that is gone too. */
  readonly atPath: LocalFile | undefined;
  /** Known files of this matter with this inode or content that are not under their own name any more. */
  readonly gone: readonly LocalFile[];
  /** Filed in this folder under this name, and not on this computer. */
  readonly filedNamesake: FileId | undefined;
  /** The document of which this file is an earlier version that the program put there. */
  readonly restored?: FileId | undefined;
  /** The file is known of another matter, and was moved here from there. */
  readonly isOtherMatters?: boolean;
  readonly now: number;
}

/** How long a document that was removed may come back as itself, in ms: with its name, or with its content alone. */
const recentWithName = 24 * 60 * 60_000;
const recentByContent = 10 * 60_000;
/** By how much a clock may be set back, in ms, for a removal that is still to come to count as one of just now. */
const setBackUnnoticed = 60_000;

/**
 * The first row that fits decides:
 *
 * | # | at this path             | elsewhere in this matter                                         | it is                    |
 * |---|--------------------------|------------------------------------------------------------------|--------------------------|
 * | 1 | a document               | whatever: programs save through other names                      | a version of it          |
 * | 2 | one removed within a day, or ever with this very content or inode | whatever                | that document again      |
 * | 3 |                          | a document gone from its name, with this inode, or of which this is a restored version | it, renamed or moved |
 * | 4 |                          | one gone within a day, with this content and this file name       | it, moved                |
 * | 5 |                          | one gone within ten minutes, with this content                    | it, renamed              |
 * | 6 |                          | the service has one of this name here that no file stands for     | a question to the person |
 * | 7 |                          | nothing of all this                                              | a new document           |
 *
 * Documents that took each other's names are known under these before anything is asked here (`taken-names.ts`).
 *
 * Consequences: a copy is a new document as long as its original is there, or known in another matter's folder; a document
 * that keeps its path keeps its identity whatever happens around it; what comes from another matter's folder is new here,
 * and a question where a document of its name is. An empty content under
 * another path, and an inode that the file system may have given again (no time of birth), say nothing.
 */
export function identify(finding: Finding): Identity {
  const { path, captured, atPath, gone, now } = finding;
  const isSameContent = atPath?.sha256 === captured.sha256;
  if (atPath && !atPath.removed && (!finding.isOtherMatters || isSameContent))
    return { kind: 'same', document: atPath };
  const sameInode = (file: LocalFile) => file.inode === captured.inode && !captured.inode.endsWith(':0');
  if (
    atPath &&
    ((!finding.isOtherMatters && goneWithin(atPath, now, recentWithName)) ||
      isSameContent ||
      sameInode(atPath))
  ) {
    return { kind: 'same', document: atPath };
  }
  const moved =
    gone.find((file) => sameInode(file) || file.fileId === finding.restored) ??
    gone.find(
      (file) =>
        sameContent(file, captured) &&
        comparableName(file.path) === comparableName(path) &&
        goneWithin(file, now, recentWithName),
    ) ??
    gone.find((file) => sameContent(file, captured) && goneWithin(file, now, recentByContent));
  if (moved) return { kind: 'moved', document: moved };
  return finding.filedNamesake ? { kind: 'ask', fileId: finding.filedNamesake } : { kind: 'new' };
}

const sameContent = (file: LocalFile, captured: Finding['captured']): boolean =>
  captured.size > 0 && file.sha256 === captured.sha256;

/** A file that is gone without anybody having noticed yet went just now. One that went at a time still to come may be gone for months. */
const goneWithin = (file: LocalFile, now: number, span: number): boolean =>
  !file.removed ||
  (typeof file.removedAt === 'number' &&
    now - file.removedAt <= span &&
    file.removedAt - now <= setBackUnnoticed);

const comparableName = (path: string): string => comparable(posix.basename(path));
