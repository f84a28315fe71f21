import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';
import { beginningOf, lossInWords } from '../../../../shared/evidence/log-beginning.ts';
import type { RecordStatement } from '../../../../shared/evidence/record.ts';
import type { StampFacts } from '../../../../shared/evidence/time-stamp.ts';
import { byThen, isOfAnother, withinWords } from '../../../../shared/evidence/verification-words.ts';
import { inTurns } from '../../platform/in-parts.ts';
import { beyondAscii } from './page-letters.ts';
import { type Cell, PageWriter } from './page-writer.ts';
import { dateWords, sizeWords, timeWords, whenWords, wordsOf } from './record-words.ts';

/** A stamp and the last entry that it is on. */
export interface PageStamp extends StampFacts {
  readonly host: string;
  readonly certificate: string;
  /** It is on the log as it was before that went on in a new tree. */
  readonly isFormer: boolean;
  readonly upTo: number;
}

export interface RecordPage {
  readonly statement: Omit<RecordStatement, 'pdf' | 'listed' | 'common' | 'entries' | 'stamps'>;
  readonly entries: readonly CustodyContent[];
  readonly stamps: readonly PageStamp[];
  /** Why there is no newer stamp; null where there is one, or nobody stamps. */
  readonly notStamped: string | null;
  /** What people of the firm are called. */
  readonly people: ReadonlyMap<string, string>;
  /** SHA-256 of the device's key. */
  readonly keyFingerprint: string;
  /** What the file that goes with it is called. */
  readonly fileName: string;
}

/** Entries whose letters are looked at at once: milliseconds of work. */
const readAtOnce = 500;

const titles = {
  document: 'Record of a document',
  version: 'Record of a version',
  matter: 'Record of a matter',
};

/** The record for people: what, which versions, who, when, what others say beside it, and what all that shows. */
export async function recordPage(page: RecordPage): Promise<Uint8Array> {
  const { statement } = page;
  const title = titles[statement.scope];
  const writer = await PageWriter.begin({
    title: statement.document === null ? title : `${title}: ${statement.document}`,
    footer: `${title}, saved ${timeWords(statement.savedAt)}`,
    at: new Date(statement.savedAt),
    producer: statement.program,
    letters: await lettersOf(page),
  });
  writer.title(title);
  about(writer, page);
  await versions(writer, page);
  await whatHappened(writer, page);
  await history(writer, page);
  stamps(writer, page);
  limits(writer);
  checking(writer, page);
  return writer.bytes();
}

/** Letters beyond ASCII of all that may stand on it. */
async function lettersOf({ statement, entries, stamps: all, people, fileName }: RecordPage) {
  const letters = new Set<string>();
  const take = (value: unknown) => {
    for (const letter of beyondAscii(JSON.stringify(value))) letters.add(letter);
  };
  const { history: lines, ...facts } = statement;
  take([facts, all, [...people.values()], fileName]);
  await inTurns(lines, readAtOnce, take);
  await inTurns(entries, readAtOnce, take);
  return letters;
}

function about(writer: PageWriter, { statement, entries }: RecordPage): void {
  if (statement.document !== null) writer.fact('Document', statement.document);
  writer.fact('Matter', statement.matter ?? statement.matterId);
  if (statement.fileId !== null) writer.fact('Number of the document', statement.fileId, 'fixed');
  if (statement.versionId !== null) writer.fact('Version', statement.versionId, 'fixed');
  writer.fact('Service', statement.service);
  const computers = entries.map(
    ({ hostName, userName }) => `${hostName ?? 'not told'}, user ${userName ?? 'not told'}`,
  );
  writer.fact('Computer', [...new Set(computers)].join('; '));
  writer.fact('Device', statement.deviceId, 'fixed');
  writer.fact(
    'Saved',
    `${timeWords(statement.savedAt)}, by this computer’s clock, with ${statement.program}`,
  );
}

