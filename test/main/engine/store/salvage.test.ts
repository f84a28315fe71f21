import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { openDamaged } from '../../../../main/engine/store/recovery.ts';
import { salvage } from '../../../../main/engine/store/salvage.ts';

const saves = 2_000;
const nameOf = (id: number) => `Letters/Letter ${id}.docx`;

/** An outbox of which some leaf pages are destroyed, and the saves that stood on the others. */
function withDestroyed(isDestroyed: (leaf: number, leaves: number) => boolean) {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'damaged.db');
  const database = prepareDatabase(new Database(file));
  const add = database.prepare(
    `INSERT INTO save (id, matter_id, file_id, kind, path, name, sha256, size, captured_at, state)
     VALUES (?, 'matter-1', ?, 'content', ?, 'Letter.docx', ?, 1, 1, 'waiting')`,
  );
  database.transaction(() => {
    for (let id = 1; id <= saves; id += 1) {
      add.run(id, `file-${id}`, nameOf(id), id.toString(16).padStart(64, '0'));
    }
  })();
  const leaves = database
    .prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'save' AND pagetype = 'leaf' ORDER BY path`)
    .pluck()
    .all();
  const size = Number(database.pragma('page_size', { simple: true }));
  database.pragma('journal_mode = DELETE');
  database.close();
  const bytes = readFileSync(file);
  const readable = new Set<number>();
  for (const [leaf, page] of leaves.entries()) {
    const part = bytes.subarray((page - 1) * size, page * size);
    if (isDestroyed(leaf, leaves.length)) part.fill(0xff);
    else
      for (const [, id] of part.toString('latin1').matchAll(/Letter (\d+)\.docx/g)) readable.add(Number(id));
  }
  writeFileSync(file, bytes);
  const damaged = openDamaged(file);
  const fresh = prepareDatabase(new Database(join(directory, 'fresh.db')));
  onTestFinished(() => void fresh.close());
  onTestFinished(() => void damaged?.close());
  return { damaged, fresh, readable };
}

test.each<[string, (leaf: number, leaves: number) => boolean]>([
  ['one page in the middle', (leaf, leaves) => leaf === Math.floor(leaves / 2)],
  ['the first page', (leaf) => leaf === 0],
  ['the last page', (leaf, leaves) => leaf === leaves - 1],
  ['every second page', (leaf) => leaf % 2 === 1],
  ['every page but one in the middle', (leaf, leaves) => leaf !== Math.floor(leaves / 2)],
  ['the first and the last page', (leaf, leaves) => leaf === 0 || leaf === leaves - 1],
  ['the last pages but one of them', (leaf, leaves) => leaf > leaves / 2 && leaf !== leaves - 3],
])('recovery takes over every save that can be read where %s of the outbox is destroyed', (_which, which) => {
  const { damaged, fresh, readable } = withDestroyed(which);
  expect(readable.size).toBeGreaterThan(0);
  expect(readable.size).toBeLessThan(saves);
  const { incomplete } = salvage(damaged, fresh, 20_000, () => {});
  const taken = fresh.prepare<[], number>('SELECT id FROM save ORDER BY id').pluck().all();
  expect(taken).toEqual([...readable].toSorted((one, other) => one - other));
  expect(incomplete).toEqual(['save']);
});
