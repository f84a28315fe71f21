import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commonOf, readEntry, recordText } from '../../../../shared/evidence/record.ts';
import { wordsOfFile, wordsOfVerification } from '../../../../shared/evidence/verification-words.ts';
import {
  type RecordVerification,
  verifyRecord,
  whatFileIs,
} from '../../../../shared/evidence/verify-record.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { openStampAuthority, type StampAuthority } from '../../../support/stamp-authority.ts';

/**
 * How many alterations of each kind: `MATTERLINE_ALTERATIONS=25000` for the full number, 100,000. A kind at a time, with `-t`, in a process of
 * its own takes minutes: each is held against the whole check, the certificates of the stamp among it.
 */
const runs = Number(process.env['MATTERLINE_ALTERATIONS'] ?? 500);

let authority: StampAuthority;
let text: string;
let page: Buffer;
let other: string;
let whole: Extract<RecordVerification, { outcome: 'whole' }>;

beforeAll(async () => {
  authority = await openStampAuthority();
  await using log = openLog();
  log.write(madeDocument, 25);
  log.name(authority);
  ({ text, page } = await log.record());
  await using another = openLog();
  another.write(madeDocument, 25);
  another.name(authority);
  ({ text: other } = await another.record());
  const found = await verifyRecord(text);
  if (found.outcome !== 'whole') throw new Error(JSON.stringify(found));
  whole = found;
});
afterAll(() => authority[Symbol.asyncDispose]());

const faults = /^(altered|missing|repeated|another-log|another-device|stamp-altered)$/;
/** What of a record is named. */
const anyPart = /^(the (record|statement|entries|seal|checkpoint|log|proof|key)|entry \d+|time stamp \d+)$/;
/** What may be named where that was altered: the part itself, or the whole that has its hash. */
function partOf([half, part]: readonly (string | number)[]): RegExp {
  if (half === 'seal') return /^(the (seal|checkpoint|proof|record)|time stamp \d+)$/;
  if (part === 'entries' || part === 'common' || part === 'listed')
    return /^(the (entries|record|statement)|entry \d+)$/;
  if (part === 'stamps') return /^(the (statement|record)|time stamp \d+)$/;
  return /^the (statement|record)$/;
}

const faultIn = async (altered: string) => {
  const found = await verifyRecord(altered);
  return found.outcome === 'broken' ? found.fault : null;
};
const parsed = () => JSON.parse(text);
const written = (record: unknown) => `${JSON.stringify(record)}\n`;

test('the record that is altered below holds as it is', () => {
  expect(whole.stamps).toHaveLength(1);
  expect(recordText(whole.record)).toBe(text);
});

test('what a record does not show by itself is not said to hold', () => {
  const said = wordsOfVerification(whole).map(({ words }) => words);
  expect(said).toContainEqual(
    expect.stringContaining(
      `if the certificate is theirs. Anybody can make one of that name: compare its SHA-256, ${whole.stamps[0]?.certificate}`,
    ),
  );
  expect(said).toContainEqual(expect.stringContaining('What became of the log since is not shown.'));
  expect(wordsOfFile('Record.pdf', { is: 'page' })).toMatchObject([
    { words: expect.stringContaining('That it says what the entries say is not checked') },
  ]);
});

test('whatever is altered in a record, anywhere, is noticed and named', async () => {
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: bytes.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change' as const, 'remove' as const, 'insert' as const),
      async (at, change, how) => {
        const altered =
          how === 'remove'
            ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
            : Buffer.concat([
                bytes.subarray(0, at),
                Buffer.of((bytes[at] ?? 0) ^ change),
                bytes.subarray(how === 'change' ? at + 1 : at),
              ]);
        const fault = await faultIn(altered.toString('utf8'));
        expect(fault?.fault).toMatch(faults);
        expect(fault?.what).toMatch(anyPart);
      },
    ),
    { numRuns: runs },
  );
});

