import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openOrRecover } from '../../../../main/engine/store/opening.ts';
import type { FileId, FolderId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

/** Pages of a table were overwritten while the program was closed; it met that, ended, and is started again. */
function lose(place: Workplace, table: 'history_entry' | 'local_file'): void {
  const engine = join(place.directory, 'engine');
  const name = readdirSync(engine).find((one) => /^[0-9a-f]{16}$/.test(one));
  if (name === undefined) throw new Error('no database');
  const file = join(engine, name, 'matterline.db');
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const pages = database
    .prepare<[], number>(
      `SELECT pageno FROM dbstat WHERE name = '${table}' AND pagetype IN ('leaf', 'internal')`,
    )
    .pluck()
    .all();
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
  const met = openOrRecover(file, Date.now, () => {});
  expect(() => met.prepare(`SELECT * FROM ${table}`).all()).toThrow('malformed');
  met.close();
}

const brief = ({ service, matterId }: Workplace) =>
  service.filesOf(matterId).find(({ fileName }) => fileName.startsWith('Brief'));
const isOver = (state: string) => ['filed', 'kept', 'problem'].includes(state);

test('a rename made offline is made in the service although records of its history were lost meanwhile', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled();
  await place.stopService();
  renameSync(join(place.folder, 'Brief.docx'), join(place.folder, 'Brief final.docx'));
  await expect.poll(() => place.states().length, eventually).toBe(2);
  await place.engine.stop();
  lose(place, 'history_entry');
  await place.restartService();
  await place.restartEngine();
  await expect.poll(() => place.states()[1], eventually).toSatisfy(isOver);
  expect(brief(place)?.fileName).toBe('Brief final.docx');
});

test('a save made offline neither buries a colleague’s version nor takes the document back from where they moved it, although records of its history were lost meanwhile', async () => {
  await using place = await openWorkplace({
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Evidence'),
  });
  const { links } = place.workspace.stores;
  const evidence = () => links.folders(place.matterId).find(({ path }) => path === 'Evidence')?.folderId;
  await expect.poll(evidence, eventually).toBeDefined();
  const folderId = evidence() as FolderId;
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled();
  await place.stopService();
  writeFileSync(join(place.folder, 'Brief.docx'), 'two');
  await expect.poll(() => place.states().length, eventually).toBe(2);
  await place.engine.stop();
  lose(place, 'history_entry');
  await place.restartService();
  const fileId = brief(place)?.fileId as FileId;
  place.service.colleague.moveFile(fileId, { folderId });
  place.service.colleague.addVersion(fileId, 'theirs');
  await place.restartEngine();
  await expect.poll(() => place.states()[1], eventually).toSatisfy(isOver);
  expect([brief(place)?.folderId, place.versionsOf('Brief.docx')]).toEqual([
    folderId,
    ['one', 'theirs'].map(sha256),
  ]);
});

test('a new document that waits is filed once, and goes on as it is, although what was known of its file was lost', async () => {
  await using place = await openWorkplace();
  await place.stopService();
  const path = join(place.folder, 'New letter.docx');
  writeFileSync(path, 'one');
  await expect.poll(() => place.states(), eventually).toEqual(['waiting']);
  await place.engine.stop();
  lose(place, 'local_file');
  await place.restartService();
  await place.restartEngine();
  expect(place.workspace.stores.links.file(place.matterId, 'New letter.docx')).toBeDefined();
  await place.allFiled();
  writeFileSync(path, 'two');
  await place.allFiled(2);
  const filed = place.service
    .filesOf(place.matterId)
    .filter(({ fileName }) => fileName === 'New letter.docx');
  expect(filed).toHaveLength(1);
  expect(place.versionsOf('New letter.docx')).toEqual(['one', 'two'].map(sha256));
});