/** The bytes of each save, and when it came how far. */
async function versions(writer: PageWriter, { entries, statement }: RecordPage): Promise<void> {
  const saves = [
    ...Map.groupBy(
      entries.filter((one) => one.change === 'content' && one.sha256 && !isOfAnother(one, statement.fileId)),
      keyOf,
    ),
  ];
  writer.heading('Versions');
  if (saves.length === 0) return writer.paragraph('The log of this computer tells of no content of it.');
  const columns = [
    { name: 'Name, size, SHA-256 of the exact bytes', width: 287 },
    { name: 'Captured, UTC', width: 100 },
    { name: 'Seen in history, UTC', width: 100 },
  ];
  await writer.table(columns, saves, ([, told]): Cell[] => {
    const [first] = told;
    const filed = told.find(({ kind }) => kind === 'filed');
    return [
      {
        text: `${first?.name ?? ''}, ${sizeWords(first?.size ?? null)}${statement.scope === 'matter' ? `, document ${first?.fileId}` : ''}`,
        fingerprint: first?.sha256 ?? '',
      },
      { text: (first?.kind === 'captured' ? '' : `${first?.kind}: `) + (first ? whenWords(first) : '') },
      { text: filed ? whenWords(filed) : 'not by this log' },
    ];
  });
}

const keyOf = (entry: CustodyContent): string =>
  entry.saveId === null ? `${entry.kind} ${entry.seq}` : `save ${entry.saveId}`;

async function whatHappened(writer: PageWriter, { entries, people, statement }: RecordPage): Promise<void> {
  writer.heading('What this computer did');
  writer.paragraph(
    'Times are of this computer’s clock. What is announced, sent or saved is written down before it happens.',
  );
  const columns = [
    { name: 'Entry', width: 45 },
    { name: 'When, UTC', width: 95 },
    { name: 'What', width: 222 },
    { name: 'Who', width: 125 },
  ];
  await writer.table(columns, entries, (entry): Cell[] => [
    { text: String(entry.seq) },
    { text: whenWords(entry) },
    {
      text:
        (isOfAnother(entry, statement.fileId) ? `Of another document, number ${entry.fileId}: ` : '') +
        wordsOf(entry) +
        whichOne(entry, statement.scope) +
        (entry.versionId === null ? '' : ` (entry ${entry.versionId})`),
    },
    { text: entry.person === null ? 'not known' : (people.get(entry.person) ?? entry.person) },
  ]);
  const named = [...new Set(entries.map(({ person }) => person))].flatMap((person) => {
    const name = people.get(person ?? '');
    return name === undefined ? [] : [`${name} is ${person}`];
  });
  if (named.length > 0)
    writer.paragraph(
      `The entries have people by their ids in the service. What they are called is what this computer read there: ${named.join('; ')}.`,
    );
}

/** What it is called of which an entry of a matter tells, and what a document was called or where it was moved. */
function whichOne({ change, path, name }: CustodyContent, scope: RecordStatement['scope']): string {
  const which = change === 'metadata' ? (path ?? name) : scope === 'matter' ? name : null;
  return which === null ? '' : `: “${which}”`;
}

async function history(writer: PageWriter, { statement, people, entries }: RecordPage): Promise<void> {
  writer.heading('What the service’s history says beside it');
  if (statement.history.length === 0)
    return writer.paragraph('As far as this computer has read it, the history tells nothing of this.');
  writer.paragraph(
    'As this computer read it. The service can be asked for the same by anyone it gives access to.',
  );
  const columns = [
    { name: 'When, by it, UTC', width: 105 },
    { name: 'What', width: 115 },
    { name: 'Who', width: 90 },
    { name: 'Entry of the history', width: 177 },
  ];
  const names = new Map(
    entries.flatMap(({ fileId, name }) => (name === null ? [] : [[fileId, name] as const])),
  );
  await writer.table(columns, statement.history, (one): Cell[] => [
    { text: dateWords(one.at) },
    {
      text:
        statement.scope === 'matter'
          ? `${one.kind}: “${one.name ?? names.get(one.fileId) ?? one.fileId}”`
          : one.kind,
    },
    { text: one.userId === null ? 'not told' : (people.get(one.userId) ?? one.userId) },
    { text: one.id, face: 'fixed' },
  ]);
}

