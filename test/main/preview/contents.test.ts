import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Answering } from '../../../main/documents/answering.ts';
import { mostRead, readContents } from '../../../main/preview/contents.ts';
import { ok } from '../../../shared/base/result.ts';
import { FakeClock } from '../../support/fake-clock.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'matterline-'));
});
afterAll(() => rm(directory, { recursive: true }));

const read = (name: string) => readContents({ path: join(directory, name) }, new Answering(new FakeClock()));

test('of a text of two gigabytes only its beginning is read', async () => {
  await writeFile(join(directory, 'huge.txt'), 'The beginning');
  await truncate(join(directory, 'huge.txt'), 2 * 1024 ** 3);
  const found = await read('huge.txt');
  expect(found).toMatchObject({ ok: true, value: { kind: 'text', isCut: true } });
  expect(found.ok && found.value.bytes.length).toBe(mostRead.text);
});

test('any other document that is too large is not read at all, and said to be so', async () => {
  await (await open(join(directory, 'huge.pdf'), 'w')).close();
  await truncate(join(directory, 'huge.pdf'), mostRead.pdf + 1);
  expect(await read('huge.pdf')).toMatchObject({
    ok: false,
    error: { what: 'huge.pdf cannot be shown here.', why: 'It has 200 MB, more than is read for a preview.' },
  });
});

test('of a file of the vault only the bytes of the version are read, whose kind its own name says', async () => {
  const path = join(directory, 'pack');
  await writeFile(path, 'before|a note|after');
  const inVault = { name: 'Note (2026-11-25 14.30).txt', start: 7, size: 6 };
  const found = await readContents({ path, inVault }, new Answering(new FakeClock()));
  expect(found).toEqual(ok({ kind: 'text', bytes: new Uint8Array(Buffer.from('a note')), isCut: false }));
});

test('what has no kind that is shown, is not there or is no file is refused in words', async () => {
  expect(await read('old.doc')).toMatchObject({ ok: false, error: { code: 'kind-not-known' } });
  expect(await read('gone.pdf')).toMatchObject({ ok: false, error: { code: 'not-here' } });
});
