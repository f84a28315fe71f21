import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSavesAgain } from '../../../../main/engine/features/vault/found-again.ts';
import { Housekeeping } from '../../../../main/engine/features/vault/housekeeping.ts';
import { Vault } from '../../../../main/engine/features/vault/vault.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { openPrepared, prepareFile } from '../../../../main/engine/store/opening.ts';
import { openDamaged } from '../../../../main/engine/store/recovery.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { Lives } from '../../../support/killed-at.ts';
import { SmallDisk } from '../../../support/small-disk.ts';
import { sha256 } from '../../../support/workplace.ts';

const matterId = 'matter-1' as MatterId;
const now = () => Date.UTC(2026, 0, 1);
const letters = Array.from({ length: 12 }, (_, number) => `Letter ${number}. ${'x'.repeat(number * 10)}`);
const large = 'A large letter. '.repeat(100);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const fileIn = (place: string) => join(place, 'matterline.db');

/** A start of the program as far as database and vault go, told of each step. */
async function start(place: string, onStep: (step: string) => void = () => {}) {
  const file = fileIn(place);
  prepareFile(file, now, onStep);
  const database = openPrepared(file, now, () => {});
  try {
    const stores = storesOn(database, testAuditContext);
    const files = steppedFiles(onStep);
    const inVault = { files, contents: stores.contents, directory: join(place, 'vault'), now };
    const vault = new Vault({ ...inVault, smallContent: 1000, uniqueName: randomUUID });
    await findSavesAgain({ ...inVault, stores, vault }, 1, () => randomUUID() as FileId);
    await new Housekeeping({ ...inVault, vault, uniqueName: randomUUID }).open();
    return { database, stores, vault };
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** The disk, told of each step that changes something on it. */
function steppedFiles(onStep: (step: string) => void): Files {
  const changing = ['writeNew', 'append', 'sync', 'replace', 'removeOwn', 'makeDirectories', 'makeDirectory'];
  const stepped = changing.map((name) => {
    const operation = systemFiles[name as keyof Files] as (...given: unknown[]) => unknown;
    return [
      name,
      async (...given: unknown[]) => {
        onStep(`${name} of the vault`);
        return operation(...given);
      },
    ];
  });
  return { ...systemFiles, ...Object.fromEntries(stepped) };
}

async function capture(stores: Stores, vault: Vault, place: string, content: string): Promise<void> {
  const path = join(place, 'document');
  writeFileSync(path, content);
  await vault.capture(path);
  stores.outbox.add({
    matterId,
    fileId: `file-${sha256(content)}` as FileId,
    kind: 'content',
    path: `${content.slice(0, 9)}.docx`,
    name: `${content.slice(0, 9)}.docx`,
    sha256: sha256(content),
    size: content.length,
    capturedAt: 1,
    state: 'waiting',
    problem: null,
  });
}

/** Unsent saves in a pack and in a file of their own, one linked folder, and a history of which a page is then damaged. */
async function workWithADamagedDatabase(place: string): Promise<void> {
  const { database, stores, vault } = await start(place);
  stores.links.link(matterId, '/home/dana/Matters/One', 1);
  for (const letter of [...letters, large]) await capture(stores, vault, place, letter);
  stores.history.append(
    matterId,
    null,
    Array.from({ length: 200 }, (_, number) => ({
      id: `entry-${number}`,
      fileId: `file-${number}`,
      at: number,
      raw: JSON.stringify({ id: `entry-${number}`, newName: 'x'.repeat(300) }),
    })),
    0,
  );
  const page = database
    .prepare<[], number>(`SELECT max(pageno) FROM dbstat WHERE pagetype = 'leaf' AND name = 'history_entry'`)
    .pluck()
    .get();
  database.close();
  const bytes = readFileSync(fileIn(place));
  bytes.fill(0, ((page ?? 0) - 1) * 4096, (page ?? 0) * 4096);
  writeFileSync(fileIn(place), bytes);
}

/** The program meets the damage, leaves its note, and ends. */
function meetTheDamage(place: string): void {
  const database = openPrepared(fileIn(place), now, () => {});
  expect(() => database.prepare('SELECT raw FROM history_entry').all()).toThrow('malformed');
  database.close();
}

async function everythingIsThere(place: string, asides = 1): Promise<void> {
  const { database, stores, vault } = await start(place);
  try {
    expect(stores.links.of(matterId)?.path).toBe('/home/dana/Matters/One');
    const open = stores.saves.open();
    expect(open.map((save) => save.sha256).toSorted()).toEqual([...letters, large].map(sha256).toSorted());
    for (const letter of [...letters, large]) {
      expect(Buffer.from((await vault.readWhole(sha256(letter))) ?? []).toString()).toBe(letter);
    }
    expect(problemList(stores, [], null).map(({ id }) => id)).toContain('recovered');
    const kept = database.prepare<[], number>('SELECT count(*) FROM history_entry').pluck().get();
    expect(kept).toBeGreaterThan(100);
    expect(existsSync(`${fileIn(place)}.damaged`)).toBe(false);
    expect(readdirSync(place).filter((name) => /\.(next|made)/.test(name))).toEqual([]);
    expect(readdirSync(place).filter((name) => /\.damaged-[^a-z]*$/.test(name))).toHaveLength(asides);
  } finally {
    database.close();
  }
}

async function startAndEnd(inDirectory: string, onStep?: (step: string) => void): Promise<void> {
  (await start(inDirectory, onStep)).database.close();
}

describe('killed at any instant of recovery, the next start recovers', () => {
  test('once, at each step', async () => {
    await workWithADamagedDatabase(directory);
    meetTheDamage(directory);
    let steps = 0;
    for (let lived = false; !lived; steps += 1) {
      using lives = new Lives(directory);
      lived = await lives.live(steps + 1, (life) => startAndEnd(life, lives.onStep));
      await everythingIsThere(lives.directory);
    }
    expect(steps).toBeGreaterThan(25);
  });

  test('again and again, wherever', async () => {
    await workWithADamagedDatabase(directory);
    meetTheDamage(directory);
    const kills = fc.array(fc.integer({ min: 1, max: 35 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(kills, async (instants) => {
        using lives = new Lives(directory);
        for (const killAt of instants) await lives.live(killAt, (life) => startAndEnd(life, lives.onStep));
        await everythingIsThere(lives.directory);
      }),
      { numRuns: 10 },
    );
    expect(readdirSync(directory)).toContain('matterline.db.damaged');
  });

  test('by the system itself, without a last word', async () => {
    await workWithADamagedDatabase(directory);
    meetTheDamage(directory);
    const program = join(import.meta.dirname, '../../../support/prepare-and-die.ts');
    let killed = 0;
    for (let killAt = 1; ; killAt += 4) {
      const { status, signal } = spawnSync(process.execPath, [program, fileIn(directory), String(killAt)]);
      if (status === 0) break;
      // Windows knows no signals: who is ended by force exits with 1.
      expect(signal ?? status).toBe(process.platform === 'win32' ? 1 : 'SIGKILL');
      killed += 1;
    }
    expect(killed).toBeGreaterThan(4);
    await everythingIsThere(directory);
  });
});

describe('an older program that was killed in recovery left a salvageable database aside', () => {
  const leave = async (note: boolean, anotherBegun: boolean) => {
    await workWithADamagedDatabase(directory);
    for (const part of ['', '-wal', '-shm'])
      if (existsSync(fileIn(directory) + part))
        renameSync(fileIn(directory) + part, `${fileIn(directory)}.damaged-2025-12-31T00-00-00.000Z${part}`);
    if (anotherBegun) openDatabase(fileIn(directory)).close();
    if (note) writeFileSync(`${fileIn(directory)}.damaged`, '');
  };

  test.each([
    [true, false],
    [true, true],
    [false, true],
    [false, false],
  ])('with a note: %s; with an empty one in its place: %s', async (note, anotherBegun) => {
    await leave(note, anotherBegun);
    await startAndEnd(directory);
    await everythingIsThere(directory, anotherBegun ? 2 : 1);
    expect(readdirSync(directory)).toContain('matterline.db');
  });
});

test('a database that is gone is not taken for a first start: nothing is removed from the vault, nothing said to be kept', async () => {
  await workWithADamagedDatabase(directory);
  for (const name of readdirSync(directory))
    if (name.startsWith('matterline.db')) rmSync(join(directory, name));
  const packs = readdirSync(join(directory, 'vault', 'packs'));
  for (let starts = 1; starts <= 3; starts += 1) {
    const { database, stores, vault } = await start(directory);
    await capture(stores, vault, directory, `After ${starts}`);
    expect(readdirSync(join(directory, 'vault', 'packs'))).toEqual(expect.arrayContaining(packs));
    expect(existsSync(vault.pathOf({ sha256: sha256(large), pack: null }))).toBe(true);
    const [recovered] = problemList(stores, [], null).filter(({ id }) => id === 'recovered');
    expect(recovered?.next).toContain('link them again');
    expect(recovered?.next).toContain('Not all saves');
    database.close();
  }
});

test('a first start says nothing of a recovery', async () => {
  const { database, stores } = await start(directory);
  expect(problemList(stores, [], null)).toEqual([]);
  database.close();
});

test('links and saves that only the custody log still knows are not said to be kept', async () => {
  const { database, stores, vault } = await start(directory);
  stores.links.link(matterId, '/home/dana/Matters/One', 1);
  await capture(stores, vault, directory, large);
  database.exec('DELETE FROM save; DELETE FROM matter_folder');
  database.close();
  writeFileSync(`${fileIn(directory)}.damaged`, '');
  const again = await start(directory);
  const [recovered] = problemList(again.stores, [], null).filter(({ id }) => id === 'recovered');
  expect(recovered?.next).toContain('link them again');
  expect(recovered?.next).toContain('Not all saves');
  again.database.close();
});

test('no handle of a database stays open that could not be opened', async () => {
  await workWithADamagedDatabase(directory);
  const bytes = readFileSync(fileIn(directory));
  writeFileSync(fileIn(directory), bytes.fill(0xa5, 0, 100));
  expect(() => openDatabase(fileIn(directory))).toThrow('not a database');
  expect(openDamaged(fileIn(directory))).toBeNull();
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(open.filter((path) => path.startsWith(directory))).toEqual([]);
});

test('a disk without room ends a recovery with everything as it was', async (context) => {
  using disk = SmallDisk.on(directory, 4_000_000, context);
  await workWithADamagedDatabase(directory);
  meetTheDamage(directory);
  disk.fill();
  const before = readFileSync(fileIn(directory));
  expect(() => prepareFile(fileIn(directory), now)).toThrow(/full|ENOSPC|disk I\/O/);
  expect(readFileSync(fileIn(directory))).toEqual(before);
  disk.makeRoom();
  await everythingIsThere(directory);
});
