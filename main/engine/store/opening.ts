import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { guardDatabase, isDamage, isNotedAsDamaged } from './damage.ts';
import { openDatabase, refuseNewer, schemaOf } from './database.ts';
import { distrustLog } from './log-trust.ts';
import { migrateBeside, removeOldCopies } from './migrating.ts';
import { isGone, recover } from './recovery.ts';
import { finishReplacing, type OnStep, removeUnfinished } from './replacing.ts';
import { migrations } from './schema.ts';

const silently: OnStep = () => {};

/** What has to be done before a database can be opened: it may take as long as reading all of it several times. */
type Need = 'nothing' | 'recover' | 'migrate';

/** @throws when a newer program wrote it: nothing is touched then */
function needOf(file: string): Need {
  if (isNotedAsDamaged(file) || isGone(file)) return 'recover';
  if (!existsSync(file)) return 'nothing';
  try {
    const database = new Database(file, { readonly: true });
    try {
      refuseNewer(database);
      const schema = schemaOf(database);
      return schema > 0 && schema < migrations.length ? 'migrate' : 'nothing';
    } finally {
      database.close();
    }
  } catch (failure) {
    if (isDamage(failure)) return 'recover';
    throw failure;
  }
}

/** True when `prepareFile` would have something to do that takes its time. */
export const needsPreparing = (file: string): boolean => needOf(file) !== 'nothing';

/**
 * Does what has to be done before the database can be opened. Killed at any instant, the next call goes on or begins again.
 * @throws when a newer program wrote it, or the disk takes nothing: everything is as it was then
 */
export function prepareFile(file: string, now: () => number, onStep: OnStep = silently): void {
  finishReplacing(file, onStep);
  const need = needOf(file);
  removeUnfinished(file);
  try {
    if (need === 'recover') recover(file, now(), onStep);
    if (need === 'migrate') migrateOrRecover(file, now(), onStep);
  } catch (failure) {
    // Where there was no room for it, it must not take the room that saves need.
    removeUnfinished(file);
    throw failure;
  }
  removeOldCopies(file, now());
}

function migrateOrRecover(file: string, now: number, onStep: OnStep): void {
  try {
    migrateBeside(file, now, onStep);
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
    recover(file, now, onStep);
  }
}

/**
 * Opens a database that `prepareFile` prepared. One that proves damaged only now is recovered here.
 * @param onDamage called once when the file proves damaged while in use; the next opening recovers it
 */
export function openPrepared(file: string, now: () => number, onDamage: () => void): Database.Database {
  try {
    return withoutLog(guardDatabase(openDatabase(file), file, onDamage));
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
    recover(file, now(), silently);
    return guardDatabase(openDatabase(file), file, onDamage);
  }
}

/**
 * Of what a program left in the log that was killed, the disk may have failed to keep a part, and says so once: it said it to that
 * program. So all of it goes to the database itself. What the disk does not take now is moved before the next commit that waits.
 */
function withoutLog(database: Database.Database): Database.Database {
  try {
    const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (result?.busy !== 0) distrustLog(database);
  } catch (failure) {
    if (isDamage(failure)) {
      database.close();
      throw failure;
    }
    distrustLog(database);
  }
  return database;
}

/** Both in one, in the caller's thread. */
export function openOrRecover(file: string, now: () => number, onDamage: () => void): Database.Database {
  prepareFile(file, now);
  return openPrepared(file, now, onDamage);
}
