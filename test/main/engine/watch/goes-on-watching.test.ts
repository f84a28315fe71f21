import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf } from '../saving/desk.ts';

const captured = (place: Workplace): string[] =>
  place.workspace.stores.database.prepare<[], string>('SELECT sha256 FROM save ORDER BY id').pluck().all();

/** Lets the next read of one list fail, as on a disk that fails once. */
function failsOnce(place: Workplace, name: 'captured' | 'file'): () => boolean {
  const links = place.workspace.stores.links as unknown as Record<string, () => unknown>;
  let hasFailed = false;
  links[name] = () => {
    // The method of the class is found again.
    Reflect.deleteProperty(links, name);
    hasFailed = true;
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
  };
  return () => hasFailed;
}

test('a folder on a shared drive goes on being looked through after the known files could not be read once', async () => {
  await using place = await openDesk({
    ports: (ports) => ({ ...ports, files: { ...ports.files, isShared: async () => true } }),
  });
  await expect.poll(() => place.workspace.watches.looking, { timeout: 15_000 }).toBe(0);
  const hasFailed = failsOnce(place, 'captured');
  await expect.poll(hasFailed, { timeout: 20_000 }).toBe(true);
  await expect
    .poll(() => problemsOf(place).map(({ what }) => what))
    .toContain('Changes in the matter’s folder are not noticed now');
  writeFileSync(join(place.folder, 'After it.docx'), 'after it');
  await expect.poll(() => captured(place), { timeout: 25_000 }).toContain(sha256('after it'));
});

test('a save whose document could not be looked up once is told of, and captured all the same', async () => {
  await using place = await openDesk();
  await expect.poll(() => place.workspace.watches.looking, { timeout: 15_000 }).toBe(0);
  const hasFailed = failsOnce(place, 'file');
  writeFileSync(join(place.folder, 'Looked up.docx'), 'looked up');
  await expect.poll(hasFailed).toBe(true);
  await expect
    .poll(() => problemsOf(place).map(({ what }) => what))
    .toContain('“Looked up.docx” could not be captured');
  await expect.poll(() => captured(place), { timeout: 25_000 }).toContain(sha256('looked up'));
});

test.skipIf(process.platform === 'win32')(
  'a file whose name begins with a backslash is a document of its own',
  async () => {
    await using place = await openDesk();
    writeFileSync(join(place.folder, 'Report.docx'), 'the report');
    await place.allFiled();
    writeFileSync(join(place.folder, '\\Report.docx'), 'something else');
    await expect.poll(() => captured(place), { timeout: 15_000 }).toContain(sha256('something else'));
    await calm(place);
    expect(filedAs(place, 'Report.docx').flatMap((document) => document.versions)).toEqual([
      sha256('the report'),
    ]);
  },
);