function stamps(writer: PageWriter, { stamps: all, notStamped, entries }: RecordPage): void {
  writer.heading('What time-stamping authorities say');
  for (const stamp of all) {
    writer.fact('Stamped', timeWords(stamp.at) + withinWords(stamp));
    writer.fact('By', `${stamp.authority} (${stamp.host})`);
    writer.fact('Under its policy', `${stamp.policy}, number ${stamp.serial}`);
    writer.fact('Its certificate', stamp.certificate, 'fixed');
    writer.paragraph(
      `${stamp.isFormer ? 'It is on the log as it was before that went on anew (see “Log” below). Of the entries that are here, every one' : 'Every entry'} up to number ${stamp.upTo} was in the log of this computer ${byThen(stamp)}, as it stands here: the authority stamped a fingerprint of the whole log, and from that fingerprint no entry can be changed, taken out or put in. The authority saw neither documents nor names. Anybody can make a certificate of its name: compare the SHA-256 above with the one that the authority publishes.`,
    );
  }
  const stamped = Math.max(0, ...all.map(({ upTo }) => upTo));
  const rest = entries.filter(({ seq }) => seq > stamped).length;
  if (all.length === 0)
    writer.paragraph(
      'No authority has stamped the entries that are here. That they were written when they say rests on this computer alone.',
    );
  else if (rest > 0)
    writer.paragraph(
      `${rest} of the entries that are here are newer than the last stamp. When they were written rests on this computer alone.`,
    );
  if (notStamped !== null)
    writer.paragraph(`A newer stamp could not be had when this record was made: ${notStamped}`);
}

function limits(writer: PageWriter): void {
  writer.heading('What this shows, and what not');
  writer.paragraph(
    'It shows that, by this computer’s own record, bytes with these SHA-256 values were captured, sent and seen in the service’s history as far as it is told above and in this order, and that the entries have not been changed since they were signed. Where there is a time stamp, it shows that they were there at that time at the latest.',
  );
  writer.paragraph(
    'It does not show that the computer’s clock was right, who was at the keyboard, that a document says the truth, that the log tells nothing more of the same, or that nothing happened elsewhere. What the service’s history says is repeated here as it was read, and is not proven by this record. This is not a legal opinion, and what it is worth as proof is for a court to say.',
  );
}

function checking(writer: PageWriter, { statement, keyFingerprint, fileName }: RecordPage): void {
  writer.heading('How anyone can check it');
  writer.paragraph(
    `The file “${fileName}” holds the same entries with their proofs and time stamps, and the SHA-256 of this page. It is checked, without the program and without a network, by opening the page “verify-record.html”, as the makers of Matterline publish it and not as it came with this record, in a browser and dropping the file, this page and the documents onto it; by “npm run verify-log”; or by hand with sha256sum and openssl, as the documentation of the custody log shows.`,
  );
  if (writer.hasReplaced)
    writer.paragraph(
      `Letters that this page has no shapes for stand in square brackets, by their script and their numbers in Unicode. The file “${fileName}” has them as they are.`,
    );
  writer.fact('Log', statement.log.origin, 'fixed');
  const loss = lossInWords(beginningOf(statement.log, statement));
  if (loss !== null) writer.paragraph(loss);
  writer.fact('Key of this device', keyFingerprint, 'fixed');
  writer.paragraph(
    statement.key.lasting
      ? 'The key lies in this computer’s own store for secrets. Compare its SHA-256 with that in other records of this computer.'
      : 'This computer has no store for secrets, so the key was made for one run of the program and is gone with it: the signature shows only that the record was not changed since.',
  );
}
