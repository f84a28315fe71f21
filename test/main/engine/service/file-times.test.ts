import { expect, test } from 'vitest';
import { readFile } from '../../../../main/engine/service/document-files.ts';

test('a date of a document without a zone is UTC, wherever this computer is', () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    const modified = (dateModified: unknown) => {
      const file = readFile({ id: 'a document', dateModified });
      return file.ok ? file.value.dateModified : file.error;
    };
    const at = Date.UTC(2026, 2, 12, 9, 14, 7);
    expect(modified('2026-03-12T09:14:07')).toBe(at);
    expect(modified('2026-03-12T09:14:07.0000000Z')).toBe(at);
    expect(modified('2026-03-12T10:14:07+01:00')).toBe(at);
    expect(modified('some time')).toBeNull();
    expect(modified(null)).toBeNull();
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
