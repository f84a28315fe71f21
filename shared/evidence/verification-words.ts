import { type CustodyContent, isToldLater } from './custody-entry.ts';
import { beginningOf, lossInWords } from './log-beginning.ts';
import type { RecordVerification, whatFileIs } from './verify-record.ts';

/** A finding for a person: that something holds, that it does not, or what to know about it. */
export interface Finding {
  readonly holds: 'yes' | 'no' | 'note';
  readonly words: string;
}

/** What stands before each: nothing that is named in a finding can be taken for it. */
export const marks = { yes: 'Holds', no: 'Does not hold', note: 'Note' } as const;

const yes = (words: string): Finding => ({ holds: 'yes', words });
const no = (words: string): Finding => ({ holds: 'no', words });
const note = (words: string): Finding => ({ holds: 'note', words });

const faults = {
  altered: 'was altered',
  missing: 'is missing',
  repeated: 'is repeated',
  'another-log': 'is from another log',
  'another-device': 'is signed by another device',
  'stamp-altered': 'was altered',
} as const;

/** What the check of a record found, most important first. */
export function wordsOfVerification(found: RecordVerification): Finding[] {
  if (found.outcome === 'not-a-record') return [no('This is no record of Matterline.')];
  if (found.outcome === 'broken') {
    const { fault, what, why } = found.fault;
    return [
      no(`The record does NOT hold: ${what} ${faults[fault]}.`),
      note(why),
      note('Nothing in it is to be relied on.'),
    ];
  }
  const { record, entries, checkpoint, stamps, notStamped, stampedLate } = found;
  const { toldLater, clockBack, clockAhead, clockBehind } = found;
  const { statement } = record;
  const loss = lossInWords(beginningOf(statement.log, statement));
  const what = statement.document ?? statement.matter ?? statement.matterId;
  return [
    yes(
      `The record of “${what}” holds: its ${entries.length} entries are in the log of this device as they stand here.`,
    ),
    yes(
      `The log had ${checkpoint.size} leaves when it was signed, these entries among them in their places. What became of the log since is not shown.`,
    ),
    ...(loss === null ? [] : [note(loss)]),
    ...stamps.map((stamp) =>
      yes(
        `“${stamp.authority}” stamped ${stamp.isFormer ? 'the log as it was before it went on anew' : 'it'} on ${timeOf(stamp.at)}${withinWords(stamp)}: ${stamp.isFormer ? 'those of these entries ' : 'entries '}up to ${stamp.upTo} were there ${byThen(stamp)}, if the certificate is theirs. Anybody can make one of that name: compare its SHA-256, ${stamp.certificate}, with the one that they publish.`,
      ),
    ),
    ...(notStamped.length > 0
      ? [
          note(
            `Not stamped by anybody: ${entriesIn(notStamped)}. When they were written rests on the computer alone.`,
          ),
        ]
      : []),
    ...(stampedLate.length > 0
      ? [
          note(
            `Stamped late, more than three days after the computer’s clock says they were written: ${entriesIn(stampedLate)}.`,
          ),
        ]
      : []),
    ...(toldLater.length > 0
      ? [
          note(
            `Written down at another time than they tell of, by more than an hour: ${entriesIn(toldLater)}. Only when they were written is held against the time stamps.`,
          ),
        ]
      : []),
    ...(clockBack.length > 0
      ? [
          note(
            `By the computer’s clock, these were written before entries that stand before them in the log: ${entriesIn(clockBack)}. Its clock was set, or their times were made up.`,
          ),
        ]
      : []),
    ...(clockAhead.length > 0
      ? [
          note(
            `The computer’s clock or the authority’s was wrong: by the computer’s, these were written after they were stamped: ${entriesIn(clockAhead)}.`,
          ),
        ]
      : []),
    ...(clockBehind
      ? [
          note(
            'The computer’s clock or the authority’s was wrong: by the computer’s, this record was made more than three days before it was stamped.',
          ),
        ]
      : []),
    note(
      `Signed with the key whose bytes are ${statement.key.publicKey}${statement.key.lasting ? '' : ', which was made for one run of the program'}: compare it with other records of device ${statement.deviceId}.`,
    ),
    note(
      'This shows nothing of whether the clock was right, who was at the keyboard, what a document says, or whether the log tells more of the same. It is not by itself proof in law.',
    ),
  ];
}

