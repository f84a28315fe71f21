import {
  type KeysOfLog,
  keysOf,
  type NamedRecord,
  wordsOfCheckpoint,
  wordsOfKeys,
  wordsOfTwoRecords,
} from './beside-record.ts';
import type { GivenFile } from './given-files.ts';
import { entryInWords, type Finding, wordsOfFile, wordsOfVerification } from './verification-words.ts';
import { whatFileIs } from './verify-record.ts';

/** What was found of a file, or of several together. */
export interface Judged {
  readonly title: string;
  readonly findings: readonly Finding[];
  /** What the entries of a record that holds say, one after the other. */
  readonly entries?: readonly string[];
}

type OfKind<Is extends GivenFile['is']> = Extract<GivenFile, { is: Is }>;

const ofKind = <Is extends GivenFile['is']>(files: readonly GivenFile[], is: Is): OfKind<Is>[] =>
  files.filter((file): file is OfKind<Is> => file.is === is);

/** The records that hold, of those that were given. */
export const wholeOf = (files: readonly GivenFile[]): NamedRecord[] =>
  ofKind(files, 'record').flatMap(({ name, found }) => (found.outcome === 'whole' ? [{ name, found }] : []));

/**
 * What is to be said of all files that were given, each held against every other: by the page and by the script alike.
 * @param keys that are known otherwise
 */
export function judged(files: readonly GivenFile[], keys: readonly KeysOfLog[] = []): Judged[] {
  const whole = wholeOf(files);
  const against = [
    ...whole.flatMap((one, at) => whole.slice(at + 1).flatMap((other) => wordsOfTwoRecords(one, other))),
    ...wordsOfKeys(whole),
  ];
  const checkpoints = ofKind(files, 'checkpoint');
  const known = [...keys, ...whole.map(keysOf)];
  // What a record tells of is that document, whatever it looks like.
  const isDocument = (file: GivenFile) => isKnown(file, whole);
  return [
    ...ofKind(files, 'record')
      .filter((file) => file.found.outcome === 'whole' || !isDocument(file))
      .map(({ name, found }) => ({
        title: name,
        findings: wordsOfVerification(found),
        ...(found.outcome === 'whole'
          ? { entries: found.entries.map((one) => entryInWords(one, found.record.statement.fileId)) }
          : {}),
      })),
    ...(against.length > 0 ? [{ title: 'Records beside each other', findings: against }] : []),
    ...checkpoints.map((file) => ({
      title: file.name,
      findings: whole.length === 0 ? withoutRecord : wordsOfCheckpoint(file, whole, checkpoints, known),
    })),
    ...files
      .filter((file) => file.is === 'document' || isDocument(file))
      .map((file) => ({
        title: file.name,
        findings: whole.length === 0 ? withoutRecord : wordsOfDocument(file, whole),
      })),
  ];
}

const withoutRecord: readonly Finding[] = [
  {
    holds: 'note',
    words: 'Add the record (the .json file) as well, one that holds: this is held against it.',
  },
];

/** True for what a record that holds tells of by its content. */
export const isKnown = ({ sha256 }: GivenFile, whole: readonly NamedRecord[]): boolean =>
  whole.some(({ found }) => whatFileIs(found, sha256).is !== 'unknown');

function wordsOfDocument({ name, sha256 }: GivenFile, whole: readonly NamedRecord[]): Finding[] {
  const known = whole
    .map((record) => ({ record: record.name, is: whatFileIs(record.found, sha256) }))
    .filter(({ is }) => is.is !== 'unknown');
  if (known.length === 0) return wordsOfFile(name, { is: 'unknown' });
  return known.flatMap(({ record, is }) =>
    wordsOfFile(name, is).map(({ holds, words }) => ({
      holds,
      words: whole.length === 1 ? words : `By “${record}”, ${words}`,
    })),
  );
}
