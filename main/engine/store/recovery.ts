import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { listIncomplete } from './contents.ts';
import { openDatabase } from './database.ts';
import { salvage } from './salvage.ts';

/** The setting that tells the person of a recovery until it is dismissed. */
export const recoverySetting = 'recovered';

export interface Recovery {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Where the damaged file was set aside. */
  readonly damagedFile: string;
  /** False when it is not known any more which folders are linked: the person links them again. */
  readonly linksKept: boolean;
  /** True when not everything of the outbox could be read. */
  readonly outboxIncomplete: boolean;
  /** True when entries of history were lost: they come again with new numbers. */
  readonly historyIncomplete: boolean;
  /** True until `findSavesAgain` told of every save that needs a person now. */
  readonly savesToTell: boolean;
}

const damagedCodes = /^SQLITE_(CORRUPT|NOTADB)/;

const isDamage = (failure: unknown): boolean =>
  failure instanceof Database.SqliteError && damagedCodes.test(failure.code);

/** Stands beside a database that was found damaged while it was in use, until it is opened again. */
const noteFor = (file: string): string => `${file}.damaged`;

/**
 * Opens the database; one that is damaged is set aside and made anew: the outbox, links and kept history are taken over row by
 * row, the rest is told again by the service.
 * @param onDamage called once when the file proves damaged while in use; the next opening recovers it
 * @throws what `openDatabase` throws for other reasons: a full disk, a newer schema
 */
export function openOrRecover(file: string, now: () => number, onDamage: () => void): Database.Database {
  const guarded = () => {
    writeFileSync(noteFor(file), '');
    onDamage();
  };
  if (!existsSync(noteFor(file))) {
    try {
      return guardDatabase(openDatabase(file), guarded);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
    }
  }
  return guardDatabase(recover(file, now()), guarded);
}

function recover(file: string, now: number): Database.Database {
  const damagedFile = `${file}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`;
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(file + part)) renameSync(file + part, damagedFile + part);
  }
  const fresh = openDatabase(file);
  const damaged = openDamaged(damagedFile);
  try {
    fresh.transaction(() => {
      const salvaged = salvage(damaged, fresh);
      keepNumbers(fresh);
      const recovery: Recovery = {
        at: now,
        damagedFile,
        linksKept:
          (salvaged.rows['matter_folder'] ?? 0) > 0 || !salvaged.incomplete.includes('matter_folder'),
        outboxIncomplete: salvaged.incomplete.includes('save'),
        historyIncomplete: salvaged.incomplete.includes('history_entry'),
        savesToTell: true,
      };
      const put = fresh.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
      put.run(recoverySetting, JSON.stringify(recovery));
      // Projections and lists are made again: from the entries that were kept, and by the service.
      put.run('projected-seq', '0');
      if (salvaged.incomplete.includes('content')) put.run(listIncomplete, 'yes');
      fresh.prepare(`DELETE FROM setting WHERE name IN ('matters-listed-at', 'matters-changed-at')`).run();
    })();
  } finally {
    damaged?.close();
  }
  rmSync(noteFor(file), { force: true });
  return fresh;
}

function openDamaged(file: string): Database.Database | null {
  try {
    const database = new Database(file);
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch {
    return null;
  }
}

/**
 * Numbers of entries and saves are never given twice: copies on disk and saves remember up to which number they know history, and the custody log names
 * saves by theirs.
 */
function keepNumbers(fresh: Database.Database): void {
  const highest = fresh
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT max(seq) FROM history_entry), 0), coalesce((SELECT max(base_seq) FROM local_file), 0),
         coalesce((SELECT max(announced_seq) FROM save), 0))`,
    )
    .pluck()
    .get();
  fresh.prepare(`DELETE FROM sqlite_sequence WHERE name = 'history_entry'`).run();
  fresh.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('history_entry', ?)`).run(highest ?? 0);
  const highestSave = fresh
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT max(id) FROM save), 0), coalesce((SELECT max(save_id) FROM custody), 0))`,
    )
    .pluck()
    .get();
  fresh.prepare(`DELETE FROM sqlite_sequence WHERE name = 'save'`).run();
  fresh.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('save', ?)`).run(highestSave ?? 0);
}

/** Tells once when a statement finds the file damaged. */
function guardDatabase(database: Database.Database, onDamage: () => void): Database.Database {
  let told = false;
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
          if (!told && isDamage(failure)) {
            told = true;
            onDamage();
          }
          throw failure;
        }
      }) as never;
    }
    return statement;
  }) as typeof database.prepare;
  return database;
}
