import { spawnSync } from 'node:child_process';
import { sign as edSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { CustodyExporter } from '../../../../main/engine/features/custody/export.ts';
import { ExportedLeaves } from '../../../../main/engine/features/custody/exported-leaves.ts';
import { jsonLines } from '../../../../main/engine/features/custody/json-lines.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import type { ChainRecord } from '../../../../main/engine/store/custody/chain-check.ts';
import {
  type CustodyEntry,
  chainHash,
  digestOf,
  genesisHash,
} from '../../../../main/engine/store/custody/entry.ts';
import { headerOf } from '../../../../main/engine/store/custody/header.ts';
import { DeviceKey } from '../../../../main/secrets/device-key.ts';
import { checkpointText, signedNote } from '../../../../shared/evidence/checkpoint.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { noJournal } from '../../../support/no-journal.ts';
import { signsForgetfully, signsInMemory } from '../../../support/signing.ts';

// Checkpoints of one device meet: in records, in files that were filed, in exports. Two views of one log do not pass for one.

type Log = ReturnType<typeof openLog>;

const run = (...files: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../../scripts/verify-log.ts'), ...files],
    { encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
};

async function exported(
  { stores: { custody }, directory }: Log,
  format: 'json' | 'csv' = 'json',
  name = 'log',
) {
  const exporter = new CustodyExporter({
    files: systemFiles,
    custody,
    journal: noJournal,
    uniqueName: randomUUID,
  });
  const path = join(directory, `${name}.${format}`);
  const made = await exporter.export({
    ...{ scope: 'all', matterId: null, fileId: null, version: '1.0' },
    ...{ format, path },
  });
  if (!made.ok) throw new Error(made.error.why);
  return made.value.path;
}

async function checkpointFile({ keeper, directory }: Log, name: string) {
  const made = await keeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const path = join(directory, name);
  writeFileSync(path, made.value.note);
  return { path, size: made.value.size };
}

test('a record, checkpoints that were filed before and since, and an export of the same log belong together', async () => {
  await using log = openLog();
  log.write({ ...madeDocument, fileId: 'f2' as never }, 700);
  const before = await checkpointFile(log, 'Custody log 2026-11-01.txt');
  log.write(madeDocument, 10);
  const { paths } = await log.record();
  log.write({ ...madeDocument, fileId: 'f2' as never }, 300);
  const since = await checkpointFile(log, 'Custody log 2026-11-08.txt');
  for (const format of ['json', 'csv'] as const) {
    const all = run(paths.proofs, before.path, since.path, await exported(log, format));
    expect(all.said).toContain(
      `The checkpoint of ${before.size} leaves in “Custody log 2026-11-01.txt” is one of the exported log.`,
    );
    expect(all.said).toContain(
      `The checkpoint of ${since.size} leaves in “Custody log 2026-11-08.txt” is one of the exported log.`,
    );
    expect(all.status).toBe(0);
  }
  const alone = run(paths.proofs, before.path);
  expect(alone.status).toBe(0);
  expect(alone.said).toContain('is shown by an export of the log');
});

test('of a log that was put back and written on otherwise, the export, the record and the checkpoint do not pass for one log', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  const key = join(keys, 'key');
  await using log = openLog({ sign: signsForgetfully(key) });
  log.write(madeDocument, 10);
  await log.keeper.now();
  // Whoever has the database and the key, and a program that does not ask what was signed before.
  const { stores } = log;
  const copy = join(log.directory, 'copy.db');
  await log.database.backup(copy);
  log.write(madeDocument, 5);
  const { paths } = await log.record();
  const shown = join(log.directory, 'Shown.json');
  copyFileSync(paths.proofs, shown);
  const filed = await checkpointFile(log, 'Custody log 2026-11-08.txt');
  expect(stores.custody.last).toBeGreaterThan(15);

  await using other = openLog({ sign: signsForgetfully(key), copyOf: copy });
  const { custody } = other.stores;
  while (custody.tree.sizeAt(custody.treeNow, custody.last) < filed.size)
    other.write({ ...madeDocument, fileId: 'f3' as never }, 1);
  const same = await checkpointFile(other, 'Custody log 2026-11-09.txt');
  expect(same.size).toBe(filed.size);
  other.write({ ...madeDocument, fileId: 'f3' as never }, 40);
  const theirs = await exported(other);
  const found = run(shown, filed.path, theirs);
  expect(found.status).toBe(1);
  expect(found.said).toContain(
    `The checkpoint of ${filed.size} leaves in “Custody log 2026-11-08.txt” is NOT one of the exported log: these are two different logs of one device.`,
  );
  expect(found.said).toMatch(/in “Shown.json” is NOT one of the exported log/);
});

test('a checkpoint of another log, by another key, or of the same size with another root is named beside the record', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const { text, paths } = await log.record();
  await using another = openLog();
  another.write(madeDocument, 10);
  const theirs = await checkpointFile(another, 'theirs.txt');
  expect(run(paths.proofs, theirs.path)).toMatchObject({ status: 0 });
  expect(run(paths.proofs, theirs.path).said).toContain('is a checkpoint of another log than the record');
  const own = join(log.directory, 'own.txt');
  const note: string = JSON.parse(text).seal.checkpoint;
  writeFileSync(own, note);
  expect(run(paths.proofs, own).said).toContain('the same as in the record');
  writeFileSync(
    own,
    note.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`),
  );
  expect(run(paths.proofs, own)).toMatchObject({ status: 1 });
  expect(run(paths.proofs, own).said).toContain('is not signed with the key of the record');
});

test('two records, or a checkpoint beside any of them, that contradict each other do not pass for one log, without an export', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  const key = join(keys, 'key');
  await using one = openLog({ sign: signsForgetfully(key) });
  one.write(madeDocument, 5);
  await one.record();
  const copy = join(one.directory, 'copy.db');
  await one.database.backup(copy);
  await using other = openLog({ sign: signsForgetfully(key), copyOf: copy });
  one.write(madeDocument, 7);
  other.write({ ...madeDocument, fileId: 'f2' as never }, 3);
  other.write(madeDocument, 11);
  const [ours, theirs] = [await one.record(), await other.record()];
  const [here, there] = [join(keys, 'Ours.json'), join(keys, 'Theirs.json')];
  copyFileSync(ours.paths.proofs, here);
  copyFileSync(theirs.paths.proofs, there);
  const both = run(here, there);
  expect(both.status).toBe(1);
  expect(both.said).toMatch(
    /“Ours.json” and “Theirs.json” show two different logs of one device: .* Entry \d+ is not the same/,
  );

  const note: string = JSON.parse(theirs.text).seal.checkpoint;
  const size = Number(note.split('\n')[1]);
  const filed = join(keys, 'Theirs.txt');
  writeFileSync(filed, note);
  while (one.stores.custody.last + 1 < size) one.stores.custody.linked(madeDocument.matterId, '/folder', 0);
  const same = await checkpointFile(one, 'Ours.txt');
  expect(same.size).toBe(size);
  for (const files of [
    [there, same.path],
    [here, there, same.path],
    [here, filed, same.path],
  ]) {
    const found = run(...files);
    expect(found.status).toBe(1);
    expect(found.said).toContain(`“Ours.txt” shows another log of ${size} leaves than`);
  }
  // By itself it could be one of the same log.
  expect(run(here, filed).status).toBe(0);
});

test('records of one log that were made one after the other do not contradict each other', async () => {
  await using log = openLog();
  const paths: string[] = [];
  for (let time = 0; time < 4; time += 1) {
    log.write(madeDocument, 5);
    log.write({ ...madeDocument, fileId: 'f2' as never }, 300);
    paths.push((await log.record()).paths.proofs);
    paths.push((await checkpointFile(log, `Custody log ${time}.txt`)).path);
  }
  expect(run(...paths)).toMatchObject({ status: 0 });
});

test('logs of two devices that are given together are not taken for two of one', async () => {
  await using one = openLog();
  await using other = openLog();
  one.write(madeDocument, 10);
  other.write(madeDocument, 40);
  const files = [(await one.record()).paths.proofs, await exported(one)];
  const theirs = [(await other.record()).paths.proofs, await exported(other)];
  expect(run(...files, ...theirs)).toMatchObject({ status: 0 });
  const [record = ''] = theirs;
  const beside = run(record, files[1] ?? '');
  expect(beside.status).toBe(0);
  expect(beside.said).toContain('“log.json” is an export of another device’s log');
  expect(beside.said).not.toContain('is older than');
});

test('a checkpoint by an earlier key of the device is not called altered, and with an export it is one of its log; one by anybody’s key says nothing', async () => {
  let key = new DeviceKey('', null, () => {});
  await using log = openLog({ sign: (text, proof, tree) => key.sign(text, proof, tree) });
  log.write(madeDocument, 10);
  const filed = await checkpointFile(log, 'Custody log 2026-11-01.txt');
  // The program was started again, on a computer without a store for secrets.
  key = new DeviceKey('', null, () => {});
  log.write(madeDocument, 10);
  const { paths } = await log.record();
  const alone = run(paths.proofs, filed.path);
  expect(alone.status).toBe(0);
  expect(alone.said).toContain('signed with another key than the record');
  const all = run(paths.proofs, filed.path, await exported(log));
  expect(all.status).toBe(0);
  expect(all.said).toContain(`leaves in “Custody log 2026-11-01.txt” is one of the exported log`);
  expect(all.said).not.toContain('another key than the record');

  await using copied = openLog({
    sign: signsForgetfully(join(log.directory, 'a key')),
    copyOf: await copyOf(log),
  });
  copied.write({ ...madeDocument, fileId: 'f9' as never }, 50);
  const made = await checkpointFile(copied, 'made up.txt');
  const found = run(paths.proofs, made.path, await exported(log));
  expect(found.status).toBe(0);
  expect(found.said).toContain('“made up.txt” is a checkpoint that is signed with another key');
});

test('of two records of one device that are signed with two keys that is said: one of them may be by another device', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const { paths } = await log.record();
  // Somebody has a copy of the log on a computer of their own, and writes it on there.
  await using copied = openLog({ copyOf: await copyOf(log) });
  copied.write(madeDocument, 10);
  const theirs = join(copied.directory, 'Theirs.json');
  copyFileSync((await copied.record()).paths.proofs, theirs);
  const found = run(paths.proofs, theirs);
  expect(found.status).toBe(0);
  expect(found.said).toContain('“Record.json”, “Theirs.json” are signed with 2 keys of one device');
  log.write(madeDocument, 10);
  expect(run(paths.proofs, (await log.record()).paths.proofs).said).not.toContain('keys of one device');
});

async function copyOf({ database, directory }: Log): Promise<string> {
  const copy = join(directory, 'copy.db');
  await database.backup(copy);
  return copy;
}

test('two exports of one log that contradict each other do not pass for one, also where the record says nothing of it', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  const sign = () => signsForgetfully(join(keys, 'key'));
  await using one = openLog({ sign: sign() });
  one.write(madeDocument, 5);
  const shown = join(keys, 'R.json');
  copyFileSync((await one.record()).paths.proofs, shown);
  const copy = await copyOf(one);
  const before = await exported(one, 'json', 'before');
  await using other = openLog({ sign: sign(), copyOf: copy });
  one.write(madeDocument, 7);
  other.write({ ...madeDocument, fileId: 'f9' as never }, 3);
  const later = await exported(one, 'csv', 'later');
  expect(run(shown, before, later)).toMatchObject({ status: 0 });
  const found = run(shown, later, await exported(other, 'json', 'theirs'));
  expect(found.status).toBe(1);
  expect(found.said).toMatch(
    /“later.csv” and “theirs.json” are exports of two different logs of one device: entry \d+/,
  );
});

test('two records that both say that they begin the log of one device do not pass for one log', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  const sign = () => signsForgetfully(join(keys, 'key'));
  await using one = openLog({ sign: sign() });
  const copy = await copyOf(one);
  one.write(madeDocument, 12);
  // Whoever has the database, and takes away what the key signed before.
  const database = new Database(copy);
  database.exec(`UPDATE custody_tree SET origin = origin || '-b'`);
  database.close();
  await using other = openLog({ sign: sign(), copyOf: copy });
  other.write(madeDocument, 5);
  const [here, there] = [join(keys, 'Ours.json'), join(keys, 'Theirs.json')];
  copyFileSync((await one.record()).paths.proofs, here);
  copyFileSync((await other.record()).paths.proofs, there);
  const found = run(here, there);
  expect(found.status).toBe(1);
  expect(found.said).toContain(
    '“Ours.json” and “Theirs.json” both say that they begin the log of one device',
  );
});

test('records of before and after a backup was put back belong together: the later one says with what it begins', async () => {
  const sign = signsInMemory();
  await using log = openLog({ sign });
  log.write(madeDocument, 5);
  await log.record();
  const copy = await copyOf(log);
  log.write(madeDocument, 5);
  const before = join(log.directory, 'Before.json');
  copyFileSync((await log.record()).paths.proofs, before);
  await using restored = openLog({ sign, copyOf: copy });
  restored.write(madeDocument, 5);
  const { proofs } = (await restored.record()).paths;
  const found = run(before, proofs);
  expect(found.status).toBe(0);
  expect(found.said).toContain('This log went on after an earlier copy of it');
});

test('a file that cannot be read keeps nothing from being said of the others', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const { paths } = await log.record();
  for (const files of [
    [log.directory, paths.proofs],
    [paths.proofs, join(log.directory, 'not there.docx')],
  ]) {
    const { status, said } = run(...files);
    expect(status).toBe(2);
    expect(said).toContain('could not be read, and nothing is said of it');
    expect(said).toContain('Holds: The record of “Letter f1.docx” holds');
  }
});

/** An export by whoever has a true one and nothing else: these lines, with a chain of their own. */
function madeUp(path: string, exportOf: string, records: readonly ChainRecord[]): string {
  const { service, deviceId } = JSON.parse(readFileSync(exportOf, 'utf8').split('\n')[0] ?? '');
  let previousHash = genesisHash(service, deviceId);
  const chained = records.map((record): ChainRecord => {
    const isEntry = record.record === 'entry';
    const seq = isEntry ? record.entry.seq : record.seq;
    const hash = chainHash(seq, previousHash, isEntry ? digestOf(record.entry) : record.digest);
    const next = isEntry
      ? { ...record, entry: { ...record.entry, previousHash, hash } }
      : { ...record, hash };
    previousHash = hash;
    return next;
  });
  const last = chained.at(-1);
  if (last?.record !== 'entry') throw new Error('it ends with what it was exported by');
  const lines = [...jsonLines.header(headerOf(last.entry, service)), ...chained.map(jsonLines.record)];
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}
const entriesOf = ({ stores: { custody } }: Log): CustodyEntry[] =>
  [...custody.pages(1, custody.last)].flat();

test('an export with made-up entries behind a line that has the digests of all true ones is not as it was written', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const { proofs } = (await log.record()).paths;
  const path = await exported(log);
  const entries = entriesOf(log).slice(0, -1);
  const forged = madeUp(join(log.directory, 'forged.json'), path, [
    { record: 'omitted', seq: 1, digest: entries.map((one) => digestOf(one)).join(''), hash: '' },
    ...entries
      .slice(1, -1)
      .map((entry): ChainRecord => ({ record: 'entry', entry: { ...entry, name: 'Forged will.docx' } })),
    { record: 'entry', entry: entries.at(-1) as CustodyEntry },
  ]);
  expect(run(proofs, forged).status).toBe(1);
});

test('a checkpoint by a key that an export names behind all that was signed is not one of the device, and the end that nobody signed is told of', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const { proofs } = (await log.record()).paths;
  const path = await exported(log);
  const exporting = entriesOf(log).at(-2) as CustodyEntry;
  const entries = entriesOf(log).slice(0, -2);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const last = entries.length;
  const more: CustodyEntry[] = [
    {
      ...exporting,
      seq: last + 1,
      kind: 'signing-key',
      detail: raw.toString('base64'),
      relatedId: 'lasting',
    },
    { ...exporting, seq: last + 2, kind: 'captured', name: 'Forged will.docx', detail: null },
  ];
  const detail = `all json 1.0 shows ${last + 3}`;
  const all = [...entries, ...more, { ...exporting, seq: last + 3, detail }];
  const longer = madeUp(
    join(log.directory, 'longer.json'),
    path,
    all.map((entry): ChainRecord => ({ record: 'entry', entry })),
  );
  const leaves = new ExportedLeaves();
  for (const entry of all) leaves.take(digestOf(entry), entry);
  const { origin } = log.stores.custody.treeNow;
  const root = leaves.rootAt(log.stores.custody.treeNow, last + 3);
  if (!root) throw new Error('no root');
  const checkpoint = { origin, size: last + 3, root };
  const signature = edSign(null, Buffer.from(checkpointText(checkpoint)), privateKey);
  const theirs = join(log.directory, 'Theirs.txt');
  writeFileSync(theirs, signedNote(checkpoint, raw, signature));
  const { said } = run(proofs, longer, theirs);
  expect(said).not.toContain('by the same device');
  expect(said).not.toContain('leaves in “Theirs.txt” is one of the exported log');
  expect(said).toContain('is signed with another key than the record');
  expect(said).toMatch(/No checkpoint here covers the entries of “longer.json” after number \d+/);
});
