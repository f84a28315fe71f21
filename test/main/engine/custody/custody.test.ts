import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { verifyExport } from '../../../../main/engine/features/custody/verify-export.ts';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { allKeys, lastKey } from '../../../../main/engine/store/custody/entries.ts';
import type { CustodyEntry } from '../../../../main/engine/store/custody/entry.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import type { NewSave } from '../../../../main/engine/store/outbox.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { fileIdOf } from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const entriesIn = ({ workspace }: Workplace): CustodyEntry[] => [
  ...workspace.stores.custody.pages(1, 1_000).flatMap((page) => page),
];
const told = (entries: readonly CustodyEntry[]) =>
  entries.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`));

test('a filing has exactly its entries, each with the bytes, the document, the device and the person', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  writeFileSync(join(place.folder, 'Brief.docx'), 'second, longer');
  await place.allFiled(2);
  const entries = entriesIn(place);
  const steps = ['captured', 'announcing', 'sending', 'sent', 'filed'];
  expect(told(entries)).toEqual(['linked', ...steps, ...steps]);
  expect(entries.map((entry) => entry.sha256)).toEqual([
    null,
    ...steps.map(() => sha256('first')),
    ...steps.map(() => sha256('second, longer')),
  ]);
  expect(entries[0]).toMatchObject({ matterId: place.matterId, path: place.folder });
  const filed = entries.at(-1);
  const history = place.workspace.stores.history.after(0, 1_000).map((kept) => JSON.parse(kept.raw));
  expect(filed).toMatchObject({ matterId: place.matterId, name: 'Brief.docx', path: 'Brief.docx', size: 14 });
  expect(history.some((entry) => entry.id === filed?.versionId)).toBe(true);
  expect(filed?.person).not.toBeNull();
  expect(new Set(entries.map((entry) => entry.deviceId)).size).toBe(1);
  for (const entry of entries) {
    expect(entry.hostName).not.toBeNull();
    expect(entry.at <= entry.writtenAt).toBe(true);
    expect(entry.writtenAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  expect(await place.workspace.stores.custody.check()).toEqual({ entries: entries.length, fault: null });
});

test('each entry says when it happened: a capture when the content was captured, every other step when it was taken', async () => {
  await using place = await openWorkplace();
  const began = Date.now();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const ended = Date.now();
  const steps = entriesIn(place).filter((entry) => entry.saveId !== null);
  expect(told(steps)).toEqual(['captured', 'announcing', 'sending', 'sent', 'filed']);
  const [save] = place.workspace.stores.saves.versionsOf(place.matterId, fileIdOf(place, 'Brief.docx'));
  expect(steps[0]?.at).toBe(new Date(save?.capturedAt ?? 0).toISOString());
  const times = steps.flatMap(({ at, writtenAt }) => [Date.parse(at), Date.parse(writtenAt)]);
  for (const time of times) {
    expect(time).toBeGreaterThanOrEqual(began);
    expect(time).toBeLessThanOrEqual(ended);
  }
});

test('a rename, a conflict and its decision, an interruption and an unlinking are told', async () => {
  await using place = await openWorkplace();
  const { stores, pipeline, newFileId } = place.workspace;
  writeFileSync(join(place.folder, 'Draft.docx'), 'mine');
  await place.allFiled();
  renameSync(join(place.folder, 'Draft.docx'), join(place.folder, 'Final.docx'));
  await place.allFiled(2);
  expect(told(entriesIn(place)).slice(6)).toEqual(['captured', 'announcing', 'sent', 'filed']);
  expect(entriesIn(place).slice(6)).toMatchObject(
    Array.from({ length: 4 }, () => ({ change: 'metadata', sha256: null, size: null, name: 'Final.docx' })),
  );

  const file = place.service.filesOf(place.matterId).find((one) => one.fileName === 'Final.docx');
  place.service.colleague.addVersion(file?.fileId ?? '', 'theirs');
  writeFileSync(join(place.folder, 'Final.docx'), 'mine again');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'filed', 'problem']);
  const [save] = stores.saves.open();
  if (!save) throw new Error('the save is not in the outbox');
  place.service.faults.add({ route: 'storage.put', kind: 'expired' });
  decide(stores, save, { decision: 'file-separately', shown: null }, newFileId);
  pipeline.wake();
  await place.allFiled(3);
  const conflict = entriesIn(place).slice(10);
  expect(told(conflict)).toEqual([
    'captured',
    'conflict newer-version',
    'decided file-separately',
    ...['announcing', 'sending', 'interrupted waiting-for-service'],
    ...['announcing', 'sending', 'sent', 'filed'],
  ]);
  expect(conflict[2]).toMatchObject({ relatedId: file?.fileId });
  expect(conflict[2]?.fileId).not.toBe(file?.fileId);

  await place.workspace.watches.remove(place.matterId);
  stores.links.unlink(place.matterId);
  expect(entriesIn(place).at(-1)).toMatchObject({ kind: 'unlinked', path: place.folder });
});

test('exports of everything, a matter and a document can each be checked by themselves, and are in the log', async () => {
  await using place = await openWorkplace();
  const hostile = '=HYPERLINK("http:;x") \u202Ecod.exe';
  for (const name of [hostile, 'Brief.docx']) writeFileSync(join(place.folder, name), name);
  await place.allFiled(2);
  const { custodyExporter } = place.workspace;
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId ?? null;
  const out = join(place.directory, 'out');
  mkdirSync(out);
  for (const format of ['csv', 'json'] as const) {
    for (const [scope, matter, document] of [
      ['all', null, null],
      ['matter', place.matterId, null],
      ['document', place.matterId, fileId],
    ] as const) {
      const request = {
        scope,
        matterId: matter,
        fileId: document,
        format,
        version: '1.0',
        path: join(out, 'Log.x'),
      };
      const exported = await custodyExporter.export(request);
      if (!exported.ok) throw new Error(exported.error.what);
      const bytes = readFileSync(exported.value.path);
      const found = await verifyExport(chunksOf(bytes));
      expect(found).toMatchObject({
        outcome: 'whole',
        header: { scope, lastSeq: String(entriesIn(place).length - 1) },
      });
      if (found.outcome !== 'whole') continue;
      expect(found.leftOut > 0).toBe(scope !== 'all');
      expect(entriesIn(place).at(-1)).toMatchObject({
        kind: 'exported',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
      });
      // Nothing of another document is in it, not even what a digest could be guessed from.
      expect(bytes.includes('HYPERLINK')).toBe(scope !== 'document');
      if (format === 'json') continue;
      for (const line of bytes.toString('utf8').split('\n'))
        expect(line).not.toMatch(/(^|[,;\t"])\s*[=+\-@]/);
    }
  }
  const kinds = entriesIn(place).map((entry) => entry.kind);
  expect(kinds.slice(-3)).toEqual(['exported', 'exporting', 'exported']);
  expect(kinds).toContain('captured');
});

test('an export never overwrites, and one that fails leaves nothing behind', async () => {
  await using place = await openWorkplace();
  const { custodyExporter } = place.workspace;
  const request = { scope: 'all', matterId: null, fileId: null, format: 'csv', version: '1.0' } as const;
  const path = join(place.directory, 'Log.csv');
  writeFileSync(path, 'mine');
  expect(await custodyExporter.export({ ...request, path })).toEqual({
    ok: true,
    value: { path: join(place.directory, 'Log (2).csv') },
  });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  const nowhere = await custodyExporter.export({
    ...request,
    path: join(place.directory, 'gone', 'Log.csv'),
  });
  expect(nowhere).toMatchObject({ ok: false, error: { code: 'folder-not-writable' } });
  unlinkSync(path);
  expect(told(entriesIn(place)).at(-1)).toMatch(/^exporting all csv 1.0 shows \d+$/);
});

test('no token, upload address or content is ever in the log', async () => {
  await using place = await openWorkplace();
  place.service.faults.add({ route: 'storage.put', kind: 'expired' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'privileged and confidential');
  await place.allFiled();
  const text = JSON.stringify(entriesIn(place));
  for (const secret of [place.accessToken, place.service.apiKey, 'privileged', 'http:'])
    expect(text).not.toContain(secret);
});

const matterId = 'm1' as MatterId;
const save: NewSave = {
  matterId,
  fileId: 'f1' as FileId,
  kind: 'content',
  path: 'Brief.docx',
  name: 'Brief.docx',
  sha256: sha256('x'),
  size: 1,
  capturedAt: 1_000,
  state: 'waiting',
  problem: null,
};

function openStores() {
  const database = prepareDatabase(new Database(':memory:'));
  return storesOn(database, testAuditContext);
}
const count = (database: Database.Database, table: string) =>
  database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

test('a change and its entry are undone together, and the chain goes on without a gap', async () => {
  const { database, outbox, custody } = openStores();
  outbox.add(save);
  expect(() =>
    database.transaction(() => {
      outbox.add(save);
      throw new Error('the program ends here');
    })(),
  ).toThrow('the program ends here');
  expect([count(database, 'save'), count(database, 'custody')]).toEqual([1, 1]);
  outbox.announcing(1, { key: 'one try', seenUpTo: 0, announced: null }, 2_000);
  expect(await custody.check()).toEqual({ entries: 2, fault: null });
});

test('a change that cannot be told of does not happen', () => {
  const { database, outbox } = openStores();
  outbox.add(save);
  database.exec(
    `CREATE TRIGGER full BEFORE INSERT ON custody BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
  for (const [state, change] of [
    ['waiting', () => outbox.add(save)],
    ['waiting', () => outbox.announcing(1, { key: 'one try', seenUpTo: 0, announced: null }, 1)],
    ['sending', () => outbox.sent(1, 1)],
    ['sent', () => outbox.filed(1, 'e1', 1)],
    ['sending', () => outbox.again(1, null, null)],
    ['waiting', () => outbox.needsPerson(1, '{"code":"refused","what":"","why":"","next":""}')],
    ['problem', () => outbox.retry(1)],
    ['problem', () => outbox.repaired(1)],
    ['problem', () => outbox.keepUnfiled(1)],
    ['problem', () => outbox.fileOnTop(1, 0)],
    ['problem', () => outbox.fileSeparately({ ...save, id: 1 } as never, 'f2' as FileId)],
  ] as const) {
    database.prepare('UPDATE save SET state = ?').run(state);
    const before = database.prepare('SELECT * FROM save').all();
    expect(change).toThrow('the disk is full');
    expect(database.prepare('SELECT * FROM save').all()).toEqual(before);
  }
});

