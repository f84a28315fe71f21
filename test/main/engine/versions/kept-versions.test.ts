import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { viewName } from '../../../../main/engine/features/fetching/view-copies.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { fileIdOf, saved, versionWith } from '../../../support/versions.ts';
import { openWorkplace, type Workplace } from '../../../support/workplace.ts';

/** Opens the version of Brief.docx with this content, as from the list of versions. */
async function opened(place: Workplace, content: string): Promise<string> {
  const { documents } = createRouterClient(engineRouter(place.engine, () => {}));
  const { path } = await documents.copyOfVersion({
    matterId: place.matterId,
    fileId: fileIdOf(place, 'Brief.docx'),
    versionId: versionWith(place, 'Brief.docx', content),
  });
  return path;
}

const longAgo = Date.now() / 1_000 - 8 * 86_400;

test('an earlier version opens as one read-only copy with its time in its name, however often it is opened', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const first = await opened(place, 'one');
  expect(await opened(place, 'one')).toBe(first);
  expect(basename(first)).toMatch(/^Brief \(\d{4}-\d\d-\d\d \d\d\.\d\d\)\.docx$/);
  expect(readFileSync(first, 'utf8')).toBe('one');
  expect(statSync(first).mode & 0o777).toBe(0o400);
  expect(readFileSync(path, 'utf8')).toBe('two');
  utimesSync(first, longAgo, longAgo);
  await place.restartEngine();
  expect(existsSync(first)).toBe(false);
});

test('an earlier version is given to be read where it lies in the vault, and no copy of it is made', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const { documents } = createRouterClient(engineRouter(place.engine, () => {}));
  const fileId = fileIdOf(place, 'Brief.docx');
  const of = (content: string) =>
    documents.placeOfVersion({
      ...{ matterId: place.matterId, fileId, versionId: versionWith(place, 'Brief.docx', content) },
    });
  for (const content of ['one', 'two']) {
    const { name, path, start, size } = await of(content);
    expect(name).toMatch(/^Brief \(\d{4}-\d\d-\d\d \d\d\.\d\d\)\.docx$/);
    expect(
      readFileSync(path)
        .subarray(start, start + size)
        .toString(),
    ).toBe(content);
  }
  expect(existsSync(join(place.workspace.directory, 'views'))).toBe(false);
  const { path, start } = await of('one');
  const bytes = readFileSync(path);
  bytes[start] = (bytes[start] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await expect(of('one')).rejects.toMatchObject({ data: { code: 'version-not-here' } });
});

test('what someone saved beside the copy of an earlier version, or into it, is there after the next start', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const copy = await opened(place, 'one');
  const beside = join(dirname(copy), 'My redraft.docx');
  chmodSync(copy, 0o600);
  writeFileSync(copy, 'written into');
  writeFileSync(beside, 'mine');
  for (const each of [copy, beside]) utimesSync(each, longAgo, longAgo);
  await place.restartEngine();
  expect(readFileSync(copy, 'utf8')).toBe('written into');
  expect(readFileSync(beside, 'utf8')).toBe('mine');
  expect(readFileSync(await opened(place, 'one'), 'utf8')).toBe('one');
});

test('of the copies that an earlier release made, only what is kept byte for byte, old and not open goes', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const earlier = join(dirname(dirname(dirname(await opened(place, 'one')))), 'earlier');
  mkdirSync(earlier, { recursive: true });
  const contents = { Exact: 'one', Edited: 'edited', Open: 'one', Young: 'one' };
  const at = (name: string) => join(earlier, `${name}.docx`);
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(at(name), content);
    if (name !== 'Young') utimesSync(at(name), longAgo, longAgo);
  }
  writeFileSync(join(earlier, '.~lock.Open.docx#'), '');
  await place.restartEngine();
  expect(Object.keys(contents).filter((name) => existsSync(at(name)))).toEqual(['Edited', 'Open', 'Young']);
  expect(existsSync(join(earlier, '.~lock.Open.docx#'))).toBe(true);
});

test('the name of a copy is no longer than a system takes and keeps its ending', () => {
  const long = viewName(`${'ä'.repeat(250)}.pdf`, new Date(2026, 0, 2, 3, 4).getTime());
  expect(long).toMatch(/\(2026-01-02 03\.04\)\.pdf$/);
  expect(Buffer.byteLength(long)).toBeLessThan(250);
});
