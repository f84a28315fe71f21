import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../../shared/base/result.ts';
import type { Refusal } from '../../../shared/model/index.ts';
import type { Stores } from '../store/stores.ts';
import { type CsvPorts, writeCsv } from './csv-file.ts';
import { everyEntry, type TimelineQuery } from './timeline-page.ts';

const columns = ['at', 'who', 'kind', 'rawKind', 'name', 'from', 'to', 'matter', 'fileId', 'id'] as const;
/** Entries written at once, between which others have their turn. */
const atOnce = 500;

/** Writes every entry that fits to a CSV file. */
export function exportTimeline(
  { stores, ...ports }: { stores: Stores } & CsvPorts,
  query: TimelineQuery,
  path: string,
): Promise<Result<{ path: string }, Refusal>> {
  return writeCsv(ports, path, 'The timeline', lines(stores, query));
}

async function* lines(stores: Stores, query: TimelineQuery): AsyncGenerator<string[][]> {
  yield [[...columns]];
  for (const entries of everyEntry(stores, { ...query, limit: atOnce })) {
    yield entries.map((entry) => columns.map((column) => entry[column] ?? ''));
    await setImmediate();
  }
}