test('values in a record that are replaced by others of their kind are noticed and named', async () => {
  const { statement, seal } = whole.record;
  const paths: (string | number)[][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    else paths.push(path);
  };
  walk({ statement, seal }, []);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.string({ minLength: 1 }),
      fc.nat(),
      async (path, words, number) => {
        const record = parsed();
        let place = record;
        for (const key of path.slice(0, -1)) place = place[key];
        const last = path.at(-1) ?? '';
        const before = place[last];
        place[last] =
          typeof before === 'number'
            ? before + 1 + number
            : typeof before === 'boolean'
              ? !before
              : typeof before === 'string'
                ? words + before
                : words;
        const fault = await faultIn(written(record));
        expect(fault?.fault).toMatch(faults);
        expect(fault?.what).toMatch(partOf(path));
      },
    ),
    { numRuns: runs },
  );
});

test(
  'an altered time stamp is noticed, whatever is altered in it',
  async () => {
    const [stamp] = whole.record.statement.stamps;
    const response = Buffer.from(stamp?.response ?? '', 'base64');
    const named = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: response.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const altered = Buffer.from(response);
          altered[at] = (altered[at] ?? 0) ^ change;
          const record = parsed();
          record.statement.stamps[0].response = altered.toString('base64');
          const found = await faultIn(written(record));
          // What is not signed in it, such as the words beside it, is of the statement that was sealed.
          named.add(found?.what ?? '');
          expect(found?.what).toMatch(/^(time stamp 1|the statement)$/);
        },
      ),
      { numRuns: runs },
    );
    expect(named).toContain('time stamp 1');
    // Each is held against the authority's certificate: the full number takes minutes.
  },
  Math.max(180_000, runs * 200),
);

