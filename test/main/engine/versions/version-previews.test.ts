import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { copyName } from '../../../../main/engine/features/versions/version-previews.ts';
import { fileIdOf, saved, versionWith } from '../../../support/versions.ts';
import { openWorkplace } from '../../../support/workplace.ts';

test('an earlier version opens as a read-only copy with its time in its name, gone after the next start', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const { restorer, copies } = place.workspace;
  const id = versionWith(place, 'Brief.docx', 'one');
  const save = await restorer.save(place.matterId, fileIdOf(place, 'Brief.docx'), id);
  if (!save.ok) throw new Error(save.error.what);
  const first = await copies.make(save.value);
  const second = await copies.make(save.value);
  if (!first.ok || !second.ok) throw new Error('no copy');
  expect(basename(first.value)).toBe(copyName('Brief.docx', new Date(save.value.capturedAt)));
  expect(second.value).not.toBe(first.value);
  expect(readFileSync(first.value, 'utf8')).toBe('one');
  expect(statSync(first.value).mode & 0o777).toBe(0o400);
  expect(readFileSync(path, 'utf8')).toBe('two');
  await place.restartEngine();
  expect(readdirSync(dirname(first.value))).toEqual([]);
});

test('the name of a copy is no longer than a system takes and keeps its ending', () => {
  expect(copyName('Contract.docx', new Date(2026, 10, 20, 14, 30))).toBe('Contract (2026-11-20 14.30).docx');
  const long = copyName(`${'ä'.repeat(250)}.pdf`, new Date(2026, 0, 2, 3, 4));
  expect(long).toMatch(/\(2026-01-02 03\.04\)\.pdf$/);
  expect(Buffer.byteLength(long)).toBeLessThan(250);
});
