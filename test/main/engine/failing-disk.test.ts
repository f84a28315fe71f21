import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import { eventually, openWorkplace } from '../../support/workplace.ts';

vi.setConfig({ testTimeout: 60_000 });

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
  await using place = await openWorkplace({ ports: between, hurry: 10 });
  const troubles = () => place.workspace.troubles.all();
  disk.isFailing = true;
  writeFileSync(join(place.folder, 'Letter.docx'), 'saved while the disk failed');
  await expect.poll(() => troubles().map(({ path }) => path), eventually).toEqual(['Letter.docx']);
  expect(disk.failed).toBeGreaterThan(0);
  disk.isFailing = false;
  await expect.poll(troubles, eventually).toEqual([]);
  await place.allFiled(1);
  expect(place.states()).toEqual(['filed']);
});
