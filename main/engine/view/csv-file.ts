import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Refusal } from '../../../shared/model/index.ts';
import { numbered } from '../domain/safe-name.ts';
import { type Journal, moveJournaled } from '../features/folders/staging-files.ts';
import { type Files, failureCode } from '../platform/files.ts';

/** Without it spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\uFEFF';
/** Names tried when the one that was chosen is taken. */
const mostNames = 100;

export interface CsvPorts {
  readonly files: Files;
  readonly journal: Journal;
  readonly uniqueName: () => string;
}

/**
 * Writes lines to a file, as CSV after RFC 4180: all of them or nothing. What stands at `path` already is left alone, and the
 * name gets a number.
 * @param what is written, for the refusal
 * @returns where the file stands now
 */
export async function writeCsv(
  { files, journal, uniqueName }: CsvPorts,
  path: string,
  what: string,
  lines: AsyncIterable<readonly (readonly string[])[]>,
): Promise<Result<{ path: string }, Refusal>> {
  const directory = dirname(path);
  const stagingFiles = join(directory, `.matterline-${uniqueName()}`);
  try {
    await files.writeNew(stagingFiles, chunks(lines));
    await files.sync(stagingFiles);
    const standing = await place(files, journal, stagingFiles, path);
    await files.sync(directory);
    return ok({ path: standing });
  } catch (failure) {
    await files.removeOwn(stagingFiles).catch(() => undefined);
    return err({
      code: 'folder-not-writable',
      what: `${what} was not written`,
      why: `The file could not be written (${failureCode(failure)}).`,
      next: 'Choose another folder.',
    });
  }
}

async function* chunks(lines: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark);
  for await (const some of lines) {
    yield Buffer.from(some.map((cells) => `${cells.map(cell).join(',')}\r\n`).join(''));
  }
}

/** An apostrophe stands before what a spreadsheet would take for a formula: names come from anywhere. */
function cell(text: string): string {
  const safe = /^\s*['=+\-@＝＋－＠|%]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

async function place(files: Files, journal: Journal, from: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const target = number === 1 ? path : join(dirname(path), numbered(basename(path), number));
    try {
      await moveJournaled(files, journal, from, target);
      return target;
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST' || number === mostNames) throw failure;
    }
  }
}
