import { hash } from 'node:crypto';

/** Names the serialization below; part of every hash, so that another one can never be taken for this. */
export const custodyFormat = 'matterline-custody-1';

/**
 * What an entry says has happened:
 *
 * | kind        | written                                                                                       |
 * |-------------|-----------------------------------------------------------------------------------------------|
 * | captured    | when a save is safe in the vault and in the outbox; for a rename or a move, when it is in the outbox |
 * | announcing  | before the service is told of a version: from here on it may know of it                        |
 * | sending     | after it took the announcement, before the first byte goes to the upload address               |
 * | sent        | when all bytes were accepted, or a rename or move; `seen-in-history`: of a rename, history shows it |
 * | interrupted | when announcing or sending ended otherwise: the version waits again, `detail` says why         |
 * | filed       | when the service's history shows it: `versionId` is its entry there                            |
 * | conflict    | when a newer version or a document of the same name was found: nothing is sent                 |
 * | problem     | when something else needs a person                                                             |
 * | decided     | when a person decided: `detail` is the decision; `relatedId` the document it was a save of      |
 * | restored    | when an earlier version was put back into the matter folder                                    |
 * | fetched     | when a version's bytes, had from the service, stand complete on this computer to be looked at: `relatedId` is what the service calls the version, `versionId` its entry there |
 * | linked      | when a folder of this computer (`path`) became a matter's folder; detail `same-folder`: when the person said that another directory at its path is it |
 * | unlinked    | when it ceased to be                                                                           |
 * | signed-in   | when the workspace was opened to a new sign-in: `detail` says whether its tokens told who it is, or the person |
 * | not-this-person | when history showed that the person signed in is another one (`relatedId`): `versionId` shows it    |
 * | exporting   | before this log is written to a file; the last entry of each export                            |
 * | exported    | when that file stands complete: `sha256` and `size` are the file's, `relatedId` its `exporting` |
 */
export type CustodyKind =
  | 'captured'
  | 'announcing'
  | 'sending'
  | 'sent'
  | 'interrupted'
  | 'filed'
  | 'conflict'
  | 'problem'
  | 'decided'
  | 'restored'
  | 'fetched'
  | 'linked'
  | 'unlinked'
  | 'signed-in'
  | 'not-this-person'
  | 'exporting'
  | 'exported';

/** What an entry says, apart from its place in the chain. Texts are well-formed and never empty: null instead. */
export interface CustodyContent {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly kind: CustodyKind;
  /** When it happened and when this was written: ISO 8601, UTC, milliseconds, by this computer's clock. */
  readonly at: string;
  readonly writtenAt: string;
  readonly matterId: string | null;
  readonly fileId: string | null;
  /** The other id that this is about, as the kind says. */
  readonly relatedId: string | null;
  /** The entry of the service's history that is this version, once known. */
  readonly versionId: string | null;
  /** The save in this computer's outbox: the same number from capture to filing. */
  readonly saveId: number | null;
  /** `metadata` is a rename or a move: no bytes leave the computer. */
  readonly change: 'content' | 'metadata' | null;
  /** Lowercase hex of the exact bytes, and their number; null when no bytes are concerned. */
  readonly sha256: string | null;
  readonly size: number | null;
  /** The document's name, and its path below the matter folder with '/' between names. */
  readonly name: string | null;
  readonly path: string | null;
  readonly detail: string | null;
  /** The signed-in user's id in the service, as far as it is known. */
  readonly person: string | null;
  /** The operating system's user and computer, and a number of this installation that never changes. */
  readonly userName: string | null;
  readonly hostName: string | null;
  readonly deviceId: string;
  /** Random: the digest of an entry left out of an export tells nothing of what it says. */
  readonly salt: string;
}

export interface CustodyEntry extends CustodyContent {
  /** The hash of the entry before; of the first one, `genesisHash`. */
  readonly previousHash: string;
  readonly hash: string;
}

/** The order in which the fields are hashed and exported. */
export const contentFields = [
  'seq',
  'kind',
  'at',
  'writtenAt',
  'matterId',
  'fileId',
  'relatedId',
  'versionId',
  'saveId',
  'change',
  'sha256',
  'size',
  'name',
  'path',
  'detail',
  'person',
  'userName',
  'hostName',
  'deviceId',
  'salt',
] as const satisfies readonly (keyof CustodyContent)[];
export const entryFields = [...contentFields, 'previousHash', 'hash'] as const;

export const numberFields: ReadonlySet<string> = new Set(['seq', 'saveId', 'size']);

/** SHA-256, in lowercase hex, of a JSON array as UTF-8 without white space. */
const hashOf = (values: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(values), 'hex');

/** What an entry says, in one hash. */
export const digestOf = (content: CustodyContent): string =>
  hashOf([custodyFormat, ...contentFields.map((field) => content[field])]);

/** An entry in its place: it holds the hash of the one before, and so of everything before. */
export const chainHash = (seq: number, previousHash: string, digest: string): string =>
  hashOf([custodyFormat, seq, previousHash, digest]);

/** What the first entry of a log follows: the log of one device for one service. */
export const genesisHash = (service: string, deviceId: string): string =>
  hashOf([custodyFormat, 'genesis', service, deviceId]);
