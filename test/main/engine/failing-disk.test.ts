import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import { eventually, openWorkplace } from '../../support/workplace.ts';

/** A disk that does not take the database's log while `isFailing`. */
function failingLog() {
  const disk = { isFailing: false, failed: 0 };
  const fail = (code: string) => {
    disk.failed += 1;
    throw new Database.SqliteError(code, code);
  };
  const between = (ports: EnginePorts): EnginePorts => ({
    ...ports,
    files: {
      ...ports.files,
      sync: async (path) => (disk.isFailing && path.endsWith('-wal') ? fail('EIO') : ports.files.sync(path)),
    },
    async openDatabase(directory) {
      const database = await ports.openDatabase(directory);
      const pragma = database.pragma.bind(database);
      database.pragma = (source, options) =>
        disk.isFailing && source.startsWith('wal_checkpoint')
          ? fail('SQLITE_IOERR_FSYNC')
          : pragma(source, options);
      return database;
    },
  });
  return { disk, between };
}

test('a save that the disk did not take at first is no problem any more once the disk has it, and is filed once', async () => {
  const { disk, between } = failingLog();
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const healthIssues = () => place.workspace.healthIssues.all();
  disk.isFailing = true;
  writeFileSync(join(place.folder, 'Letter.docx'), 'saved while the disk failed');
  await expect.poll(() => healthIssues().map(({ path }) => path), eventually).toEqual(['Letter.docx']);
  expect(disk.failed).toBeGreaterThan(0);
  disk.isFailing = false;
  await expect.poll(healthIssues, eventually).toEqual([]);
  await place.allFiled(1);
  expect(place.states()).toEqual(['filed']);
});

test('that a document could not be captured is not said any more once its folder was away and is back without it', async () => {
  const disk = { isFull: false };
  const refuse = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const between = (ports: EnginePorts): EnginePorts => {
    const { files } = ports;
    const isOurs = (path: string) => path.includes('/vault/');
    return {
      ...ports,
      files: {
        ...files,
        writeNew: async (path, chunks) =>
          disk.isFull && isOurs(path) ? refuse() : files.writeNew(path, chunks),
        append: async (path, bytes) => (disk.isFull && isOurs(path) ? refuse() : files.append(path, bytes)),
      },
    };
  };
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const healthIssues = () => place.workspace.healthIssues.all().map(({ path, issue }) => ({ path, issue }));
  writeFileSync(join(place.folder, 'Kept.docx'), 'kept before the disk was full');
  await place.allFiled(1);
  disk.isFull = true;
  writeFileSync(join(place.folder, 'Letter.docx'), 'saved while the disk was full');
  await expect.poll(() => healthIssues().map(({ path }) => path), eventually).toEqual(['Letter.docx']);
  const away = `${place.folder} away`;
  renameSync(place.folder, away);
  await expect.poll(healthIssues, eventually).toContainEqual({ path: null, issue: 'missing' });
  rmSync(join(away, 'Letter.docx'));
  // Until it is tried again, and nothing is there.
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
  disk.isFull = false;
  renameSync(away, place.folder);
  await expect.poll(healthIssues, eventually).toEqual([]);
});
