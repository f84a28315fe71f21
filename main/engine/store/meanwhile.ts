import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isDamage, isNotedAsDamaged } from './damage.ts';
import { type Database, openDatabase, refuseNewer, WrittenByNewer } from './database.ts';
import { removeDatabase, syncNames } from './own-files.ts';
import { openDamaged, type Recovery, recover, recoverySetting } from './recovery.ts';
import { finishReplacing } from './replacing.ts';
import { copyTables } from './salvage.ts';
import { whoWasHere } from './who-was-here.ts';

/** What a capture needs to know of what was captured before. */
const known = ['matter_folder', 'local_folder', 'local_file', 'mounted_directory', 'ignore_rule'];
/** The setting that says that all of it was taken over. */
const filled = 'filled';
const together = 20_000;

const fileIn = (directory: string): string => join(directory, 'meanwhile.db');

/**
 * A small database beside the one that there is no room to prepare: it knows which folders are linked and what their documents
 * were like, and takes what is saved meanwhile. It is kept until its saves were taken over.
 */
export interface MeanwhileDatabase {
  readonly exists: (directory: string) => boolean;
  /** What stands there, looked through whole: 'newer' for one that a newer program wrote. */
  readonly look: (directory: string) => 'none' | 'whole' | 'damaged' | 'newer';
  /**
   * A damaged one is made anew of what can be read of it, and set aside. Killed at any instant, this is begun again or gone on with.
   * @throws when the disk takes nothing: everything is as it was then
   */
  readonly salvage: (directory: string, now: number) => void;
  /** What is known of its salvage; null when it was never damaged. */
  readonly salvaged: (directory: string) => Recovery | null;
  /** @throws when there is no room for it either, or a newer program wrote it */
  readonly open: (directory: string) => Database;
  readonly remove: (directory: string) => void;
}

export const meanwhileOnDisk: MeanwhileDatabase = {
  exists: (directory) => existsSync(fileIn(directory)),
  look,
  salvage: (directory, now) => recover(fileIn(directory), now, () => {}),
  salvaged(directory) {
    const database = openDamaged(fileIn(directory));
    try {
      // One that the full disk let begin and no more has no tables yet.
      if (!database?.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'setting'`).get()) return null;
      const noted = database
        .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
        .pluck()
        .get(recoverySetting);
      return noted ? JSON.parse(noted) : null;
    } finally {
      database?.close();
    }
  },
  open: openMeanwhile,
  remove(directory) {
    removeDatabase(fileIn(directory));
    syncNames(fileIn(directory));
  },
};

function look(directory: string): ReturnType<MeanwhileDatabase['look']> {
  const file = fileIn(directory);
  finishReplacing(file, () => {});
  if (isNotedAsDamaged(file)) return 'damaged';
  if (!existsSync(file)) return 'none';
  let database: Database | null = null;
  try {
    database = new Sqlite(file, { readonly: true, fileMustExist: true });
    refuseNewer(database);
    return database.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'whole' : 'damaged';
  } catch (failure) {
    if (failure instanceof WrittenByNewer) return 'newer';
    if (isDamage(failure)) return 'damaged';
    throw failure;
  } finally {
    database?.close();
  }
}

function openMeanwhile(directory: string): Database {
  const database = openDatabase(fileIn(directory));
  try {
    if (!database.prepare('SELECT 1 FROM setting WHERE name = ?').get(filled)) {
      for (const table of known) database.exec(`DELETE FROM "${table}"`);
      const source = openDamaged(join(directory, 'matterline.db'));
      try {
        if (source) {
          copyTables(source, database, known, together);
          copySetting(source, database, whoWasHere);
        }
      } finally {
        source?.close();
      }
      database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(filled, crypto.randomUUID());
    }
    return database;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** What a damaged database does not tell keeps nothing from being captured. */
function copySetting(from: Database, to: Database, name: string): void {
  let value: string | undefined;
  try {
    value = from.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(name);
  } catch {
    return;
  }
  if (value !== undefined)
    to.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(name, value);
}

/** Which one it is: its saves are taken over once. */
export const meanwhileId = (database: Database): string =>
  database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(filled) ?? '';
