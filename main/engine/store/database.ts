import Database from 'better-sqlite3';
import { checkpointsOf, logPages } from './checkpoints.ts';
import { comparable } from './comparable.ts';
import { migrations } from './schema.ts';
import { withSteadyPlan } from './steady-plan.ts';
import { waitForDrive } from './wait-for-drive.ts';

export type { Database } from 'better-sqlite3';

/**
 * Opens (or makes) the engine's database and brings it to the newest schema. Every commit is on disk before it
 * returns (`synchronous = FULL`): the outbox is only as safe as this. `withoutWaitingForDisk` is the one exception.
 * @throws when the file is no database or was written by a newer version of the program
 */
export function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  try {
    return prepareDatabase(database);
  } catch (failure) {
    // One that stays open cannot be renamed on Windows: it could never be set aside.
    database.close();
    throw failure;
  }
}

/**
 * Brings an open database to the newest schema, or to as many of its migrations as are given.
 * @throws as `openDatabase`
 */
export function prepareDatabase(
  database: Database.Database,
  wanted: readonly string[] = migrations,
): Database.Database {
  refuseNewer(database, wanted);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  waitForDrive(database);
  database.pragma('foreign_keys = ON');
  // 8 MB hold the index of 100,000 matters.
  database.pragma('cache_size = -8000');
  database.pragma(`wal_autocheckpoint = ${logPages}`);
  prepareOnce(database);
  migrate(database, wanted);
  return database;
}

/** What migrations use besides SQLite's own functions. No index does: another program could not write to its table. */
export function defineFunctions(database: Database.Database): void {
  database.function('comparable', { deterministic: true }, (name) => comparable(String(name)));
}

/** The same text gives the same statement, whatever its values: preparing one costs more than most of them take to run. */
function prepareOnce(database: Database.Database): void {
  const prepare = database.prepare.bind(database);
  const statements = new Map<string, Database.Statement>();
  database.prepare = ((sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = prepare(withSteadyPlan(sql));
    statements.set(sql, statement);
    return statement;
  }) as typeof database.prepare;
}

/**
 * Runs `work` with commits that do not wait for the disk: only for what the service can tell again. Power loss may undo
 * the newest of them, whole and in order; the next commit that waits puts all before it on disk too.
 * @throws inside a transaction, which would lose its own promise of being on disk
 */
export function withoutWaitingForDisk<Value>(database: Database.Database, work: () => Value): Value {
  database.pragma('synchronous = NORMAL');
  try {
    return work();
  } finally {
    database.pragma('synchronous = FULL');
    checkpointsOf(database)?.wrote();
  }
}

/** Runs `work` in the transaction that is open, and in one of its own where none is: whoever opened it undoes all of it or nothing. */
export const inTransaction = <Value>(database: Database.Database, work: () => Value): Value =>
  database.inTransaction ? work() : database.transaction(work)();

/** How many migrations a database has had; 0 for a new one. */
export const schemaOf = (database: Database.Database): number =>
  Number(database.pragma('user_version', { simple: true }));

export class WrittenByNewer extends Error {}

/** Nothing of a database that a newer program wrote is touched. */
export function refuseNewer(database: Database.Database, known: readonly string[] = migrations): void {
  const applied = schemaOf(database);
  if (applied <= known.length) return;
  throw new WrittenByNewer(
    `the data was written by a newer Matterline (schema ${applied}, this one knows ${known.length})`,
  );
}

/** @param onStep told before each migration, with its number */
export function migrate(
  database: Database.Database,
  wanted: readonly string[],
  onStep: (step: string) => void = () => {},
): void {
  const applied = schemaOf(database);
  if (applied < wanted.length) defineFunctions(database);
  wanted.slice(applied).forEach((sql, index) => {
    onStep(`migration ${applied + index + 1}`);
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${applied + index + 1}`);
    })();
  });
  // A commit that waits, once: SQLite makes the name of a new log safe with the first of these, and `GroupCommit`, which waits
  // for the log by itself, relies on that.
  if (applied === wanted.length) database.pragma(`user_version = ${applied}`);
}
