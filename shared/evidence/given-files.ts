import { longestCheckpoint } from './beside-record.ts';
import { parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { custodyFormat } from './custody-entry.ts';
import { isRecordAtAll } from './record.ts';
import { type RecordVerification, unreadable, verifyRecord } from './verify-record.ts';

/** A file that was given to be checked, by what it is. */
export type GivenFile = { readonly name: string; readonly sha256: string } & (
  | { readonly is: 'record'; readonly found: RecordVerification }
  | { readonly is: 'checkpoint'; readonly checkpoint: SignedCheckpoint }
  | { readonly is: 'export' }
  | { readonly is: 'document' }
);

/** A record is text; what is longer is a document. */
const longestRecord = 64 * 1024 * 1024;
/** Bytes from the start that tell what a file is. */
const beginning = 1_024;

/** By its bytes alone, whatever it is called: the page and the script take each file for the same. */
export async function whatIsGiven(file: {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The first bytes, so many, or all of them. */
  read(length: number): Promise<Uint8Array>;
  sha256(): Promise<string>;
}): Promise<GivenFile> {
  const { size } = file;
  const known = { name: file.name, sha256: await file.sha256() };
  const start = new TextDecoder().decode(await file.read(beginning));
  if (isRecordAtAll(start) && size <= longestRecord) {
    const text = textOf(await file.read(size));
    return { ...known, is: 'record', found: text === null ? unreadable : await verifyRecord(text) };
  }
  const short = size <= longestCheckpoint ? textOf(await file.read(size)) : null;
  const checkpoint = short === null ? null : parseCheckpoint(short);
  if (checkpoint) return { ...known, is: 'checkpoint', checkpoint };
  return { ...known, is: start.includes(custodyFormat) ? 'export' : 'document' };
}

/** Exactly what stands there, with a byte order mark too; null for what is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