test('nothing but the outbox, which tells the log, changes a save', () => {
  const engine = join(import.meta.dirname, '../../../../main/engine');
  // What a migration changes is told afterwards, by the outbox too.
  const files = globSync('**/*.ts', { cwd: engine, exclude: ['store/migrations/**'] });
  const changing = files.filter((file) =>
    /(UPDATE|INSERT INTO|REPLACE INTO|DELETE FROM)\s+save\b/.test(readFileSync(join(engine, file), 'utf8')),
  );
  // One after the other made upon the one before: together they are the outbox.
  expect(changing.map((file) => basename(file)).toSorted()).toEqual([
    ...['decided-saves.ts', 'held-saves.ts', 'outbox.ts', 'save-moves.ts'],
  ]);
});

test('entries cannot be changed, removed, replaced or put in between', () => {
  const { database, outbox } = openStores();
  outbox.add(save);
  outbox.announcing(1, { key: 'one try', seenUpTo: 0, announced: null }, 2_000);
  for (const sql of [
    `UPDATE custody SET name = 'Other.docx' WHERE seq = 1`,
    'DELETE FROM custody WHERE seq = 2',
    'DELETE FROM custody',
    'INSERT OR REPLACE INTO custody SELECT * FROM custody WHERE seq = 1',
    `INSERT INTO custody (seq, kind, at, written_at, device_id, salt, previous_hash, hash)
     VALUES (3, 'sent', '', '', '', '', 'not the end', '')`,
    `INSERT INTO custody (seq, kind, at, written_at, device_id, salt, previous_hash, hash)
     SELECT 4, 'sent', '', '', '', '', hash, '' FROM custody WHERE seq = 2`,
  ]) {
    expect(() => database.exec(sql)).toThrow(/custody log/);
  }
});

