import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSavesAgain } from '../../../../main/engine/features/vault/found-again.ts';
import { Housekeeping } from '../../../../main/engine/features/vault/housekeeping.ts';
import { Vault } from '../../../../main/engine/features/vault/vault.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { openOrRecover } from '../../../../main/engine/store/opening.ts';
import { recoverySetting } from '../../../../main/engine/store/recovery.ts';
import { isToldAgain } from '../../../../main/engine/store/salvage.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'matter-1' as MatterId;
const saves = 300;
const entries = 3_000;
const sha = (number: number) => number.toString(16).padStart(64, 'a');

let directory: string;
let file: string;
let vault: string;
let damageTold: number;
const open = () =>
  openOrRecover(
    file,
    () => Date.UTC(2026, 0, 1),
    () => (damageTold += 1),
  );

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  file = join(directory, 'matterline.db');
  vault = join(directory, 'vault');
  damageTold = 0;
  const database = open();
  const stores = storesOn(database, testAuditContext);
  stores.together(() => fill(stores));
  const listed = Array.from({ length: saves }, (_, number) => sha(number));
  stores.contents.put(
    listed.map((sha256) => ({ sha256, size: 1, pack: null, start: 0 })),
    1,
  );
  database.close();
});

function fill(stores: Stores): void {
  stores.links.link(matterId, '/home/dana/Matters/One', 1);
  stores.history.append(
    matterId,
    null,
    Array.from({ length: entries }, (_, number) => ({
      id: `entry-${number}`,
      fileId: `file-${number}`,
      at: number,
      raw: JSON.stringify({
        id: `entry-${number}`,
        file: { id: `file-${number}` },
        newName: 'x'.repeat(300),
      }),
    })),
    0,
  );
  for (let number = 0; number < saves; number += 1) {
    stores.outbox.add({
      matterId,
      fileId: `file-${number}` as FileId,
      kind: 'content',
      path: `Letter ${number}.docx`,
      name: `Letter ${number}.docx`,
      sha256: sha(number),
      size: 1,
      capturedAt: 1,
      state: 'waiting',
      problem: null,
    });
    const room = join(vault, sha(number).slice(0, 2));
    mkdirSync(room, { recursive: true });
    writeFileSync(join(room, sha(number)), 'x');
  }
  stores.outbox.announcing(1, { key: 'one try', seenUpTo: stores.history.newestSeq(), announced: null }, 1);
}
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Overwrites pages of some tables with zeros. */
function zero(tables: readonly string[], share: number): void {
  const database = open();
  const pages = database
    .prepare<string[], number>(
      `SELECT pageno FROM dbstat WHERE pagetype = 'leaf' AND name IN (${tables.map(() => '?').join(', ')}) ORDER BY pageno`,
    )
    .pluck()
    .all(...tables);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(file);
  const from = Math.floor(pages.length / 3);
  for (const page of pages.slice(from, from + Math.ceil(pages.length * share))) {
    bytes.fill(0, (page - 1) * size, page * size);
  }
  writeFileSync(file, bytes);
}

/** Uses the database as the program does, until it is known to be damaged; then opens it again. */
function useAndOpenAgain(): Database {
  const database = open();
  try {
    for (const table of ['save', 'history_entry']) database.prepare(`SELECT * FROM ${table}`).all();
  } catch {
    // Told by `onDamage`.
  }
  database.close();
  return open();
}

/** As the program does at each start. */
async function openVault(stores: Stores): Promise<Vault> {
  const { contents } = stores;
  const inVault = { files: systemFiles, contents, directory: vault, now: () => 1 };
  const opened = new Vault({ ...inVault, smallContent: 64 * 1024, uniqueName: randomUUID });
  await findSavesAgain({ ...inVault, stores, vault: opened }, 1, () => randomUUID() as FileId);
  await new Housekeeping({ ...inVault, vault: opened, uniqueName: randomUUID }).open();
  return opened;
}

/** Opens, reads all of a table, and opens again if that told of damage. */
function openSeeing(table: string): Database {
  const database = open();
  try {
    database.prepare(`SELECT * FROM ${table}`).all();
    return database;
  } catch {
    database.close();
    return open();
  }
}

async function everySaveIsSomewhere(database: Database): Promise<void> {
  const stores = storesOn(database, testAuditContext);
  await openVault(stores);
  for (let number = 0; number < saves; number += 1) {
    expect(existsSync(join(vault, sha(number).slice(0, 2), sha(number)))).toBe(true);
  }
  const known = new Set(database.prepare<[], string>('SELECT sha256 FROM save').pluck().all());
  for (let number = 0; number < saves; number += 1) expect(known).toContain(sha(number));
  expect(problemList(stores, [], null).map(({ id }) => id)).toContain('recovered');
  expect(readdirSync(directory).some((name) => name.startsWith('matterline.db.damaged-'))).toBe(true);
  expect(existsSync(`${file}.damaged`)).toBe(false);
}

