/** Region of the firm: some fields exist only in some of them (spec: What the service does, 4). */
export type Region = 'AU' | 'UK' | 'US';

/** Requests a second, refilled continuously, and how many may come at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
  /** Whether a 429 says how long to wait; the spec shows no such header. */
  readonly retryAfter?: boolean | undefined;
}

/** Plausible answers where the spec shows no value. Each can be switched, also while running. */
export interface Variants {
  /** The reference example of the matters list shows 202. */
  mattersListStatus: 200 | 202;
  /** `mixed`: matters in the short form, everything else in the full form (spec: Shared shapes). */
  pagedShape: 'mixed' | 'full' | 'short';
  /** `type` and `changeType` of history entries: two sets of words, or integers. */
  historyWords: 'words' | 'otherWords' | 'rareWords' | 'integers';
  /** `full`: names and folders on every entry; `sparse`: only what the change touched. */
  historyMembers: 'full' | 'sparse';
  /** `unstated`: entries about files name no place, but for the one that a move goes to. */
  historyPlaces: 'stated' | 'unstated';
  /** `hidden`: folders are named by what is in them alone. */
  historyFolders: 'shown' | 'hidden';
  /** How deletions, renames and moves of documents fail to say of which document they tell. */
  historyUnnamedFiles: 'none' | 'nullId' | 'emptyId' | 'missingId' | 'nullFile' | 'missingFile';
  /** What stands between the entries: elements that are none. */
  historyStrays: 'none' | 'some';
  /** How a history without entries is written. */
  emptyHistory: 'array' | 'null';
  historyOrder: 'oldestFirst' | 'newestFirst';
  /** `paged`: the list of staff comes five at a time, with links; the spec shows none for it. */
  staffList: 'whole' | 'paged';
  /** What stands as `value` in a paged collection that has nothing. */
  emptyCollection: 'array' | 'null';
  /** `withoutExtension` puts the extension into an extra member `fileExtension`; `stem` says it nowhere. */
  historyNames: 'withExtension' | 'withoutExtension' | 'stem';
  /** What stands for the root folder in the history address; anything else is an unknown folder. */
  rootFolder: 'matterId' | 'root' | 'null';
  /** Whether entries name the root folder by null or by the word used in the address. */
  rootFolderInEntries: 'null' | 'id';
  /** `empty`: an empty history, as if there were such a folder. */
  unknownFolderStatus: 404 | 403 | 'empty';
  /** Whether a history says what it is recognised by, and answers 304 to one that is known; the spec shows neither. */
  historyConditions: 'none' | 'etag' | 'lastModified';
  /** So many of a folder's newest entries are shown; the spec shows no limit. */
  historyLength: 'all' | number;
  /** Whether a contact can be read by the address that links to it name; the spec shows no such operation. */
  contactReads: 'notOffered' | 'offered';
  /** Whether a document has a history of its own; the spec shows no such operation. */
  fileHistory: 'notOffered' | 'offered';
  /** Whether documents can be listed, read, fetched, made by POST and deleted; the spec shows no such operations. */
  documentFiles: 'notOffered' | 'offered';
  /** Whether folders can be listed, made, renamed, moved and deleted; the spec shows no such operations. */
  documentFolders: 'notOffered' | 'offered';
  /** Whether documents can be searched for; the spec shows no such operation. */
  fileSearch: 'notOffered' | 'offered';
  /** Whether referral types, stages and subscriptions can be listed; the spec shows no such operations. */
  firmLists: 'notOffered' | 'offered';
  /** Whether the storage gives a part of a content to who asks for one. */
  storageRanges: 'given' | 'ignored';
  /** What the storage says a content is recognised by. */
  storageDigests: 'none' | 'sha256' | 'md5';
  /** What a file PUT to an unknown file id does. */
  unknownFile: 'create' | '404';
  /** The id of a new document: the one that was asked for, or another, which the answer names (`own`) or not (`ownUnsaid`). */
  newFileId: 'asked' | 'own' | 'ownUnsaid';
  announcedStatus: 200 | 202;
  /** A second content PUT to one upload address: replaces that version, or makes another. */
  repeatedContent: 'sameVersion' | 'newVersion';
  dateTimes: 'milliseconds' | 'sevenDigits';
  /** `rotated`: a refresh gives a new refresh token, and the old one is taken no more. */
  refreshTokens: 'kept' | 'rotated';
  /** How a client without a secret refreshes: by its id alone, or with Basic credentials whose secret is empty. */
  publicRefresh: 'idAlone' | 'emptyBasic';
  /** How Basic credentials are read: form-encoded (RFC 6749, 2.3.1) or plain, as the spec has them. */
  basicForm: 'encoded' | 'plain';
  /** Whether a callback names the server that sent it (RFC 9207). */
  callbackIssuer: 'absent' | 'stated';
  /**
   * Whether the sign-in server publishes what it offers, `openid` among it (OpenID Connect Discovery); `refused`: it says so, and
   * refuses the scope all the same.
   */
  openid: 'unpublished' | 'published' | 'refused';
  /** How a new matter names its other sides and the day it was opened: as POST /matters is shown, or as PATCH is. */
  newMatterNames: 'asPost' | 'asPatch';
  /** Whether a matter's read form names its stage set; the spec's does not. */
  matterStageSet: 'unstated' | 'stated';
  /** Whether a role that is no UUID is refused in an address. */
  roleIds: 'any' | 'uuid';
  /** Members no table of the spec names, in some answers. */
  extraMembers: boolean;
  /** `untidy`: notifications sometimes come twice or out of order. */
  webhookDelivery: 'tidy' | 'untidy';
}

