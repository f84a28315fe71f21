import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { guardDatabase } from '../../../../main/engine/store/damage.ts';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';

/** A database whose disk answers when it is told to. */
function slowDisk() {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const database = openDatabase(join(directory, 'matterline.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });
  const looks: PromiseWithResolvers<void>[] = [];
  const sync = (path: string) => {
    expect(basename(path)).toBe('matterline.db-wal');
    const look = Promise.withResolvers<void>();
    looks.push(look);
    return look.promise;
  };
  const put = (name: string) => () =>
    database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(name, '').changes;
  const names = () => database.prepare("SELECT name FROM setting WHERE value = ''").pluck().all();
  return { database, commits: new GroupCommit(database, { sync }), looks, put, names };
}

const turn = () => new Promise(setImmediate);

/** What has come so far, in order. */
function noted() {
  const seen: string[] = [];
  const note = (what: string, promise: Promise<unknown>) =>
    promise.then(
      () => seen.push(what),
      () => seen.push(`${what} failed`),
    );
  return { seen, note };
}

test('a save counts as kept only after a look at the disk that began after it was written down', async () => {
  const { commits, looks, put, names } = slowDisk();
  const { seen, note } = noted();
  void note('first', commits.run(put('first')));
  await turn();
  void note('second', commits.run(put('second')));
  void note('third', commits.run(put('third')));
  await turn();
  expect(names()).toEqual(['first', 'second', 'third']);
  expect([looks.length, seen]).toEqual([1, []]);
  looks[0]?.resolve();
  await turn();
  expect([looks.length, seen]).toEqual([2, ['first']]);
  looks[1]?.resolve();
  await turn();
  expect([looks.length, seen]).toEqual([2, ['first', 'second', 'third']]);
});

test('what need not be on disk does not wait for it', async () => {
  const { commits, looks, put, names } = slowDisk();
  await commits.soon(put('sent'));
  expect(names()).toEqual(['sent']);
  expect(looks).toHaveLength(0);
});

test('a work that fails takes none of the others with it', async () => {
  const { commits, looks, put, names } = slowDisk();
  const { seen, note } = noted();
  void note('first', commits.run(put('first')));
  void note('again', commits.soon(put('first')));
  void note('second', commits.run(put('second')));
  await turn();
  looks[0]?.resolve();
  await turn();
  expect(seen).toEqual(['again failed', 'first', 'second']);
  expect(names()).toEqual(['first', 'second']);
});

test('what was undone with a work that failed is done again, each once and in order', async () => {
  const { database, commits, looks } = slowDisk();
  const add = (name: string) => () =>
    database.prepare('INSERT INTO setting (name, value) SELECT ?, count(*) FROM setting').run(name).changes;
  const all = [
    commits.run(add('first')),
    commits.run(() => {
      add('half')();
      throw new Error('no');
    }),
    commits.run(add('second')),
  ];
  await turn();
  looks[0]?.resolve();
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(database.prepare('SELECT name, value FROM setting ORDER BY value').raw().all()).toEqual([
    ['first', '0'],
    ['second', '1'],
  ]);
});

test('a log that the disk does not take is not asked about again: what it holds goes to the database itself', async () => {
  const { database, commits, looks, put } = slowDisk();
  const checkpoint = vi.spyOn(database, 'pragma');
  const { seen, note } = noted();
  void note('first', commits.run(put('first')));
  await turn();
  looks[0]?.reject(new Error('EIO'));
  await turn();
  expect(checkpoint).toHaveBeenLastCalledWith('wal_checkpoint(TRUNCATE)');
  expect(statSync(`${database.name}-wal`).size).toBe(0);
  // That it is empty must be on disk too.
  expect(seen).toEqual([]);
  looks[1]?.resolve();
  await turn();
  expect(seen).toEqual(['first']);
});

test('a disk that failed once is not believed when it says later that it has the log', async () => {
  const { database, commits, looks, put } = slowDisk();
  const { seen, note } = noted();
  void note('first', commits.run(put('first')));
  await turn();
  const reading = database.prepare('SELECT name FROM setting').iterate();
  reading.next();
  looks[0]?.reject(new Error('EIO'));
  await turn();
  expect(seen).toEqual(['first failed']);
  reading.return?.();
  void note('second', commits.run(put('second')));
  await turn();
  // Both are in the database itself now.
  expect(statSync(`${database.name}-wal`).size).toBe(0);
  looks[1]?.resolve();
  await turn();
  expect(seen).toEqual(['first failed', 'second']);
  void note('third', commits.run(put('third')));
  await turn();
  expect(statSync(`${database.name}-wal`).size).toBeGreaterThan(0);
});

test('a disk that SQLite itself found failing is not believed either', async () => {
  const { database, commits, looks, put } = slowDisk();
  const guarded = guardDatabase(database, database.name, () => {});
  const failing = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
  const fail = () => {
    throw failing;
  };
  expect(() => guarded.transaction(fail)()).toThrow('disk I/O');
  const { seen, note } = noted();
  void note('first', commits.run(put('first')));
  await turn();
  expect(statSync(`${database.name}-wal`).size).toBe(0);
  looks[0]?.resolve();
  await turn();
  expect(seen).toEqual(['first']);
});

test('what neither log nor database take is said to whoever asked', async () => {
  const { database, commits, looks, put } = slowDisk();
  const { seen, note } = noted();
  void note('first', commits.run(put('first')));
  await turn();
  // Somebody still reads what was there before: the log cannot be emptied.
  const reading = database.prepare('SELECT name FROM setting').iterate();
  reading.next();
  looks[0]?.reject(new Error('EIO'));
  await turn();
  reading.return?.();
  expect(seen).toEqual(['first failed']);
});

test('without a log, SQLite waits for the disk itself', async () => {
  const { database } = slowDisk();
  database.pragma('journal_mode = DELETE');
  const sync = vi.fn<typeof systemFiles.sync>();
  await new GroupCommit(database, { sync }).run(() => 1);
  expect(sync).not.toHaveBeenCalled();
});
