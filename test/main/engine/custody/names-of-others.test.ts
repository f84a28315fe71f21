import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../../../main/engine/store/custody/entry.ts';
import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';
import { readEntry, writtenEntry } from '../../../../shared/evidence/record.ts';
import { wordsOfFile } from '../../../../shared/evidence/verification-words.ts';
import { verifyRecord, whatFileIs } from '../../../../shared/evidence/verify-record.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';

// What stands in a record was named by anybody: it neither steers a terminal nor passes for something else.

const save = { ...madeDocument, id: 1, kind: 'content', path: 'Letter.docx', size: 5 } as const;

test('names in a record do not steer the terminal, and what is unseen in them is shown', async () => {
  await using log = openLog();
  const name = 'A\u001B[8m\u202Excod.docx\n';
  log.stores.custody.ofSave({ ...save, name, sha256: 'cd'.repeat(32) }, { kind: 'captured' });
  const { paths } = await log.record();
  const file = join(log.directory, 'B\u001B[8m.docx');
  writeFileSync(file, 'Dear Sirs');
  const script = join(import.meta.dirname, '../../../../scripts/verify-log.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script, paths.proofs, file], { encoding: 'utf8' });
  expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u);
  expect(stdout).toContain('B[U+001B][8m.docx');
});

test('what another document was, of which a decision was asked, is not taken for a version of this one', async () => {
  await using log = openLog();
  const { custody } = log.stores;
  custody.ofSave({ ...save, name: 'Letter.docx', sha256: 'cd'.repeat(32) }, { kind: 'captured' });
  const other = { ...save, fileId: 'f2' as FileId, id: 2, name: 'Other.docx', sha256: 'ef'.repeat(32) };
  custody.ofSave(other, { kind: 'decided', detail: 'keep-unfiled', relatedId: madeDocument.fileId });
  const found = await verifyRecord((await log.record()).text);
  if (found.outcome !== 'whole') throw new Error(found.outcome);
  expect(found.record.statement.document).toBe('Letter.docx');
  const said = (sha256: string) => wordsOfFile('x.docx', whatFileIs(found, sha256))[0]?.words;
  expect(said('ef'.repeat(32))).toContain('which is of ANOTHER document, number f2');
  expect(said('cd'.repeat(32))).not.toContain('ANOTHER');
});

test('an entry whose fields are of other types than entries have is not one, whatever its digest', async () => {
  await using log = openLog();
  log.write(madeDocument, 1);
  const content = log.stores.custody.entry(1) as CustodyContent;
  const { previousHash: _p, hash: _h, ...plain } = content as CustodyContent & Record<string, unknown>;
  expect(readEntry(writtenEntry(plain as CustodyContent, {}), {})?.isWhole).toBe(true);
  for (const wrong of [{ at: 5 }, { name: 5 }, { size: '5' }, { kind: null }]) {
    const forged = { ...plain, ...wrong } as unknown as CustodyContent;
    expect(digestOf(forged)).not.toBe(digestOf(content));
    expect(readEntry(writtenEntry(forged, {}), {})).toBeNull();
  }
});
