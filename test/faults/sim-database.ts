import Database from 'better-sqlite3';
import { prepareDatabase } from '../../main/engine/store/database.ts';

/** Every life begins with the newest schema: migrations have tests of their own. */
const newest = prepareDatabase(new Database(':memory:')).serialize();

let spare: Database.Database | null = null;

/**
 * An empty database with the newest schema, or the one that `image` holds. One that was given back is emptied and used
 * again: preparing its statements anew would take more time than all that a seed does with them.
 */
export function takeDatabase(image: Buffer | null): Database.Database {
  if (image) return prepareDatabase(new Database(image));
  const used = spare;
  spare = null;
  if (used?.open && emptied(used)) return used;
  used?.close();
  return prepareDatabase(new Database(newest));
}

/** In memory there is no disk to wait for; asking for that again and again would take a good part of a seed's time. */
export function ignoreDisk(database: Database.Database): void {
  const { pragma } = database;
  database.pragma = (source, options) =>
    source.startsWith('synchronous = ') ? [] : pragma.call(database, source, options);
}

/** How a full disk meets a database: it may still change what it has room for, or takes nothing at all. */
export type Fullness = 'grows no more' | 'takes nothing';

/** SQLite itself refuses then what has no room, as it does on a disk that is full, or that the system made read-only. */
export function setFull(database: Database.Database, how: Fullness | null): void {
  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${how === 'grows no more' ? pages : 2 ** 30}`);
  database.pragma(`query_only = ${how === 'takes nothing'}`);
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
