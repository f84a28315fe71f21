import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { prepareDatabase } from '../../main/engine/store/database.ts';
import { syncFile } from '../../main/engine/store/own-files.ts';
import { migrations } from '../../main/engine/store/schema.ts';
import type { Bar } from './bar.ts';

/** Migrations that the databases had which were the last to be changed where they stood. */
const before = 16;
const mostMemory = 200_000_000;
/** Reading all of it several times, and writing it twice: as long as so many copies. */
const mostCopies = 80;

/** A database of a million entries is migrated in bounded time and memory, beside itself. */
export async function migrating(): Promise<Bar[]> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  const file = join(directory, 'matterline.db');
  try {
    fill(file);
    const startedAt = performance.now();
    copyFileSync(file, `${file}.copy`);
    syncFile(`${file}.copy`);
    const copied = (performance.now() - startedAt) / 1000;
    rmSync(`${file}.copy`);
    const program = join(import.meta.dirname, 'migrate-once.ts');
    const { seconds, bytes } = JSON.parse(
      execFileSync(process.execPath, [program, file], { encoding: 'utf8' }),
    );
    const bench = 'migrating';
    return [
      {
        bench,
        what: 'a database of 1,000,000 entries is migrated and checked',
        value: Math.round(seconds * 10) / 10,
        unit: 's',
        against: `a copy of it, ${copied.toFixed(1)} s`,
        ratio: Math.round((seconds / copied) * 10) / 10,
        limit: `at most ${mostCopies}`,
        holds: seconds / copied <= mostCopies,
      },
      {
        bench,
        what: 'memory it takes at most',
        value: Math.round(bytes / 1e6),
        unit: 'MB',
        against: `${mostMemory / 1e6} MB`,
        ratio: Math.round((bytes / mostMemory) * 100) / 100,
        limit: 'at most 1',
        holds: bytes <= mostMemory,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function fill(file: string): void {
  const database = prepareDatabase(new Database(file), migrations.slice(0, before));
  database.pragma('synchronous = OFF');
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
    INSERT INTO history_entry (matter_id, id, read_from, file_id, at, raw, received_at)
      SELECT 'matter-' || (i % 5000), 'entry-' || i, '', 'file-' || (i % 200000), i,
        '{"id":"entry-' || i || '","newName":"' || hex(randomblob(120)) || '"}', i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, filed_at,
        filed_entry_id)
      SELECT 'matter-' || (i % 5000), 'file-' || i, 'content', 'a/' || i || '.docx', i || '.docx', hex(randomblob(32)), 1, i,
        'filed', i, 'entry-' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO custody (seq, kind, at, written_at, save_id, device_id, salt, previous_hash, hash)
      SELECT i, iif(i % 2, 'sent', 'filed'), '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', i, 'd', hex(randomblob(16)),
        'hash', 'hash' FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO local_file (matter_id, path, file_id, size, modified, changed, inode, sha256, base_seq)
      SELECT 'matter-' || (i % 5000), 'a/' || i || '.docx', 'file-' || i, 1, '1', '1', i, hex(randomblob(32)), i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO item (matter_id, is_folder, id, name, former_names, place, deleted, versions, newest_at, newest_seq)
      SELECT 'matter-' || (i % 5000), 0, 'file-' || i, 'Letter ' || i || '.docx', '', NULL, 0, 1, i, i FROM n;
  `);
  database.close();
}
