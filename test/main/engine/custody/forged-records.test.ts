import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CustodyEntry, chainHash, digestOf } from '../../../../main/engine/store/custody/entry.ts';
import { base64Of, joined, utf8 } from '../../../../shared/evidence/bytes.ts';
import { isSignedWith, parseCheckpoint, signedNote } from '../../../../shared/evidence/checkpoint.ts';
import { leafIndexOf } from '../../../../shared/evidence/leaf-index.ts';
import { beginningOf, lossInWords } from '../../../../shared/evidence/log-beginning.ts';
import { batchProof } from '../../../../shared/evidence/merkle.ts';
import {
  type EvidenceRecord,
  type RecordStatement,
  readEntry,
  recordText,
  statementText,
  writtenEntry,
} from '../../../../shared/evidence/record.ts';
import { wordsOfFile, wordsOfVerification } from '../../../../shared/evidence/verification-words.ts';
import { verifyRecord, whatFileIs } from '../../../../shared/evidence/verify-record.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { signsInMemory } from '../../../support/signing.ts';

// What somebody can do who has the whole log and this program at work, but not the device's key.

type Log = ReturnType<typeof openLog>;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function honest(log: Log): Promise<EvidenceRecord> {
  log.write(madeDocument, 10);
  return JSON.parse((await log.record()).text);
}

/** A record of this statement that any entry of the log with its hash would seal, if that were enough. */
async function sealedBy(log: Log, statement: RecordStatement, seal: () => void): Promise<string> {
  const { custody } = log.stores;
  seal();
  const sealing = custody.entry(custody.last) as CustodyEntry;
  const made = await log.keeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const tree = custody.treeNow;
  const places = [...statement.listed, sealing.seq].map((seq) => leafIndexOf(statement.log, seq));
  const { size, note } = made.value;
  const proof = batchProof([statement.log.entriesBefore, ...places], size, custody.tree.reader(tree));
  return recordText({
    format: 'matterline-record-1',
    statement,
    seal: {
      entry: writtenEntry(sealing, {}),
      checkpoint: note,
      proof: base64Of(joined(...proof)),
      consistency: [],
    },
  });
}

const seal = (log: Log, statement: RecordStatement) => () => {
  const bytes = utf8(statementText(statement));
  const { scope, matterId, fileId, versionId } = statement;
  log.stores.custody.sealing(
    { matterId: matterId as never, fileId: fileId as never, versionId },
    `record-${scope} json 1.0`,
    'Record.json',
    { sha256: sha256(bytes), size: bytes.length },
  );
};

test('a document that was filed whose bytes are a statement somebody made up does not seal it', async () => {
  await using log = openLog();
  const { statement } = await honest(log);
  const forged = { ...statement, document: 'Another.docx', savedAt: '2020-01-01T00:00:00.000Z' };
  const bytes = utf8(statementText(forged));
  const text = await sealedBy(log, forged, () =>
    log.stores.custody.ofSave(
      {
        ...{ ...madeDocument, id: 99, kind: 'content', name: 'Statement.json', path: 'Statement.json' },
        ...{ sha256: sha256(bytes), size: bytes.length },
      },
      { kind: 'captured' },
    ),
  );
  expect(await verifyRecord(text)).toMatchObject({
    outcome: 'broken',
    fault: { fault: 'altered', what: 'the seal' },
  });
});

test('the seal of a record of something else does not seal it', async () => {
  await using log = openLog();
  const { statement } = await honest(log);
  const forged = { ...statement, fileId: 'f2', document: 'Another.docx' };
  const text = await sealedBy(log, forged, seal(log, { ...forged, fileId: 'f1' }));
  const elsewhere = await sealedBy(log, forged, () => {
    const bytes = utf8(statementText(forged));
    log.stores.custody.sealing(
      { matterId: 'm1' as never, fileId: 'f1' as never, versionId: null },
      'record-document json 1.0',
      'Record.json',
      { sha256: sha256(bytes), size: bytes.length },
    );
  });
  for (const made of [text, elsewhere])
    expect(await verifyRecord(made)).toMatchObject({ outcome: 'broken', fault: { fault: 'altered' } });
});

