import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recover } from '../../../../main/engine/store/recovery.ts';
import { continuedProblem } from '../../../../main/engine/view/custody-rows.ts';
import { beginningOf, lossInWords } from '../../../../shared/evidence/log-beginning.ts';
import type { RecordStatement } from '../../../../shared/evidence/record.ts';
import { wordsOfVerification } from '../../../../shared/evidence/verification-words.ts';
import { verifyRecord } from '../../../../shared/evidence/verify-record.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { sealedAnew } from '../../../support/sealed-anew.ts';
import { signsInMemory } from '../../../support/signing.ts';
import { openStampAuthority } from '../../../support/stamp-authority.ts';

type Log = ReturnType<typeof openLog>;

/** What is left of a log when a page of its database was overwritten, that has this entry on it. */
async function recovered(log: Log, seq: number): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-damage-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'matterline.db');
  const salt = log.stores.custody.entry(seq)?.salt ?? '';
  await log.database.backup(file);
  const bytes = readFileSync(file);
  const length = bytes.readUInt16BE(16);
  const page = Math.floor(bytes.indexOf(salt) / length);
  bytes.fill(0xff, page * length, page * length + 200);
  writeFileSync(file, bytes);
  recover(file, Date.now(), () => {});
  const made = join(directory, 'made.db');
  copyFileSync(file, made);
  return made;
}
const entriesIn = ({ stores: { custody } }: Log) => [...custody.pages(1, custody.last)].flat();
const signed = async ({ keeper }: Log) => {
  const made = await keeper.now();
  if (!made.ok) throw new Error(made.error.why);
  return made.value;
};

test.each([
  ['in the middle', 150],
  ['the last ones', 318],
])(
  'entries behind the last checkpoint were lost, %s: the log goes on after that checkpoint, says so, and its records hold',
  async (_, lost) => {
    const sign = signsInMemory();
    await using log = openLog({ sign });
    log.write(madeDocument, 20);
    const last = await signed(log);
    log.write(madeDocument, 301);
    await using after = openLog({ sign, copyOf: await recovered(log, lost) });
    expect(after.stores.custody.entry(lost)).toBeNull();

    const next = await signed(after);
    expect(JSON.parse(after.stores.custody.treeNow.beginning).slice(1, 4)).toEqual([
      ...['continued', 'damaged', last.note],
    ]);
    expect(next.size).toBe(entriesIn(after).length + 1);
    expect(continuedProblem(after.stores)[0]?.why).toContain('was damaged, and not all of the log');
    for (let time = 0; time < 3; time += 1) {
      expect((await verifyRecord((await after.record()).text)).outcome).toBe('whole');
      after.write(madeDocument, 5);
    }
    expect(after.stores.custody.origins).toHaveLength(2);
  },
);

test('entries were lost before anything was signed: the log says that too, and its records hold', async () => {
  const sign = signsInMemory();
  await using log = openLog({ sign });
  log.write(madeDocument, 301);
  await using after = openLog({ sign, copyOf: await recovered(log, 150) });
  expect((await signed(after)).size).toBe(entriesIn(after).length + 1);
  expect(continuedProblem(after.stores)[0]?.why).toContain('None were signed before');
  const found = await verifyRecord((await after.record()).text);
  if (found.outcome !== 'whole') throw new Error(found.outcome);
  const { statement } = found.record;
  expect(lossInWords(beginningOf(statement.log, statement))).toContain(
    'it begins with no checkpoint that was known',
  );
});

test('a log of which entries are not there any more is not signed as if they were', async () => {
  await using log = openLog();
  log.write(madeDocument, 120);
  await signed(log);
  log.write(madeDocument, 20);
  log.database.exec('DROP TRIGGER custody_never_shrinks; DELETE FROM custody WHERE seq BETWEEN 130 AND 133');
  expect(await log.keeper.now()).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('Entry 130 of the custody log is missing') },
  });
});

test('time stamps are taken over from a damaged database with the checkpoints that they are on', async () => {
  await using log = openLog();
  log.write(madeDocument, 320);
  const { id: checkpoint } = await signed(log);
  const bytes = Buffer.of(1);
  log.stores.checkpoints.addStamp({
    ...{ checkpoint, at: 1, authority: 'stamps.example' },
    ...{ certificate: bytes, request: bytes, response: bytes },
  });
  await using after = openLog({ copyOf: await recovered(log, 150) });
  expect(after.stores.checkpoints.isStamped(checkpoint, bytes)).toBe(true);
});

test('a record of a log that went on after damage has the stamps of before on the entries that are all there, and they are checked', async () => {
  const sign = signsInMemory();
  await using authority = await openStampAuthority();
  await using log = openLog({ sign });
  log.name(authority);
  log.write({ ...madeDocument, fileId: 'f2' as FileId }, 5);
  log.write(madeDocument, 20);
  await log.stamper.stamp(await signed(log));
  log.write(madeDocument, 301);
  // Of what this one is on, entries are lost: nothing shows any more what is in it.
  await log.stamper.stamp(await signed(log));
  await using after = openLog({ sign, copyOf: await recovered(log, 250) });
  after.write(madeDocument, 5);
  const { text } = await after.record();
  const found = await verifyRecord(text);
  if (found.outcome !== 'whole') throw new Error(JSON.stringify(found));
  const { statement } = found.record;
  expect(statement.stamps).toEqual([]);
  expect(statement.former).toMatchObject([
    { log: { origin: log.stores.custody.treeNow.origin }, stamps: [{ authority: expect.any(String) }] },
  ]);
  const [stamp] = found.stamps;
  expect(found.stamps).toHaveLength(1);
  expect(stamp).toMatchObject({ isFormer: true, upTo: 26 });
  expect(stamp?.entries).toEqual(statement.listed.filter((seq) => seq <= 26));
  expect(found.notStamped).toEqual(statement.listed.filter((seq) => seq > 26));
  expect(wordsOfVerification(found).map(({ words }) => words)).toContainEqual(
    expect.stringContaining('“Stamps of Example” stamped the log as it was before it went on anew on 20'),
  );

  const [part] = statement.former ?? [];
  const [written] = part?.stamps ?? [];
  if (!part || !written) throw new Error('there is no such stamp');
  const flipped = (base64: string) => (base64.startsWith('A') ? 'B' : 'A') + base64.slice(1);
  const made = async (former: RecordStatement['former']) =>
    verifyRecord(await sealedAnew(after, { ...statement, former }));
  expect(await made(statement.former)).toMatchObject({ outcome: 'whole', stamps: [{ isFormer: true }] });
  const changes: [typeof part, string][] = [
    [{ ...part, stamps: [{ ...written, proof: flipped(written.proof) }] }, 'altered'],
    [{ ...part, stamps: [{ ...written, proof: '' }] }, 'altered'],
    [{ ...part, stamps: [{ ...written, response: written.response.slice(0, -8) }] }, 'stamp-altered'],
    [{ ...part, log: { ...part.log, entriesBefore: 3 } }, 'another-log'],
    [{ ...part, log: { ...part.log, origin: 'matterline/another/1' } }, 'another-device'],
    [{ ...part, log: { ...part.log, origin: `${part.log.origin}x` } }, 'another-log'],
  ];
  for (const [changed, fault] of changes)
    expect(await made([changed])).toMatchObject({
      ...{ outcome: 'broken', fault: { fault, what: 'time stamp 1' } },
    });
});
