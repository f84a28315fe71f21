import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual, utf8 } from './bytes.ts';
import type { CustodyContent } from './custody-entry.ts';
import { hashesIn } from './hashes-in.ts';
import { isInOrder, leafIndexesIn } from './leaf-index.ts';
import { beginningOf } from './log-beginning.ts';
import { hashOfLeaf, rootByBatch } from './merkle.ts';
import { digestOfContent, type RecordStatement } from './record.ts';
import { broken, type RecordFault } from './record-fault.ts';
import { notWritten, type ShownStamp, stampIn, stampWords } from './stamp-in-record.ts';
import { fingerprintOf } from './time-stamp.ts';

type Part = NonNullable<RecordStatement['former']>[number];

/**
 * What stamps of before the log went on in a new tree show. Nothing leads from there to the checkpoint that is signed now: each has a
 * proof of its own that the entries are in what was stamped.
 */
export async function formerStampsOf(
  statement: RecordStatement,
  entries: readonly CustodyContent[],
): Promise<{ outcome: 'broken'; fault: RecordFault } | { outcome: 'whole'; stamps: ShownStamp[] }> {
  const stamps: ShownStamp[] = [];
  const next = () => `time stamp ${statement.stamps.length + stamps.length + 1}`;
  for (const { log, stamps: own } of statement.former ?? []) {
    if (!log.origin.startsWith(`matterline/${statement.deviceId}/`))
      return broken('another-device', next(), 'It is on a log of another device.');
    if (!beginningOf(log, statement) || !isInOrder(log))
      return broken('another-log', next(), 'It is on a log that is not one of this device for this service.');
    for (const written of own) {
      const shown = await shownBy(log, written, entries, next());
      if ('outcome' in shown) return shown;
      stamps.push(shown);
    }
  }
  return { outcome: 'whole', stamps };
}

async function shownBy(
  log: Part['log'],
  written: Part['stamps'][number],
  entries: readonly CustodyContent[],
  what: string,
): Promise<{ outcome: 'broken'; fault: RecordFault } | ShownStamp> {
  const read = await stampIn(written);
  const proof = hashesIn(written.proof);
  if (!read || !proof) return broken('stamp-altered', what, notWritten);
  const { stamped, certificate, checked } = read;
  if (stamped.origin !== log.origin)
    return broken('another-log', what, 'It is on a checkpoint of another log.');
  if (!checked.ok) return broken('stamp-altered', what, stampWords[checked.error]);
  const indexOf = leafIndexesIn(log);
  const leaves = new Map([[log.entriesBefore, hashOfLeaf(new Uint8Array(sha256(utf8(log.beginning))))]]);
  const covered = entries.filter(({ seq }) => (indexOf(seq) ?? stamped.size) < stamped.size);
  for (const entry of covered) leaves.set(indexOf(entry.seq) ?? 0, hashOfLeaf(digestOfContent(entry)));
  const root = rootByBatch(leaves, stamped.size, proof);
  if (leaves.size !== covered.length + 1 || !root || !areEqual(root, stamped.root))
    return broken('altered', what, 'The entries do not lead to the checkpoint that was stamped.');
  return {
    ...checked.value,
    host: written.authority,
    certificate: await fingerprintOf(certificate),
    isFormer: true,
    upTo: covered.at(-1)?.seq ?? 0,
    entries: covered.map(({ seq }) => seq),
  };
}
