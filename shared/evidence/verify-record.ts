import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual, fromBase64, hexOf, utf8 } from './bytes.ts';
import { isSignedWith, parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { type CustodyContent, isToldLater } from './custody-entry.ts';
import { formerStampsOf } from './former-stamps.ts';
import { hashesIn } from './hashes-in.ts';
import { isInOrder, leafIndexesIn } from './leaf-index.ts';
import { beginningOf } from './log-beginning.ts';
import { hashOfLeaf, isConsistent, partName, partsByBatch } from './merkle.ts';
import {
  digestOfContent,
  type EvidenceRecord,
  isRecordAtAll,
  parseRecord,
  readEntry,
  statementText,
} from './record.ts';
import { broken, type RecordFault } from './record-fault.ts';
import { allStampsIn, notWritten, type ShownStamp, stampIn, stampWords } from './stamp-in-record.ts';
import { fingerprintOf } from './time-stamp.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type RecordVerification =
  | { readonly outcome: 'not-a-record' }
  | { readonly outcome: 'broken'; readonly fault: RecordFault }
  | {
      readonly outcome: 'whole';
      readonly record: EvidenceRecord;
      readonly entries: readonly CustodyContent[];
      readonly checkpoint: SignedCheckpoint;
      /** Hashes of the parts of the log's tree that the record shows, by `partName`. */
      readonly parts: ReadonlyMap<string, Bytes>;
      readonly stamps: readonly ShownStamp[];
      /** Entries on which there is no stamp, and those stamped more than three days after they were written. */
      readonly notStamped: readonly number[];
      readonly stampedLate: readonly number[];
      /** Entries that, by the computer's clock, were written after they were stamped: one of the two clocks was wrong. */
      readonly clockAhead: readonly number[];
      /** Entries that tell of another time than they were written at, by more than an hour. */
      readonly toldLater: readonly number[];
      /** Entries that, by the computer's clock, were written before one that stands before them in the log. */
      readonly clockBack: readonly number[];
      /** By the computer's clock, the record was made more than three days before a stamp that stands in it: likewise. */
      readonly clockBehind: boolean;
    };

/** Milliseconds. */
const late = 3 * 86_400_000;
const clocksDiffer = 5 * 60_000;

/** Of bytes that are no text. */
export const unreadable = broken('altered', 'the record', 'It is not written the way records are.');

/** Checks a record by itself: nothing but its text is needed. */
export async function verifyRecord(text: string): Promise<RecordVerification> {
  const parsed = parseRecord(text);
  if (!parsed) {
    return isRecordAtAll(text) ? unreadable : { outcome: 'not-a-record' };
  }
  const { record, exact } = parsed;
  const { statement, seal } = record;
  const read = statement.entries.map((entry) => readEntry(entry, statement.common));
  const sealing = readEntry(seal.entry, {});
  const entryFault = faultOfEntries(record, read);
  if (entryFault) return entryFault;
  if (!sealing?.isWhole) return broken('altered', 'the seal', 'What it says does not match its fingerprint.');
  const { content: sealEntry } = sealing;
  const statementBytes = utf8(statementText(statement));
  if (sealEntry.sha256 !== hexOf(sha256(statementBytes)) || sealEntry.size !== statementBytes.length)
    return (
      (await faultOfStamps(statement)) ?? broken('altered', 'the statement', 'It is not what was sealed.')
    );
  if (!sealsRecord(statement, sealEntry))
    return broken('altered', 'the seal', 'It is an entry of something else than the making of this record.');
  if (!exact) return unreadable;

  const checkpoint = parseCheckpoint(seal.checkpoint);
  if (!checkpoint) return broken('altered', 'the checkpoint', 'It is not written the way checkpoints are.');
  if (checkpoint.origin !== statement.log.origin)
    return broken('another-log', 'the checkpoint', 'It is one of another log.');
  if (!checkpoint.origin.startsWith(`matterline/${statement.deviceId}/`))
    return broken('another-device', 'the checkpoint', 'It is of a log of another device.');
  if (!beginningOf(statement.log, statement))
    return broken(
      'another-log',
      'the log',
      'It does not begin the way the log of this device for this service does.',
    );
  if (!isInOrder(statement.log))
    return broken('altered', 'the log', 'What it says to be missing is in no order.');
  const entries = read.flatMap((one) => (one ? [one.content] : []));
  const leaves = leavesOf(record, entries, sealEntry);
  const proof = hashesIn(seal.proof);
  const parts = leaves && proof && partsByBatch(leaves, checkpoint.size, proof);
  const root = parts?.get(partName(0, checkpoint.size));
  const publicKey = fromBase64(statement.key.publicKey);
  const isSigned = publicKey !== null && isSignedWith(checkpoint, publicKey);
  if (!parts || !root || !areEqual(root, checkpoint.root)) {
    return isSigned
      ? broken('altered', 'the proof', 'It does not lead from the entries to the checkpoint.')
      : broken('altered', 'the checkpoint', 'It is neither the one of these entries nor signed.');
  }
  if (!isSigned)
    return broken('another-device', 'the checkpoint', 'It is not signed by the key that the log names.');
  const named = entries.find((entry) => entry.seq === statement.key.seq);
  const lasts = statement.key.lasting ? 'lasting' : 'until-the-program-ends';
  if (named?.kind !== 'signing-key' || named.detail !== statement.key.publicKey || named.relatedId !== lasts)
    return broken('another-device', 'the key', 'The log does not name it.');
  return stampsOf(record, entries, checkpoint, parts);
}

type Read = ReturnType<typeof readEntry>;

/** The first of the entries that is not as it was written, or not as many times. */
function faultOfEntries({ statement }: EvidenceRecord, read: readonly Read[]) {
  const { listed } = statement;
  const seen = new Set<number>();
  for (const [at, one] of read.entries()) {
    const place = listed[at] ?? at + 1;
    if (!one) return broken('altered', `entry ${place}`, 'It is not written the way entries are.');
    const { seq } = one.content;
    if (!one.isWhole)
      return broken('altered', `entry ${seq}`, 'What it says does not match its fingerprint.');
    if (seen.has(seq)) return broken('repeated', `entry ${seq}`, 'It stands here more than once.');
    seen.add(seq);
  }
  const missing = listed.find((seq) => !seen.has(seq));
  if (missing !== undefined)
    return broken('missing', `entry ${missing}`, 'The record names it, and it is not here.');
  const areListed = read.every(
    (one, at) => one?.content.seq === listed[at] && (listed[at] ?? 0) > (listed[at - 1] ?? 0),
  );
  return areListed && read.length === listed.length
    ? null
    : broken('altered', 'the entries', 'They are not the ones that the record names, in their order.');
}

/**
 * True for the entry that is written when a record is made, and for no other that has a hash: whoever files a document of the bytes of a
 * statement that they made up has an entry with its hash too.
 */
const sealsRecord = (
  { scope, matterId, fileId, versionId }: EvidenceRecord['statement'],
  seal: CustodyContent,
): boolean =>
  seal.kind === 'exporting' &&
  seal.detail?.startsWith(`record-${scope} json `) === true &&
  seal.matterId === matterId &&
  seal.fileId === fileId &&
  seal.versionId === versionId;

function leavesOf(
  { statement }: EvidenceRecord,
  entries: readonly CustodyContent[],
  sealEntry: CustodyContent,
): Map<number, Bytes> | null {
  const { log } = statement;
  const leaves = new Map<number, Bytes>([
    [log.entriesBefore, hashOfLeaf(new Uint8Array(sha256(utf8(log.beginning))))],
  ]);
  const indexOf = leafIndexesIn(log);
  for (const entry of [...entries, sealEntry]) {
    const index = indexOf(entry.seq);
    if (entry.deviceId !== statement.deviceId || index === null) return null;
    leaves.set(index, hashOfLeaf(digestOfContent(entry)));
  }
  return leaves.size === entries.length + 2 ? leaves : null;
}

/** The first that is none by itself, whatever else was altered; null where each is one. */
async function faultOfStamps(statement: EvidenceRecord['statement']) {
  for (const [at, written] of allStampsIn(statement).entries()) {
    const checked = (await stampIn(written))?.checked;
    if (!checked?.ok)
      return broken(
        'stamp-altered',
        `time stamp ${at + 1}`,
        checked ? stampWords[checked.error] : notWritten,
      );
  }
  return null;
}

async function stampsOf(
  record: EvidenceRecord,
  entries: readonly CustodyContent[],
  checkpoint: SignedCheckpoint,
  parts: Map<string, Bytes>,
): Promise<RecordVerification> {
  const { statement, seal } = record;
  const { log } = statement;
  const stamps: ShownStamp[] = [];
  const indexOf = leafIndexesIn(log);
  if (seal.consistency.length !== statement.stamps.length)
    return broken('altered', 'the seal', 'It does not have one proof for each time stamp.');
  for (const [at, written] of statement.stamps.entries()) {
    const what = `time stamp ${at + 1}`;
    const read = await stampIn(written);
    const proof = hashesIn(seal.consistency[at] ?? '');
    if (!read || !proof) return broken('stamp-altered', what, notWritten);
    const { stamped, certificate, checked } = read;
    if (stamped.origin !== log.origin)
      return broken('another-log', what, 'It is on a checkpoint of another log.');
    if (!isConsistent(stamped, checkpoint, proof))
      return broken('altered', what, 'The log does not go on from the checkpoint that was stamped.');
    if (!checked.ok) return broken('stamp-altered', what, stampWords[checked.error]);
    parts.set(partName(0, stamped.size), stamped.root);
    const covered = entries.filter((entry) => (indexOf(entry.seq) ?? stamped.size) < stamped.size);
    stamps.push({
      ...checked.value,
      host: written.authority,
      certificate: await fingerprintOf(certificate),
      isFormer: false,
      upTo: covered.at(-1)?.seq ?? 0,
      entries: covered.map((entry) => entry.seq),
    });
  }
  const former = await formerStampsOf(statement, entries);
  if (former.outcome === 'broken') return former;
  stamps.push(...former.stamps);
  const savedAt = Date.parse(statement.savedAt);
  const firstStamps = new Map<number, number>();
  for (const stamp of stamps) {
    // What it shows is that they were there by the latest time that it may mean.
    const by = Date.parse(stamp.at) + (stamp.within ?? 0);
    for (const seq of stamp.entries) firstStamps.set(seq, Math.min(firstStamps.get(seq) ?? by, by));
  }
  const which = (is: (written: number, stamp: number | null) => boolean) =>
    entries
      .filter(({ seq, writtenAt }) => is(Date.parse(writtenAt), firstStamps.get(seq) ?? null))
      .map(({ seq }) => seq);
  return {
    outcome: 'whole',
    record,
    entries,
    checkpoint,
    parts,
    stamps,
    notStamped: which((_written, stamp) => stamp === null),
    stampedLate: which((written, stamp) => stamp !== null && stamp - written > late),
    clockAhead: which((written, stamp) => stamp !== null && written - stamp > clocksDiffer),
    toldLater: entries.filter(isToldLater).map(({ seq }) => seq),
    clockBack: clockBackAt(entries),
    clockBehind: stamps.some(({ at, within }) => Date.parse(at) - (within ?? 0) - savedAt > late),
  };
}

/** Of entries in their order: those of an earlier time than one before them has. */
function clockBackAt(entries: readonly CustodyContent[]): number[] {
  let newest = Number.NEGATIVE_INFINITY;
  return entries.flatMap(({ seq, writtenAt }) => {
    const at = Date.parse(writtenAt);
    newest = Math.max(newest, at);
    return newest - at > clocksDiffer ? [seq] : [];
  });
}

/** What a file is by the record: its page for reading, versions of a document, or nothing that the record knows. */
export function whatFileIs(
  { record, entries }: Extract<RecordVerification, { outcome: 'whole' }>,
  hash: string,
):
  | { readonly is: 'page' }
  /** `fileId` is of the document that the record is about; null for a matter. */
  | {
      readonly is: 'content';
      readonly entries: readonly CustodyContent[];
      readonly fileId: string | null;
    }
  | { readonly is: 'unknown' } {
  if (record.statement.pdf.sha256 === hash) return { is: 'page' };
  const about = entries.filter((entry) => entry.sha256 === hash);
  return about.length > 0
    ? { is: 'content', entries: about, fileId: record.statement.fileId }
    : { is: 'unknown' };
}
