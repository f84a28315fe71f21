import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { defineFunctions, prepareDatabase } from '../../../../main/engine/store/database.ts';
import { notPartOfYourCopy } from '../../../../main/engine/store/migrations/044-not-part-of-your-copy.ts';
import { ofUnknownDescentToo } from '../../../../main/engine/store/migrations/045-of-unknown-descent.ts';
import { ofUnknownDescent, readProblem } from '../../../../main/engine/store/save-problem.ts';
import { migrations } from '../../../../main/engine/store/schema.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'matter-1' as MatterId;

/** What a person had in the first released schema; every later one could hold it too. */
const data = `
INSERT INTO setting VALUES ('paused', 'yes');
INSERT INTO matter (id, number, title, description, status, is_lead, client_count, raw, root_folder_address)
  VALUES ('matter-1', '2024/1', 'Okafor', '', 'Open', 0, 1, '{"lastUpdated":638999999999999999}', 'root');
INSERT INTO history_entry (matter_id, id, read_from, file_id, at, raw, received_at) VALUES
  ('matter-1', 'e1', '', 'file-1', 1000,
   '{"id":"e1","timestamp":"1970-01-01T00:00:01Z","changeType":"Create","file":{"id":"file-1"},"newName":"Letter.docx"}', 1),
  ('matter-1', 'e2', '', NULL, 2000, '{ "id":"e2", "type" : 99, "folder":{"id":"f1"}, "x":12345678901234567890 }', 1);
INSERT INTO matter_folder VALUES ('matter-1', '/home/dana/One', 1);
INSERT INTO local_file (matter_id, path, file_id, size, modified, changed, inode, sha256, base_seq)
  VALUES ('matter-1', 'Letter.docx', 'file-1', 5, '1', '1', '1', 'abc', 1);
INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state)
  VALUES ('matter-1', 'file-1', 'content', 'Letter.docx', 'Letter.docx', 'abc', 5, 7, 'waiting');
`;

describe('data of every released schema', () => {
  test.each(migrations.map((_, index) => index + 1))(
    'number %d is taken over by the newest',
    async (released) => {
      const database = new Database(':memory:');
      defineFunctions(database);
      for (const [index, sql] of migrations.slice(0, released).entries()) {
        database.exec(sql);
        if (index === 0) database.exec(data);
      }
      database.pragma(`user_version = ${released}`);
      const raws = database.prepare('SELECT raw FROM history_entry ORDER BY seq').all();

      const stores = storesOn(prepareDatabase(database), testAuditContext);
      await new Projector(stores).catchUp();

      expect(database.pragma('user_version', { simple: true })).toBe(migrations.length);
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(stores.matters.setting('paused')).toBe('yes');
      expect(stores.matters.get(matterId)).toMatchObject({
        title: 'Okafor',
        linkedFolder: '/home/dana/One',
        waiting: 1,
      });
      expect(stores.matters.rootFolderAddress(matterId)).toBe('root');
      expect(database.prepare('SELECT raw FROM history_entry ORDER BY seq').all()).toEqual(raws);
      expect(stores.saves.open()).toMatchObject([{ sha256: 'abc', state: 'waiting', capturedAt: 7 }]);
      expect(stores.links.files(matterId)).toMatchObject([{ path: 'Letter.docx', base: { upTo: 1 } }]);
      expect(stores.documents.document(matterId, 'file-1' as FileId)).toMatchObject({
        name: 'Letter.docx',
        versions: 1,
      });
      expect(stores.documents.folders(matterId)).toMatchObject([{ id: 'f1' }]);
      expect(stores.matters.get(matterId)?.lastChangeAt).toBe(1000);
      database.close();
    },
  );
});

test('a question about a newer version that said the contrary of what is so is put right', () => {
  const database = new Database(':memory:');
  defineFunctions(database);
  const before = migrations.indexOf(notPartOfYourCopy);
  for (const sql of migrations.slice(0, before)) database.exec(sql);
  database.pragma(`user_version = ${before}`);
  const words = (isPart: string) =>
    JSON.stringify({
      code: 'newer-version',
      what: 'Dana filed a newer version of “Letter.docx”',
      why: `It was filed on 2026-11-20T09:00:00Z, and ${isPart} part of your copy.`,
      next: 'Choose.',
    });
  database
    .prepare(
      `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem)
       VALUES ('matter-1', 'file-1', 'content', 'Letter.docx', 'Letter.docx', 'abc', 5, 7, 'problem', ?)`,
    )
    .run(words('is'));
  prepareDatabase(database);
  expect(database.prepare('SELECT problem FROM save').pluck().get()).toBe(words('is not'));
});

test('a question about a document of unknown descent stays one, and says so', () => {
  const database = new Database(':memory:');
  defineFunctions(database);
  const before = migrations.indexOf(ofUnknownDescentToo);
  for (const sql of migrations.slice(0, before)) database.exec(sql);
  database.pragma(`user_version = ${before}`);
  const { descent, ...asKeptBefore } = ofUnknownDescent('Letter.docx');
  database
    .prepare(
      `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem)
       VALUES ('matter-1', 'file-1', 'content', 'Letter.docx', 'Letter.docx', 'abc', 5, 7, 'problem', ?)`,
    )
    .run(JSON.stringify(asKeptBefore));
  prepareDatabase(database);
  const kept = database.prepare<[], string>('SELECT problem FROM save').pluck().get();
  expect(readProblem(kept ?? null)).toEqual({ ...asKeptBefore, descent });
});
