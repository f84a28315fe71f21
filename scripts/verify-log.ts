import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExportedLeaves } from '../main/engine/features/custody/exported-leaves.ts';
import { type Verification, verifyExport } from '../main/engine/features/custody/verify-export.ts';
import type { ExportHeader } from '../main/engine/store/custody/header.ts';
import {
  isOf,
  isSignedWithAny,
  type KeysOfLog,
  keysOf,
  type NamedRecord,
  wordsBesideExport,
} from '../shared/evidence/beside-record.ts';
import { areEqual } from '../shared/evidence/bytes.ts';
import type { SignedCheckpoint } from '../shared/evidence/checkpoint.ts';
import type { CustodyContent } from '../shared/evidence/custody-entry.ts';
import { type GivenFile, whatIsGiven } from '../shared/evidence/given-files.ts';
import { isKnown, judged, wholeOf } from '../shared/evidence/judged-files.ts';
import { seqOfRank } from '../shared/evidence/leaf-index.ts';
import { beginningOf } from '../shared/evidence/log-beginning.ts';
import { digestOfContent } from '../shared/evidence/record.ts';
import { type Finding, marks } from '../shared/evidence/verification-words.ts';
import { visible } from '../shared/evidence/visible.ts';

// npm run verify-log -- FILE …: 0 when an exported custody log, or records and the checkpoints, exports and documents that are given with
// them, are as they were written and of one log, 1 when not, 2 when a file is neither.

interface Export {
  readonly path: string;
  readonly what: GivenFile;
}

/** An export that is as it was written. */
interface Log extends KeysOfLog {
  readonly name: string;
  readonly header: ExportHeader;
  readonly leaves: ExportedLeaves;
  /** The last entry that a checkpoint covers which is signed by a key of the record; 0 for none. */
  readonly signedUpTo: number;
}

async function verify(files: readonly string[]): Promise<number> {
  const [file] = files;
  if (file === undefined) {
    console.error('usage: npm run verify-log -- FILE [RECORD, CHECKPOINT, EXPORT OR DOCUMENT …]');
    return 2;
  }
  const given: GivenFile[] = [];
  const exports: Export[] = [];
  const unread: string[] = [];
  for (const path of files)
    try {
      const what = await read(path);
      given.push(what);
      if (what.is === 'export') exports.push({ path, what });
    } catch (error) {
      unread.push(`“${basename(path)}” could not be read, and nothing is said of it: ${wordsOf(error)}`);
    }
  for (const words of unread) console.error(visible(words));
  if (given.some(({ is }) => is === 'record')) {
    const judgement = await verifyRecords(given, exports);
    return unread.length > 0 ? 2 : judgement;
  }
  if (unread.length > 0) return 2;
  if (files.length === 1) {
    const found = await verifyExport(createReadStream(file));
    if (found.outcome !== 'not-an-export') return said(wordsOfExport(found)) ? 0 : 1;
    console.error('This file is not an exported custody log, and not a record.');
    return 2;
  }
  console.error('None of these files is a record.');
  return 2;
}

