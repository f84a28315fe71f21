import { randomUUID } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  CheckpointKeeper,
  type SignCheckpoint,
} from '../../../../main/engine/features/custody/checkpoint-keeper.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { openDatabase, withoutWaitingForDisk } from '../../../../main/engine/store/database.ts';
import { distrustLog } from '../../../../main/engine/store/log-trust.ts';
import { openOrRecover } from '../../../../main/engine/store/opening.ts';
import { recoverySetting } from '../../../../main/engine/store/recovery.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import { continuedProblem } from '../../../../main/engine/view/custody-rows.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { hexOf } from '../../../../shared/evidence/bytes.ts';
import { isSignedWith, parseCheckpoint } from '../../../../shared/evidence/checkpoint.ts';
import { consistencyProof, isConsistent } from '../../../../shared/evidence/merkle.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { UnsafeCommits } from '../../../faults/unsafe-commits.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { signsForgetfully, signsInMemory } from '../../../support/signing.ts';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-checkpoints-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A computer's log, as one start of the program opens it. */
function opened(directory: string, sign: SignCheckpoint = signsInMemory()) {
  const database = openOrRecover(join(directory, 'matterline.db'), Date.now, () => {});
  const stores = storesOn(database, testAuditContext);
  const keeper = new CheckpointKeeper({
    ...{ stores, directory, sign },
    files: systemFiles,
    clock: new FakeClock(),
    uniqueName: testAuditContext.newId,
    onChange: () => {},
  });
  const append = (count: number) =>
    database.transaction(() => {
      for (let index = 0; index < count; index += 1)
        stores.custody.linked('m1' as MatterId, `/folder ${index}`, 0);
    })();
  const close = async () => {
    await keeper.stop();
    database.close();
  };
  return { database, stores, keeper, append, close };
}
const signed = async ({ keeper }: ReturnType<typeof opened>) => {
  const made = await keeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const checkpoint = parseCheckpoint(made.value.note);
  if (!checkpoint) throw new Error('no checkpoint');
  return { ...made.value, checkpoint };
};
const toldOf = (stores: Stores) => continuedProblem(stores).map(({ why }) => why);
const kindsIn = (stores: Stores) => [...stores.custody.pages(1, 100_000)].flat().map(({ kind }) => kind);

test('a checkpoint is signed by the key that the log names, lies outside of the database too, and the next one only adds to it', async () => {
  const directory = newDirectory();
  const log = opened(directory);
  log.append(300);
  const first = await signed(log);
  expect(isSignedWith(first.checkpoint, first.publicKey)).toBe(true);
  expect(kindsIn(log.stores).filter((kind) => kind === 'signing-key')).toHaveLength(1);
  expect(log.stores.custody.lastSigningKey?.detail).toBe(first.publicKey.toString('base64'));
  expect(readFileSync(join(directory, 'last checkpoint'), 'utf8')).toBe(first.note);
  expect((await signed(log)).id).toBe(first.id);
  log.append(300);
  const second = await signed(log);
  const proof = consistencyProof(
    first.size,
    second.size,
    log.stores.custody.tree.reader(log.stores.custody.treeNow),
  );
  expect(isConsistent(first.checkpoint, second.checkpoint, proof)).toBe(true);
  await log.close();
});

test('a log that goes on as it was is told of by nobody', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  for (let start = 0; start < 3; start += 1) {
    const log = opened(directory, sign);
    log.append(10);
    await signed(log);
    expect(toldOf(log.stores)).toEqual([]);
    await log.close();
  }
});

