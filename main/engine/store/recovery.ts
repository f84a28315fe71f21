import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { listIncomplete } from './contents.ts';
import { isNotedAsDamaged, noteBeginning, notedAt } from './damage.ts';
import { migrate, prepareDatabase, schemaOf } from './database.ts';
import {
  beingMade,
  type OnStep,
  pathAside,
  removeUnfinished,
  replaceWithMade,
  setAside,
  stamp,
} from './replacing.ts';
import { salvage } from './salvage.ts';
import {
  askAgainAboutHeld,
  contentsAreMissing,
  findFilesAgain,
  linksAreMissing,
  savesAreMissing,
} from './salvaged.ts';
import { migrations } from './schema.ts';

/** The setting that tells the person of a recovery until it is dismissed. */
export const recoverySetting = 'recovered';

/** The setting that says that entries of the custody log could not be read, until the log went on after that. */
export const custodyIncomplete = 'custody-incomplete';

export interface Recovery {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Where the damaged file was set aside; null when the database was gone. */
  readonly damagedFile: string | null;
  /** False when it is not known any more which folders are linked, or not of all: the person links them again. */
  readonly linksKept: boolean;
  /** True when not everything of the outbox could be read. */
  readonly outboxIncomplete: boolean;
  /** True when entries of history were lost: they come again with new numbers. */
  readonly historyIncomplete: boolean;
  /** True until `findSavesAgain` told of every save that needs a person now. */
  readonly savesToTell: boolean;
}

/** Rows taken over between two commits, so that the memory needed does not grow with them. */
const together = 20_000;

/**
 * A damaged database, or one that is gone while what it listed is still there, is made anew: the outbox, links and kept
 * history are taken over row by row, the rest is told again by the service. The damaged one stands where it stood, only
 * read, until the new one is complete; then it is set aside. Killed at any instant, this is begun again or gone on with.
 * @throws when the disk takes nothing: everything is as it was then
 */
export function recover(file: string, now: number, onStep: OnStep): void {
  const at = (isNotedAsDamaged(file) ? notedAt(file) : null) ?? now;
  onStep('note the recovery');
  noteBeginning(file, at);
  const aside = `damaged-${stamp(at)}`;
  const source = sourceOf(file);
  const damagedFile = source === file ? pathAside(file, aside) : source;
  const damaged = source === null ? null : openDamaged(source);
  try {
    const schema = damaged ? schemaToFill(damaged) : migrations.length;
    try {
      make(file, damaged, schema, { at, damagedFile }, onStep);
    } catch (failure) {
      // Rows of a damaged file may be what no migration was made for: then what fits the newest schema is taken.
      if (schema === migrations.length || !isOfItsRows(failure)) throw failure;
      make(file, damaged, migrations.length, { at, damagedFile }, onStep);
    }
  } finally {
    damaged?.close();
  }
  replaceWithMade(file, aside, onStep);
}

/** True when a database is to be recovered before it is opened, although no note says so. */
export function isGone(file: string): boolean {
  if (existsSync(file)) return setAside(file, 'damaged-').length > 0 && isUnfinishedRecovery(file);
  return setAside(file, 'damaged-').length > 0 || hasContents(join(dirname(file), 'vault'));
}

/** What an older program left that was stopped while it recovered: a new database with nothing in it. */
function isUnfinishedRecovery(file: string): boolean {
  const database = openDamaged(file);
  try {
    return (
      database !== null && isEmpty(database) && !hasRow(database, `setting WHERE name = '${recoverySetting}'`)
    );
  } finally {
    database?.close();
  }
}

/** The damaged database with something in it; null when there is none at all. */
function sourceOf(file: string): string | null {
  const candidates = [
    ...(existsSync(file) ? [file] : []),
    ...setAside(file, 'damaged-')
      .toReversed()
      .map((name) => pathAside(file, name)),
  ];
  return candidates.find((path) => !isNothing(path)) ?? candidates[0] ?? null;
}

function isNothing(path: string): boolean {
  const database = openDamaged(path);
  try {
    return database !== null && isEmpty(database);
  } finally {
    database?.close();
  }
}

/** True when nothing is in it that would be missed; what cannot be read counts as something. */
const isEmpty = (database: Database.Database): boolean =>
  !['save', 'custody', 'matter_folder', 'history_entry'].some((table) => hasRow(database, table));

function hasRow(database: Database.Database, from: string): boolean {
  try {
    return database.prepare(`SELECT 1 FROM ${from} LIMIT 1`).get() !== undefined;
  } catch (failure) {
    return !String(failure).includes('no such table');
  }
}

function hasContents(vault: string): boolean {
  if (!existsSync(vault)) return false;
  return readdirSync(vault).some((name) =>
    name === 'packs' ? readdirSync(join(vault, name)).length > 0 : /^[0-9a-f]{2}$/.test(name),
  );
}

