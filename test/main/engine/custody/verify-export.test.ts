import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { plainText, safeText } from '../../../../main/engine/features/custody/csv-lines.ts';
import { linesOf, parseRecord } from '../../../../main/engine/features/custody/export-lines.ts';
import { type Verification, verifyExport } from '../../../../main/engine/features/custody/verify-export.ts';
import type { ChainFault, ChainRecord } from '../../../../main/engine/store/custody/chain-check.ts';
import {
  type CustodyEntry,
  chainHash,
  digestOf,
  genesisHash,
} from '../../../../main/engine/store/custody/entry.ts';
import { headerOf } from '../../../../main/engine/store/custody/header.ts';
import { type CustodyContent } from '../../../../shared/evidence/custody-entry.ts';

/** `MATTERLINE_ALTERATIONS` for more than usual. */
const alterations = Number(process.env['MATTERLINE_ALTERATIONS'] ?? 0);
const service = 'https://api.example.com';
const formats = fc.constantFrom('csv' as const, 'json' as const);
const awkward = Array.from('=+-@|;,"\'\\\r\n\t\u2028\u202E\uFFFD\u0000 u00ab');
/** Anything a file system or a service may call something, formulas, quotes and line breaks among it. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...awkward), minLength: 1 }),
  )
  .map((value) => value.toWellFormed());
const maybe = fc.option(text, { nil: null });

interface Made {
  readonly name: string | null;
  readonly path: string | null;
  readonly detail: string | null;
  readonly shown: boolean;
}
const made = fc.array(fc.record({ name: maybe, path: maybe, detail: maybe, shown: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
});

/** A log whose last entry is the export itself, of one document; `shown` false is an entry of another. */
function logOf(
  entries: readonly Made[],
  isCounted = true,
): { records: ChainRecord[]; exporting: CustodyEntry } {
  const shown = entries.filter((entry) => entry.shown).length + 1;
  let previousHash = genesisHash(service, 'device');
  const chained = [...entries, null].map((one, index): CustodyEntry => {
    const content: CustodyContent = {
      seq: index + 1,
      kind: one ? 'captured' : 'exporting',
      at: '2026-11-20T09:00:00.000Z',
      writtenAt: '2026-11-20T09:00:00.001Z',
      matterId: 'm1',
      fileId: one && !one.shown ? 'f2' : 'f1',
      relatedId: null,
      versionId: null,
      saveId: one && index,
      change: one && 'content',
      sha256: one && 'ab'.repeat(32),
      size: one && 12,
      name: one?.name ?? null,
      path: one?.path ?? null,
      detail: one ? one.detail : `document json 1.0${isCounted ? ` shows ${shown}` : ''}`,
      person: null,
      userName: 'ann',
      hostName: 'desk',
      deviceId: 'device',
      salt: `salt ${index}`,
    };
    const hash = chainHash(content.seq, previousHash, digestOf(content));
    const entry = { ...content, previousHash, hash };
    previousHash = hash;
    return entry;
  });
  const records = chained.map((entry, index): ChainRecord => {
    if (entries[index]?.shown ?? true) return { record: 'entry', entry };
    return { record: 'omitted', seq: entry.seq, digest: digestOf(entry), hash: entry.hash };
  });
  return { records, exporting: chained.at(-1) as CustodyEntry };
}

function written(entries: readonly Made[], format: 'csv' | 'json', isCounted = true) {
  const lines = linesOf[format];
  const { records, exporting } = logOf(entries, isCounted);
  const end = (line: string) => Buffer.from(line + lines.end);
  return {
    header: lines.header(headerOf(exporting, service)).map(end),
    records: records.map((record) => end(lines.record(record))),
  };
}

async function* chunked(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const verify = (parts: readonly Uint8Array[], length = 64): Promise<Verification> =>
  verifyExport(chunked(Buffer.concat(parts), length));
const faultIn = async (parts: readonly Uint8Array[]): Promise<Pick<ChainFault, 'seq' | 'fault'> | null> => {
  const found = await verify(parts);
  return found.outcome === 'broken' ? { seq: found.fault.seq, fault: found.fault.fault } : null;
};

test('an export that was not touched is whole, whatever documents are called', async () => {
  await fc.assert(
    fc.asyncProperty(made, formats, fc.integer({ min: 1, max: 5_000 }), async (entries, format, length) => {
      const { header, records } = written(entries, format);
      const leftOut = entries.filter((entry) => !entry.shown).length;
      expect(await verify([...header, ...records], length)).toMatchObject({
        outcome: 'whole',
        shown: records.length - leftOut,
        leftOut,
      });
    }),
  );
});

test('any byte of any entry that is altered is named by its entry', async () => {
  await fc.assert(
    fc.asyncProperty(
      made,
      formats,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (...values) => {
        const [entries, format, anEntry, aByte, change] = values;
        const { header, records } = written(entries, format);
        const index = anEntry % records.length;
        const altered = Buffer.from(records[index] ?? []);
        const at = aByte % altered.length;
        altered[at] = (altered[at] ?? 0) ^ change;
        expect(await faultIn([...header, ...records.with(index, altered)])).toEqual({
          seq: index + 1,
          fault: 'altered',
        });
      },
    ),
    { numRuns: Math.max(2_000, alterations) },
  );
});

test('a byte that is altered into what only looks the same is noticed', async () => {
  for (const format of ['csv', 'json'] as const) {
    const { header, records } = written([{ name: '\uFFFD', path: null, detail: null, shown: true }], format);
    const [entry = Buffer.alloc(0), ...rest] = records;
    const altered = Buffer.from(entry);
    // No valid UTF-8 any more, and shown as the same character by whoever is not strict.
    altered[altered.indexOf('\uFFFD')] = 0xf0;
    expect(altered.toString('utf8')).toBe(entry.toString('utf8'));
    expect(await faultIn([...header, altered, ...rest])).toEqual({ seq: 1, fault: 'altered' });
  }
});

test('any byte of the header that is altered is noticed', async () => {
  await fc.assert(
    fc.asyncProperty(made, formats, fc.nat(), fc.integer({ min: 1, max: 255 }), async (...values) => {
      const [entries, format, aByte, change] = values;
      const { header, records } = written(entries, format);
      const altered = Buffer.concat(header);
      const at = aByte % altered.length;
      altered[at] = (altered[at] ?? 0) ^ change;
      expect((await verify([altered, ...records])).outcome).not.toBe('whole');
    }),
    { numRuns: Math.max(1_000, alterations) },
  );
});

test('an entry that is taken away is named as missing, the last ones too', async () => {
  await fc.assert(
    fc.asyncProperty(made, formats, fc.nat(), fc.integer({ min: 1, max: 3 }), async (...values) => {
      const [entries, format, anEntry, howMany] = values;
      const { header, records } = written(entries, format);
      const index = anEntry % records.length;
      expect(await faultIn([...header, ...records.toSpliced(index, howMany)])).toEqual({
        seq: index + 1,
        fault: 'missing',
      });
    }),
  );
});

test('an entry that stands twice is named as repeated, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(made, formats, fc.nat(), fc.nat(), async (entries, format, anEntry, aPlace) => {
      const { header, records } = written(entries, format);
      const index = anEntry % records.length;
      const place = aPlace % (records.length + 1);
      const twice = records.toSpliced(place, 0, records[index] ?? Buffer.alloc(0));
      expect(await faultIn([...header, ...twice])).toEqual({ seq: index + 1, fault: 'repeated' });
    }),
  );
});

