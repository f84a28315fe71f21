/** Where entries of a log stand in its tree. */
export interface TreeShape {
  /** Entries that are leaves before the one that says how the tree begins. */
  readonly entriesBefore: number;
  /** Entries that were lost before the tree began: from and to, in order. */
  readonly missing: readonly (readonly [number, number])[];
}

/** Place of an entry among those that are there, from 1. */
export function rankOf({ missing }: TreeShape, seq: number): number {
  let rank = seq;
  for (const [from, to] of missing) if (to < seq) rank -= to - from + 1;
  return rank;
}

/** The number of the entry that has this place among those that are there. */
export function seqOfRank({ missing }: TreeShape, rank: number): number {
  let seq = rank;
  for (const [from, to] of missing) if (from <= seq) seq += to - from + 1;
  return seq;
}

/** True for what can be missing: each from a number to the same or a later one, in order, with an entry between two of them. */
export const isInOrder = ({ missing }: TreeShape): boolean =>
  missing.every(([from, to], at) => from <= to && from > (missing[at - 1]?.[1] ?? -1) + 1);

/** Place of an entry's leaf, from 0. */
export function leafIndexOf(tree: TreeShape, seq: number): number {
  const rank = rankOf(tree, seq);
  return rank <= tree.entriesBefore ? rank - 1 : rank;
}

/** The same for many entries: null for one that is missing. The shape must be in order. */
export function leafIndexesIn(tree: TreeShape): (seq: number) => number | null {
  const { missing, entriesBefore } = tree;
  const lostBy: number[] = [];
  for (const [from, to] of missing) lostBy.push((lostBy.at(-1) ?? 0) + to - from + 1);
  return (seq) => {
    // The first of them that does not end before the entry.
    let [low, high] = [0, missing.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((missing[middle]?.[1] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    if (low < missing.length && (missing[low]?.[0] ?? 0) <= seq) return null;
    const rank = seq - (lostBy[low - 1] ?? 0);
    return rank <= entriesBefore ? rank - 1 : rank;
  };
}
