/**
 * How one try to bring a save to the service ended: `accepted` when it took the content (or the new name or place),
 * `refused` when it certainly did not, `unknown` in every other case, the program's own end included.
 */
export type Outcome = 'unknown' | 'refused' | 'accepted';

/** One try to bring a save to the service. */
export interface Attempt {
  readonly id: number;
  readonly saveId: number;
  /** Random; travels with the announcement, so that a service whose records can be read proves whose content it has. */
  readonly key: string;
  /** Entries of history up to this number were visible when it was announced: none of them is this attempt's. */
  readonly seenUpTo: number;
  readonly outcome: Outcome;
  /** The entry that the service's own record of the document proves to be this attempt's; null where nothing does. */
  readonly entryId: string | null;
}

/** True for what may have left something in the service. */
export const mayHaveArrived = ({ outcome }: Attempt): boolean => outcome !== 'refused';
