import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { problemList } from '../../../main/engine/view/problem-list.ts';
import { captureWithin, fullDisk } from '../../support/no-room.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';

const problems = ({ workspace: { stores, healthIssues } }: Workplace) =>
  problemList(stores, healthIssues.all(), null);
const ids = (place: Workplace) => problems(place).map(({ id }) => id);
const namesAside = (directory: string) =>
  readdirSync(directory).filter((name) => /^meanwhile\.db\.damaged-.*Z$/.test(name));
const large = (text: string) => text.repeat(40_000);

/** Ends with the program stopped, after this was captured without room; `isFull` is over. */
async function capturedMeanwhile(place: Workplace, disk: { isFull: boolean }, contents: readonly string[]) {
  const { directory } = place.workspace;
  disk.isFull = true;
  await place.restartEngine();
  for (const [index, content] of contents.entries())
    await captureWithin(place, 'Brief.pdf', content, index + 1);
  await place.engine.stop();
  disk.isFull = false;
  return { directory, file: join(directory, 'meanwhile.db') };
}

test('a database of meanwhile that is damaged is set aside, and everything else opens and files', async () => {
  await using place = await openWorkplace({ speedUp: 10 });
  writeFileSync(join(place.folder, 'A.docx'), 'a');
  await place.allFiled();
  const { directory } = place.workspace;
  await place.engine.stop();
  writeFileSync(join(directory, 'meanwhile.db'), 'x'.repeat(8192));
  await place.restartEngine();
  expect(place.engine.workspace).not.toBeNull();
  writeFileSync(join(place.folder, 'B.docx'), 'b');
  await place.allFiled(2);
  const [aside = ''] = namesAside(directory);
  expect(readFileSync(join(directory, aside), 'utf8')).toBe('x'.repeat(8192));
  expect(existsSync(join(directory, 'meanwhile.db'))).toBe(false);
  expect(problems(place)).toMatchObject([
    { id: 'meanwhile-damaged', why: expect.stringContaining(aside), actions: ['dismiss'] },
  ]);
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
});

test('what a database of meanwhile listed that cannot be read at all is found again in the vault', async () => {
  const { disk, between } = fullDisk();
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const { file } = await capturedMeanwhile(place, disk, [large('one'), large('two')]);
  writeFileSync(file, 'x'.repeat(8192));
  for (const log of ['-wal', '-shm']) writeFileSync(file + log, '');
  await place.restartEngine();
  await expect.poll(() => place.versionsOf('Brief.pdf'), eventually).toEqual([sha256(large('two'))]);
  const found = problems(place).find(({ what }) => what.startsWith('A save was found'));
  const path = /is kept at (.*)\. Open/.exec(found?.next ?? '')?.[1] ?? '';
  expect(readFileSync(path, 'utf8')).toBe(large('one'));
  // Nothing of it goes at another start either.
  await place.restartEngine();
  expect(readFileSync(path, 'utf8')).toBe(large('one'));
});

test('what can be read of a damaged database of meanwhile is filed, in order', async () => {
  const { disk, between } = fullDisk();
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const { file, directory } = await capturedMeanwhile(place, disk, ['one', 'two', 'three']);
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const page = database
    .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'setting'`)
    .pluck()
    .get();
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, ((page ?? 0) - 1) * size);
  closeSync(handle);
  await place.restartEngine();
  await place.allFiled(3);
  expect(place.versionsOf('Brief.pdf')).toEqual(['one', 'two', 'three'].map(sha256));
  expect(namesAside(directory)).toHaveLength(1);
  expect(ids(place)).toEqual(['meanwhile-damaged']);
});

test('what a newer program captured meanwhile stays where it is, is told of, and is filed once it can be read', async () => {
  const { disk, between } = fullDisk();
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const { file } = await capturedMeanwhile(place, disk, [large('one'), large('two')]);
  const setVersion = (version: number) => {
    const database = new Database(file);
    const before = Number(database.pragma('user_version', { simple: true }));
    database.pragma(`user_version = ${version}`);
    database.close();
    return before;
  };
  const known = setVersion(9999);
  await place.restartEngine();
  expect(place.engine.workspace).not.toBeNull();
  writeFileSync(join(place.folder, 'Other.docx'), 'other');
  await place.allFiled(2);
  expect(ids(place)).toEqual(['meanwhile-left']);
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
  await place.restartEngine();
  expect(ids(place)).toEqual(['meanwhile-left']);
  await place.engine.stop();
  expect(setVersion(known)).toBe(9999);
  await place.restartEngine();
  expect(ids(place)).not.toContain('meanwhile-left');
  expect(existsSync(file)).toBe(false);
  // Nothing of what it lists was removed from the vault meanwhile.
  const { stores, vault } = place.workspace;
  expect((await vault.readWhole(sha256(large('one'))))?.length).toBe(large('one').length);
  expect(stores.database.prepare<[], string>('SELECT sha256 FROM save').pluck().all()).toContain(
    sha256(large('one')),
  );
});
