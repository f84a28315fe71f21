import { isUtf8 } from 'node:buffer';
import { custodyFormat } from '../../../../shared/evidence/custody-entry.ts';
import { ChainCheck, type ChainFault } from '../../store/custody/chain-check.ts';
import { type CustodyEntry, digestOf, genesisHash } from '../../store/custody/entry.ts';
import { type ExportHeader, exportBy, headerOf, isAbout } from '../../store/custody/header.ts';
import { linesOf, parseHeader, parseRecord } from './export-lines.ts';
import type { ExportedLeaves } from './exported-leaves.ts';

export type Verification =
  | {
      readonly outcome: 'whole';
      readonly header: ExportHeader;
      readonly shown: number;
      readonly leftOut: number;
      /** False where an earlier program wrote it, which did not write down how many entries it shows. */
      readonly isCounted: boolean;
    }
  /** As many entries as are missing were left out of it afterwards: their hashes are there, and which they are is not known. */
  | { readonly outcome: 'incomplete'; readonly missing: number }
  | { readonly outcome: 'broken'; readonly fault: ChainFault }
  | { readonly outcome: 'not-an-export' };

/** Longer than any line there can be; what is longer is not kept in memory. */
const longestLine = 1024 * 1024;
const openingBrace = 0x7b;

/**
 * Checks an export by itself, as a stream in constant memory: that each entry is as it was written, that the chain
 * leads from the first to the last without gaps, that the header belongs to it, and that it shows all that it is about and nothing else.
 * @param leaves takes its entries, for who holds checkpoints against it
 */
export async function verifyExport(
  chunks: AsyncIterable<Uint8Array>,
  leaves?: Pick<ExportedLeaves, 'take'>,
): Promise<Verification> {
  const lines = linesIn(chunks);
  const first = await lines.next();
  if (first.done) return { outcome: 'not-an-export' };
  return verifyLines(first.value[0] === openingBrace ? 'json' : 'csv', first.value, lines, leaves);
}

async function verifyLines(
  format: 'csv' | 'json',
  firstLine: Buffer,
  rest: AsyncGenerator<Buffer, void>,
  leaves: Pick<ExportedLeaves, 'take'> | undefined,
): Promise<Verification> {
  const lines = linesOf[format];
  const top: (string | null)[] = [textOf(firstLine, lines.end)];
  while (top.length < lines.headerLength) {
    const next = await rest.next();
    if (next.done) break;
    top.push(textOf(next.value, lines.end));
  }
  const whole = top.filter((line) => line !== null);
  const header = whole.length === lines.headerLength ? parseHeader(lines, whole) : null;
  if (!top.some((line) => line?.includes(custodyFormat)) && !header) return { outcome: 'not-an-export' };
  if (!header || header.genesisHash !== genesisHash(header.service, header.deviceId))
    return headerFault('The header is not as it was written.');

  const check = new ChainCheck(header.genesisHash);
  let last: CustodyEntry | null = null;
  const counts = { entry: 0, omitted: 0 };
  const isOfAll = header.matterId === null && header.fileId === null;
  let other: ChainFault | null = null;
  for await (const bytes of rest) {
    const text = textOf(bytes, lines.end);
    const record = text === null ? null : parseRecord(lines, text);
    check.take(record);
    last = record?.record === 'entry' ? record.entry : null;
    if (record) {
      counts[record.record] += 1;
      if (record.record === 'omitted' && isOfAll) other ??= leftOut(record.seq);
      if (record.record === 'entry' && !isAbout(header, record.entry)) other ??= putIn(record.entry.seq);
      if (record.record === 'entry') leaves?.take(digestOf(record.entry), record.entry);
      else leaves?.take(record.digest, null);
    }
  }
  const lastSeq = Number(header.lastSeq);
  const fault = check.end(Number.isSafeInteger(lastSeq) ? lastSeq : 0);
  if (fault) return { outcome: 'broken', fault };
  const exported = last && exportBy(last);
  const right = last && exported ? lines.header(headerOf(last, header.service)) : null;
  if (!exported || !right || right.some((line, index) => line !== whole[index]))
    return headerFault('The header does not belong to these entries.');
  if (other) return { outcome: 'broken', fault: other };
  const missing = (exported.shown ?? counts.entry) - counts.entry;
  if (missing !== 0) return { outcome: 'incomplete', missing };
  const isCounted = isOfAll || exported.shown !== null;
  return { outcome: 'whole', header, shown: counts.entry, leftOut: counts.omitted, isCounted };
}

const leftOut = (seq: number): ChainFault => ({
  ...{ seq, fault: 'missing' },
  why: 'Only the SHA-256 of it is here, and this is an export of the whole log: what it says was taken out.',
});

const putIn = (seq: number): ChainFault => ({
  ...{ seq, fault: 'altered' },
  why: 'It tells of something else than this is an export of: of such entries an export has only the SHA-256.',
});

const headerFault = (why: string): Verification => ({
  outcome: 'broken',
  fault: { seq: null, fault: 'altered', why },
});

/** Null for what is not valid UTF-8 or does not end as lines do. */
function textOf(bytes: Buffer, end: string): string | null {
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  return text.endsWith(end) ? text.slice(0, -end.length) : null;
}

/** Each line with its end. Of one that is too long, only a beginning. */
async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    while (from < chunk.byteLength) {
      const newline = chunk.indexOf(0x0a, from);
      const to = newline === -1 ? chunk.byteLength : newline + 1;
      if (length <= longestLine) kept.push(Buffer.from(chunk.subarray(from, to)));
      length += to - from;
      from = to;
      if (newline === -1) continue;
      yield length > longestLine ? Buffer.alloc(0) : Buffer.concat(kept);
      kept = [];
      length = 0;
    }
  }
  if (length > 0) yield length > longestLine ? Buffer.alloc(0) : Buffer.concat(kept);
}
