import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { giveBack, setFull, takeDatabase } from './sim-database.ts';

const schemaOf = (database: Database) =>
  database
    .prepare('SELECT type, name, sql FROM sqlite_schema WHERE rootpage > 0 OR sql IS NOT NULL ORDER BY name')
    .all();

const rowsOf = (database: Database) =>
  Object.fromEntries(
    database
      .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'virtual'`)
      .pluck()
      .all()
      .filter((name) => !name.endsWith('schema'))
      .map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]),
  );

const pagesWhenFull = (database: Database) => {
  setFull(database, 'grows no more');
  return database.pragma('max_page_count', { simple: true });
};

test('a database of an earlier life is like a new one, row by row, and has no more room on a full disk', () => {
  const used = takeDatabase(null);
  const fresh = takeDatabase(null);
  const put = used.prepare('INSERT INTO setting (name, value) VALUES (?, ?)');
  for (let row = 0; row < 2_000; row += 1) put.run(`setting ${row}`, 'x'.repeat(500));
  const index = used.prepare('INSERT INTO item_search (rowid, names, matter) VALUES (?, ?, ?)');
  for (let row = 1; row <= 500; row += 1) index.run(row, `name of document ${row}`, `${row}`);
  giveBack(used);
  const again = takeDatabase(null);
  expect(again).toBe(used);
  expect(again.prepare('SELECT count(*) AS rows FROM setting').get()).toEqual({ rows: 0 });
  expect(schemaOf(again)).toEqual(schemaOf(fresh));
  expect(pagesWhenFull(again)).toBe(pagesWhenFull(fresh));
  expect(rowsOf(again)).toEqual(rowsOf(fresh));
});
