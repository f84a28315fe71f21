import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { areEqual, base64Of, fromBase64, utf8 } from './bytes.ts';
import { type CustodyContent, contentFields, entryText, isTime, numberFields } from './custody-entry.ts';

/** Names the form of a record; part of what is sealed. */
export const recordFormat = 'matterline-record-1';

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);
const hex = z.string().regex(/^[0-9a-f]{64}$/);
const seq = z.int().positive();
const text = z.string();
const field = z.union([z.string(), z.int(), z.null()]);

/**
 * The fields of an entry that are not null, or not what all entries have alike; without `writtenAt` where it is `at`. `digest` is the
 * beginning of the digest of what it says, so that an altered one can be named.
 */
const entrySchema = z.record(z.string(), field);

/** A log, and where entries stand in its tree. */
const logSchema = z.strictObject({
  origin: text,
  /** What the leaf says that is no entry, and how many entries stand before it. */
  beginning: text,
  entriesBefore: z.int().nonnegative(),
  missing: z.array(z.tuple([seq, seq])),
});

/** A checkpoint that an authority stamped: what was asked, what came, and the certificate that the firm named. */
const stampSchema = z.strictObject({
  authority: text,
  checkpoint: text,
  certificate: base64,
  request: base64,
  response: base64,
});

const statementSchema = z.strictObject({
  about: text,
  limits: text,
  scope: z.enum(['document', 'version', 'matter']),
  matterId: text,
  fileId: text.nullable(),
  versionId: text.nullable(),
  /** As they were called when the record was made. */
  matter: text.nullable(),
  document: text.nullable(),
  savedAt: text.refine(isTime),
  program: text,
  service: text,
  deviceId: text,
  log: logSchema,
  /** The device's key, as entry `seq` of the log names it. */
  key: z.strictObject({ publicKey: base64, lasting: z.boolean(), seq }),
  /** Numbers of the entries that are here. */
  listed: z.array(seq),
  common: entrySchema,
  entries: z.array(entrySchema),
  /** What the service's history said about the same, as far as this computer had read it; nothing of this is proven here. */
  history: z.array(
    z.strictObject({
      id: text,
      at: text.nullable(),
      kind: text,
      userId: text.nullable(),
      name: text.nullable(),
      fileId: text.nullable(),
      documentVersionId: text.nullable(),
    }),
  ),
  /** Stamped checkpoints of the same log. */
  stamps: z.array(stampSchema),
  /**
   * Stamped checkpoints of before the log went on in a new tree, each with one proof that those of the entries that it covers are in it, and
   * that the tree begins so. Left out where there are none.
   */
  former: z
    .array(z.strictObject({ log: logSchema, stamps: z.array(stampSchema.extend({ proof: base64 })) }))
    .optional(),
  /** The page for reading that belongs to this record. */
  pdf: z.strictObject({ name: text, sha256: hex, size: z.int().nonnegative() }),
});

const recordSchema = z.strictObject({
  format: z.literal(recordFormat),
  statement: statementSchema,
  seal: z.strictObject({
    /** The entry of the log that holds the SHA-256 and the length of the statement. */
    entry: entrySchema,
    checkpoint: text,
    /** One proof for all entries, for the beginning and for the seal's entry: hashes of 32 bytes, one after the other. */
    proof: base64,
    /** That the checkpoint adds to each stamped one: hashes likewise, in the order of the stamps. */
    consistency: z.array(base64),
  }),
});

export type RecordStatement = z.infer<typeof statementSchema>;
export type EvidenceRecord = z.infer<typeof recordSchema>;
type WrittenEntry = z.infer<typeof entrySchema>;

export const statementText = (statement: RecordStatement): string => JSON.stringify(statement);

/** There is one way to write each record, and reading takes no other. */
export const recordText = (record: EvidenceRecord): string => `${JSON.stringify(record)}\n`;

/** True for what was to be one, whatever became of it. */
export const isRecordAtAll = (written: string): boolean =>
  written.includes('"matterline-record-') || written.includes('"statement":{"about"');

/** Null for what is no record; `exact` says whether it is written the way records are. */
export function parseRecord(written: string): { record: EvidenceRecord; exact: boolean } | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(written));
    // A member named twice, or otherwise than it is written, comes out another way.
    return parsed.success
      ? {
          record: parsed.data,
          exact:
            JSON.stringify(JSON.parse(written)) === written.slice(0, -1) &&
            recordText(parsed.data) === written &&
            isAsWritten(parsed.data.seal.entry),
        }
      : null;
  } catch {
    return null;
  }
}

export const digestOfContent = (content: CustodyContent): Uint8Array<ArrayBuffer> =>
  new Uint8Array(sha256(utf8(entryText(content))));

/** Bytes of a digest that are written. */
const digestLength = 12;

/** What all these entries say alike. */
export function commonOf(contents: readonly CustodyContent[]): WrittenEntry {
  const [first, ...others] = contents;
  if (!first || others.length === 0) return {};
  const alike = contentFields.filter(
    (name) => first[name] !== null && others.every((one) => one[name] === first[name]),
  );
  return Object.fromEntries(alike.map((name) => [name, first[name]]));
}

export function writtenEntry(content: CustodyContent, common: WrittenEntry): WrittenEntry {
  const own = contentFields.filter((name) =>
    name === 'writtenAt' && !(name in common)
      ? content.writtenAt !== content.at
      : content[name] !== (common[name] ?? null),
  );
  return {
    ...Object.fromEntries(own.map((name) => [name, content[name]])),
    digest: base64Of(digestOfContent(content).slice(0, digestLength)),
  };
}

/** The statement's entries are sealed as they stand; nothing but this holds the seal's own to one way of writing it. */
function isAsWritten(entry: WrittenEntry): boolean {
  const read = readEntry(entry, {});
  return read === null || JSON.stringify(writtenEntry(read.content, {})) === JSON.stringify(entry);
}

/** Fields that no entry is without. */
const always: ReadonlySet<string> = new Set(['seq', 'kind', 'at', 'writtenAt', 'deviceId', 'salt']);

/** What an entry says, and whether that is what its digest was made of; null for what is no entry. */
export function readEntry(
  { digest, ...own }: WrittenEntry,
  common: WrittenEntry,
): { content: CustodyContent; isWhole: boolean } | null {
  const values: WrittenEntry = { ...common, ...own };
  values['writtenAt'] ??= values['at'] ?? null;
  const names: ReadonlySet<string> = new Set(contentFields);
  const digestBytes = typeof digest === 'string' ? fromBase64(digest) : null;
  if (!digestBytes || !Object.keys(values).every((name) => names.has(name))) return null;
  // The digest decides whether the values are what was written; that they are of their types, it does not.
  const content = Object.fromEntries(contentFields.map((name) => [name, values[name] ?? null]));
  const isTyped = contentFields.every((name) => {
    const type = numberFields.has(name) ? 'number' : 'string';
    return typeof content[name] === type || (content[name] === null && !always.has(name));
  });
  if (!isTyped || Number(content['seq']) <= 0) return null;
  const read = content as unknown as CustodyContent;
  if (!isTime(read.at) || !isTime(read.writtenAt)) return null;
  return { content: read, isWhole: areEqual(digestOfContent(read).slice(0, digestLength), digestBytes) };
}
