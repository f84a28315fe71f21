import { areEqual, fromBase64 } from './bytes.ts';
import { isSignedWith, namesKey, type SignedCheckpoint } from './checkpoint.ts';
import { leafIndexOf } from './leaf-index.ts';
import { beginningOf } from './log-beginning.ts';
import { partName } from './merkle.ts';
import type { Finding } from './verification-words.ts';
import type { RecordVerification } from './verify-record.ts';

type Whole = Extract<RecordVerification, { outcome: 'whole' }>;

const none = new Uint8Array();

/** Longer than any checkpoint there can be. */
export const longestCheckpoint = 4_096;

/** A record that holds, or a checkpoint, by the name of its file. */
export interface NamedRecord {
  readonly name: string;
  readonly found: Whole;
}
export interface NamedCheckpoint {
  readonly name: string;
  readonly checkpoint: SignedCheckpoint;
}

/** Whose log it is: a device has one for each service. */
export interface Writer {
  readonly service: string;
  readonly deviceId: string;
}
export const isOf = (one: Writer, other: Writer): boolean =>
  one.service === other.service && one.deviceId === other.deviceId;

/** Keys that a log names, in base64. */
export interface KeysOfLog extends Writer {
  readonly keys: readonly string[];
}
export const keysOf = ({ found: { record, entries } }: NamedRecord): KeysOfLog => ({
  service: record.statement.service,
  deviceId: record.statement.deviceId,
  keys: entries.flatMap(({ kind, detail }) => (kind === 'signing-key' && detail ? [detail] : [])),
});

export const isSignedWithAny = (checkpoint: SignedCheckpoint, keys: readonly string[]): boolean =>
  keys.some((key) => {
    const bytes = fromBase64(key);
    return bytes !== null && isSignedWith(checkpoint, bytes);
  });

/** Whoever has the log of a device and not its key signs with one of their own, and names it in the log. */
export function wordsOfKeys(records: readonly NamedRecord[]): Finding[] {
  const firsts = records.filter(
    ({ found: { record } }, at) =>
      records.findIndex(({ found }) => isOf(found.record.statement, record.statement)) === at,
  );
  return firsts.flatMap((first) => {
    const own = records.filter(({ found }) => isOf(found.record.statement, first.found.record.statement));
    const byKey = new Map(own.map(({ name, found }) => [found.record.statement.key.publicKey, name]));
    if (byKey.size < 2) return [];
    const names = [...byKey.values()].map((name) => `“${name}”`).join(', ');
    return [
      {
        holds: 'note',
        words: `${names} are signed with ${byKey.size} keys of one device: it got another one in between, as with each start where there is no store for secrets, or one of them was signed by another device.`,
      },
    ];
  });
}

/** What two records of one log say that cannot both be so: parts of its tree that both show. */
export function wordsOfTwoRecords(one: NamedRecord, other: NamedRecord): Finding[] {
  const [ours, theirs] = [one.found.record.statement.log, other.found.record.statement.log];
  if (ours.origin !== theirs.origin) return wordsOfTwoTrees(one, other);
  const differ = [...one.found.parts].filter(([part, hash]) => {
    const beside = other.found.parts.get(part);
    return beside !== undefined && !areEqual(hash, beside);
  });
  if (differ.length === 0 && JSON.stringify(ours) === JSON.stringify(theirs)) return [];
  const names = new Set(differ.map(([part]) => part));
  const seq = one.found.record.statement.listed.find((number) => {
    const at = leafIndexOf(ours, number);
    return names.has(partName(at, at + 1));
  });
  const where = seq === undefined ? '' : ` Entry ${seq} is not the same in both.`;
  return [
    {
      holds: 'no',
      words: `“${one.name}” and “${other.name}” show two different logs of one device: at least one of them was made up.${where}`,
    },
  ];
}