test('a database that was put back from a backup is noticed and said, in the log as well', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const before = opened(directory, sign);
  before.append(10);
  await signed(before);
  await before.close();
  copyFileSync(join(directory, 'matterline.db'), join(directory, 'backup'));
  const after = opened(directory, sign);
  after.append(5);
  const last = await signed(after);
  await after.close();
  copyFileSync(join(directory, 'backup'), join(directory, 'matterline.db'));

  const restored = opened(directory, sign);
  const next = await signed(restored);
  expect(toldOf(restored.stores)).toEqual([
    'What Matterline keeps on this computer was replaced by an earlier copy of it, such as a backup. 17 entries were signed last, and 12 were found.',
  ]);
  expect(kindsIn(restored.stores).at(-1)).toBe('continued');
  expect(next.checkpoint.origin).not.toBe(last.checkpoint.origin);
  expect(JSON.parse(restored.stores.custody.treeNow.beginning)).toContain(last.note);
  await restored.close();
  // Put back once more: what began since is not known to it, and is not taken for the same.
  copyFileSync(join(directory, 'backup'), join(directory, 'matterline.db'));
  const again = opened(directory, sign);
  expect((await signed(again)).checkpoint.origin).not.toBe(next.checkpoint.origin);
  expect(toldOf(again.stores)).toHaveLength(1);
  await again.close();
});

test('a whole directory that was put back, or that two profiles have, meets what the key signed of its log', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const before = opened(directory, sign);
  before.append(10);
  await signed(before);
  await before.close();
  const copy = newDirectory();
  cpSync(directory, copy, { recursive: true });
  const after = opened(directory, sign);
  after.append(5);
  const last = await signed(after);

  // Both are whole in themselves, and the last checkpoint beside each is its own.
  const other = opened(copy, sign);
  other.append(3);
  const next = await signed(other);
  expect(toldOf(other.stores)).toEqual([
    'What Matterline keeps on this computer was replaced by an earlier copy of it, such as a backup. 17 entries were signed last, and 15 were found.',
  ]);
  expect(next.checkpoint.origin).not.toBe(last.checkpoint.origin);
  expect(JSON.parse(other.stores.custody.treeNow.beginning)).toContain(last.note);
  await other.close();
  // The one that was signed first goes on as if nothing were.
  after.append(1);
  expect((await signed(after)).checkpoint.origin).toBe(last.checkpoint.origin);
  expect(toldOf(after.stores)).toEqual([]);
  await after.close();
});

test('what was put back is noticed also where its log was ended meanwhile, or is of before there were checkpoints', async () => {
  const sign = signsInMemory();
  const directory = newDirectory();
  const kept = (name: string) => {
    const copy = join(newDirectory(), name);
    cpSync(directory, copy, { recursive: true });
    return () => {
      rmSync(directory, { recursive: true });
      cpSync(copy, directory, { recursive: true });
    };
  };
  const goesOn = async (count: number) => {
    const log = opened(directory, sign);
    const treesBefore = log.stores.custody.origins.length;
    log.append(count);
    const last = await signed(log);
    const { custody } = log.stores;
    const began = custody.origins.length - treesBefore;
    const { beginning } = custody.treeNow;
    await log.close();
    return { last, began, beginning };
  };
  const old = opened(directory, sign);
  old.append(5);
  await old.close();
  const putBackOld = kept('old');
  await goesOn(10);
  const putBackEarly = kept('early');
  await goesOn(10);
  const putBackLate = kept('late');

  putBackEarly();
  const second = await goesOn(50);
  expect(second.began).toBe(1);
  // Of the first tree, which is longer than what was known when the second began.
  putBackLate();
  const third = await goesOn(3);
  expect(third.began).toBe(1);
  expect(JSON.parse(third.beginning)).toContain(second.last.note);

  putBackOld();
  const database = openDatabase(join(directory, 'matterline.db'));
  database.exec('DELETE FROM custody_tree');
  database.close();
  const fourth = await goesOn(3);
  expect(fourth.began).toBe(1);
  expect(JSON.parse(fourth.beginning)).toContain(third.last.note);
  expect((await goesOn(3)).began).toBe(0);
});

test('what a checkpoint covers is on disk before it is signed', async () => {
  const sign = signsInMemory();
  /** Whether something might be lost in a power cut while it was signed. */
  const unsafe: boolean[] = [];
  const log = opened(newDirectory(), (text, proof, tree) => {
    unsafe.push(commits.left !== null);
    return sign(text, proof, tree);
  });
  const commits = new UnsafeCommits(log.database);
  log.append(1);
  await signed(log);
  withoutWaitingForDisk(log.database, () => log.append(5));
  expect(commits.left).not.toBeNull();
  await signed(log);
  expect(unsafe.at(-1)).toBe(false);
  commits.end();
  await log.close();
});

