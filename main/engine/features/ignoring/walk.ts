import { join } from 'node:path';
import { type FileFacts, type Files, failureCode, maybeUnreadable } from '../../platform/files.ts';
import type { EntryKind } from './ignore.ts';

/** Files looked at together: what a slow walk does between two rests. */
const together = 200;

export interface Walked {
  readonly files: readonly { readonly path: string; readonly facts: FileFacts }[];
  /** A directory that could not be listed, or something whose name could not be read, so that nothing is known of what is below it; usually null. */
  readonly unlisted: string | null;
  /** What is neither a file nor a directory: symbolic links for the most part, which are not followed. */
  readonly others: readonly string[];
  /** Those that are to be looked through. */
  readonly directories: readonly { readonly path: string; readonly facts: FileFacts }[];
}

const nothing: Walked = { files: [], unlisted: null, others: [], directories: [] };

/**
 * Looks at every file below a directory, some at a time; absolute paths. What vanishes meanwhile is left out, and ignored
 * names too.
 */
export async function* walk(
  files: Files,
  root: string,
  leavesOut: (path: string, kind: EntryKind) => boolean,
): AsyncGenerator<Walked, void> {
  const directories = [root];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    let names: string[];
    try {
      names = await files.list(directory);
    } catch (failure) {
      if (failureCode(failure) !== 'ENOENT' || directory === root) yield { ...nothing, unlisted: directory };
      continue;
    }
    const paths = names.map((name) => join(directory, name));
    for (let start = 0; start < paths.length; start += together) {
      const looks = await Promise.all(
        paths.slice(start, start + together).map(async (path) => ({ path, facts: await look(files, path) })),
      );
      const found: { path: string; facts: FileFacts }[] = [];
      const others: string[] = [];
      const inside: { path: string; facts: FileFacts }[] = [];
      for (const { path, facts } of looks) {
        if (facts === 'unknown' || (facts === null && maybeUnreadable(path)))
          yield { ...nothing, unlisted: path };
        else if (facts?.kind === 'other') others.push(path);
        else if (facts === null || leavesOut(path, facts.kind)) continue;
        else if (facts.kind === 'directory') inside.push({ path, facts });
        else found.push({ path, facts });
      }
      directories.push(...inside.map(({ path }) => path));
      yield { files: found, unlisted: null, others, directories: inside };
    }
  }
}

/** A look that fails says nothing: neither that the file is there nor that it is gone. */
const look = (files: Files, path: string): Promise<FileFacts | null | 'unknown'> =>
  files.facts(path).catch(() => 'unknown' as const);
