import fc from 'fast-check';
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { isPlain, isStandard, writable } from '../../../../main/engine/features/custody/page-letters.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';

async function pageWith(...names: readonly string[]) {
  await using log = openLog();
  for (const [id, name] of names.entries())
    log.stores.custody.ofSave(
      { ...madeDocument, id, kind: 'content', name, path: name, sha256: 'ab'.repeat(32), size: 12 },
      { kind: 'captured' },
    );
  const { page, text } = await log.record();
  const pdf = await PDFDocument.load(page);
  const streams = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) =>
      one instanceof PDFRawStream ? [Buffer.from(decodePDFRawStream(one).decode())] : [],
    );
  /** What the letters of embedded typefaces are, for whoever copies them or has them read out. */
  const letters = streams
    .map((stream) => stream.toString('latin1'))
    .filter((stream) => stream.includes('beginbfchar'))
    .flatMap((stream) => [...stream.matchAll(/<[0-9A-F]{4}> <([0-9A-F]{4})>/gi)])
    .map(([, code = '']) => String.fromCodePoint(Number.parseInt(code, 16)));
  /** Lines as they are drawn, by the name of their typeface; of those that every reader has. */
  const lines = streams
    .map((stream) => stream.toString('latin1'))
    .flatMap((stream) => [...stream.matchAll(/\/(\S+?)-\d+ [\d.]+ Tf[^<]*<([0-9A-F]*)> Tj/g)])
    .map(([, face = '', hex = '']) => ({ face, words: Buffer.from(hex, 'hex').toString('latin1') }));
  return { page, text, lines, letters: new Set(letters) };
}

test('names with letters of Western Europe need no typeface of their own on the page', async () => {
  const { page, letters } = await pageWith('Brief an Müller – «Straße», 5 €.docx');
  expect(letters.size).toBe(0);
  expect(page.length).toBeLessThan(16_000);
});

test('names in Polish, Czech, Turkish, Vietnamese, Greek and Cyrillic stand on the page as they are, which stays small', async () => {
  const names = ['Łódź', 'žádost č. 3', 'İstanbul ğ', 'Hợp đồng', 'Συμφωνητικό', 'Договор № 7', 'Ще одна'];
  const { page, letters } = await pageWith(...names);
  for (const letter of names.join('').replaceAll(' ', '')) expect(letters).toContain(letter);
  expect(page.length).toBeLessThan(64_000);
});

test('names that the page has no shapes for stand there by script and number, and exactly in the file beside it', async () => {
  const { text, letters } = await pageWith('合同 Ł.docx', 'عقد.docx');
  expect(letters).toContain('[');
  expect(letters).not.toContain('合');
  expect(text).toContain('合同 Ł.docx');
  expect(writable('合同 v2 カナ合', isStandard)).toBe(
    '[Han U+5408 U+540C] v2 [Japanese U+30AB U+30CA][Han U+5408]',
  );
  expect(writable('عقد.docx', isPlain)).toBe('[Arabic U+0639 U+0642 U+062F].docx');
});

test('nothing unseen, turned around or put together stands on a page unnamed', () => {
  expect(writable('Brief \u202Efdp.exe\u200B\u00AD', isPlain)).toBe('Brief [U+202E]fdp.exe[U+200B U+00AD]');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const has of [isStandard, isPlain])
        expect(writable(text, has)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      expect(writable(text, isStandard)).toMatch(
        /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u,
      );
    }),
  );
});

test('a line break in a name sets nothing in the type of a fingerprint, and stands there by its number', async () => {
  const made = 'cd'.repeat(32);
  const { lines } = await pageWith(`Contract.docx, 9 bytes\n${made}`, `Contract.docx ${made}`);
  const hashes = lines.filter(({ words }) => /^[0-9a-f]{64}$/.test(words));
  expect(hashes.some(({ words }) => words === 'ab'.repeat(32))).toBe(true);
  const type = hashes.find(({ words }) => words === 'ab'.repeat(32))?.face;
  const forged = lines.filter(({ words }) => words.includes('cdcdcdcd'));
  expect(forged.length).toBeGreaterThan(0);
  expect(forged.filter(({ face }) => face === type)).toEqual([]);
  expect(lines.map(({ words }) => words).join(' ')).toContain('[U+000A]');
});
