/** This computer, another one of the same person, or somebody else. */
export type Author = 'us' | 'elsewhere' | 'colleague';

export interface SimVersion {
  readonly content: Buffer;
  readonly sha256: string;
  /** What the service calls it. */
  readonly versionId: string;
  readonly by: Author;
  /** What the document was called then. */
  readonly name: string;
  /** When the announcement that it came by was sent. */
  readonly announcedAt: number;
  /** Milliseconds that one way through the network took about then, at most. */
  readonly slowness: number;
  /** When the service's history shows it. */
  readonly shownAt: number;
  readonly entryId: string;
}

export interface SimDocument {
  readonly matterId: string;
  readonly fileId: string;
  name: string;
  /** All that it was ever called. */
  readonly names: string[];
  folderId: string | null;
  /** What others called it, and when, in milliseconds of this computer's steady clock. */
  readonly theirNames: { readonly name: string; readonly at: number }[];
  /** Who gave it its name last, and its place; and when, in milliseconds of this computer's steady clock. */
  namedAt: number;
  namedBy: string;
  placedBy: string;
  /** The entry by which it was renamed or moved last; null where it never was. How often it was. */
  placing: { readonly entryId: string } | null;
  placings: number;
  readonly versions: SimVersion[];
  /** What was put down with it when it was announced last. */
  data: Readonly<Record<string, string>>;
  /** How many of our changes are never shown. */
  hidden: number;
  /** Each time that a colleague deleted it, oldest first. */
  readonly deletions: SimDeletion[];
}

/** A document's time in the bin. */
export interface SimDeletion {
  /** When the service's history shows it. */
  readonly shownAt: number;
  readonly entryId: string;
  /** When it came back, and the entry that says so; null while it has not. */
  endedAt: number | null;
  endedBy: string | null;
}