/** What a file is by the record. */
export function wordsOfFile(name: string, is: ReturnType<typeof whatFileIs>): Finding[] {
  if (is.is === 'page')
    return [
      yes(
        `“${name}” is the page for reading that belongs to the record, unchanged. That it says what the entries say is not checked: compare it with them.`,
      ),
    ];
  if (is.is === 'unknown')
    return [
      no(
        `“${name}” is not in the record: neither a version of what it tells of, nor its page for reading. It may have been altered.`,
      ),
    ];
  return is.entries.map((entry) =>
    yes(
      `“${name}” is exactly the content of entry ${entry.seq}${isOfAnother(entry, is.fileId) ? `, which is of ANOTHER document, number ${entry.fileId}` : ''}: ${kindWords(entry)}, ${timeOf(entry.at)} by the computer’s clock${isToldLater(entry) ? `, written down ${timeOf(entry.writtenAt)}` : ''}${entry.name === null ? '' : `, then called “${entry.name}”`}.`,
    ),
  );
}

/** What an entry says: the page for reading is not held against it, so that a reader of the check sees it as well. */
export function entryInWords(entry: CustodyContent, fileId: string | null): string {
  const { seq, at, writtenAt, name, path, size, sha256, versionId, detail, change, person } = entry;
  const parts = [
    isToldLater(entry) ? `written down ${timeOf(writtenAt)}` : null,
    isOfAnother(entry, fileId) ? `of ANOTHER document, number ${entry.fileId}` : null,
    change === 'metadata' ? `name or place “${path ?? name}”` : name === null ? null : `“${name}”`,
    size === null ? null : `${size} bytes`,
    sha256 === null ? null : `SHA-256 ${sha256}`,
    versionId === null ? null : `entry ${versionId} of the history`,
    detail === null ? null : `“${detail}”`,
    person === null ? null : `person ${person}`,
  ];
  return [`Entry ${seq}, ${timeOf(at)}: ${kindWords(entry)}`, ...parts.filter((part) => part !== null)].join(
    ', ',
  );
}

/** A record of a document has entries of others too that concern it: a decision about a save, say, of which it was asked. */
export const isOfAnother = (entry: CustodyContent, fileId: string | null): boolean =>
  fileId !== null && entry.fileId !== null && entry.fileId !== fileId;

const kinds: ReadonlyMap<string, string> = new Map([
  ['captured', 'captured'],
  ['filed', 'seen in the service’s history'],
  ['sent', 'accepted by the service'],
]);
const kindWords = ({ kind }: CustodyContent): string => kinds.get(kind) ?? `“${kind}”`;

const timeOf = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** What an authority says itself of how right a time of its own is; nothing where it says nothing. */
export function withinWords({ within }: { readonly within: number | null }): string {
  if (within === null || within === 0) return '';
  const [name, length] = spans.find(([, span]) => within > 2 * span) ?? (['second', 1_000] as const);
  const count = Math.ceil(within / length);
  return `, give or take ${count} ${name}${count === 1 ? '' : 's'}, as it says itself`;
}

export const byThen = ({ within }: { readonly within: number | null }): string =>
  within ? 'by the end of that time' : 'by then';

const spans = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 to 7, 9` */
function entriesIn(seqs: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const seq of seqs) {
    const last = runs.at(-1);
    if (last && last[1] === seq - 1) last[1] = seq;
    else runs.push([seq, seq]);
  }
  return runs.map(([from, to]) => (from === to ? `entry ${from}` : `entries ${from} to ${to}`)).join(', ');
}
