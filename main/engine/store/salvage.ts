import { failureCode } from '../platform/files.ts';
import type { Database } from './database.ts';
import type { OnStep } from './replacing.ts';

/** What the service tells again, or what is made from what is taken: not worth taking from a damaged file. */
const toldAgain =
  /^(sqlite_|matter$|staff$|item|timeline$|known_id$|matter_|contact$|client_search|folder_poll$|folder_seen$|folder_answer$|custody_tile$|kept_answer$)/;
/** Begins like the ones above, and is the person's own. */
const own = new Set(['matter_folder']);

/** True for a table that recovery leaves empty. Whatever else a schema has is taken over. */
export const isToldAgain = (table: string): boolean => toldAgain.test(table) && !own.has(table);

/** What could be taken over from a damaged database. */
export interface Salvaged {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Tables of which something could not be read. */
  readonly incomplete: readonly string[];
}

/** The new database did not take a row: not a hole in the damaged one. */
class NotTaken extends Error {}

/**
 * Copies row by row what the service cannot tell again, around the parts that cannot be read; commits after each `together`
 * rows, so that the new database is worth nothing until all of it is done.
 * @throws when the disk does not take it
 */
export function salvage(
  damaged: Database | null,
  fresh: Database,
  together: number,
  onStep: OnStep,
): Salvaged {
  const tables = fresh
    .prepare<[], { name: string; wr: number }>(
      `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`,
    )
    .all()
    .filter(({ name }) => !isToldAgain(name));
  const inOrder = referredFirst(fresh, tables);
  const rows: Record<string, number> = {};
  const incomplete: string[] = [];
  withoutTriggers(fresh, () => {
    for (const { name, wr } of inOrder) {
      onStep(`take over ${name}`);
      const taken = damaged === null ? null : copyTable(damaged, fresh, name, wr === 1, together, onStep);
      rows[name] = taken?.rows ?? 0;
      if (!taken?.whole) incomplete.push(name);
    }
  });
  return { rows, incomplete };
}

/** A row that refers to one which is not there yet would not be taken. */
function referredFirst<Table extends { readonly name: string }>(
  database: Database,
  tables: readonly Table[],
): Table[] {
  const references = database
    .prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)')
    .pluck();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const inOrder = new Set<Table>();
  const add = (table: Table, within: ReadonlySet<string>): void => {
    for (const name of references.all(table.name)) {
      const referred = byName.get(name);
      if (referred && !within.has(name)) add(referred, new Set([...within, name]));
    }
    inOrder.add(table);
  };
  for (const table of tables) add(table, new Set([table.name]));
  return [...inOrder];
}