describe('a damaged database is set aside and made anew, and no save is lost', () => {
  test('when pages of the history were overwritten: links and outbox are whole, entries around the hole are kept', async () => {
    zero(['history_entry'], 0.1);
    const database = useAndOpenAgain();
    expect(damageTold).toBe(1);
    const stores = storesOn(database, testAuditContext);
    expect(stores.links.of(matterId)?.path).toBe('/home/dana/Matters/One');
    await openVault(stores);
    expect(stores.saves.counts()).toMatchObject({ waiting: saves - 1, problem: 1 });
    const kept = database.prepare('SELECT count(*) FROM history_entry').pluck().get();
    expect(kept).toBeGreaterThan(entries * 0.7);
    expect(kept).toBeLessThan(entries);
    await everySaveIsSomewhere(database);
    database.close();
  });

  test('entries that come again get numbers never given before', () => {
    zero(['history_entry'], 0.9);
    const database = useAndOpenAgain();
    const { history } = storesOn(database, testAuditContext);
    const [seq] = history.append(matterId, null, [{ id: 'again', fileId: null, at: null, raw: '{}' }], 0);
    expect(seq).toBeGreaterThan(entries);
    database.close();
  });

  test.each([
    [
      'what was followed',
      `INSERT INTO followed_change (matter_id, file_id, seq, what, became, from_path, to_path, inode, at)
        VALUES ('matter-1', 'file-1', 7000, 'removed', 'done', 'a', 'a', '1', 1)`,
    ],
    ['what may go without a wastebasket', `INSERT INTO removal_agreed VALUES ('matter-1', 'file-1', 7000)`],
    [
      'what the service was told of a folder',
      `INSERT INTO folder_agreed (matter_id, folder_id, here_name, here_parent, there_name, there_parent, told_seq)
        VALUES ('matter-1', 'folder-1', 'a', '', 'a', '', 7000)`,
    ],
    ['a list of the documents', `INSERT INTO listed_matter VALUES ('matter-1', 1, 7000)`],
    [
      'a file that comes from the service',
      `INSERT INTO incoming_file (inode, matter_id, file_id, path, sha256, base_up_to, noted_at)
        VALUES ('1', 'matter-1', 'file-1', 'a', 'a', 7000, 1)`,
    ],
    [
      'what the person was shown beside a save',
      `UPDATE save SET problem = '{"code":"not-all-shown","shownUpTo":7000}' WHERE id = 1`,
    ],
    [
      'the changes by others that the person agreed to',
      `INSERT INTO setting (name, value) VALUES ('follow-agreed matter-1', '7000')`,
    ],
    [
      'the versions by others that the person agreed to',
      `INSERT INTO setting (name, value) VALUES ('keep-agreed matter-1', '7000')`,
    ],
  ])('so they do where only %s remembers a number', (_what, sql) => {
    const before = open();
    before.exec(sql);
    before.close();
    zero(['history_entry'], 0.9);
    const database = useAndOpenAgain();
    const { history } = storesOn(database, testAuditContext);
    const [seq] = history.append(matterId, null, [{ id: 'again', fileId: null, at: null, raw: '{}' }], 0);
    expect(seq).toBeGreaterThan(7_000);
    database.close();
  });

  test('when pages of the outbox were overwritten: what cannot be read is found again in the vault', async () => {
    zero(['save'], 0.5);
    const database = useAndOpenAgain();
    expect(damageTold).toBe(1);
    await everySaveIsSomewhere(database);
    const found = problemList(storesOn(database, testAuditContext), [], null).filter(({ what }) =>
      what.includes('was found'),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({ matterId: null, actions: ['dismiss'] });
    database.close();
  });

  test('when pages of the custody log were overwritten: both sides of the hole are kept, and the log says that it has one', async () => {
    zero(['custody'], 0.2);
    const again = openSeeing('custody');
    expect(damageTold).toBe(1);
    const { custody } = storesOn(again, testAuditContext);
    const { entries: kept, fault } = await custody.check();
    expect(kept).toBeGreaterThan(saves / 2);
    expect(kept).toBeLessThan(saves);
    expect(fault).toMatchObject({ fault: 'missing' });
    expect(() => again.prepare('DELETE FROM custody').run()).toThrow('never shortened');
    await everySaveIsSomewhere(again);
    const last = again.prepare('SELECT max(seq) FROM custody').pluck().get();
    expect(last).toBeGreaterThan(saves);
    again.close();
  });

  test('what stands in a pack is found again as long as the list of the packs is left', async () => {
    const before = open();
    const { packs } = await openVault(storesOn(before, testAuditContext));
    const bytes = Buffer.from('kept in a pack');
    const sha256 = hash('sha256', bytes);
    await packs.add(sha256, bytes);
    before.close();
    zero(['save'], 0.5);
    const database = openSeeing('save');
    expect(damageTold).toBe(1);
    const stores = storesOn(database, testAuditContext);
    const opened = await openVault(stores);
    expect(stores.saves.withContent(sha256)).toMatchObject([{ state: 'problem', size: bytes.length }]);
    expect(readFileSync(opened.pathOf({ sha256, pack: null }))).toEqual(bytes);
    database.close();
  });

  test('no pack is removed once a part of the list is lost', async () => {
    mkdirSync(join(vault, 'packs'));
    writeFileSync(join(vault, 'packs', 'of-nobody'), 'what nobody can tell apart');
    zero(['content'], 0.1);
    for (let start = 1; start <= 3; start += 1) {
      const database = openSeeing('content');
      await openVault(storesOn(database, testAuditContext));
      database.close();
      expect(readdirSync(join(vault, 'packs'))).toEqual(['of-nobody']);
    }
    expect(damageTold).toBe(1);
  });

  test('a history that lost entries is read again, also when the service says that nothing changed', () => {
    const before = open();
    const mark = { hash: 'same', etag: '"same"' };
    storesOn(before, testAuditContext).polls.answered(matterId, null, mark);
    before.close();
    zero(['history_entry'], 0.5);
    const database = useAndOpenAgain();
    expect(storesOn(database, testAuditContext).polls.mark(matterId, null)).toBeNull();
    database.close();
  });

  test.each([0, 0.3, 0.7])('when the file was cut off to %d of its length', async (share) => {
    truncateSync(file, Math.floor((readFileSync(file).length * share) / 4096) * 4096 + 100);
    const database = useAndOpenAgain();
    await everySaveIsSomewhere(database);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  test('when its beginning is garbage', async () => {
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 0, 4096);
    writeFileSync(file, bytes);
    const database = open();
    await everySaveIsSomewhere(database);
    expect(
      JSON.parse(storesOn(database, testAuditContext).matters.setting(recoverySetting) ?? ''),
    ).toMatchObject({
      linksKept: false,
      outboxIncomplete: true,
    });
    database.close();
  });

  test('a file that is whole is opened as it is, also without the log beside it', () => {
    rmSync(`${file}-wal`, { force: true });
    const database = open();
    expect(storesOn(database, testAuditContext).matters.setting(recoverySetting)).toBeNull();
    expect(storesOn(database, testAuditContext).saves.open()).toHaveLength(saves);
    database.close();
    expect(damageTold).toBe(0);
  });

  test('a newer schema is refused, not recovered', () => {
    const database = open();
    database.pragma('user_version = 999');
    database.close();
    expect(open).toThrow('newer Matterline');
    expect(readdirSync(directory).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});

test('what only this computer knows is taken over, table by table: what is not is told again by the service', () => {
  const database = open();
  const tables = database
    .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .pluck()
    .all();
  database.close();
  expect(tables.filter((name) => isToldAgain(name) && !name.startsWith('sqlite_')).toSorted()).toEqual([
    'contact',
    'custody_tile',
    'folder_answer',
    'folder_poll',
    'folder_seen',
    'item',
    'item_unsearched',
    'item_version',
    'kept_answer',
    'known_id',
    'matter',
    'matter_client',
    'matter_read_form',
    'matter_searched',
    'staff',
    'timeline',
  ]);
});

test('saves held until a person decides about many changes at once are asked about again where the record of those changes was lost', () => {
  const id = 7;
  let database = open();
  database
    .prepare(`INSERT INTO mass_change (id, matter_id, began_at, last_at) VALUES (?, ?, 0, 1)`)
    .run(id, matterId);
  storesOn(database, testAuditContext).outbox.hold(id, matterId, 0);
  database.close();
  zero(['mass_change'], 1);
  writeFileSync(`${file}.damaged`, '');
  database = open();
  const stores = storesOn(database, testAuditContext);
  expect(stores.massChanges.undecided()).toMatchObject([{ id, matterId }]);
  expect(stores.massChanges.counts(id).held).toBe(saves);
  expect(stores.massChanges.begin(matterId, 1, 1)).toBeGreaterThan(id);
});