test('a statement that was sealed and names another service, another device, another kind of key or another place is still refused', async () => {
  await using log = openLog();
  const { statement } = await honest(log);
  const sealed = async (how: Partial<RecordStatement>) => {
    const forged = { ...statement, ...how };
    return verifyRecord(await sealedBy(log, forged, seal(log, forged)));
  };
  expect(await sealed({})).toMatchObject({ outcome: 'whole' });
  for (const [how, fault] of [
    [{ service: 'https://api.elsewhere.example' }, 'another-log'],
    [{ deviceId: 'another' }, 'another-device'],
    [{ key: { ...statement.key, lasting: !statement.key.lasting } }, 'another-device'],
    [{ log: { ...statement.log, beginning: '["matterline-custody-1","chain"]' } }, 'another-log'],
    [{ log: { ...statement.log, entriesBefore: statement.log.entriesBefore + 1 } }, 'another-log'],
  ] as const)
    expect(await sealed(how)).toMatchObject({ outcome: 'broken', fault: { fault } });
});

test('entries of which one was left out, put in twice or taken from another place are not those of the checkpoint', async () => {
  await using log = openLog();
  const { statement } = await honest(log);
  const [first, second] = statement.entries;
  if (!first || !second) throw new Error('no entries');
  for (const [listed, entries] of [
    [statement.listed, statement.entries.slice(1)],
    [statement.listed.slice(1), statement.entries],
    [statement.listed, [second, ...statement.entries.slice(1)]],
    [[...statement.listed].reverse(), [...statement.entries].reverse()],
  ]) {
    const forged = { ...statement, listed: listed ?? [], entries: entries ?? [] } as RecordStatement;
    expect(await verifyRecord(await sealedBy(log, forged, seal(log, forged)))).toMatchObject({
      outcome: 'broken',
    });
  }
});

test.each([
  ['from a number to an earlier one', 'the log', [[9, 2]]],
  [
    'that overlap',
    'the log',
    [
      [1, 2],
      [2, 3],
    ],
  ],
  [
    'in another order',
    'the log',
    [
      [8, 9],
      [1, 2],
    ],
  ],
  ['that are here', 'the proof', [[3, 4]]],
] as [string, string, [number, number][]][])(
  'entries that are said to be missing %s move no entry to another place',
  async (_, what, missing) => {
    await using log = openLog();
    const { statement } = await honest(log);
    const forged = { ...statement, log: { ...statement.log, missing } };
    const found = await verifyRecord(await sealedBy(log, forged, seal(log, forged)));
    expect(found).toMatchObject({ outcome: 'broken', fault: { fault: 'altered', what } });
  },
);

test('a record that says of very many entries that they are missing is answered at once', async () => {
  await using log = openLog();
  const { statement } = await honest(log);
  const many = 200_000;
  const [first] = statement.entries;
  const seqs = Array.from({ length: 5_000 }, (_at, index) => 3 * many + 2 * index);
  const read = first && readEntry(first, statement.common);
  const entries = seqs.map((seq) =>
    writtenEntry({ ...(read?.content as CustodyEntry), seq }, statement.common),
  );
  const missing = Array.from({ length: many }, (_at, index): [number, number] => [
    2 * index + 1,
    2 * index + 1,
  ]);
  const forged = { ...statement, listed: seqs, entries, log: { ...statement.log, missing } };
  const bytes = utf8(statementText(forged));
  const sealing = {
    ...(log.stores.custody.entry(log.stores.custody.last) as CustodyEntry),
    ...{ kind: 'exporting' as const, detail: `record-${statement.scope} json 1.0` },
    ...{ matterId: statement.matterId, fileId: statement.fileId, versionId: statement.versionId },
    ...{ sha256: sha256(bytes), size: bytes.length },
  };
  const { seal: before }: EvidenceRecord = JSON.parse((await log.record()).text);
  const text = recordText({
    format: 'matterline-record-1',
    statement: forged,
    seal: { ...before, entry: writtenEntry(sealing, {}) },
  });
  const { user } = process.cpuUsage();
  expect((await verifyRecord(text)).outcome).toBe('broken');
  // Microseconds: each entry held against each that is missing would take a minute and more.
  expect(process.cpuUsage().user - user).toBeLessThan(20_000_000);
});

test('a statement that names another service is refused also where the log went on after an earlier copy was put in its place', async () => {
  const sign = signsInMemory();
  await using before = openLog({ sign });
  before.write(madeDocument, 5);
  await before.keeper.now();
  const copy = join(before.directory, 'copy.db');
  await before.database.backup(copy);
  before.write(madeDocument, 5);
  await before.keeper.now();
  await using log = openLog({ sign, copyOf: copy });
  const { statement } = await honest(log);
  expect(statement.log.beginning).toContain('"continued"');
  expect(await verifyRecord(await sealedBy(log, statement, seal(log, statement)))).toMatchObject({
    outcome: 'whole',
  });
  for (const elsewhere of [{ service: 'https://api.elsewhere.example' }, { deviceId: 'another' }]) {
    const forged = { ...statement, ...elsewhere };
    expect((await verifyRecord(await sealedBy(log, forged, seal(log, forged)))).outcome).toBe('broken');
  }
});