/** Records whose logs have two names, where they are of one device and service: one of them began after the other, or after a third. */
function wordsOfTwoTrees(one: NamedRecord, other: NamedRecord): Finding[] {
  const [ours, theirs] = [one.found.record.statement, other.found.record.statement];
  if (!isOf(ours, theirs)) return [];
  const keys = [one, other].flatMap((record) => keysOf(record).keys);
  const [here, there] = [beginningOf(ours.log, ours), beginningOf(theirs.log, theirs)];
  if (here?.kind === 'chain' && there?.kind === 'chain')
    return [
      {
        holds: 'no',
        words: `“${one.name}” and “${other.name}” both say that they begin the log of one device: at least one of them was made up, or is of an earlier copy that was put back.`,
      },
    ];
  const goesOnFrom = (beginning: typeof here, before: NamedRecord) => {
    const known = beginning?.kind === 'continued' ? beginning.known : null;
    if (known?.origin !== before.found.checkpoint.origin) return 'unknown';
    const root = before.found.parts.get(partName(0, known.size));
    if (root && !areEqual(root, known.root)) return 'contradicts';
    return root && isSignedWithAny(known, keys) ? 'goes-on' : 'unknown';
  };
  const found = [goesOnFrom(here, other), goesOnFrom(there, one)];
  if (found.includes('contradicts'))
    return [
      {
        holds: 'no',
        words: `“${one.name}” and “${other.name}” show two different logs of one device: at least one of them was made up.`,
      },
    ];
  if (found.includes('goes-on')) return [];
  return [
    {
      holds: 'note',
      words: `“${one.name}” and “${other.name}” are of two parts of the log of one device. That the one went on after the other is not shown by them.`,
    },
  ];
}

/**
 * What a checkpoint that came by another way, such as one that was filed with the service, says beside records that hold and other
 * checkpoints.
 */
export function wordsOfCheckpoint(
  { name, checkpoint }: NamedCheckpoint,
  records: readonly NamedRecord[],
  others: readonly NamedCheckpoint[],
  keys: readonly KeysOfLog[],
): Finding[] {
  const own = records.filter(({ found }) => found.checkpoint.origin === checkpoint.origin);
  if (own.length === 0)
    return [{ holds: 'note', words: `“${name}” is a checkpoint of another log than the record.` }];
  const known = keys
    .filter((one) => own.some(({ found }) => isOf(one, found.record.statement)))
    .flatMap((one) => one.keys);
  const isSigned = (one: SignedCheckpoint) => isSignedWithAny(one, known);
  if (!isSigned(checkpoint))
    return [
      known.some((key) => namesKey(checkpoint, fromBase64(key) ?? none))
        ? {
            holds: 'no',
            words: `“${name}” is a checkpoint that is not signed with the key of the record, though it says so: it was altered.`,
          }
        : {
            holds: 'note',
            words: `“${name}” is a checkpoint that is signed with another key than the record: an earlier or a later one of the device, or anybody’s. It says nothing here; an export of the log beside it shows which keys the device had.`,
          },
    ];
  const whole = partName(0, checkpoint.size);
  const roots = [
    ...own.map((record) => ({ name: record.name, root: record.found.parts.get(whole) })),
    ...others
      .filter((other) => other.checkpoint.origin === checkpoint.origin && isSigned(other.checkpoint))
      .map((other) => ({
        name: other.name,
        root: other.checkpoint.size === checkpoint.size ? other.checkpoint.root : undefined,
      })),
  ];
  const size = `${checkpoint.size} leaves`;
  const differ = roots.find(({ root }) => root && !areEqual(root, checkpoint.root));
  if (differ)
    return [
      {
        holds: 'no',
        words: `“${name}” shows another log of ${size} than “${differ.name}”, signed for the same log: at least one of them was made up.`,
      },
    ];
  const same = own.find(({ found }) => found.parts.has(whole));
  if (same)
    return [{ holds: 'yes', words: `“${name}” is a checkpoint of ${size}, the same as in the record.` }];
  return [
    {
      holds: 'note',
      words: `“${name}” is a checkpoint of ${size} by the same device. Whether it and the record are of one log is shown by an export of the log: npm run verify-log with all three.`,
    },
  ];
}

/** What an export of the log says of a checkpoint: `root` is that of its first leaves, as many as the checkpoint has. */
export function wordsBesideExport(
  name: string,
  checkpoint: SignedCheckpoint,
  root: Uint8Array | null,
): Finding {
  const { size } = checkpoint;
  if (root === null)
    return {
      holds: 'note',
      words: `The export is older than the checkpoint of ${size} leaves in “${name}”: it says nothing of it.`,
    };
  return areEqual(root, checkpoint.root)
    ? { holds: 'yes', words: `The checkpoint of ${size} leaves in “${name}” is one of the exported log.` }
    : {
        holds: 'no',
        words: `The checkpoint of ${size} leaves in “${name}” is NOT one of the exported log: these are two different logs of one device.`,
      };
}