test('the program finds at its start that its log was tampered with, and where', async () => {
  const { database, outbox, custody } = openStores();
  for (let index = 0; index < 10; index += 1) outbox.add(save);
  expect(custody.checkTail(5)).toBeNull();
  database.exec('DROP TRIGGER custody_never_changes; DROP TRIGGER custody_never_shrinks');
  database.exec(`UPDATE custody SET name = 'Other.docx' WHERE seq = 8`);
  expect(custody.checkTail(5)).toMatchObject({ seq: 8, fault: 'altered' });
  expect(custody.checkTail(2)).toBeNull();
  database.exec('DELETE FROM custody WHERE seq = 4');
  expect((await custody.check()).fault).toMatchObject({ seq: 4, fault: 'missing' });
});

test('the program finds at its start that a digest beside an entry was changed, by which the tree is made', () => {
  const { database, outbox, custody } = openStores();
  for (let index = 0; index < 10; index += 1) outbox.add(save);
  database.exec('DROP TRIGGER custody_never_changes; UPDATE custody SET digest = NULL WHERE seq = 7');
  // As in a log of before there were digests.
  expect(custody.checkTail(5)).toBeNull();
  database.exec('UPDATE custody SET digest = zeroblob(32) WHERE seq = 8');
  expect(custody.checkTail(5)).toMatchObject({ seq: 8, fault: 'altered' });
  expect(custody.checkTail(2)).toBeNull();
});

test('keys that the log names are looked up in an index, and not in all of the log', () => {
  const { database, outbox, custody } = openStores();
  for (const key of ['one', 'another', 'one']) {
    custody.signingKey(key, true);
    outbox.add(save);
  }
  expect(new Set(custody.signingKeys)).toEqual(new Set(['one', 'another']));
  expect(custody.lastSigningKey).toMatchObject({ seq: 5, detail: 'one' });
  for (const query of [allKeys, lastKey]) {
    const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`).all();
    expect(plan.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX custody_signing_key');
  }
});

test('a name that no text encoding can hold is kept as it is hashed', async () => {
  const { outbox, custody } = openStores();
  for (const name of ['\uD800.docx', 'a\u0000b', '', '\uFEFFx', '👩‍⚖️'])
    outbox.add({ ...save, name, path: name });
  custody.restored({ ...save, versionId: null });
  expect(await custody.check()).toEqual({ entries: 6, fault: null });
});

async function* chunksOf(bytes: Uint8Array, length = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
