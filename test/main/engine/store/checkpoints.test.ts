import { mkdtempSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkpointsAside, checkpointsOf } from '../../../../main/engine/store/checkpoints.ts';
import { openDatabase, withoutWaitingForDisk } from '../../../../main/engine/store/database.ts';
import { eventually } from '../../../support/workplace.ts';

const rows = 12_000;
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  file = join(directory, 'matterline.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Writes settings, one row each, as a long history is written: a step at a time. */
function write(database: Database.Database): void {
  const insert = database.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  for (let first = 0; first < rows; first += 1_000) {
    const step = database.transaction(() => {
      for (let no = first; no < first + 1_000; no += 1) insert.run(`row ${no}`, 'x'.repeat(200));
    });
    withoutWaitingForDisk(database, step);
  }
}

test('what is written is moved into the database file meanwhile, without the writer, and all of it is there after', async () => {
  const database = checkpointsAside(openDatabase(file));
  const before = statSync(file).size;
  write(database);
  await expect.poll(() => statSync(file).size, eventually).toBeGreaterThan(before);
  write(database);
  await checkpointsOf(database)?.end();
  database.close();
  const again = new Database(file, { readonly: true });
  expect(again.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(again.prepare("SELECT count(*) FROM setting WHERE name LIKE 'row %'").pluck().get()).toBe(rows);
  again.close();
});

// Windows lets nobody unlink a file that is open.
test.skipIf(process.platform === 'win32')('where that cannot be done aside, the writer does it', async () => {
  const database = checkpointsAside(openDatabase(file));
  const alone = 16_000;
  expect(database.pragma('wal_autocheckpoint', { simple: true })).toBeGreaterThan(alone);
  unlinkSync(file);
  write(database);
  await expect.poll(() => database.pragma('wal_autocheckpoint', { simple: true }), eventually).toBe(alone);
  await checkpointsOf(database)?.end();
  database.close();
});

test('on macOS every wait for the disk is one for the drive: the database asks for it', () => {
  const database = openDatabase(':memory:');
  for (const setting of ['fullfsync', 'checkpoint_fullfsync'])
    expect(database.pragma(setting, { simple: true })).toBe(1);
  database.close();
});
