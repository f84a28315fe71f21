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
  historyWords: 'words' | 'otherWords' | 'integers';
  /** `full`: names and folders on every entry; `sparse`: only what the change touched. */
  historyMembers: 'full' | 'sparse';
  historyOrder: 'oldestFirst' | 'newestFirst';
  /** `withoutExtension` puts the extension into an extra member `fileExtension`. */
  historyNames: 'withExtension' | 'withoutExtension';
  /** What stands for the root folder in the history address; anything else is an unknown folder. */
  rootFolder: 'matterId' | 'root' | 'null';
  /** Whether entries name the root folder by null or by the word used in the address. */
  rootFolderInEntries: 'null' | 'id';
  unknownFolderStatus: 404 | 403;
  /** Whether a history says what it is recognised by, and answers 304 to one that is known; the spec shows neither. */
  historyConditions: 'none' | 'etag' | 'lastModified';
  /** Whether a contact can be read by the address that links to it name; the spec shows no such operation. */
  contactReads: 'notOffered' | 'offered';
  /** What a file PUT to an unknown file id does. */
  unknownFile: 'create' | '404';
  announcedStatus: 200 | 202;
  /** A second content PUT to one upload address: replaces that version, or makes another. */
  repeatedContent: 'sameVersion' | 'newVersion';
  dateTimes: 'milliseconds' | 'sevenDigits';
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
  historyOrder: 'oldestFirst',
  historyNames: 'withExtension',
  rootFolder: 'matterId',
  rootFolderInEntries: 'null',
  unknownFolderStatus: 404,
  historyConditions: 'none',
  contactReads: 'notOffered',
  unknownFile: 'create',
  announcedStatus: 202,
  repeatedContent: 'sameVersion',
  dateTimes: 'milliseconds',
  extraMembers: true,
  webhookDelivery: 'tidy',
};

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