const read = async (path: string): Promise<GivenFile> =>
  whatIsGiven({
    name: basename(path),
    size: (await stat(path)).size,
    async read(length) {
      const handle = await open(path);
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    async sha256() {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      return hash.digest('hex');
    },
  });

async function verifyRecords(given: readonly GivenFile[], exports: readonly Export[]): Promise<number> {
  const whole = wholeOf(given);
  const logs: Log[] = [];
  const ofExports: Finding[] = [];
  for (const { path, what } of exports) {
    const leaves = new ExportedLeaves();
    const found = await verifyExport(createReadStream(path), leaves);
    // A document may well begin like one.
    if (found.outcome === 'not-an-export' && isKnown(what, whole)) continue;
    ofExports.push(...wordsOfExport(found));
    if (found.outcome === 'whole') {
      const { header } = found;
      logs.push({ name: basename(path), header, leaves, ...signedIn(leaves, header, given) });
    }
  }
  const findings = [
    ...judged(given, logs).flatMap((one) => one.findings),
    ...ofExports,
    ...logs.flatMap((log) => besideExport(log, given)),
    ...logs.flatMap((one, at) => logs.slice(at + 1).flatMap((other) => besideEachOther(one, other, whole))),
  ];
  return said(findings) ? 0 : 1;
}

/**
 * The last entry before the log of a record went on after something of it was lost, where the checkpoint that it began with is by a key
 * that an entry names which is in a log shown otherwise; null else.
 */
function wentOnAfter({ found }: NamedRecord, isShown: (entry: CustodyContent) => boolean): number | null {
  const { statement } = found.record;
  const beginning = beginningOf(statement.log, statement);
  if (beginning?.kind !== 'continued' || !beginning.known) return null;
  const keys = found.entries.filter((entry) => entry.kind === 'signing-key' && isShown(entry));
  const isSigned = isSignedWithAny(
    beginning.known,
    keys.flatMap(({ detail }) => detail ?? []),
  );
  return isSigned ? beginning.lastBefore : null;
}

/** True for an export of before the log of the record went on, and not of what came then. */
function isOfBefore({ leaves }: Log, record: NamedRecord): boolean {
  const isShown = (entry: CustodyContent) => leaves.has(entry.seq, digestOfContent(entry));
  const last = wentOnAfter(record, isShown);
  return last !== null && !record.found.entries.some((entry) => entry.seq > last && isShown(entry));
}

/**
 * How far checkpoints of an export's log are signed, and the keys that it names up to there: by the key of a record, or by one that is named
 * within what another such checkpoint covers. An export itself is not signed.
 */
function signedIn(
  leaves: ExportedLeaves,
  { service, deviceId }: ExportHeader,
  given: readonly GivenFile[],
): Pick<Log, 'service' | 'deviceId' | 'keys' | 'signedUpTo'> {
  const own = wholeOf(given).filter(({ found }) => isOf({ service, deviceId }, found.record.statement));
  const keys = new Set(own.flatMap((record) => keysOf(record).keys));
  const left = new Set([
    ...own.map(({ found }) => found.checkpoint),
    ...given.flatMap((file) => (file.is === 'checkpoint' ? [file.checkpoint] : [])),
  ]);
  let signedUpTo = 0;
  const take = (checkpoint: SignedCheckpoint): boolean => {
    const log = own.find(({ found }) => found.checkpoint.origin === checkpoint.origin)?.found.record.statement
      .log;
    const root = log && isSignedWithAny(checkpoint, [...keys]) ? leaves.rootAt(log, checkpoint.size) : null;
    if (!log || !root || !areEqual(root, checkpoint.root)) return false;
    for (const key of leaves.keysWithin(log, checkpoint.size)) keys.add(key);
    const entries = checkpoint.size > log.entriesBefore ? checkpoint.size - 1 : checkpoint.size;
    signedUpTo = Math.max(signedUpTo, seqOfRank(log, entries));
    return left.delete(checkpoint);
  };
  while ([...left].some(take));
  return { service, deviceId, keys: [...keys], signedUpTo };
}

/** Each checkpoint, of records and by itself, held against the log that was exported, where a record says how its tree begins. */
function besideExport(one: Log, given: readonly GivenFile[]): Finding[] {
  const { name: exported, header, leaves, keys, signedUpTo } = one;
  const whole = wholeOf(given);
  const own = whole.filter(({ found }) => isOf(header, found.record.statement));
  if (own.length === 0)
    return [
      {
        holds: 'note',
        words: `“${exported}” is an export of another device’s log, or of another person’s, than the record: it says nothing of it.`,
      },
    ];
  const all = [
    ...whole.map(({ name, found }) => ({ name, checkpoint: found.checkpoint })),
    ...given.flatMap((file) =>
      file.is === 'checkpoint' && isSignedWithAny(file.checkpoint, keys) ? [file] : [],
    ),
  ];
  const behind: Finding[] =
    signedUpTo < leaves.length
      ? [
          {
            holds: 'note',
            words: `No checkpoint here covers the entries of “${exported}” after number ${signedUpTo}: nothing that was signed shows that they are of that log.`,
          },
        ]
      : [];
  const held = all.flatMap(({ name, checkpoint }): Finding[] => {
    const of = own.find(({ found }) => found.checkpoint.origin === checkpoint.origin);
    if (!of) return [];
    const root = leaves.rootAt(of.found.record.statement.log, checkpoint.size);
    if (root && !areEqual(root, checkpoint.root) && isOfBefore(one, of))
      return [
        {
          holds: 'note',
          words: `The checkpoint of ${checkpoint.size} leaves in “${name}” is of a log that went on after something of it was lost. “${exported}” does not show how it went on, and says nothing of it.`,
        },
      ];
    return [wordsBesideExport(name, checkpoint, root)];
  });
  return [...held, ...behind];
}

/** Two exports of one log: one is the other, or the other with more. */
function besideEachOther(one: Log, other: Log, whole: readonly NamedRecord[]): Finding[] {
  if (!isOf(one.header, other.header)) return [];
  const seq = one.leaves.firstDifference(other.leaves);
  if (seq === null) return [];
  const names = `“${one.name}” and “${other.name}”`;
  // An export is not signed: that the log went on after a loss is shown by a record of the one that did.
  const continued = whole.find((record) => {
    const { checkpoint, record: of } = record.found;
    return (
      isOf(one.header, of.statement) &&
      wentOnAfter(record, (entry) => entry.seq < seq) !== null &&
      [one, other].some(({ leaves }) => {
        const root = leaves.rootAt(of.statement.log, checkpoint.size);
        return root !== null && areEqual(root, checkpoint.root);
      })
    );
  });
  return [
    continued
      ? {
          holds: 'note',
          words: `${names} differ from entry ${seq} on: “${continued.name}” shows that the log went on after something of it was lost.`,
        }
      : {
          holds: 'no',
          words: `${names} are exports of two different logs of one device: entry ${seq} is not the same in both. At least one of them was made up, unless an earlier copy was put back between them: a record that was saved since, beside them, shows that.`,
        },
  ];
}

function wordsOfExport(found: Verification): Finding[] {
  const no = (words: string): Finding => ({ holds: 'no', words });
  const note = (words: string): Finding => ({ holds: 'note', words });
  switch (found.outcome) {
    case 'whole': {
      const { header, shown, leftOut } = found;
      return [
        {
          holds: 'yes',
          words: `The log is as it was written: entries 1 to ${header.lastSeq}, exported ${header.exportedAt}.`,
        },
        note(`${shown} in full, ${leftOut} of other documents by their hashes only.`),
        ...(found.isCounted
          ? []
          : [
              note(
                'An earlier version exported it, which did not write down how many entries it shows: whether one of the same was left out afterwards is not shown.',
              ),
            ]),
        note(`It ends with ${header.headHash}: compare this with what you were given by other means.`),
      ];
    }
    case 'incomplete':
      return [
        no(
          `The log is NOT as it was exported: of the entries that it is about, ${found.missing} are here by their hashes only.`,
        ),
      ];
    case 'broken': {
      const { seq, fault, why } = found.fault;
      return [
        no(`The log is NOT as it was written. ${seq === null ? 'Its header' : `Entry ${seq}`} is ${fault}.`),
        note(why),
      ];
    }
    case 'not-an-export':
      return [no('A file is not an exported custody log, and not a record.')];
  }
}

/** Names in files are anybody's: none of them steers the terminal, or is taken for a finding. False where something does not hold. */
function said(findings: readonly Finding[]): boolean {
  for (const { holds, words } of findings) console.log(visible(`${marks[holds]}: ${words}`));
  return findings.every(({ holds }) => holds !== 'no');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.exitCode = await verify(process.argv.slice(2)).catch((error: unknown) => {
  console.error(visible(wordsOf(error)));
  return 2;
});
