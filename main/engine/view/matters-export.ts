import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../../shared/base/result.ts';
import type { MatterColumn, MatterRow, Refusal } from '../../../shared/model/index.ts';
import type { MatterQuery } from '../store/matter-list.ts';
import type { Stores } from '../store/stores.ts';
import { type CsvPorts, writeCsv } from './csv-file.ts';
import { matterRows } from './matter-rows.ts';

/** Matters written at once, between which others have their turn. */
const atOnce = 500;

/** Writes every matter that fits to a CSV file, in the order of their numbers. */
export function exportMatters(
  { stores, ...ports }: { stores: Stores } & CsvPorts,
  query: Omit<MatterQuery, 'sort' | 'offset' | 'limit'>,
  columns: readonly MatterColumn[],
  path: string,
): Promise<Result<{ path: string }, Refusal>> {
  return writeCsv(ports, path, 'The list of matters', lines(stores, query, columns));
}

async function* lines(
  stores: Stores,
  query: Omit<MatterQuery, 'sort' | 'offset' | 'limit'>,
  columns: readonly MatterColumn[],
): AsyncGenerator<string[][]> {
  yield [[...columns]];
  for (let offset = 0; ; offset += atOnce) {
    const page = { sort: { by: 'number', direction: 'up' }, offset, limit: atOnce } as const;
    const rows = matterRows(stores, stores.matters.list({ ...query, ...page }).rows);
    if (rows.length === 0) return;
    yield rows.map((row) => columns.map((column) => inCell(row[column])));
    await setImmediate();
  }
}

const inCell = (value: MatterRow[MatterColumn]): string =>
  Array.isArray(value) ? value.join('; ') : (value ?? '');
