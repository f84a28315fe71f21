import Database from 'better-sqlite3';
import { migrations } from './schema.ts';

export type { Database } from 'better-sqlite3';

/**
 * Opens (or makes) the engine's database and brings it to the newest schema. Every commit is on disk before it
 * returns (`synchronous = FULL`): the outbox is only as safe as this.
 * @throws when the file is no database or was written by a newer version of the program
 */
export const openDatabase = (file: string): Database.Database => prepareDatabase(new Database(file));

/** Brings an open database to the newest schema. */
export function prepareDatabase(database: Database.Database): Database.Database {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  migrate(database);
  return database;
}

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
}
