/** A version of a document as the service's history shows it. */
export interface Version {
  /** Its number among all entries here, in the order in which they came. */
  readonly seq: number;
  readonly entryId: string;
  /** Who filed it; null when the entry does not say. */
  readonly userId: string | null;
  readonly timestamp: string | null;
  /** Milliseconds since 1970; null when the timestamp cannot be read. */
  readonly at: number | null;
  /** Whether the document began with it. */
  readonly begins: 'surely' | 'perhaps' | 'no';
}

/** What the person's copy of a document descends from. */
export interface Base {
  /** The entry that it is known to be a copy of; null when there is none, or when several could be it. */
  readonly entryId: string | null;
  /** Everything that history showed up to this number is included in it, or was agreed to be covered by it. */
  readonly upTo: number;
}

/** The base of what the service has never had. */
export const noBase: Base = { entryId: null, upTo: 0 };

export const isNone = ({ entryId, upTo }: Base): boolean => entryId === null && upTo === 0;

/**
 * The newest version that neither the base includes, nor was filed from this computer, nor was agreed to be covered.
 * @param versions of the document, oldest first
 * @param filedHere entries that are known to be saves of this computer
 * @param agreedUpTo number of the version that the person was shown when they chose to file on top; null when they did not
 */
export function newestNotIncluded(
  versions: readonly Version[],
  base: Base,
  filedHere: ReadonlySet<string>,
  agreedUpTo: number | null = null,
): Version | undefined {
  return notIncluded(versions, base, filedHere, agreedUpTo).at(-1);
}

/** All of them, oldest first. */
export function notIncluded(
  versions: readonly Version[],
  base: Base,
  filedHere: ReadonlySet<string>,
  agreedUpTo: number | null = null,
): Version[] {
  const included = Math.max(base.upTo, agreedUpTo ?? 0);
  return versions.filter(
    ({ seq, entryId }) => seq > included && entryId !== base.entryId && !filedHere.has(entryId),
  );
}
