import Database from 'better-sqlite3';
import { checkpointsOf, logPages } from './checkpoints.ts';
import { migrations } from './schema.ts';

export type { Database } from 'better-sqlite3';

/**
 * Opens (or makes) the engine's database and brings it to the newest schema. Every commit is on disk before it
 * returns (`synchronous = FULL`): the outbox is only as safe as this. `withoutWaitingForDisk` is the one exception.
 * @throws when the file is no database or was written by a newer version of the program
 */
export const openDatabase = (file: string): Database.Database => prepareDatabase(new Database(file));

/** Brings an open database to the newest schema. */
export function prepareDatabase(database: Database.Database): Database.Database {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // 8 MB hold the index of 100,000 matters.
  database.pragma('cache_size = -8000');
  database.pragma(`wal_autocheckpoint = ${logPages}`);
  prepareOnce(database);
  migrate(database);
  return database;
}

/** The same text gives the same statement: preparing one costs more than most of them take to run. */
function prepareOnce(database: Database.Database): void {
  const prepare = database.prepare.bind(database);
  const statements = new Map<string, Database.Statement>();
  database.prepare = ((sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = prepare(sql);
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

function migrate(database: Database.Database): void {
  const applied = Number(database.pragma('user_version', { simple: true }));
  if (applied > migrations.length) {
    throw new Error(
      `the data was written by a newer Matterline (schema ${applied}, this one knows ${migrations.length})`,
    );
  }
  migrations.slice(applied).forEach((sql, index) => {
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${applied + index + 1}`);
    })();
  });
  // A commit that waits, once: SQLite makes the name of a new log safe with the first of these, and `GroupCommit`, which waits
  // for the log by itself, relies on that.
  if (applied === migrations.length) database.pragma(`user_version = ${applied}`);
}