function make(
  file: string,
  damaged: Database.Database | null,
  schema: number,
  { at, damagedFile }: Pick<Recovery, 'at' | 'damagedFile'>,
  onStep: OnStep,
): void {
  onStep('begin a new database');
  removeUnfinished(file);
  const fresh = prepareDatabase(new Database(beingMade(file)), migrations.slice(0, schema));
  try {
    // Nothing of it counts before it is complete, and it is given to the disk then.
    fresh.pragma('synchronous = OFF');
    const salvaged = salvage(damaged, fresh, together, onStep);
    keepNumbers(fresh);
    onStep('bring it to the newest schema');
    migrate(fresh, migrations);
    fresh.transaction(() => {
      if (salvaged.incomplete.includes('local_file')) findFilesAgain(fresh);
      askAgainAboutHeld(fresh);
      const recovery: Recovery = {
        at,
        damagedFile,
        linksKept: !salvaged.incomplete.includes('matter_folder') && !linksAreMissing(fresh),
        outboxIncomplete: salvaged.incomplete.includes('save') || savesAreMissing(fresh),
        historyIncomplete: salvaged.incomplete.includes('history_entry'),
        savesToTell: true,
      };
      const put = fresh.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
      put.run(recoverySetting, JSON.stringify(recovery));
      // Projections and lists are made again: from the entries that were kept, and by the service.
      put.run('projected-seq', '0');
      if (salvaged.incomplete.includes('content') || contentsAreMissing(fresh))
        put.run(listIncomplete, 'yes');
      if (salvaged.incomplete.includes('custody')) put.run(custodyIncomplete, 'yes');
      fresh.prepare(`DELETE FROM setting WHERE name IN ('matters-listed-at', 'matters-changed-at')`).run();
    })();
    onStep('check the new database');
    const [fault] = fresh.pragma('quick_check(1)') as { quick_check: string }[];
    if (fault?.quick_check !== 'ok') throw new Error(`the new database is not whole: ${fault?.quick_check}`);
  } finally {
    fresh.close();
  }
}

/** It is read and never written: its log is left as it is, too. */
export function openDamaged(file: string): Database.Database | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch {
    database?.close();
    return null;
  }
}

/** That of the damaged one, so that migrations do with its rows what they do with others; the newest when it cannot be told. */
function schemaToFill(damaged: Database.Database): number {
  const applied = schemaOf(damaged);
  return applied > 0 && applied < migrations.length ? applied : migrations.length;
}

const isOfItsRows = (failure: unknown): boolean =>
  failure instanceof Database.SqliteError && /^SQLITE_(CONSTRAINT|ERROR|MISMATCH)/.test(failure.code);

/**
 * Numbers of entries and saves are never given twice: copies on disk and saves remember up to which number they know history,
 * and the custody log names saves by theirs.
 */
function keepNumbers(fresh: Database.Database): void {
  const numbers = {
    history_entry: [
      'history_entry.seq',
      'history_entry.after_seq',
      'entry_shown_again.seq',
      'history_gap.seq',
      'emptied_history.seq',
      'local_file.base_up_to',
      'local_file.base_seq',
      'attempt.seen_up_to',
      'save.agreed_up_to',
      'save.announced_seq',
      'followed_change.seq',
      'removal_agreed.seq',
      'folder_agreed.told_seq',
      'listed_matter.up_to',
      'incoming_file.base_up_to',
    ],
    save: [
      'save.id',
      'custody.save_id',
      'attempt.save_id',
      'posted_document.save_id',
      'mass_change.decided_up_to',
    ],
    mass_change: ['mass_change.id', 'save.held', 'recent_change.mass_change'],
  };
  for (const [counted, columns] of Object.entries(numbers)) {
    const agreed = counted === 'history_entry' ? highestAgreed(fresh) : 0;
    const highest = Math.max(agreed, ...columns.map((column) => highestOf(fresh, column)));
    fresh.transaction(() => {
      fresh.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(counted);
      fresh.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(counted, highest);
    })();
  }
}

/** The newest entry that the person agreed to something up to, or was shown beside a save, as texts have it. */
const highestAgreed = (database: Database.Database): number =>
  database
    .prepare<[], number>(
      `SELECT coalesce(max(number), 0) FROM (
         SELECT CAST(value AS INTEGER) AS number FROM setting
         WHERE name LIKE 'follow-agreed %' OR name LIKE 'keep-agreed %'
         UNION ALL SELECT problem ->> 'shownUpTo' FROM save WHERE json_valid(problem))`,
    )
    .pluck()
    .get() ?? 0;

/** 0 for a column that this schema does not have (any more). */
function highestOf(database: Database.Database, column: string): number {
  const [table = '', name = ''] = column.split('.');
  const known = database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, name);
  if (!known) return 0;
  return database.prepare<[], number>(`SELECT coalesce(max(${name}), 0) FROM ${table}`).pluck().get() ?? 0;
}
