import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { openPrepared, prepareFile } from '../../../../main/engine/store/opening.ts';
import { stamp } from '../../../../main/engine/store/replacing.ts';
import { migrations } from '../../../../main/engine/store/schema.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { Lives } from '../../../support/killed-at.ts';
import { SmallDisk } from '../../../support/small-disk.ts';

/** What an older program knows: the last two migrations are not among it. */
const older = migrations.slice(0, -2);
let time = Date.UTC(2026, 0, 1);
const now = () => time;
const day = 86_400_000;

let directory: string;
beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const fileIn = (inDirectory: string) => join(inDirectory, 'matterline.db');

/** A database as an older program left it; with `open` it did not end properly, and its log is beside it. */
function writtenByOlder(saves: number, inDirectory = directory, open = false): void {
  const database = prepareDatabase(new Database(fileIn(inDirectory)), older);
  const save = database.prepare(
    `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state)
     VALUES ('m', ?, 'content', 'a.docx', 'a.docx', ?, 1, 1, 'waiting')`,
  );
  const entry = database.prepare(
    `INSERT INTO history_entry (matter_id, id, read_from, raw, received_at) VALUES ('m', ?, '', ?, 1)`,
  );
  database.transaction(() => {
    for (let number = 0; number < saves; number += 1) {
      save.run(`file-${number}`, `sha-${number}`);
      entry.run(`entry-${number}`, `{"id":"entry-${number}","x":"${'x'.repeat(200)}"}`);
    }
  })();
  if (!open) return void database.close();
  const left = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  for (const part of ['', '-wal'])
    writeFileSync(fileIn(left) + part, readFileSync(fileIn(inDirectory) + part));
  database.close();
  rmSync(inDirectory, { recursive: true });
  renameSync(left, inDirectory);
}

const copies = (inDirectory = directory) =>
  readdirSync(inDirectory)
    .filter((name) => /^matterline\.db\.schema-[^a-z]*$/.test(name))
    .toSorted();

function isMigrated(saves: number, inDirectory = directory): void {
  prepareFile(fileIn(inDirectory), now);
  const database = openPrepared(fileIn(inDirectory), now, () => {});
  try {
    expect(database.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.prepare('SELECT count(*) FROM save').pluck().get()).toBe(saves);
    expect(database.prepare('SELECT count(*) FROM history_entry').pluck().get()).toBe(saves);
    const stores = storesOn(database, testAuditContext);
    expect(stores.matters.setting('recovered')).toBeNull();
    // Nothing of the mark that the copy for going back has.
    expect(stores.contents.isWhole()).toBe(true);
  } finally {
    database.close();
  }
  expect(readdirSync(inDirectory).filter((name) => /\.(next|made)/.test(name))).toEqual([]);
}

