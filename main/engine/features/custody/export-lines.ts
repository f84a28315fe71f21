import { numberFields } from '../../../../shared/evidence/custody-entry.ts';
import type { ChainRecord } from '../../store/custody/chain-check.ts';
import { type CustodyEntry, entryFields } from '../../store/custody/entry.ts';
import { type ExportFormat, type ExportHeader, headerFields } from '../../store/custody/header.ts';
import type { ExportLines } from '../../store/custody/line-format.ts';
import { csvLines } from './csv-lines.ts';
import { jsonLines } from './json-lines.ts';

export const linesOf: Readonly<Record<ExportFormat, ExportLines>> = { csv: csvLines, json: jsonLines };

/** The record that this line was written from; null when no record is written that way. */
export function parseRecord(lines: ExportLines, line: string): ChainRecord | null {
  const values = lines.readRecord(line);
  const record = values && recordOf(values);
  return record && lines.record(record) === line ? record : null;
}

export function parseHeader(lines: ExportLines, text: readonly string[]): ExportHeader | null {
  const values = lines.readHeader(text);
  if (!values) return null;
  // Only read back to be compared as a whole with what it must be.
  const header = Object.fromEntries(headerFields.map((field) => [field, values[field] ?? null]));
  return typeof header['service'] === 'string' && typeof header['deviceId'] === 'string'
    ? (header as unknown as ExportHeader)
    : null;
}

/** Exactly one: two digests in one line would be leaves of two entries. */
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function recordOf(values: Record<string, unknown>): ChainRecord | null {
  const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);
  if (values['record'] === 'omitted') {
    const { seq, digest, hash } = values;
    if (!isNumber(seq) || !isHash(digest) || !isHash(hash)) return null;
    return { record: 'omitted', seq, digest, hash };
  }
  if (values['record'] !== 'entry') return null;
  for (const field of entryFields) {
    const value = values[field] ?? null;
    if (value !== null && !(numberFields.has(field) ? isNumber(value) : typeof value === 'string'))
      return null;
  }
  const known = Object.fromEntries(entryFields.map((field) => [field, values[field] ?? null]));
  // The hash decides whether the values are what was written; here only their types matter.
  return known['seq'] === null ? null : { record: 'entry', entry: known as unknown as CustodyEntry };
}
