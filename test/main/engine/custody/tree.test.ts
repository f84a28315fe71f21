import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Custody } from '../../../../main/engine/store/custody/custody.ts';
import { type CustodyEntry, digestOf } from '../../../../main/engine/store/custody/entry.ts';
import { leafOfText } from '../../../../main/engine/store/custody/tree.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { hexOf } from '../../../../shared/evidence/bytes.ts';
import { leafIndexOf } from '../../../../shared/evidence/leaf-index.ts';
import {
  batchProof,
  consistencyProof,
  hashOfLeaf,
  hashOfNode,
  isConsistent,
  rootByBatch,
} from '../../../../shared/evidence/merkle.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

type Hash = ReturnType<typeof hashOfLeaf>;

const logOn = (database: Database.Database): Custody => storesOn(database, testAuditContext).custody;
const newDatabase = () => prepareDatabase(new Database(':memory:'));
const append = (database: Database.Database, custody: Custody, count: number) =>
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) custody.linked('m1' as MatterId, `/folder ${index}`, 0);
  })();

/** As a log is that was written by a program without trees. */
function withoutTree(database: Database.Database): void {
  database.exec(`DROP TRIGGER custody_never_changes; UPDATE custody SET digest = NULL;
    DELETE FROM custody_tile; DELETE FROM custody_tree`);
}

const entriesIn = (custody: Custody): CustodyEntry[] => [
  ...custody.pages(1, custody.last).flatMap((page) => page),
];

