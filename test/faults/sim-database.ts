import Database from 'better-sqlite3';
import { prepareDatabase } from '../../main/engine/store/database.ts';
import { MatterStore } from '../../main/engine/store/matters.ts';

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

/** In memory there is no disk to wait for; asking for that again and again would take a good part of a seed's time. */
export function ignoreDisk(database: Database.Database): void {
  const { pragma } = database;
  database.pragma = (source, options) =>
    source.startsWith('synchronous = ') ? [] : pragma.call(database, source, options);
}

/** How a full disk meets a database: it changes what it has room for, takes nothing, or finds out when it commits. */
export const fullnesses = ['grows no more', 'takes nothing', 'takes no commit'] as const;
export type Fullness = (typeof fullnesses)[number];

/** Databases of which no transaction can be committed. */
const takingNoCommit = new WeakSet<Database.Database>();

/** A commit that fails undoes all of its transaction, as it does when the log has no room. */
function fillable(database: Database.Database): Database.Database {
  const transaction = database.transaction.bind(database);
  const changes = () => database.prepare<[], number>('SELECT total_changes()').pluck().get();
  database.transaction = ((work: (...values: unknown[]) => unknown) =>
    transaction((...values: unknown[]) => {
      if (depth > 0 || !takingNoCommit.has(database)) return deeper(() => work(...values));
      const before = changes();
      const result = deeper(() => work(...values));
      if (changes() !== before) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
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
  return database;
}

/** SQLite itself refuses then what has no room, as it does on a disk that is full, or that the system made read-only. */
export function setFull(database: Database.Database, how: Fullness | null): void {
  if (how === 'takes no commit') takingNoCommit.add(database);
  else takingNoCommit.delete(database);
  database.pragma('query_only = false');
  database.pragma(`max_page_count = ${2 ** 30}`);
  if (how === 'takes nothing') database.pragma('query_only = true');
  if (how === 'grows no more') {
    // Pages that are free of what was deleted, in an earlier life for one, would be room.
    database.exec('VACUUM');
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages}`);
  }
}

export function giveBack(database: Database.Database): void {
  if (spare) database.close();
  else spare = database;
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
      for (const name of tablesOf(database)) database.exec(`DELETE FROM "${name}"`);
      database.exec('DELETE FROM sqlite_sequence');
      for (const { sql } of triggers) database.exec(sql);
    })();
    // It is the same schema again: otherwise every statement would be prepared anew.
    database.pragma(`schema_version = ${schema}`);
    return true;
  } catch {
    return false;
  }
}

const tablesOf = (database: Database.Database): string[] =>
  database
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all();

const newOnesAreEmpty = (() => {
  const database = new Database(newest);
  const empty = tablesOf(database).every(
    (name) => database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() === 0,
  );
  database.close();
  return empty;
})();