/** Copies what can be read of these tables, into a database of which nothing counts before that is done. */
export function copyTables(from: Database, to: Database, names: readonly string[], together: number): void {
  const isWithoutRowid = to
    .prepare<[string], number>(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`)
    .pluck();
  for (const name of names) copyTable(from, to, name, isWithoutRowid.get(name) === 1, together, () => {});
}

/** What of the custody log can be read is kept also behind a hole: whoever checks the log is told of it. */
function withoutTriggers(database: Database, work: () => void): void {
  const triggers = database
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  work();
  for (const { sql } of triggers) database.exec(sql);
}

type Row = Record<string, unknown>;

function copyTable(
  damaged: Database,
  fresh: Database,
  table: string,
  withoutRowid: boolean,
  together: number,
  onStep: OnStep,
) {
  const columns = columnsOf(fresh, table);
  const there = columnsOf(damaged, table);
  const shared = columns.filter((column) => there.includes(column));
  if (shared.length === 0) return null;
  const list = shared.map((column) => `"${column}"`).join(', ');
  const insert = fresh.prepare(
    `INSERT OR REPLACE INTO "${table}" (${list}) VALUES (${shared.map(() => '?').join(', ')})`,
  );
  let rows = 0;
  const keep = (row: Row) => {
    // A row of a page that was overwritten may break the schema's own rules.
    try {
      rows += insert.run(...shared.map((column) => row[column])).changes;
      if (rows % together === 0) {
        fresh.exec('COMMIT');
        onStep(`take over more of ${table}`);
        fresh.exec('BEGIN');
      }
    } catch (failure) {
      if (!ofTheRow.test(failureCode(failure))) throw new NotTaken('', { cause: failure });
      return false;
    }
    return true;
  };
  fresh.exec('BEGIN');
  try {
    const whole = withoutRowid
      ? fromBothEnds(damaged, table, list, keep)
      : aroundHoles(damaged, table, list, keep);
    fresh.exec('COMMIT');
    return { rows, whole };
  } catch (failure) {
    throw failure instanceof NotTaken ? failure.cause : failure;
  }
}

const ofTheRow = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/;

function columnsOf(database: Database, table: string): string[] {
  try {
    return database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  } catch {
    return [];
  }
}

/** Ranges in a row of which nothing could be read, after which what is left counts as unreadable. */
const mostInVain = 4_096;

/** Above any number that a row has. */
const farthest = 2 ** 48;

/** Both neighbours of a hole are reached from their own side; what is between two holes, by trying ever smaller ranges. */
function aroundHoles(damaged: Database, table: string, list: string, keep: (row: Row) => boolean): boolean {
  let whole = true;
  let inVain = 0;
  /** The last number that was reached; null once all rows between these two were read. */
  const read = (direction: 'ASC' | 'DESC', above: number, below: number): number | null => {
    let last = direction === 'ASC' ? above : below;
    try {
      const rows = damaged
        .prepare<[number, number], Row & { salvaged: number }>(
          `SELECT rowid AS salvaged, ${list} FROM "${table}" WHERE rowid > ? AND rowid < ?
           ORDER BY rowid ${direction}`,
        )
        .iterate(above, below);
      for (const row of rows) {
        if (!keep(row)) whole = false;
        last = row.salvaged;
        inVain = 0;
      }
      return null;
    } catch (failure) {
      if (failure instanceof NotTaken) throw failure;
      whole = false;
      return last;
    }
  };
  const ranges: Range[] = [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]];
  for (const [above, below] of ranges) {
    if (inVain === mostInVain) break;
    inVain += 1;
    const first = read('ASC', above, below);
    const last = first === null ? null : read('DESC', first, below);
    if (first !== null && last !== null) ranges.push(...partsOf(Math.max(first, 0), last));
  }
  return whole;
}

/** The numbers between two, neither of which is in it. */
type Range = readonly [above: number, below: number];

/** Two halves; ever larger parts where it is not known how far the numbers go. */
function partsOf(above: number, below: number): Range[] {
  if (below - above <= 1) return [];
  if (below === Number.POSITIVE_INFINITY) {
    const parts: Range[] = [];
    for (let size = 1; size < farthest; size *= 2) parts.push([above + size - 1, above + 2 * size]);
    return parts;
  }
  const middle = Math.floor((above + below) / 2);
  const halves: Range[] = [
    [above, middle + 1],
    [middle, below],
  ];
  // One number alone was just tried from both sides.
  return below - above === 2 ? [] : halves;
}

function fromBothEnds(damaged: Database, table: string, list: string, keep: (row: Row) => boolean): boolean {
  const key = damagedKey(damaged, table);
  let whole = true;
  for (const direction of ['ASC', 'DESC']) {
    try {
      const order = key.map((column) => `"${column}" ${direction}`).join(', ');
      for (const row of damaged
        .prepare<[], Row>(`SELECT ${list} FROM "${table}" ORDER BY ${order}`)
        .iterate()) {
        if (!keep(row)) whole = false;
      }
      return whole;
    } catch (failure) {
      if (failure instanceof NotTaken) throw failure;
      whole = false;
    }
  }
  return whole;
}

const damagedKey = (database: Database, table: string): string[] =>
  database
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table);
