import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Gives a file of our own the mark of origin of another one, by which programs are careful with what came by mail or from the
 * internet (Windows: the stream `Zone.Identifier`; macOS: the attribute `com.apple.quarantine`). Does nothing where the other has
 * none, or where one of the disks keeps no such marks.
 */
export type CopyOriginMark = (from: string, to: string) => Promise<void>;

/** Answers what a program wrote; rejects when it ended with a failure. */
type Run = (program: string, args: readonly string[]) => Promise<string>;

const quarantine = 'com.apple.quarantine';

export function originMarksOn(platform: NodeJS.Platform, run: Run = runProgram): CopyOriginMark {
  switch (platform) {
    case 'win32':
      return (from, to) => ignoringFailure(copyStream(from, to));
    case 'darwin':
      return (from, to) => ignoringFailure(copyAttribute(run, from, to));
    default:
      return async () => {};
  }
}

const stream = (path: string): string => `${path}:Zone.Identifier`;

async function copyStream(from: string, to: string): Promise<void> {
  await writeFile(stream(to), await readFile(stream(from)), { flag: 'wx' });
}

async function copyAttribute(run: Run, from: string, to: string): Promise<void> {
  const mark = (await run('/usr/bin/xattr', ['-p', quarantine, from])).trimEnd();
  if (mark !== '') await run('/usr/bin/xattr', ['-w', quarantine, mark, to]);
}

/** There is no mark, or no way to keep one: the copy is made all the same, as the system's own copying does. */
const ignoringFailure = (copied: Promise<void>): Promise<void> => copied.catch(() => undefined);

const runFile = promisify(execFile);
const runProgram: Run = async (program, args) =>
  (await runFile(program, args, { timeout: 10_000, maxBuffer: 64 * 1024 })).stdout;