test('what a checkpoint covers is in the database itself where the disk failed to keep the log', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  /** Entries that a power cut would leave while it was signed, where nothing of the log is on disk. */
  const left: unknown[] = [];
  const log = opened(directory, (text, proof, tree) => {
    const copy = join(newDirectory(), 'copy.db');
    copyFileSync(log.database.name, copy);
    const database = openDatabase(copy);
    left.push(database.prepare('SELECT max(seq) FROM custody').pluck().get());
    database.close();
    return sign(text, proof, tree);
  });
  log.append(1);
  await signed(log);
  withoutWaitingForDisk(log.database, () => log.append(5));
  distrustLog(log.database);
  const { lastSeq } = await signed(log);
  expect(left.at(-1)).toBe(lastSeq);
  await log.close();
});

test('what was signed when the program was killed before it was kept is signed again', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const log = opened(directory, sign);
  log.append(300);
  await signed(log);
  const killed = opened(directory, async (text, proof, tree) => {
    await sign(text, proof, tree);
    return null;
  });
  killed.append(300);
  expect(await killed.keeper.now()).toMatchObject({ ok: false });
  await killed.close();
  await log.close();
  const again = opened(directory, sign);
  again.append(1);
  expect((await signed(again)).lastSeq).toBe(602);
  expect(toldOf(again.stores)).toEqual([]);
  await again.close();
});

test('entries that were written anew, with a chain that is whole, are noticed', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const log = opened(directory, sign);
  log.append(10);
  await signed(log);
  const { database } = log;
  const names = database
    .prepare(`SELECT sql FROM sqlite_schema WHERE name LIKE 'custody_never%'`)
    .pluck()
    .all();
  database.exec('DROP TRIGGER custody_never_changes; DROP TRIGGER custody_never_shrinks');
  database.exec('DELETE FROM custody WHERE seq > 5; DELETE FROM custody_tile');
  for (const sql of names) database.exec(String(sql));
  log.append(6);
  expect((await log.stores.custody.check()).fault).toBeNull();
  await log.close();
  const next = opened(directory, sign);
  await signed(next);
  expect(toldOf(next.stores)[0]).toContain('Something other than Matterline changed entries');
  await next.close();
});

test('after damage the new part begins with the last checkpoint known', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const log = opened(directory, sign);
  log.append(2_000);
  const last = await signed(log);
  await log.close();
  const file = join(directory, 'matterline.db');
  const bytes = readFileSync(file);
  const at = bytes.indexOf('/folder 1000');
  bytes.fill(0xff, at - (at % 4_096), at - (at % 4_096) + 4_096);
  writeFileSync(file, bytes);
  writeFileSync(`${file}.damaged`, String(Date.now()));
  const recovered = opened(directory, sign);
  await signed(recovered);
  const { treeNow } = recovered.stores.custody;
  expect(treeNow.missing.length).toBeGreaterThan(0);
  expect(JSON.parse(treeNow.beginning)).toContain(last.note);
  expect(toldOf(recovered.stores)[0]).toContain('was damaged');
  await recovered.close();
});

test('a log of before the update is signed once its tree is there, and no entry waits for that', async () => {
  const directory = newDirectory();
  const old = openDatabase(join(directory, 'matterline.db'));
  const { custody } = storesOn(old, testAuditContext);
  old.transaction(() => {
    for (let index = 0; index < 3_000; index += 1) custody.linked('m1' as MatterId, `/folder ${index}`, 0);
  })();
  old.exec('DROP TRIGGER custody_never_changes; UPDATE custody SET digest = NULL; DELETE FROM custody_tree');
  old.close();
  const killed = opened(directory);
  const made = killed.keeper.now();
  killed.append(1);
  await killed.close();
  expect(await made).toMatchObject({ ok: false });
  const log = opened(directory);
  log.append(1);
  const { size, lastSeq, checkpoint } = await signed(log);
  expect([lastSeq, size]).toEqual([3_003, 3_004]);
  expect(hexOf(log.stores.custody.tree.root(log.stores.custody.treeNow, size))).toBe(hexOf(checkpoint.root));
  await log.close();
});

