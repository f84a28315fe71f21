import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbered, safeName } from '../../../../main/engine/domain/safe-name.ts';

test('a matter’s number and title make a folder name a person recognises', () => {
  expect(safeName('2026/0716 Northgate Rail plc v Sable Hotels', 'Matter')).toBe(
    '2026-0716 Northgate Rail plc v Sable Hotels',
  );
  expect(safeName('Re: Müller & Söhne', 'Matter')).toBe('Re - Müller & Söhne');
});

test('hostile names stay one harmless name', () => {
  expect(safeName('../../etc/passwd', 'Matter')).toBe('etc-passwd');
  expect(safeName('..', 'Matter')).toBe('Matter');
  expect(safeName('CON', 'Matter')).toBe('_CON');
  expect(safeName('nul.txt', 'Matter')).toBe('_nul.txt');
  expect(safeName('invoice\u202Efdp.exe', 'Matter')).toBe('invoicefdp.exe');
  expect(safeName('name. . .', 'Matter')).toBe('name');
  expect(safeName('~$Brief.docx', 'Matter')).toBe('_~$Brief.docx');
});

/** As Microsoft documents them: each with any extension, in capitals or not. */
const devices = [
  ...['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$'],
  ...Array.from('0123456789¹²³', (digit) => [`COM${digit}`, `LPT${digit}`]).flat(),
];
const isDevice = (name: string) => devices.includes(name.split('.', 1)[0]?.toUpperCase() ?? '');

/** Any text, and the names of devices as a file or a matter may have them. */
const names = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', ' ', '.', '/', '\u202E'),
        fc.constantFrom(...devices, ...devices.map((name) => name.toLowerCase()), 'Com1', 'cOn'),
        fc.constantFrom('', '.x', '.txt', '.tar.gz', '.', ' ', '/'),
      )
      .map((parts) => parts.join('')),
  },
);

test.each(devices.flatMap((name) => [name, name.toLowerCase(), `${name}.txt`]))(
  'a name that Windows gives to a device is not made: %s',
  (name) => {
    expect(safeName(name, 'Matter')).toBe(`_${name}`);
  },
);

test('any name from the service is a good name on Windows, macOS and Linux, and can really be made', () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  try {
    fc.assert(
      fc.property(names, (name) => {
        const safe = safeName(name, 'Matter');
        expect(basename(safe)).toBe(safe);
        expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}]|^\.|[. ]$|^$/u);
        expect(isDevice(safe)).toBe(false);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
        expect(safeName(safe, 'Matter')).toBe(safe);
        writeFileSync(join(directory, safe), '');
        expect(readdirSync(directory)).toContain(safe);
      }),
      { numRuns: 500 },
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

const longRuns = ['a', ' ', '.', '-', '/', ' /', '. ', ': ', '\t', '\u0301', '\u202E', '\uD83D', '👍'];

test.each(longRuns)('no name keeps the program busy, however long it is: a million of %j', (run) => {
  const many = run.repeat(1_000_000);
  for (const name of [many, `a${many}`, `${many}x`, `a${many}x`]) {
    const safe = safeName(name, 'Matter');
    expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}]|^\.|[. ]$|^$/u);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
    expect(safeName(safe, 'Matter')).toBe(safe);
  }
});

test('a taken name gets a number before its extension', () => {
  expect(numbered('Brief.docx', 2)).toBe('Brief (2).docx');
  expect(numbered('Folder', 3)).toBe('Folder (3)');
  expect(numbered('.hidden', 2)).toBe('.hidden (2)');
});