test('an altered page for reading, or another document, is not what the record tells of', () => {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(whatFileIs(whole, hash(page))).toEqual({ is: 'page' });
  fc.assert(
    fc.property(fc.nat({ max: page.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const altered = Buffer.from(page);
      altered[at] = (altered[at] ?? 0) ^ change;
      expect(whatFileIs(whole, hash(altered))).toEqual({ is: 'unknown' });
    }),
    { numRuns: runs },
  );
});

test('there is one way to write the entry that seals a record too: with more, or in another order, it is altered', async () => {
  const { entry } = parsed().seal;
  for (const another of [
    { ...entry, relatedId: null },
    { ...entry, writtenAt: entry.at },
    Object.fromEntries(Object.entries(entry).toReversed()),
  ]) {
    const changed = parsed();
    changed.seal.entry = another;
    expect(written(changed)).not.toBe(text);
    expect(await faultIn(written(changed))).toMatchObject({ fault: 'altered', what: 'the record' });
  }
});

test('what is altered, missing, repeated, from another log or signed by another device is named as that', async () => {
  const [, second] = whole.record.statement.entries;
  const seq = Number(second?.['seq']);
  const changed = parsed();
  changed.statement.entries[1].at = '2020-01-01T00:00:00.000Z';
  expect(await faultIn(written(changed))).toMatchObject({ fault: 'altered', what: `entry ${seq}` });
  const missing = parsed();
  missing.statement.entries.splice(1, 1);
  expect(await faultIn(written(missing))).toMatchObject({ fault: 'missing', what: `entry ${seq}` });
  const repeated = parsed();
  repeated.statement.entries.splice(2, 0, repeated.statement.entries[1]);
  expect(await faultIn(written(repeated))).toMatchObject({ fault: 'repeated', what: `entry ${seq}` });
  const stamp = parsed();
  const answer = Buffer.from(stamp.statement.stamps[0].response, 'base64');
  answer[answer.length - 1] = (answer.at(-1) ?? 0) ^ 1;
  stamp.statement.stamps[0].response = answer.toString('base64');
  expect(await faultIn(written(stamp))).toMatchObject({ fault: 'stamp-altered', what: 'time stamp 1' });
  const unrelated = parsed();
  unrelated.seal.checkpoint = JSON.parse(other).seal.checkpoint;
  expect(await faultIn(written(unrelated))).toMatchObject({ fault: 'another-log' });
  const signature = parsed();
  const note: string = signature.seal.checkpoint;
  const [, before = '', signed = ''] = /^([\s\S]*— \S+ )(\S+)\n$/.exec(note) ?? [];
  const bytes = Buffer.from(signed, 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  signature.seal.checkpoint = `${before}${bytes.toString('base64')}\n`;
  expect(await faultIn(written(signature))).toMatchObject({ fault: 'another-device' });
  const whole50 = whole.record.statement.entries.map(
    (entry) => readEntry(entry, whole.record.statement.common)?.content,
  );
  expect(Object.keys(commonOf(whole50.flatMap((entry) => entry ?? [])))).toContain('deviceId');
});

test('what was stamped late, and what was not stamped when the computer’s clock says, are named as that, and nothing honest is called false', async () => {
  const day = 86_400_000;
  let behind = 5 * day;
  await using log = openLog({ behind: () => behind });
  log.write(madeDocument, 5);
  log.name(authority);
  // The clock is five days behind, and stays so: the record holds, and whose clock was wrong is not known.
  const before = await verifyRecord((await log.record()).text);
  expect(before).toMatchObject({ outcome: 'whole', clockBehind: true });
  expect(wordsOfVerification(before)).toContainEqual({
    holds: 'note',
    words: expect.stringContaining(
      'The computer’s clock or the authority’s was wrong: by the computer’s, this record',
    ),
  });
  // It is right again: what was written then was stamped five days later, by its clock.
  behind = 0;
  const after = await verifyRecord((await log.record()).text);
  if (after.outcome !== 'whole') throw new Error(JSON.stringify(after));
  const early = after.entries.filter(({ kind }) => kind !== 'signing-key').map(({ seq }) => seq);
  expect(after.stampedLate).toEqual(expect.arrayContaining(early));
  expect(wordsOfVerification(after).map(({ words }) => words)).toContainEqual(
    expect.stringContaining('Stamped late, more than three days after'),
  );
  // It is ahead by an hour: what was written then is said to be later than its stamp.
  behind = -3_600_000;
  log.write({ ...madeDocument, fileId: 'f2' as never }, 5);
  const ahead = await verifyRecord((await log.record({ ...madeDocument, fileId: 'f2' as never })).text);
  expect(ahead).toMatchObject({ outcome: 'whole', clockBehind: false });
  expect(ahead.outcome === 'whole' && ahead.clockAhead.length).toBeGreaterThanOrEqual(5);
});

test('a record of another device, with its key, is not one of this log', async () => {
  // The checkpoint, key and proofs of the other one, with everything in its place, around these entries.
  const theirs = JSON.parse(other);
  const mixed = parsed();
  mixed.seal = theirs.seal;
  expect(await faultIn(written(mixed))).toMatchObject({ fault: 'altered', what: 'the statement' });
  const keyed = parsed();
  keyed.statement.key.publicKey = theirs.statement.key.publicKey;
  expect(await faultIn(written(keyed))).toMatchObject({ fault: 'altered', what: 'the statement' });
  const entry = parsed();
  entry.statement.entries[1] = theirs.statement.entries[1];
  expect(await faultIn(written(entry))).toMatchObject({ fault: 'altered' });
});

test('npm run verify-log checks records and the documents that are given with them, and says what does not hold', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const { text: good, paths } = await log.record();
  const run = (...files: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../../../scripts/verify-log.ts'), ...files],
      { encoding: 'utf8' },
    );
    return { status, said: stdout + stderr };
  };
  expect(run(paths.proofs, paths.path)).toMatchObject({ status: 0 });
  expect(run(paths.proofs, paths.path).said).toContain('is the page for reading that belongs to the record');
  const letter = join(log.directory, 'Letter.docx');
  writeFileSync(letter, 'another');
  expect(run(paths.proofs, letter)).toMatchObject({ status: 1 });
  const altered = join(log.directory, 'altered.json');
  writeFileSync(altered, good.replace('"kind":"sent"', '"kind":"filed"'));
  const told = run(altered);
  expect(told.status).toBe(1);
  expect(told.said).toMatch(/The record does NOT hold: entry \d+ was altered/);
  expect(run(letter).status).toBe(2);
});