/** By the definition, from all leaves at once. */
function definedRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length === 1) return leaves[0] as Hash;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashOfNode(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

/** What the documentation says the leaves are. */
function definedLeaves(custody: Custody): Hash[] {
  const { entriesBefore, beginning } = custody.treeNow;
  const leaves = entriesIn(custody).map((entry) => hashOfLeaf(Buffer.from(digestOf(entry), 'hex')));
  leaves.splice(entriesBefore, 0, Uint8Array.from(leafOfText(beginning)));
  return leaves;
}

const grown = (custody: Custody) => {
  while (custody.tree.grow(custody.treeNow, custody.last, 1));
  return custody;
};
const sizeOf = (custody: Custody) => custody.tree.sizeAt(custody.treeNow, custody.last);

test('the tree of a log is the one of RFC 6962 over its entries, at every size', () => {
  const database = newDatabase();
  const custody = logOn(database);
  for (const more of [0, 1, 1, 252, 1, 1, 1, 254, 300]) {
    append(database, custody, more);
    grown(custody);
    const leaves = definedLeaves(custody);
    expect(sizeOf(custody)).toBe(leaves.length);
    expect(hexOf(custody.tree.root(custody.treeNow, leaves.length))).toBe(hexOf(definedRoot(leaves)));
  }
});

test('entries of before the update become leaves in their order, then the head of their chain, whenever the work is killed', async () => {
  for (const before of [1, 255, 256, 700]) {
    const database = newDatabase();
    append(database, logOn(database), before);
    withoutTree(database);
    const head = entriesIn(logOn(database)).at(-1)?.hash;
    expect(logOn(database).treeNow.beginning).toContain(`,${before},"${head}"]`);
    // Each step is a program of its own, and entries come in between.
    for (let isLeft = true; isLeft; ) {
      const custody = logOn(database);
      append(database, custody, 100);
      isLeft = custody.tree.grow(custody.treeNow, custody.last, 1);
      expect(custody.treeNow.entriesBefore).toBe(before);
    }
    const custody = logOn(database);
    append(database, custody, 600);
    grown(custody);
    const leaves = definedLeaves(custody);
    expect(hexOf(custody.tree.root(custody.treeNow, leaves.length))).toBe(hexOf(definedRoot(leaves)));
    expect(await custody.check()).toEqual({ entries: custody.last, fault: null });
  }
});

test('proofs made from tiles hold: of many entries at once, and that the log only grew', () => {
  const database = newDatabase();
  const custody = logOn(database);
  append(database, custody, 1_000);
  grown(custody);
  const older = { size: sizeOf(custody), root: custody.tree.root(custody.treeNow, sizeOf(custody)) };
  append(database, custody, 1_000);
  grown(custody);
  const read = custody.tree.reader(custody.treeNow);
  const size = sizeOf(custody);
  const root = custody.tree.root(custody.treeNow, size);
  const seqs = [1, 2, 500, 1_024, 1_999, 2_000];
  const indexes = seqs.map((seq) => leafIndexOf(custody.treeNow, seq));
  const entries = entriesIn(custody);
  const leaves = new Map(
    seqs.map((seq, at) => [
      indexes[at] ?? 0,
      hashOfLeaf(Buffer.from(digestOf(entries[seq - 1] as CustodyEntry), 'hex')),
    ]),
  );
  expect(hexOf(rootByBatch(leaves, size, batchProof(indexes, size, read)) ?? new Uint8Array())).toBe(
    hexOf(root),
  );
  const proof = consistencyProof(older.size, size, read);
  expect(isConsistent(older, { size, root }, proof)).toBe(true);
});

test('a transaction that is undone takes its part of the tree along', () => {
  const database = newDatabase();
  const custody = logOn(database);
  append(database, custody, 250);
  expect(() =>
    database.transaction(() => {
      append(database, custody, 20);
      grown(custody);
      throw new Error('the program ends here');
    })(),
  ).toThrow('the program ends here');
  append(database, custody, 30);
  grown(custody);
  const leaves = definedLeaves(custody);
  expect(hexOf(custody.tree.root(custody.treeNow, leaves.length))).toBe(hexOf(definedRoot(leaves)));
});

test('a leaf that is not the one of its entry is found, and which', async () => {
  const database = newDatabase();
  const custody = logOn(database);
  append(database, custody, 600);
  grown(custody);
  const tile = database.prepare('SELECT hashes FROM custody_tile WHERE number = 1').pluck().get() as Buffer;
  tile[32 * 10] = (tile[32 * 10] ?? 0) ^ 1;
  database.prepare('UPDATE custody_tile SET hashes = ? WHERE number = 1').run(tile);
  expect((await custody.check()).fault).toMatchObject({ seq: 256 + 10, fault: 'altered' });
});

/** As many entries as full tiles of two levels have, and some more. */
const twoLevels = 256 * 256 + 500;

test('tiles that become full together are kept together, or none of them; what one of them lacks is made again', async () => {
  const database = newDatabase();
  const custody = logOn(database);
  append(database, custody, twoLevels);
  database.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON custody_tile WHEN NEW.level = 1
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  expect(() => grown(custody)).toThrow('the disk is full');
  const kept = () => database.prepare('SELECT count(*) FROM custody_tile WHERE level = ?').pluck();
  expect(kept().get(0)).toBe(255);
  database.exec('DROP TRIGGER full');
  grown(custody);
  expect([kept().get(0), kept().get(1)]).toEqual([257, 1]);
  const expected = hexOf(definedRoot(definedLeaves(custody)));
  const root = () => hexOf(custody.tree.root(custody.treeNow, sizeOf(custody)));
  expect(root()).toBe(expected);
  for (const level of [1, 0]) {
    database.prepare('DELETE FROM custody_tile WHERE level = ? AND number = 0').run(level);
    expect(root()).toBe(expected);
  }
  expect((await custody.check()).fault).toBeNull();
}, 60_000);

test('a tile above the leaves that is not the one of the tiles below it is found', async () => {
  const database = newDatabase();
  const custody = logOn(database);
  append(database, custody, twoLevels);
  grown(custody);
  database.exec(
    'UPDATE custody_tile SET hashes = (SELECT hashes FROM custody_tile WHERE number = 1) WHERE level = 1',
  );
  expect((await custody.check()).fault).toMatchObject({ seq: 1, fault: 'altered' });
}, 60_000);

test('after entries were lost, the tree that begins then has all that are there', () => {
  const database = newDatabase();
  append(database, logOn(database), 600);
  database.exec('DROP TRIGGER custody_never_shrinks; DELETE FROM custody WHERE seq IN (1, 2, 300, 301, 302)');
  const custody = logOn(database);
  custody.beginTree(['continued', 'damaged', 'the last checkpoint'], 'start');
  append(database, custody, 300);
  expect(custody.treeNow.missing).toEqual([
    [1, 2],
    [300, 302],
  ]);
  custody.tree.grow(custody.treeNow, custody.last, 100);
  const leaves = definedLeaves(custody);
  expect(leaves).toHaveLength(896);
  expect(hexOf(custody.tree.root(custody.treeNow, leaves.length))).toBe(hexOf(definedRoot(leaves)));
  expect(leafIndexOf(custody.treeNow, 303)).toBe(303 - 5);
});
