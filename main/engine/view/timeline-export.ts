import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Refusal, TimelineEntry } from '../../../shared/model/index.ts';
import { numbered } from '../domain/safe-name.ts';
import { type Files, failureCode } from '../platform/files.ts';
import type { Stores } from '../store/stores.ts';
import { everyEntry, type TimelineQuery } from './timeline-page.ts';

const columns = ['at', 'who', 'kind', 'rawKind', 'name', 'from', 'to', 'matter', 'fileId', 'id'] as const;
/** Without it spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\uFEFF';
/** Entries written at once, between which others have their turn. */
const atOnce = 500;
/** Names tried when the one that was chosen is taken. */
const mostNames = 100;

/**
 * Writes every entry that fits to a file, as CSV after RFC 4180: all of it or nothing. What stands at `path` already is left
 * alone, and the name gets a number.
 * @returns where the file stands now
 */
export async function exportTimeline(
  { stores, files, uniqueName }: { stores: Stores; files: Files; uniqueName: () => string },
  query: TimelineQuery,
  path: string,
): Promise<Result<{ path: string }, Refusal>> {
  const directory = dirname(path);
  const stagingFiles = join(directory, `.matterline-${uniqueName()}`);
  try {
    await files.writeNew(stagingFiles, chunks(stores, query));
    await files.sync(stagingFiles);
    const standing = await place(files, stagingFiles, path);
    await files.sync(directory);
    return ok({ path: standing });
  } catch (failure) {
    await files.removeOwn(stagingFiles).catch(() => undefined);
    return err({
      code: 'folder-not-writable',
      what: 'The timeline was not written',
      why: `The file could not be written (${failureCode(failure)}).`,
      next: 'Choose another folder.',
    });
  }
}

async function* chunks(stores: Stores, query: TimelineQuery): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${byteOrderMark}${columns.map(cell).join(',')}\r\n`);
  for (const entries of everyEntry(stores, { ...query, limit: atOnce })) {
    yield Buffer.from(entries.map(line).join(''));
    await setImmediate();
  }
}

const line = (entry: TimelineEntry): string =>
  `${columns.map((column) => cell(entry[column] ?? '')).join(',')}\r\n`;

/** An apostrophe stands before what a spreadsheet would take for a formula: names come from anywhere. */
function cell(text: string): string {
  const safe = /^\s*['=+\-@＝＋－＠|%]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

async function place(files: Files, from: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const target = number === 1 ? path : join(dirname(path), numbered(basename(path), number));
    try {
      await files.moveNew(from, target);
      return target;
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST' || number === mostNames) throw failure;
    }
  }
}
