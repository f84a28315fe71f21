import { setImmediate } from 'node:timers/promises';
import { areEqual, base64Of, joined } from '../../../../shared/evidence/bytes.ts';
import { parseCheckpoint } from '../../../../shared/evidence/checkpoint.ts';
import { leafIndexesIn } from '../../../../shared/evidence/leaf-index.ts';
import { batchProof, rootOf } from '../../../../shared/evidence/merkle.ts';
import { inTurns } from '../../platform/in-parts.ts';
import type { KeptCheckpoint, KeptStamp } from '../../store/custody/checkpoints.ts';
import type { Custody } from '../../store/custody/custody.ts';
import { LostEntries, readTile, type TreeRow, tilesOf } from '../../store/custody/tree.ts';
import type { Stores } from '../../store/stores.ts';

/** A stamped checkpoint of a tree that was ended, and the proof that those of a record's entries that it covers are in it. */
export interface FormerStamp extends KeptCheckpoint {
  readonly stamp: KeptStamp;
  readonly of: TreeRow;
  /** The last of the entries that it covers. */
  readonly upTo: number;
  readonly proof: string;
}

/** Tiles made or read in one go. */
const tilesAtOnce = 8;

/**
 * Stamps of before the log went on in a new tree, in the order in which they came. Those of which all entries are there and as they were
 * stamped: nothing can be shown to be in a checkpoint of which entries were lost.
 */
export async function formerStamps(
  { custody, checkpoints }: Pick<Stores, 'custody' | 'checkpoints'>,
  seqs: readonly number[],
): Promise<FormerStamp[]> {
  const shown: FormerStamp[] = [];
  for (const tree of custody.tree.all.slice(0, -1))
    for (const point of checkpoints.stampedOf(tree.id, seqs)) {
      const own = await shownBy(custody, tree, point, seqs).catch(noneOfLost);
      if (own) shown.push({ ...point, of: tree, ...own });
      await setImmediate();
    }
  return shown;
}

async function shownBy(
  { tree: kept }: Custody,
  tree: TreeRow,
  { note, lastSeq }: KeptCheckpoint,
  seqs: readonly number[],
): Promise<Pick<FormerStamp, 'upTo' | 'proof'> | null> {
  const checkpoint = parseCheckpoint(note);
  if (!checkpoint) return null;
  while (kept.grow(tree, lastSeq, tilesAtOnce)) await setImmediate();
  const { size, root } = checkpoint;
  const read = kept.reader(tree, lastSeq);
  if (!areEqual(root, rootOf(size, read))) return null;
  const indexOf = leafIndexesIn(tree);
  const covered = seqs.filter((seq) => (indexOf(seq) ?? size) < size);
  const places = [tree.entriesBefore, ...covered.flatMap((seq) => indexOf(seq) ?? [])];
  await inTurns(tilesOf(places), tilesAtOnce, (tile) => readTile(read, tile, size));
  const proof = base64Of(joined(...batchProof(places, size, read)));
  return { upTo: covered.at(-1) ?? 0, proof };
}

/** Null where entries that the checkpoint covers are not there any more. */
function noneOfLost(failure: unknown): null {
  if (failure instanceof LostEntries) return null;
  throw failure;
}
