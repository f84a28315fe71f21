import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type GivenFile, whatIsGiven } from '../../../shared/evidence/given-files.ts';
import { judged } from '../../../shared/evidence/judged-files.ts';
import { madeDocument, openLog } from '../../support/made-record.ts';
import { signsForgetfully } from '../../support/signing.ts';

// What the page and the script both say of the files that they were given.

type Files = Readonly<Record<string, string | Uint8Array>>;
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function found(files: Files) {
  const given: GivenFile[] = [];
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    given.push(
      await whatIsGiven({
        name,
        size: bytes.length,
        read: async (length) => bytes.subarray(0, length),
        sha256: async () => sha256(bytes),
      }),
    );
  }
  return judged(given).flatMap(({ findings }) => findings);
}
const not = (findings: Awaited<ReturnType<typeof found>>) =>
  findings.filter(({ holds }) => holds === 'no').map(({ words }) => words);

type Log = ReturnType<typeof openLog>;
const save = ({ stores }: Log, fileId: string, bytes: string) =>
  stores.custody.ofSave(
    {
      ...{ matterId: madeDocument.matterId, fileId: fileId as never, id: 1, size: bytes.length },
      ...{ kind: 'content', name: `${fileId}.docx`, path: `${fileId}.docx`, sha256: sha256(bytes) },
    },
    { kind: 'captured' },
  );

test('a document is held against all records that were given, whichever came last, and whatever came of others', async () => {
  await using log = openLog();
  save(log, 'f1', 'one');
  save(log, 'f2', 'two');
  const one = (await log.record({ ...madeDocument, fileId: 'f1' as never })).text;
  const two = (await log.record({ ...madeDocument, fileId: 'f2' as never })).text;
  const both = { 'one.docx': 'one', 'two.docx': 'two' };
  const files = await found({ 'A.json': one, 'B.json': two, ...both });
  expect(not(files)).toEqual([]);
  expect(files.filter(({ words }) => words.includes('is exactly the content of'))).toHaveLength(2);
  const altered = await found({
    'A.json': one,
    'Z.json': one.replace('f1.docx', 'f3.docx'),
    'one.docx': 'one',
  });
  expect(not(altered)).toHaveLength(1);
  expect(altered.at(-1)).toMatchObject({
    holds: 'yes',
    words: expect.stringContaining('“one.docx” is exactly'),
  });
  expect(not(await found({ 'A.json': one, ...both }))).toHaveLength(1);
  expect(await found(both)).toEqual([
    expect.objectContaining({ holds: 'note' }),
    expect.objectContaining({ holds: 'note' }),
  ]);
});

test('checkpoints are held against each other, whichever of them and of the records came first', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  const sign = () => signsForgetfully(join(keys, 'key'));
  await using one = openLog({ sign: sign() });
  one.write(madeDocument, 5);
  const { text } = await one.record();
  const copy = join(keys, 'copy.db');
  await one.database.backup(copy);
  await using other = openLog({ sign: sign(), copyOf: copy });
  one.write(madeDocument, 5);
  other.write({ ...madeDocument, fileId: 'f9' as never }, 5);
  const [here, there] = [await one.keeper.now(), await other.keeper.now()].map((made) =>
    made.ok ? made.value.note : '',
  );
  const files: Files = { 'R.json': text, '1.txt': here ?? '', '2.txt': there ?? '' };
  for (const order of [Object.entries(files), Object.entries(files).toReversed()]) {
    const words = not(await found(Object.fromEntries(order)));
    expect(words).toHaveLength(2);
    expect(words[0]).toContain('shows another log of');
  }
  expect(not(await found({ 'R.json': text, '1.txt': here ?? '' }))).toEqual([]);
});

test('a record is known by what it is and not by its name, and one with other bytes than were written is altered', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const bytes = Buffer.from((await log.record()).text);
  expect(not(await found({ 'Record.txt': bytes }))).toEqual([]);
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const at = bytes.indexOf('Letter');
  for (const other of [
    Buffer.concat([mark, bytes]),
    Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]),
  ])
    expect(not(await found({ 'Record.json': other }))).toEqual([
      'The record does NOT hold: the record was altered.',
    ]);
});

test('a document that a record tells of is that document, though it begins like a record or an export', async () => {
  await using log = openLog();
  const quotes = 'Dear Judge, the file begins with {"format":"matterline-record-1" and so on';
  const mentions = 'H. F = matterline-custody-1';
  save(log, 'f1', quotes);
  save(log, 'f1', mentions);
  const { text } = await log.record();
  const files = await found({ 'R.json': text, 'Letter.txt': quotes, 'Notes.md': mentions });
  expect(not(files)).toEqual([]);
  for (const name of ['Letter.txt', 'Notes.md'])
    expect(files.map(({ words }) => words)).toContainEqual(expect.stringContaining(`“${name}” is exactly`));
  await using another = openLog();
  another.write(madeDocument, 5);
  expect(not(await found({ 'R.json': (await another.record()).text, 'Letter.txt': quotes }))).toEqual([
    'The record does NOT hold: the record was altered.',
  ]);
});

test('a checkpoint by the key of another device is not held against the log that it names', async () => {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  await using one = openLog();
  one.write(madeDocument, 10);
  await one.record();
  // Whoever has the database, but another key.
  const copy = join(keys, 'copy.db');
  await one.database.backup(copy);
  const theirKey = signsForgetfully(join(keys, 'key'));
  await using forged = openLog({ sign: theirKey, copyOf: copy });
  one.write(madeDocument, 5);
  forged.write({ ...madeDocument, fileId: 'f9' as never }, 5);
  const [here, madeUp] = [await one.keeper.now(), await forged.keeper.now('the-key-now')];
  if (!here.ok || !madeUp.ok) throw new Error('nothing was signed');
  await using other = openLog({ sign: theirKey });
  other.write(madeDocument, 10);
  const files = {
    'One.json': (await one.record()).text,
    'Other.json': (await other.record()).text,
    'here.txt': here.value.note,
    'x.txt': madeUp.value.note,
  };
  expect(JSON.parse(files['One.json']).seal.checkpoint.split('\n')[0]).toBe(madeUp.value.note.split('\n')[0]);
  const all = await found(files);
  expect(not(all)).toEqual([]);
  expect(all.map(({ words }) => words)).toContainEqual(
    expect.stringContaining('“x.txt” is a checkpoint that is signed with another key'),
  );
});

test('of a document that several records tell of, each says what it is by it', async () => {
  await using log = openLog();
  save(log, 'f1', 'alike');
  save(log, 'f2', 'alike');
  const one = await log.record({ ...madeDocument, fileId: 'f1' as never });
  const two = await log.record({ ...madeDocument, fileId: 'f2' as never });
  const files = await found({
    'A.json': one.text,
    'B.json': two.text,
    'deed.docx': 'alike',
    'A.pdf': one.page,
  });
  const said = files.filter(({ words }) => /“deed.docx”|“A.pdf”/.test(words));
  expect(said).toMatchObject([
    { holds: 'yes', words: expect.stringMatching(/^By “A.json”, “deed.docx” is exactly.*“f1.docx”/) },
    { holds: 'yes', words: expect.stringMatching(/^By “B.json”, “deed.docx” is exactly.*“f2.docx”/) },
    { holds: 'yes', words: expect.stringMatching(/^By “A.json”, “A.pdf” is the page/) },
  ]);
  expect(not(files)).toEqual([]);
});
