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
  /** Hashes of contents of which the kept copy was damaged once. */
  readonly damaged: ReadonlySet<string>;
  /** True once a power cut took back commits: what was sent and filed may be forgotten. */
  readonly forgot: boolean;
  /** What the engine's database holds, also while the engine is not running. */
  readonly rows: Rows;
  /** What the window shows; null while nothing runs. */
  readonly shown: Shown | null;
  /** Requests an hour once there was nothing to do; null before. */
  readonly idleRequestsAnHour: number | null;
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
  }[];
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
  /** How often the storage took these bytes for this document. */
  taken(fileId: string, sha256: string): number;
}

export interface NetworkFacts {
  /** Ids of the history entries that reached this computer. */
  readonly delivered: ReadonlySet<string>;
  /** Documents of which something was refused that no second try makes better. */
  readonly refused: ReadonlySet<string>;
  /** Contents of which nobody here heard whether the storage took them. */
  readonly unheard: readonly {
    readonly fileId: string;
    readonly sha256: string;
    readonly isTaken: boolean;
  }[];
  readonly tooFast: readonly string[];
  /** Everything that was begun to be announced, and when, in milliseconds of a clock that nobody sets. */
  readonly announced: readonly { readonly matterId: string; readonly fileId: string; readonly at: number }[];
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
