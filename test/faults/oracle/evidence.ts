import type { Disturbances } from './disturbances.ts';
import type { Journal } from './journal.ts';
import type { Rows } from './rows.ts';

/** All that a verdict rests on: what the person did, what the world is, and what the engine says, as plain data. */
export interface Evidence {
  /** Milliseconds by a clock that nobody sets. */
  readonly now: number;
  readonly matters: readonly { readonly id: string; readonly folder: string }[];
  /** Whose computer it is, in the custody log's words, and the address of the service. */
  readonly computer: {
    readonly userName: string;
    readonly hostName: string;
    readonly person: string;
    readonly service: string;
  };
  /** Where the engine keeps its own data. */
  readonly ownDirectory: string;
  readonly journal: Journal;
  readonly disturbances: Disturbances;
  readonly disk: DiskFacts;
  readonly service: ServiceFacts;
  readonly network: NetworkFacts;
  readonly office: OfficeFacts;
  readonly authority: AuthorityFacts;
  /** Hashes of contents of which the kept copy was damaged once. */
  readonly damaged: ReadonlySet<string>;
  /** True once a power cut took back commits: what was sent and filed may be forgotten. */
  readonly forgot: boolean;
  /** True once the database is made anew from what can be read of it: what the vault has and no save knows is told then. */
  readonly recovers: boolean;
  /** What the engine's database holds, also while the engine is not running. */
  readonly rows: Rows;
  /** What the window shows; null while nothing runs. */
  readonly shown: Shown | null;
  /** How often the program was started. */
  readonly starts: number;
  /** Requests an hour once there was nothing to do; null before. */
  readonly idleRequestsAnHour: number | null;
  /** When the engine that runs began to, in milliseconds by a clock that nobody sets, and how many entries the custody log had. */
  readonly began: { readonly at: number; readonly entries: number };
}

export interface DiskFacts {
  readonly files: ReadonlyMap<string, { readonly content: Buffer; readonly inode: number }>;
  /** With the number of each, which stays when it is renamed. */
  readonly directories: ReadonlyMap<string, number>;
  /** What the engine did to a file of the person's that it must not do. */
  readonly trespasses: readonly string[];
  /** What the engine put into a folder of the person's, and what it put it in the place of. */
  readonly puts: readonly {
    readonly path: string;
    readonly content: Buffer;
    readonly instead: Buffer | null;
    /** In milliseconds of a clock that nobody sets, as in what follows. */
    readonly at: number;
    /** True for a save of the person's that a program made under another name of the document. */
    readonly isTheirs: boolean;
  }[];
  /** Files of the person's that the engine renamed without being asked to. */
  readonly followed: readonly {
    readonly from: string;
    readonly to: string;
    readonly content: Buffer;
    readonly at: number;
  }[];
  /** Those that it took away, and whether it gave them back. */
  readonly taken: readonly {
    readonly path: string;
    readonly content: Buffer;
    readonly at: number;
    readonly isBack: boolean;
  }[];
  readonly wastebasket: readonly { readonly content: Buffer }[];
  /** Directories that the engine made, none of its own. */
  readonly madeDirectories: readonly string[];
  /** Directories of the person's that the engine gave another name. */
  readonly renamedDirectories: readonly {
    readonly from: string;
    readonly to: string;
    readonly inode: number;
  }[];
  /** True for the second name of a file that the engine put another one in the place of. */
  isReplaced(path: string): boolean;
}

export interface VersionFacts {
  readonly sha256: string;
  readonly by: string;
  /** What the document was called when it was filed. */
  readonly name: string;
  readonly announcedAt: number;
  /** Milliseconds that one way through the network took about then, at most. */
  readonly slowness: number;
  readonly shownAt: number;
  readonly entryId: string;
}

export interface DocumentFacts {
  readonly matterId: string;
  readonly fileId: string;
  readonly name: string;
  /** All that it was ever called. */
  readonly names: readonly string[];
  /** What others called it, and when, in milliseconds of a clock that nobody sets. */
  readonly theirNames: readonly { readonly name: string; readonly at: number }[];
  readonly folderId: string | null;
  /** Who gave it its name last, and its place; and when it got its name, in milliseconds of a clock that nobody sets. */
  readonly namedAt: number;
  readonly namedBy: string;
  readonly placedBy: string;
  /** The entry by which it was renamed or moved last; null where it never was. How often it was. */
  readonly placing: { readonly entryId: string } | null;
  readonly placings: number;
  readonly versions: readonly VersionFacts[];
  /** How many of our changes to it the service took and shows to nobody. */
  readonly hidden: number;
  /** Each time that a colleague deleted it, oldest first. */
  readonly deletions: readonly {
    readonly shownAt: number;
    readonly entryId: string;
    /** When it came back, and the entry that says so; null while it has not. */
    readonly endedAt: number | null;
    readonly endedBy: string | null;
  }[];
}

