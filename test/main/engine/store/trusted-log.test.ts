import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, withoutWaitingForDisk } from '../../../../main/engine/store/database.ts';
import { distrustLog, inTrustedLog, isLogTrusted } from '../../../../main/engine/store/log-trust.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

function place() {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const database = openDatabase(join(directory, 'matterline.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });
  const put = (name: string) => () =>
    void database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(name, '');
  /** What is in the database itself: a power cut may leave no more, where the disk failed to keep the log. */
  const withoutLog = (asked = "SELECT name FROM setting WHERE value = ''") => {
    const copy = join(directory, 'copy.db');
    copyFileSync(join(directory, 'matterline.db'), copy);
    const left = new Database(copy, { readonly: true });
    const found = left.prepare(asked).pluck().all();
    left.close();
    return found;
  };
  return { database, put, withoutLog };
}

test('what is told to be kept stands behind nothing in the log that the disk failed to keep', () => {
  const { database, put, withoutLog } = place();
  withoutWaitingForDisk(database, put('of which the disk said that it failed'));
  distrustLog(database);
  inTrustedLog(database, put('kept'));
  expect(withoutLog()).toEqual(['of which the disk said that it failed']);
});

test('what an export of the custody log shows is in the database itself where the disk failed to keep the log', () => {
  const { database, withoutLog } = place();
  const { custody } = storesOn(database, testAuditContext);
  database.pragma('wal_checkpoint(TRUNCATE)');
  withoutWaitingForDisk(database, () => custody.linked('m1' as MatterId, '/shown', 0));
  distrustLog(database);
  const { seq } = custody.exporting(
    { scope: 'all', matterId: null, fileId: null },
    'json',
    '1.0',
    '/log.jsonl',
  );
  expect(withoutLog('SELECT max(seq) FROM custody')).toEqual([seq - 1]);
});

test('as long as somebody reads the log, nothing is told to be kept in it', () => {
  const { database, put } = place();
  put('before')();
  const reader = new Database(database.name, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT name FROM setting').all();
  database.pragma('busy_timeout = 1');
  distrustLog(database);
  expect(() => inTrustedLog(database, put('kept'))).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
});

test('a commit that the disk fails to keep leaves the log distrusted', () => {
  const { database } = place();
  const failing = () => {
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
  };
  expect(() => inTrustedLog(database, failing)).toThrow('disk I/O error');
  expect(isLogTrusted(database)).toBe(false);
});
