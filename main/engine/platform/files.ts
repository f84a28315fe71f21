import { join } from 'node:path';
import type { CopyOriginMark } from './origin-marks.ts';

/** What the file system says about one path, without following a symbolic link at its end. */
export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Modification and status-change times in nanoseconds, as decimal text: exact, compared only for equality. */
  readonly modified: string;
  readonly changed: string;
  /** Device, inode and time of birth: the same for the same file under another name, other for a reused inode. */
  readonly inode: string;
}

/** A part of a file, in bytes. */
export interface FilePart {
  readonly start: number;
  readonly length: number;
}

/** True when nothing that the file system can show says that the content changed. */
export function sameFile(a: FactsOfContent, b: FactsOfContent): boolean {
  return a.inode === b.inode && a.size === b.size && a.modified === b.modified && a.changed === b.changed;
}
export type FactsOfContent = Pick<FileFacts, 'inode' | 'size' | 'modified' | 'changed'>;

/**
 * The file system as the engine uses it. Paths are absolute; failures are Node's own errors with their `code`. Where something is
 * done in steps, none is taken after `late` was aborted: whoever asked was told that it failed.
 */
export interface Files {
  /** Null when nothing is there. */
  facts(path: string): Promise<FileFacts | null>;
  /** Each chunk holds its bytes until the next is asked for. `part` reads only so many bytes from a place in the file. */
  read(path: string, part?: FilePart): AsyncIterable<Uint8Array>;
  /** Up to `most` bytes from `start` (0 when left out) in one piece; a symbolic link is not followed. */
  readSmall(path: string, most: number, start?: number): Promise<Uint8Array>;
  /** Makes a new file; its bytes are not on disk before `sync`. Fails with `EEXIST` when something is there. */
  writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Adds to the end of a file of our own; after a failure what was added is not known. Not on disk before `sync`. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Makes a new file that shares its content with another at no cost; false where the file system cannot. */
  clone(from: string, to: string): Promise<boolean>;
  /** Resolves once a file's bytes, or a directory's names, survive a power cut. */
  sync(path: string): Promise<void>;
  /** Replaces what stands at `to`: only for paths of our own. */
  replace(from: string, to: string): Promise<void>;
  /**
   * Puts a file of our own, synced, in the place of a person's: only if that is still exactly this one, and with its
   * permissions. False when it is not, and the person's file stands where it stood. The check and the replacing follow each
   * other at once. The replaced file is called `keptAs` from then on: programs that have it open go on writing into it.
   * A kill in the middle leaves it under both names, or, where files have one name only, under `keptAs` alone.
   */
  replaceExact(
    from: string,
    to: string,
    expected: FileFacts,
    keptAs: string,
    late?: AbortSignal,
  ): Promise<boolean>;
  /**
   * Gives a person's file another name beside it, only if it is still exactly this one; false when it is not, and nothing was done.
   * The check and the renaming follow each other at once. Programs that have it open go on writing into it.
   */
  setAsideExact(path: string, expected: FileFacts, keptAs: string, late?: AbortSignal): Promise<boolean>;
  /**
   * Gives a person's file a second name beside its own, only if it is still exactly this one. False when it is not, or where a file
   * cannot have two names: nothing was done.
   */
  secondNameExact(path: string, expected: FileFacts, keptAs: string, late?: AbortSignal): Promise<boolean>;
  /** True when a program is known to have this file open, under whatever name. Many systems do not tell. */
  isOpen(path: string, how?: 'at-all' | 'to-write'): Promise<boolean>;
  /** How many names a file has, in whatever directories: 1 where files cannot have more. Fails when nothing is there. */
  names(path: string): Promise<number>;
  /** A file of our own that programs should not write to. */
  makeReadOnly(path: string): Promise<void>;
  /** Gives a file of our own the mark of origin that another file has (`CopyOriginMark`). */
  copyOriginMark: CopyOriginMark;
  /** Gives a file of our own this time of modification, in milliseconds since 1970. */
  putModified(path: string, at: number): Promise<void>;
  /**
   * Gives a file a name that nothing but itself, in other case, has; `EEXIST` otherwise. When it fails, the file has its name
   * from before. `reserving` is called before anything of ours stands at the name, as it does for an instant on disks
   * where a file cannot have two names; `reserved` with the inode of that, before anything is in it.
   */
  moveNew(
    from: string,
    to: string,
    reserving?: () => void,
    reserved?: (inode: string) => void,
    late?: AbortSignal,
  ): Promise<void>;
  /** Gives a directory a name that nothing but itself, in other case, has; `EEXIST` otherwise. */
  renameDirectory(from: string, to: string, late?: AbortSignal): Promise<void>;
  /** Removes a file of our own; nothing happens when it is not there. */
  removeOwn(path: string): Promise<void>;
  /** Removes a file if it is this one still: looked at and removed at one go. */
  removeExact(path: string, expected: Pick<FileFacts, 'inode' | 'size'>, late?: AbortSignal): Promise<void>;
  /** Removes a directory of our own with everything in it; nothing happens when it is not there. */
  removeOwnTree(path: string): Promise<void>;
  /** Removes a directory of our own in which nothing is, looked at and removed at one go; fails when something is in it. */
  removeDirectory(path: string): Promise<void>;
  /** With all directories above it; nothing happens when it is there. */
  makeDirectories(path: string): Promise<void>;
  /** In a directory that exists (`ENOENT` otherwise); nothing happens when it is there. */
  makeDirectory(path: string): Promise<void>;
  /** Names in a directory. */
  list(path: string): Promise<string[]>;
  /** Names in a directory that are not UTF-8, so that nothing can be done by them: with `\xe9` for a byte that is no text. */
  unreadableNames(directory: string): Promise<string[]>;
  /** Resolves symbolic links. */
  real(path: string): Promise<string>;
  /** Null when files can be made in this directory, otherwise the system's error code. */
  writable(directory: string): Promise<string | null>;
  /** True when the directory holds a name that is wanted; stops at the first. */
  holdsAny(directory: string, wanted: (name: string) => boolean): Promise<boolean>;
  /** False when the system says, without trying, that nothing can be written in this directory. */
  mayWrite(directory: string): Promise<boolean>;
  /** Bytes that can still be written in this directory; null where the system does not tell. */
  room(directory: string): Promise<number | null>;
  /** True when other computers can change what is at this path without this one being told, as far as can be known. */
  isShared(path: string): Promise<boolean>;
}

/**
 * Makes directories below a root, and never the root itself: a matter folder that vanished must not come back empty.
 * @param below names with '/' between them; '' for none
 */
export async function makeBelow(files: Files, root: string, below: string): Promise<void> {
  let path = root;
  for (const name of below.split('/').filter((part) => part !== '' && part !== '.')) {
    path = join(path, name);
    await files.makeDirectory(path);
    // What is put there through a link lies elsewhere, where nothing is noticed.
    if ((await files.facts(path))?.kind !== 'directory')
      throw Object.assign(new Error('not a directory of its own'), { code: 'ENOTDIR' });
  }
}

/** Node puts this letter in the place of what it could not read in a name: nothing is found by such a name. */
export const maybeUnreadable = (path: string): boolean => path.includes('\uFFFD');

/** The system's code of a failure (`ENOENT`, `ENOSPC` and so on), or `UNKNOWN`. */
export function failureCode(failure: unknown): string {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string'
    ? failure.code
    : 'UNKNOWN';
}