export interface ServiceFacts {
  readonly documents: ReadonlyMap<string, DocumentFacts>;
  readonly folders: ReadonlyMap<
    string,
    { readonly names: readonly string[]; readonly parentId: string | null; readonly matterId: string }
  >;
  /** False where history names nobody: what anybody filed may be the person's then. */
  readonly namesPeople: boolean;
  /** False where a history is in no order, or its times are false: which of two entries came last, nobody can tell. */
  readonly tellsOrder: boolean;
  /** False where no word of the history says that something was deleted. */
  readonly tellsOfDeletions: boolean;
  /** True for what is a document of another matter now, under another id. */
  isMovedAway(fileId: string): boolean;
  /** How often the storage took these bytes for this document. */
  taken(fileId: string, sha256: string): number;
}

/** What the firm has at the service beside documents. */
export interface OfficeFacts {
  readonly made: readonly { readonly id: string; readonly reference: string }[];
  /** What it took, in order, by the reference that the request has here. */
  readonly taken: readonly { readonly reference: string; readonly subject: string }[];
  /** Matters that somebody else changed. */
  readonly changedByOthers: ReadonlySet<string>;
  readonly saysWhatItMade: boolean;
}

/** Who stamps what the engine asks it to. */
export interface AuthorityFacts {
  /** What it stamped properly: the SHA-256 of that, and its answer, in hex. */
  readonly stamped: readonly { readonly sha256: string; readonly answer: string }[];
  /** Answers of those that reached the engine, when, and whether it lived on for a while. */
  readonly delivered: readonly { readonly answer: string; readonly at: number; readonly livedOn: boolean }[];
}

export interface NetworkFacts {
  /** Requests that left, and when, in milliseconds of a clock that nobody sets. */
  readonly sentRequests: readonly { readonly id: string; readonly at: number }[];
  /** Those that the service accepted, in order: one that it heard twice by the network’s fault once. */
  readonly acceptedRequests: readonly string[];
  /** Those of which nobody here heard whether the service took them. */
  readonly unheardRequests: ReadonlySet<string>;
  /** Those that were refused in a way that no second try makes better. */
  readonly refusedRequests: ReadonlySet<string>;
  /** Ids of the history entries that reached this computer. */
  readonly delivered: ReadonlySet<string>;
  /** When each did first, in milliseconds of a clock that nobody sets. */
  readonly deliveredAt: ReadonlyMap<string, number>;
  /** True once an answer said that an operation beyond the specification is not there, or was of another shape. */
  readonly saidNotOffered: boolean;
  /** New documents that were announced by a POST of which nobody here heard whether it made them. */
  readonly postsOfUnknownOutcome: readonly { readonly matterId: string; readonly name: string }[];
  /** Contents that came from the service, whole. */
  readonly fetched: readonly { readonly fileId: string; readonly sha256: string; readonly at: number }[];
  /** Documents of which something was refused that no second try makes better. */
  readonly refused: ReadonlySet<string>;
  /** Contents of which nobody here heard whether the storage took them. */
  readonly unheard: readonly {
    readonly fileId: string;
    readonly sha256: string;
    readonly isTaken: boolean;
  }[];
  readonly tooFast: readonly string[];
  /** What proves to be of the person, or lets others in. */
  readonly secrets: readonly string[];
  /** Requests that left before the time was over for which the service had asked for none. */
  readonly tooSoon: readonly string[];
  /** Everything that was begun to be announced, and when, in milliseconds of a clock that nobody sets. */
  readonly announced: readonly {
    readonly matterId: string;
    readonly fileId: string;
    /** Of the save that is called to be on its way then. */
    readonly sha256: string | null;
    readonly at: number;
  }[];
}

export interface Shown {
  readonly problems: readonly ShownProblem[];
  readonly healthIssues: readonly {
    readonly matterId: string;
    readonly path: string | null;
    readonly kind: string;
  }[];
}

export interface ShownProblem {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  readonly next: string;
  /** The history entry that the person is shown beside theirs. */
  readonly theirs: string | null;
}

/** What holds at every moment, or once all trouble has ended and time has passed. Adding one is adding an entry. */
export interface Invariant {
  /** The number of the promise in the design, and what it says of this. */
  readonly promise: string;
  readonly when: 'always' | 'at the end';
  /** Each way in which it does not hold, in words. */
  readonly broken: (evidence: Evidence) => readonly string[];
}

/** The version history entry of this id, with its document. */
export const filedBefore = <Version extends { readonly entryId: string }>(
  versions: readonly Version[],
  entryId: string,
): readonly Version[] => versions.slice(0, versions.findIndex((version) => version.entryId === entryId) + 1);

export const matterOf = ({ matters }: Evidence, path: string) =>
  matters.find(({ folder }) => path.startsWith(`${folder}/`));
