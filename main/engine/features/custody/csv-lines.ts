import { numberFields } from '../../../../shared/evidence/custody-entry.ts';
import { entryFields } from '../../store/custody/entry.ts';
import { headerFields } from '../../store/custody/header.ts';
import type { ExportLines } from '../../store/custody/line-format.ts';

/** The columns: those of an entry, and the digest of one that was left out. */
const columns = ['record', ...entryFields, 'digest'] as const;
type Row = Partial<Record<(typeof columns)[number], string | number | null>>;

/** Without it spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\uFEFF';

/**
 * CSV after RFC 4180, one record a line: texts are always quoted, null is nothing at all, numbers are bare. The first
 * line names the columns; then come the header's lines, with a name as `kind` and its value as `name`.
 */
export const csvLines: ExportLines = {
  end: '\r\n',
  headerLength: 1 + headerFields.length,
  header: (header) => [
    byteOrderMark + columns.map(quoted).join(','),
    ...headerFields.map((field) => line({ record: 'header', kind: field, name: header[field] })),
  ],
  record: (record) =>
    line(record.record === 'entry' ? { record: 'entry', ...pick(record.entry) } : { ...record }),
  readHeader(lines) {
    const rows = lines.slice(1).map(cellsIn);
    if (rows.some((row) => row?.['record'] !== 'header')) return null;
    return Object.fromEntries(rows.map((row) => [row?.['kind'], row?.['name']]));
  },
  readRecord: (text) => cellsIn(text),
};

const pick = (entry: Row): Row => Object.fromEntries(entryFields.map((field) => [field, entry[field]]));

const line = (row: Row): string => columns.map((column) => cell(row[column] ?? null)).join(',');

const cell = (value: string | number | null): string =>
  value === null ? '' : typeof value === 'number' ? String(value) : quoted(safeText(value));

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * A text that no spreadsheet takes for a formula, and that shows what would not be seen: an apostrophe stands before a
 * text that begins like a formula or with an apostrophe, and control and direction characters, the backslash and the
 * semicolon (which separates cells in some countries) are written as `\uXXXX`. `plainText` undoes exactly this.
 */
export function safeText(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\;]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join(''),
  );
  return /^\s*['=+\-@＝＋－＠|%]/u.test(shown) ? `'${shown}` : shown;
}

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

export function plainText(text: string): string {
  const shown = text.startsWith("'") ? text.slice(1) : text;
  return shown.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Cells by column; null when the line does not have one for each. */
function cellsIn(text: string): Record<string, string | number | null> | null {
  const cells = [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)];
  if (cells.length !== columns.length) return null;
  return Object.fromEntries(
    columns.map((column, index) => {
      const [, inQuotes, bare = ''] = cells[index] ?? [];
      if (inQuotes !== undefined) return [column, plainText(inQuotes.replaceAll('""', '"'))];
      return [column, bare === '' ? null : numberFields.has(column) ? Number(bare) : bare];
    }),
  );
}