describe('a database of an older program is migrated beside itself', () => {
  test.each([
    ['empty', 0, false],
    ['small', 30, false],
    ['of a program that was killed, with its log', 30, true],
  ])('%s', (_, saves, open) => {
    writtenByOlder(saves, directory, open);
    isMigrated(saves);
    expect(copies()).toHaveLength(1);
    isMigrated(saves);
    expect(copies()).toHaveLength(1);
  });

  test('killed at each step, again and again: it is migrated, and the copy for going back is whole', async () => {
    writtenByOlder(30, directory, true);
    const check = async (kills: readonly number[]) => {
      using lives = new Lives(directory);
      let lived = false;
      for (const killAt of kills)
        lived = await lives.live(killAt, (life) => prepareFile(fileIn(life), now, lives.onStep));
      isMigrated(30, lives.directory);
      expect(copies(lives.directory)).toHaveLength(1);
      goBack(lives.directory, 30);
      return lived;
    };
    let killAt = 1;
    while (!(await check([killAt]))) killAt += 1;
    expect(killAt).toBeGreaterThan(8);
    const kills = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(kills, async (instants) => void (await check(instants))),
      { numRuns: 10 },
    );
  });

  test('damaged: what can be read is taken over and migrated, and it is said', () => {
    writtenByOlder(300);
    const before = new Database(fileIn(directory));
    const page = before
      .prepare<[], number>(
        `SELECT max(pageno) FROM dbstat WHERE pagetype = 'leaf' AND name = 'history_entry'`,
      )
      .pluck()
      .get();
    before.close();
    const bytes = readFileSync(fileIn(directory));
    bytes.fill(0, ((page ?? 0) - 1) * 4096, (page ?? 0) * 4096);
    writeFileSync(fileIn(directory), bytes);
    prepareFile(fileIn(directory), now);
    const database = openPrepared(fileIn(directory), now, () => {});
    expect(database.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(database.prepare('SELECT count(*) FROM save').pluck().get()).toBe(300);
    expect(database.prepare('SELECT count(*) FROM history_entry').pluck().get()).toBeGreaterThan(200);
    expect(storesOn(database, testAuditContext).matters.setting('recovered')).toContain('damaged-');
    database.close();
  });

  test.for([0, 300_000])(
    'with only %i bytes of room everything is as it was, and it is migrated once there is more',
    (left, context) => {
      using disk = SmallDisk.on(directory, 4_000_000, context);
      const elsewhere = mkdtempSync(join(tmpdir(), 'matterline-test-'));
      writtenByOlder(1_000, elsewhere);
      writeFileSync(fileIn(directory), readFileSync(fileIn(elsewhere)));
      rmSync(elsewhere, { recursive: true });
      const room = join(directory, 'room');
      writeFileSync(room, Buffer.alloc(left));
      disk.fill();
      rmSync(room);
      expect(() => prepareFile(fileIn(directory), now)).toThrow(/full|ENOSPC|no space|disk I\/O/);
      expect(copies()).toEqual([]);
      disk.makeRoom();
      const asBefore = new Database(fileIn(directory), { readonly: true });
      expect(asBefore.pragma('user_version', { simple: true })).toBe(older.length);
      expect(asBefore.prepare('SELECT count(*) FROM save').pluck().get()).toBe(1_000);
      asBefore.close();
      isMigrated(1_000);
    },
  );

  test('what an older program went on with after a migration was killed is not replaced by what was made before', async () => {
    writtenByOlder(3);
    using lives = new Lives(directory);
    let killAt = 1;
    const made = () => readdirSync(lives.directory).some((name) => name.includes('.made.'));
    while (!made() || !existsSync(fileIn(lives.directory))) {
      lives.directory = directory;
      await lives.live(killAt, (life) => prepareFile(fileIn(life), now, lives.onStep));
      killAt += 1;
    }
    const database = prepareDatabase(new Database(fileIn(lives.directory)), older);
    database.prepare(`UPDATE setting SET value = 'x'`).run();
    database.exec(
      `DELETE FROM save WHERE file_id = 'file-2'; DELETE FROM history_entry WHERE id = 'entry-2'`,
    );
    database.exec(`DELETE FROM setting`);
    database.close();
    isMigrated(2, lives.directory);
    expect(copies(lives.directory)).toHaveLength(1);
  });
});

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** As the documentation says: the newest copy takes the place of the database, with the older program. */
function goBack(inDirectory: string, saves: number): void {
  const migrated = hashOf(fileIn(inDirectory));
  const refused = new Database(fileIn(inDirectory));
  expect(() => prepareDatabase(refused, older)).toThrow('newer Matterline');
  refused.close();
  expect(hashOf(fileIn(inDirectory))).toBe(migrated);

  renameSync(fileIn(inDirectory), `${fileIn(inDirectory)}.newer`);
  renameSync(join(inDirectory, copies(inDirectory).at(-1) ?? ''), fileIn(inDirectory));
  const database = prepareDatabase(new Database(fileIn(inDirectory)), older);
  expect(database.pragma('user_version', { simple: true })).toBe(older.length);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.prepare('SELECT count(*) FROM save').pluck().get()).toBe(saves);
  // The older program removes nothing from a vault of which its list does not know all.
  expect(
    database.prepare(`SELECT count(*) FROM setting WHERE name = 'contents-incomplete'`).pluck().get(),
  ).toBe(1);
  database.close();
}

describe('going back to the older program', () => {
  test('it refuses the newer database without touching it, and opens the copy', () => {
    writtenByOlder(30);
    isMigrated(30);
    goBack(directory, 30);
    expect(copies()).toEqual([]);
  });

  test('copies are removed after a month, and never the newest', () => {
    for (const age of [40, 35, 3]) {
      const copy = `${fileIn(directory)}.schema-${age}-${stamp(now() - age * day)}`;
      writeFileSync(copy, 'a copy');
      writeFileSync(`${copy}-wal`, '');
    }
    const newest = [`matterline.db.schema-3-${stamp(now() - 3 * day)}`];
    prepareFile(fileIn(directory), now);
    expect(copies()).toEqual(newest);
    time += 400 * day;
    prepareFile(fileIn(directory), now);
    expect(copies()).toEqual(newest);
  });

  test('coming forward again migrates what was gone back to', () => {
    writtenByOlder(30);
    isMigrated(30);
    goBack(directory, 30);
    time += day;
    prepareFile(fileIn(directory), now);
    const database = openPrepared(fileIn(directory), now, () => {});
    expect(database.pragma('user_version', { simple: true })).toBe(migrations.length);
    database.close();
    expect(copies()).toHaveLength(1);
  });
});