export const defaultVariants: Readonly<Variants> = {
  mattersListStatus: 200,
  pagedShape: 'mixed',
  historyWords: 'words',
  historyMembers: 'full',
  historyPlaces: 'stated',
  historyFolders: 'shown',
  historyUnnamedFiles: 'none',
  historyStrays: 'none',
  emptyHistory: 'array',
  historyOrder: 'oldestFirst',
  staffList: 'whole',
  emptyCollection: 'array',
  historyNames: 'withExtension',
  rootFolder: 'matterId',
  rootFolderInEntries: 'null',
  unknownFolderStatus: 404,
  historyConditions: 'none',
  historyLength: 'all',
  contactReads: 'notOffered',
  fileHistory: 'notOffered',
  documentFiles: 'notOffered',
  documentFolders: 'notOffered',
  fileSearch: 'notOffered',
  firmLists: 'notOffered',
  storageRanges: 'given',
  storageDigests: 'sha256',
  unknownFile: 'create',
  newFileId: 'asked',
  announcedStatus: 202,
  repeatedContent: 'sameVersion',
  dateTimes: 'milliseconds',
  refreshTokens: 'kept',
  publicRefresh: 'idAlone',
  basicForm: 'encoded',
  callbackIssuer: 'absent',
  openid: 'unpublished',
  newMatterNames: 'asPost',
  matterStageSet: 'unstated',
  roleIds: 'any',
  extraMembers: true,
  webhookDelivery: 'tidy',
};

/** All that such services offer beyond the specification. */
export const beyondTheSpecification = {
  contactReads: 'offered',
  fileHistory: 'offered',
  documentFiles: 'offered',
  documentFolders: 'offered',
  fileSearch: 'offered',
  firmLists: 'offered',
} as const satisfies Partial<Variants>;

export interface PracticeServiceOptions {
  /** Holds the SQLite state and the contents; starting again on it continues where it was. */
  readonly directory: string;
  /** 0 (default): the port used before in this directory, or any free one. The same for the others. */
  readonly port?: number;
  readonly authPort?: number;
  readonly storagePort?: number;
  readonly controlPort?: number;
  readonly clock?: { now(): number };
  /** Used only when the directory is new. `empty`: staff, matter types and clients, no matters. */
  readonly seed?: 'firm' | 'empty';
  /** Source of ids, codes and tokens. */
  readonly random?: (byteCount: number) => Uint8Array;
  /** Decides everything that misbehaves by chance, so that a failing run can be repeated. */
  readonly faultSeed?: number;
  readonly region?: Region;
  readonly variants?: Partial<Variants>;
  /** Milliseconds between accepting a write and applying it. Default 150. */
  readonly applyDelayMs?: number;
  /** Milliseconds an upload address is valid. Default 15 minutes. */
  readonly uploadLifetimeMs?: number;
  readonly rateLimit?: RateLimit | null;
}