test('entries in another order are named at the first that is not in its place', async () => {
  await fc.assert(
    fc.asyncProperty(made, formats, fc.nat(), fc.nat(), async (entries, format, one, other) => {
      const { header, records } = written(entries, format);
      const from = one % records.length;
      const to = other % records.length;
      fc.pre(from !== to);
      const [moved] = records.splice(from, 1);
      records.splice(to, 0, moved ?? Buffer.alloc(0));
      expect(await faultIn([...header, ...records])).toEqual({
        seq: Math.min(from, to) + 1,
        fault: 'reordered',
      });
    }),
  );
});

test('what an earlier version exported is whole, and said to be of so many entries by itself alone', async () => {
  const plain: Made = { name: 'Brief.docx', path: 'Brief.docx', detail: null, shown: true };
  const { header, records } = written([plain, { ...plain, shown: false }, plain], 'json', false);
  expect(await verify([...header, ...records])).toMatchObject({ outcome: 'whole', isCounted: false });
});

test('an entry made up and hashed anew breaks the chain at the next one', async () => {
  const plain: Made = { name: 'Brief.docx', path: 'Brief.docx', detail: null, shown: true };
  const { header, records } = written([plain, plain, { ...plain, shown: false }], 'json');
  const forged = written([plain, { ...plain, name: 'Other.docx' }], 'json').records[1];
  expect(await faultIn([...header, ...records.with(1, forged ?? Buffer.alloc(0))])).toEqual({
    seq: 3,
    fault: 'altered',
  });
});

test('no cell of a CSV export is a formula, in any country, and its text comes back exactly', () => {
  fc.assert(
    fc.property(text, (value) => {
      const safe = safeText(value);
      expect(plainText(safe)).toBe(value);
      expect(safe).not.toMatch(/^\s*[=+\-@|%＝＋－＠]/);
      expect(safe).not.toMatch(/[;\t\r\n]/);
    }),
    { numRuns: 5_000 },
  );
  expect(safeText(`=HYPERLINK("x")`)).toBe(`'=HYPERLINK("x")`);
  expect(safeText('@SUM(1)')).toBe(`'@SUM(1)`);
  expect(safeText('x;=1')).toBe('x\\u003b=1');
  expect(safeText('Brief, final.docx')).toBe('Brief, final.docx');
});

test('every record is written as one line and read back as it was', () => {
  fc.assert(
    fc.property(made, formats, (entries, format) => {
      for (const record of logOf(entries).records) {
        const line = linesOf[format].record(record);
        expect(line).not.toMatch(/[\r\n]/);
        expect(parseRecord(linesOf[format], line)).toEqual(record);
      }
    }),
  );
});

test('npm run verify-log answers with words and 0, 1 or 2', () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const run = (content: Uint8Array | null) => {
    const file = join(directory, 'export');
    if (content) writeFileSync(file, content);
    const script = join(import.meta.dirname, '../../../../scripts/verify-log.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, content ? [script, file] : [script], {
      encoding: 'utf8',
    });
    return [status, stdout + stderr] as const;
  };
  const plain: Made = { name: 'Brief.docx', path: 'Brief.docx', detail: null, shown: true };
  const { header, records } = written([plain, plain, plain], 'csv');
  expect(run(Buffer.concat([...header, ...records]))).toEqual([
    0,
    expect.stringContaining('as it was written'),
  ]);
  expect(run(Buffer.concat([...header, ...records.toSpliced(1, 1)]))).toEqual([
    1,
    expect.stringContaining('Entry 2 is missing'),
  ]);
  expect(run(Buffer.from('Dear Sirs'))).toEqual([2, expect.stringContaining('not an exported custody log')]);
  expect(run(null)).toEqual([2, expect.stringContaining('usage')]);
});
