import Database from 'better-sqlite3';
import { prepareDatabase } from '../../main/engine/store/database.ts';
import { MatterStore } from '../../main/engine/store/matters.ts';
import { migrations } from '../../main/engine/store/schema.ts';
import { withSteadyPlan } from '../../main/engine/store/steady-plan.ts';

/**
 * Every life begins with the newest schema and all indexes: migrations have tests of their own, and one that is used
 * again has what an earlier life added.
 */
const newest = (() => {
  const database = prepareDatabase(new Database(':memory:'));
  const matters = new MatterStore(database);
  while (matters.prepareOrder());
  return database.serialize();
})();

const emptyOnes = new Map<number, Buffer>([[migrations.length, newest]]);
/** A database with nothing in it that has had so many migrations. */
export function emptyDatabase(schema: number): Buffer {
  const known = emptyOnes.get(schema);
  if (known) return known;
  const database = prepareDatabase(new Database(':memory:'), migrations.slice(0, schema));
  const image = database.serialize();
  database.close();
  emptyOnes.set(schema, image);
  return image;
}

let spare: Database.Database | null = null;

/**
 * An empty database with the newest schema, or the one that `image` holds. One that was given back is emptied and used
 * again: preparing its statements anew would take more time than all that a seed does with them.
 */
export function takeDatabase(image: Buffer | null): Database.Database {
  if (image) return fillable(prepareDatabase(new Database(image)));
  const used = spare;
  spare = null;
  if (used?.open && emptied(used)) return used;
  used?.close();
  return fillable(prepareDatabase(new Database(newest)));
}

/** How a full disk meets a database: it changes what it has room for, takes nothing, or finds out when it commits. */
export const fullnesses = ['grows no more', 'takes nothing', 'takes no commit'] as const;
export type Fullness = (typeof fullnesses)[number];

/** Full databases, by how they are. */
const full = new WeakMap<Database.Database, Fullness>();

/** Databases whose disk fails when it is asked to keep what it took. */
const notKept = new WeakSet<Database.Database>();

export function setNotKept(database: Database.Database, fails: boolean): void {
  if (fails) notKept.add(database);
  else notKept.delete(database);
}

/** Databases whose commits do not wait for the disk now. */
const notWaiting = new WeakSet<Database.Database>();

/** Why a commit fails: the disk has no room for it, or fails to keep it and SQLite waits for that; null where it does not. */
function commitFailure(database: Database.Database): Error | null {
  if (full.get(database) === 'takes no commit')
    return new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  if (notKept.has(database) && !notWaiting.has(database))
    return new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
  return null;
}

/** A commit that fails undoes all of its transaction, as it does when the log has no room. */
export function failing(database: Database.Database): Database.Database {
  const transaction = database.transaction.bind(database);
  const changes = () => database.prepare<[], number>('SELECT total_changes()').pluck().get();
  database.transaction = ((work: (...values: unknown[]) => unknown) =>
    transaction((...values: unknown[]) => {
      const failure = depth > 0 ? null : commitFailure(database);
      if (failure === null) return deeper(() => work(...values));
      const before = changes();
      const result = deeper(() => work(...values));
      if (changes() !== before) throw failure;
      return result;
    })) as typeof database.transaction;
  let depth = 0;
  const deeper = (work: () => unknown): unknown => {
    depth += 1;
    try {
      return work();
    } finally {
      depth -= 1;
    }
  };
  const { pragma } = database;
  database.pragma = (sql, options) => {
    if (sql === 'synchronous = NORMAL') notWaiting.add(database);
    else if (sql.startsWith('synchronous = ')) notWaiting.delete(database);
    if (sql.startsWith('wal_checkpoint') && notKept.has(database))
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
    return pragma.call(database, sql, options);
  };
  return database;
}

const fillable = (database: Database.Database): Database.Database => failing(keepingStatements(database));

/**
 * Each life says anew what functions and triggers of its own it wants, and in memory asks for waiting again and again.
 * What changes nothing is not done again: SQLite prepares every statement anew after it, which takes a good part of a seed's time.
 */