test('where nobody signs, or something else is signed, there is no checkpoint, and nothing else is different', async () => {
  const directory = newDirectory();
  for (const sign of [
    async () => null,
    async () => Promise.reject(new Error('main is gone')),
    async () => ({ publicKey: 'AA==', signature: 'AA==', lasting: true }),
  ] satisfies SignCheckpoint[]) {
    const log = opened(directory, sign);
    log.append(1);
    expect(await log.keeper.now()).toMatchObject({ ok: false });
    expect(existsSync(join(directory, 'last checkpoint'))).toBe(false);
    await log.close();
  }
});

test('an earlier copy that wrote more than it lacks is told as that: nobody is said to have changed what was signed', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const log = opened(directory, sign);
  log.append(50);
  await signed(log);
  log.database.pragma('wal_checkpoint(TRUNCATE)');
  copyFileSync(join(directory, 'matterline.db'), join(directory, 'backup'));
  log.append(5);
  await signed(log);
  await log.close();
  copyFileSync(join(directory, 'backup'), join(directory, 'matterline.db'));
  const restored = opened(directory, sign);
  restored.append(30);
  await signed(restored);
  expect(restored.stores.custody.origins).toHaveLength(2);
  expect(toldOf(restored.stores)[0]).toContain('replaced by an earlier copy of it');
  await restored.close();
});

test('an earlier copy whose log was signed further than what was filed goes on once, after what was signed last', async () => {
  const [directory, copy] = [newDirectory(), newDirectory()];
  const key = join(newDirectory(), 'key');
  const log = opened(directory, signsForgetfully(key));
  log.append(10);
  await signed(log);
  log.database.pragma('wal_checkpoint(TRUNCATE)');
  copyFileSync(join(directory, 'matterline.db'), join(copy, 'matterline.db'));
  log.append(5);
  const filed = await signed(log);
  await log.close();
  const restored = opened(copy, signsForgetfully(key));
  restored.append(40);
  const last = await signed(restored);
  for (let time = 0; time < 2; time += 1) {
    await restored.keeper.holdAgainst([filed.note]);
    await signed(restored);
    const { custody } = restored.stores;
    expect(custody.origins).toHaveLength(2);
    expect(JSON.parse(custody.treeNow.beginning).slice(1, 4)).toEqual([
      'continued',
      'earlier-copy',
      last.note,
    ]);
    expect(toldOf(restored.stores)[0]).toContain('replaced by an earlier copy of it');
    expect(toldOf(restored.stores)[0]).toContain(`${filed.size} entries were signed last`);
    restored.append(1);
  }
  await restored.close();
});

test('entries that were changed are told as changed, also while a recovery of before is not dismissed', async () => {
  const directory = newDirectory();
  const sign = signsInMemory();
  const log = opened(directory, sign);
  log.append(10);
  await signed(log);
  log.stores.matters.putSetting(recoverySetting, JSON.stringify({ at: 1 }));
  log.database.exec('DROP TRIGGER custody_never_changes; DROP TRIGGER custody_never_shrinks');
  log.database.exec('DELETE FROM custody WHERE seq > 5; DELETE FROM custody_tile');
  log.append(8);
  await log.close();
  const next = opened(directory, sign);
  await signed(next);
  expect(toldOf(next.stores)[0]).toContain('Something other than Matterline changed entries');
  await next.close();
});

test('a note beside the database whose checkpoint the database does not have changes nothing: the log goes on, and is signed again', async () => {
  const sign = signsInMemory();
  await using log = openLog({ sign });
  log.write(madeDocument, 5);
  expect((await log.keeper.now()).ok).toBe(true);
  log.database.exec('DELETE FROM custody_checkpoint');
  const { directory, stores } = log;
  const after = new CheckpointKeeper({
    ...{ stores, directory, sign, files: systemFiles, clock: systemClock },
    uniqueName: randomUUID,
    onChange: () => {},
  });
  expect((await after.now()).ok).toBe(true);
  await after.stop();
  expect(stores.custody.origins).toHaveLength(1);
  expect(stores.checkpoints.last?.lastSeq).toBe(stores.custody.last);
});
