import { fromBase64, utf8 } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import type { RecordStatement } from './record.ts';
import { checkStamp, type StampFacts, type StampFault } from './time-stamp.ts';

/** Why a time stamp of a record is none, for a person. */
export const stampWords: Readonly<Record<StampFault, string>> = {
  'not-a-stamp': 'It is no time stamp.',
  'not-granted': 'The authority did not stamp.',
  'of-something-else': 'It is a stamp on something else.',
  'another-question': 'It answers another question than was asked.',
  'another-policy': 'It is under another policy than was asked for.',
  'not-signed-by-it': 'Its signature does not hold.',
  'not-of-the-authority': 'It is not by the authority whose certificate is here.',
};
export const notWritten = 'It is not written the way time stamps are.';

type WrittenStamp = RecordStatement['stamps'][number];

/** All of a record, in the order in which they are counted. */
export const allStampsIn = ({ stamps, former = [] }: RecordStatement): WrittenStamp[] => [
  ...stamps,
  ...former.flatMap((part) => part.stamps),
];

/** What a stamp shows of the entries. */
export interface ShownStamp extends StampFacts {
  readonly host: string;
  /** SHA-256 of the certificate that it is held against. */
  readonly certificate: string;
  /** It is on the log as it was before that went on in a new tree. */
  readonly isFormer: boolean;
  /** The stamp is on all entries up to this number. */
  readonly upTo: number;
  readonly entries: readonly number[];
}

/** A time stamp, held against what it is on; null for what is not written the way they are. */
export async function stampIn(written: WrittenStamp) {
  const stamped = parseCheckpoint(written.checkpoint);
  const [certificate, request, response] = [written.certificate, written.request, written.response].map(
    fromBase64,
  );
  if (!stamped || !certificate || !request || !response) return null;
  const checked = await checkStamp(response, { data: utf8(written.checkpoint), request, certificate });
  return { stamped, certificate, checked };
}
