import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { distrustLog, isFailingDisk } from './log-trust.ts';
import { removeFile, replaceFile } from './own-files.ts';

const damagedCodes = /^SQLITE_(CORRUPT|NOTADB)/;

export const isDamage = (failure: unknown): boolean =>
  failure instanceof Database.SqliteError && damagedCodes.test(failure.code);

/** Stands beside a database that was found damaged, until another one stands in its place. */
const noteFor = (file: string): string => `${file}.damaged`;

export const isNotedAsDamaged = (file: string): boolean => existsSync(noteFor(file));

/** When the recovery began, in milliseconds since 1970; null for a note that says nothing, or not yet. */
export function notedAt(file: string): number | null {
  const at = Number(readFileSync(noteFor(file), 'utf8').trim() || Number.NaN);
  return Number.isSafeInteger(at) ? at : null;
}

/** The time stays the same however often the recovery is begun again: what is set aside is named by it. */
export function noteBeginning(file: string, at: number): void {
  const unfinished = `${noteFor(file)}.new`;
  write(unfinished, String(at));
  replaceFile(unfinished, noteFor(file));
}

export const forgetNote = (file: string): void => removeFile(noteFor(file));

function write(path: string, text: string): void {
  const handle = openSync(path, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Tells once when a statement finds the file damaged, and leaves a note for the next opening. Remembers when the disk failed:
 * whoever asks it afterwards may be told that all is well.
 */
export function guardDatabase(
  database: Database.Database,
  file: string,
  onDamage: () => void,
): Database.Database {
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    try {
      write(noteFor(file), '');
    } catch {
      // A full disk takes no note: the next life meets the damage again, and tells of it then.
    }
    onDamage();
  };
  const met = (failure: unknown) => {
    if (isDamage(failure)) tell();
    if (isFailingDisk(failure)) distrustLog(database);
  };
  const watched = new WeakSet<object>();
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    const statement = prepare(sql);
    if (watched.has(statement)) return statement;
    watched.add(statement);
    for (const method of ['run', 'get', 'all'] as const) {
      const original: (...values: unknown[]) => unknown = statement[method].bind(statement);
      statement[method] = ((...values: unknown[]) => {
        try {
          return original(...values);
        } catch (failure) {
          met(failure);
          throw failure;
        }
      }) as never;
    }
    return statement;
  }) as typeof database.prepare;
  const transaction = database.transaction.bind(database);
  database.transaction = ((work: (...values: unknown[]) => unknown) => {
    const whole = transaction(work);
    return (...values: unknown[]) => {
      try {
        return whole(...values);
      } catch (failure) {
        met(failure);
        throw failure;
      }
    };
  }) as typeof database.transaction;
  return database;
}
