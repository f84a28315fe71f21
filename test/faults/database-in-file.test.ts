import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Database, withoutWaitingForDisk } from '../../main/engine/store/database.ts';
import { DatabaseInFile, KilledWhilePreparing } from './database-in-file.ts';
import { stream } from './noise.ts';

const put = (database: Database, row: number) =>
  void database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(`row ${row}`, 'x'.repeat(300));
const rowsOf = (database: Database | null) =>
  Number(database?.prepare("SELECT count(*) FROM setting WHERE name LIKE 'row %'").pluck().get());

/** As the program does that was killed while it made its database ready. */
function opened(kept: DatabaseInFile): Database {
  for (;;) {
    try {
      return kept.open().database;
    } catch (failure) {
      if (!(failure instanceof KilledWhilePreparing)) throw failure;
    }
  }
}

const life = fc.record({
  seed: fc.nat(),
  waited: fc.nat(30),
  more: fc.nat(30),
  isMoved: fc.boolean(),
  startsAgain: fc.boolean(),
});
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

/** Rows are put that are waited for and more that are not, the program is killed, and then the power goes. */
function lived({ seed, waited, more, isMoved, startsAgain }: Life) {
  const kept = new DatabaseInFile(
    stream(seed, 'database'),
    () => 0,
    () => {},
  );
  try {
    const first = opened(kept);
    for (let row = 0; row < waited; row += 1) put(first, row);
    if (isMoved) first.pragma('wal_checkpoint(PASSIVE)');
    withoutWaitingForDisk(first, () => {
      for (let row = 0; row < more; row += 1) put(first, waited + row);
    });
    kept.killed();
    const afterKill = rowsOf(startsAgain ? opened(kept) : kept.readable);
    kept.killed();
    const loses = kept.powerCut(stream(seed, 'power'));
    const left = rowsOf(kept.readable);
    const last = opened(kept);
    const atLast = { rows: rowsOf(last), check: last.pragma('integrity_check', { simple: true }) };
    return { afterKill, loses, left, atLast };
  } finally {
    kept.forget();
  }
}

test('a kill loses nothing that was committed; a power cut nothing that was waited for, and of the rest the newest', () => {
  fc.assert(
    fc.property(life, (one) => {
      const { afterKill, loses, left, atLast } = lived(one);
      expect(afterKill).toBe(one.waited + one.more);
      expect(left).toBeGreaterThanOrEqual(one.waited);
      // What was begun after the start that followed took all before it to the disk.
      expect(left === afterKill || (loses && !one.startsAgain)).toBe(true);
      expect(atLast).toEqual({ rows: left, check: 'ok' });
    }),
    { numRuns: 40 },
  );
});