function keepingStatements(database: Database.Database): Database.Database {
  const { prepare, pragma, exec, function: define } = database;
  const statements = new Map<string, Database.Statement>();
  database.prepare = ((sql: string) => {
    const statement = statements.get(sql) ?? prepare(withSteadyPlan(sql));
    statements.set(sql, statement);
    return statement;
  }) as typeof database.prepare;
  const done = new Set<string>();
  const once = (sql: string, first: () => unknown) => {
    if (done.has(sql)) return [];
    const result = first();
    done.add(sql);
    return result;
  };
  database.pragma = (sql, options) => {
    // There is no disk to wait for.
    if (sql.startsWith('synchronous = ')) return [];
    const call = () => pragma.call(database, sql, options);
    return sql === 'recursive_triggers = ON' ? once(sql, call) : call();
  };
  database.exec = (sql) => {
    if (sql.startsWith('CREATE TEMP TRIGGER IF NOT EXISTS')) once(sql, () => exec.call(database, sql));
    else exec.call(database, sql);
    return database;
  };
  const newestOf = new Map<string, (...given: unknown[]) => unknown>();
  database.function = ((name: string, work: (...given: unknown[]) => unknown) => {
    newestOf.set(name, work);
    const { length } = work;
    const call = (...given: unknown[]) => newestOf.get(name)?.(...given);
    // SQLite goes by the number of values that a function names.
    Object.defineProperty(call, 'length', { value: length });
    once(`function ${name}`, () => Reflect.apply(define, database, [name, call]));
    return database;
  }) as typeof database.function;
  return database;
}

/** SQLite itself refuses then what has no room, as it does on a disk that is full, or that the system made read-only. */
export function setFull(database: Database.Database, how: Fullness | null): void {
  const before = full.get(database) ?? null;
  if (before === how) return;
  if (before === 'takes nothing') database.pragma('query_only = false');
  if (before === 'grows no more') database.pragma(`max_page_count = ${2 ** 30}`);
  if (how === 'takes nothing') database.pragma('query_only = true');
  if (how === 'grows no more') {
    // Pages that are free of what was deleted, in an earlier life for one, would be room.
    database.exec('VACUUM');
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages}`);
  }
  if (how === null) full.delete(database);
  else full.set(database, how);
}

export function giveBack(database: Database.Database): void {
  setFull(database, null);
  setNotKept(database, false);
  if (spare) database.close();
  else spare = database;
}

/** A database as one life of the engine has it. */
export interface Handle {
  readonly database: Database.Database;
  /** Whatever asks from now on reads, and writes nothing: its process is gone. */
  readonly end: () => void;
}

/**
 * One connection serves all lives: a kill undoes nothing that was committed, and every commit is made in one go.
 * @param onClose the engine closed it
 */
export function handleOf(database: Database.Database, onClose: () => void): Handle {
  let standing: 'in use' | 'ended' | 'closed' = 'in use';
  const handle: Database.Database = Object.create(database, {
    open: { get: () => standing !== 'closed' && database.open },
    prepare: {
      value: (sql: string) => {
        if (standing === 'closed') throw new TypeError('The database connection is not open');
        const statement = database.prepare(sql);
        if (standing === 'ended' && !statement.readonly) refuseWriting();
        return statement;
      },
    },
    exec: {
      value: (sql: string) => {
        if (standing !== 'in use') refuseWriting();
        database.exec(sql);
        return handle;
      },
    },
    close: {
      value: () => {
        if (standing === 'in use') onClose();
        standing = 'closed';
        return handle;
      },
    },
  });
  return {
    database: handle,
    end: () => {
      if (standing === 'in use') standing = 'ended';
    },
  };
}

function refuseWriting(): never {
  throw new Database.SqliteError('attempt to write a readonly database', 'SQLITE_READONLY');
}

/** False when a database cannot be made like a new one: something is in a new one, or will not leave. */
function emptied(database: Database.Database): boolean {
  if (!newOnesAreEmpty) return false;
  try {
    const schema = Number(database.pragma('schema_version', { simple: true }));
    database.transaction(() => {
      const triggers = database
        .prepare<[], { name: string; sql: string }>(
          `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
        )
        .all();
      for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
      // Rows deleted one by one leave marks in an index of words: it would not be as large as a new one.
      for (const { name, type } of tablesOf(database))
        database.exec(
          type === 'virtual'
            ? `INSERT INTO "${name}" ("${name}") VALUES ('delete-all')`
            : `DELETE FROM "${name}"`,
        );
      database.exec('DELETE FROM sqlite_sequence');
      const count = database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (@name, @seq)');
      for (const counter of countersOfNewest) count.run(counter);
      for (const { sql } of triggers) database.exec(sql);
    })();
    // It is the same schema again: otherwise every statement would be prepared anew.
    database.pragma(`schema_version = ${schema}`);
    return true;
  } catch {
    return false;
  }
}

interface Table {
  readonly name: string;
  readonly type: 'table' | 'virtual';
}

const tablesOf = (database: Database.Database): Table[] =>
  database
    .prepare<[], Table>(
      `SELECT name, type FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
    )
    .all();

/** True when all tables of a new one are empty, and the counters that it begins with. */
const [newOnesAreEmpty, countersOfNewest] = (() => {
  const database = new Database(newest);
  const isEmpty = ({ name }: Table) => database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() === 0;
  const areEmpty = tablesOf(database).every(isEmpty);
  const counters = database
    .prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
    .all();
  database.close();
  return [areEmpty, counters] as const;
})();