const year2020 = '2020-01-01T00:00:00.000Z';

/** Puts an entry behind the others, in the database alone: a capture of these bytes at another time. */
function putIn(log: Log, bytes: string, times: { readonly at: string; readonly writtenAt?: string }): number {
  const { custody } = log.stores;
  custody.ofSave(
    {
      ...{ ...madeDocument, id: 99, kind: 'content', name: 'Will.docx', path: 'Will.docx' },
      ...{ sha256: sha256(utf8(bytes)), size: bytes.length },
    },
    { kind: 'captured' },
  );
  const { hash: _, previousHash, ...written } = custody.entry(custody.last) as CustodyEntry;
  const entry = { ...written, ...times };
  const digest = digestOf(entry);
  log.database.exec('DROP TRIGGER IF EXISTS custody_never_changes');
  log.database
    .prepare('UPDATE custody SET at = ?, written_at = ?, digest = ?, hash = ? WHERE seq = ?')
    .run(
      ...[entry.at, entry.writtenAt, Buffer.from(digest, 'hex')],
      ...[chainHash(entry.seq, previousHash, digest), entry.seq],
    );
  return entry.seq;
}

test('an entry that was put in with a time of years ago does not pass for one of then', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  await log.keeper.now();
  const told = putIn(log, 'written down today', { at: year2020 });
  const dated = putIn(log, 'dated back whole', { at: year2020, writtenAt: year2020 });
  const found = await verifyRecord((await log.record()).text);
  if (found.outcome !== 'whole') throw new Error(JSON.stringify(found));
  expect(found).toMatchObject({ toldLater: [told], clockBack: [dated] });
  const notes = wordsOfVerification(found).flatMap(({ holds, words }) => (holds === 'note' ? [words] : []));
  expect(notes).toContainEqual(
    expect.stringContaining(
      `Written down at another time than they tell of, by more than an hour: entry ${told}.`,
    ),
  );
  expect(notes).toContainEqual(
    expect.stringContaining(`were written before entries that stand before them in the log: entry ${dated}.`),
  );
  const today = new Date().toISOString().slice(0, 10);
  expect(wordsOfFile('Will.docx', whatFileIs(found, sha256(utf8('written down today'))))).toMatchObject([
    {
      words: expect.stringContaining(
        `2020-01-01 00:00:00 UTC by the computer’s clock, written down ${today}`,
      ),
    },
  ]);
});

test('no record is made of an entry whose time can be held against no other', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  putIn(log, 'of no time', { at: year2020, writtenAt: '2020-01-01 00:00:00 by the clock' });
  await expect(log.record()).rejects.toThrow('it would not hold');
});

test('what the database calls the reason why a log went on, or what happened, stands in words of the check in quotes', () => {
  const made = { service: 'https://api.example.com', deviceId: 'device' };
  const why = 'a planned update; nothing was lost';
  const beginning = JSON.stringify([
    ...['matterline-custody-1', 'continued', why, '', 9],
    ...[made.service, made.deviceId],
  ]);
  const words = lossInWords(beginningOf({ beginning, entriesBefore: 0, missing: [] }, made));
  expect(words).toContain(`went on after something that it calls “${why}”`);
  const entry = { seq: 7, kind: 'constructor', at: year2020, writtenAt: year2020, name: null, fileId: null };
  expect(
    wordsOfFile('Will.docx', { is: 'content', entries: [entry as never], fileId: null })[0]?.words,
  ).toContain('the content of entry 7: “constructor”, 2020');
});

test('a key with which one signature is right for every text signs nothing', () => {
  // The neutral element of the curve, as a key and as the half of a signature that goes with 0.
  const key = Uint8Array.of(1, ...Array.from({ length: 31 }, () => 0));
  const signature = joined(key, new Uint8Array(32));
  const checkpoint = { origin: 'matterline/device/log', size: 7, root: new Uint8Array(32) };
  const note = parseCheckpoint(signedNote(checkpoint, key, signature));
  expect(note && isSignedWith(note, key)).toBe(false);
});
