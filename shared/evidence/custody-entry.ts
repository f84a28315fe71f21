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
 * | replaced    | when a filed version in the matter folder gave way to a newer one that was fetched: `sha256` is of what stood there |
 * | evicted     | when a filed version left the matter folder to free space: the service has it                 |
 * | folder-made | when a directory (`path`) is a folder of the service (`relatedId`): detail `adopted`: one of its name was there |
 * | folder-told | before the service is told that a folder (`relatedId`) has another name (`name`) or place: `detail` says which |
 * | folder-refused | when the service refuses to make, rename or move a folder: `detail` says which             |
 * | removed     | when a filed version left the matter folder because the service says that its document was deleted  |
 * | followed    | when a document got the name or the place here that it has in the service: `detail` says which, and where it stood |
 * | discarded   | when a copy went from the program's own directory: `detail` says whether from the vault or the view copies |
 * | gone        | before `removing`: of a document that the person had removed from the matter folder, at the time when that was noticed |
 * | removing    | before all that is kept here is removed with a sign-out; matter folders stay: `relatedId` is what tokens told of the person, hashed |
 * | linked      | when a folder of this computer (`path`) became a matter's folder; detail `same-folder`: when the person said that another directory at its path is it |
 * | unlinked    | when it ceased to be                                                                           |
 * | signed-in   | when the workspace was opened to a new sign-in: `detail` says whether its tokens told who it is, or the person |
 * | not-this-person | when history showed that the person signed in is another one (`relatedId`): `versionId` shows it    |
 * | signing-key | before the first checkpoint that is signed with another key: `detail` is the public key, `relatedId` says whether it lasts |
 * | continued   | when the log goes on although something of it is missing: `detail` says why, `relatedId` how much of it was known |
 * | requested   | when a request that is no document is kept: `relatedId` is its id here in all entries of requests, `name` what it is about, `detail` what it does |
 * | request-edited | when the person changed it before it was sent                                                 |
 * | request-sending | before it leaves: from here on the service may know of it                                     |
 * | request-accepted | when the service accepted it                                                                |
 * | request-interrupted | when sending ended otherwise: `detail` says how                                          |
 * | request-done | when what it makes or changes was seen, or cannot be looked for: `detail` is the id of that     |
 * | request-problem | when it needs a person: `detail` says what for                                                |
 * | request-decided | when a person decided: `detail` is the decision                                               |
 * | request-cancelled | when the person cancelled it                                                               |
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
  | 'replaced'
  | 'evicted'
  | 'folder-made'
  | 'folder-told'
  | 'folder-refused'
  | 'removed'
  | 'discarded'
  | 'gone'
  | 'removing'
  | 'followed'
  | 'linked'
  | 'unlinked'
  | 'signed-in'
  | 'not-this-person'
  | 'signing-key'
  | 'continued'
  | 'requested'
  | 'request-edited'
  | 'request-sending'
  | 'request-accepted'
  | 'request-interrupted'
  | 'request-done'
  | 'request-problem'
  | 'request-decided'
  | 'request-cancelled'
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
export const numberFields: ReadonlySet<string> = new Set(['seq', 'saveId', 'size']);

/** True for a time as entries have it: nothing else can be held against another, or against a stamp. */
export function isTime(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}

const anHour = 60 * 60_000;

/** True for an entry that was not written when that happened which it tells of: a capture for which there was no room, say. */
export const isToldLater = ({ at, writtenAt }: CustodyContent): boolean =>
  Math.abs(Date.parse(writtenAt) - Date.parse(at)) > anHour;

/** What an entry says, as it is hashed: a JSON array without white space. */
export const entryText = (content: CustodyContent): string =>
  JSON.stringify([custodyFormat, ...contentFields.map((field) => content[field])]);
