import { entryFields } from '../../store/custody/entry.ts';
import { headerFields } from '../../store/custody/header.ts';
import type { ExportLines } from '../../store/custody/line-format.ts';

/** JSON Lines: the header is the first object, then one object for each entry, fields always in the same order. */
export const jsonLines: ExportLines = {
  end: '\n',
  headerLength: 1,
  header: (header) => [
    JSON.stringify({
      record: 'header',
      ...Object.fromEntries(headerFields.map((field) => [field, header[field]])),
    }),
  ],
  record(record) {
    if (record.record === 'omitted') {
      const { seq, digest, hash } = record;
      return JSON.stringify({ record: 'omitted', seq, digest, hash });
    }
    const values = Object.fromEntries(entryFields.map((field) => [field, record.entry[field]]));
    return JSON.stringify({ record: 'entry', ...values });
  },
  readHeader([line = '']) {
    const values = objectIn(line);
    return values?.['record'] === 'header' ? values : null;
  },
  readRecord: (line) => objectIn(line),
};

function objectIn(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
