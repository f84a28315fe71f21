import { constants, copyFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { listIncomplete } from './contents.ts';
import { migrate, schemaOf } from './database.ts';
import { parts, syncNames } from './own-files.ts';
import {
  beingMade,
  type OnStep,
  pathAside,
  removeUnfinished,
  replaceWithMade,
  setAside,
  stamp,
  timeIn,
} from './replacing.ts';
import { migrations } from './schema.ts';

/** Milliseconds that a database of an older schema is kept for going back; the newest of them stays. */
const keptFor = 30 * 86_400_000;

/** In the setting `listIncomplete` of what is kept for going back: the vault goes on without it. */
const keptForGoingBack = 'kept for going back';

/**
 * Brings a database of an older schema to the newest: a copy is made beside it, migrated and checked, and takes its place; the
 * old one is set aside as it was, for going back to the program that wrote it. Killed at any instant, the old one stands
 * where it stood, or the new one is complete. The memory needed does not grow with the database.
 * @throws when there is no room, or what is damaged is read: everything is as it was then
 */
export function migrateBeside(file: string, at: number, onStep: OnStep): void {
  const schema = settle(file);
  mustHaveRoom(file);
  onStep('copy the database');
  removeUnfinished(file);
  copyFileSync(file, beingMade(file), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const database = new Database(beingMade(file));
  try {
    // Nothing of it counts before it is complete: it needs no log, and no room for one.
    database.pragma('journal_mode = DELETE');
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma('foreign_keys = ON');
    database.pragma('cache_size = -8000');
    onStep('migrate the copy');
    migrate(database, migrations, onStep);
    database
      .prepare('DELETE FROM setting WHERE name = ? AND value = ?')
      .run(listIncomplete, keptForGoingBack);
    onStep('check the copy');
    const [fault] = database.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (fault?.integrity_check !== 'ok')
      throw new Database.SqliteError(fault?.integrity_check ?? 'not checked', 'SQLITE_CORRUPT');
    database.pragma('journal_mode = WAL');
  } finally {
    database.close();
  }
  replaceWithMade(file, `schema-${schema}-${stamp(at)}`, onStep);
}

/** Told before the room that is left is taken for nothing. */
function mustHaveRoom(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize > statSync(file).size) return;
  throw Object.assign(new Error('no space left for a copy of the database'), { code: 'ENOSPC' });
}

/** Leaves all of a database in one file, and marks it so that an older program which opens it again spares the vault. */
function settle(file: string): number {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    database
      .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
      .run(listIncomplete, keptForGoingBack);
    database.pragma('wal_checkpoint(TRUNCATE)');
    return schemaOf(database);
  } finally {
    database.close();
  }
}

/** Removes what was set aside for going back long ago, and never the newest of it. */
export function removeOldCopies(file: string, now: number): void {
  const copies = setAside(file, 'schema-')
    .map((name) => ({ path: pathAside(file, name), at: timeIn(name) }))
    .toSorted((a, b) => a.at - b.at);
  const old = copies.slice(0, -1).filter(({ at }) => now - at > keptFor);
  for (const { path } of old) for (const part of parts) rmSync(path + part, { force: true });
  if (old.length > 0) syncNames(file);
}
