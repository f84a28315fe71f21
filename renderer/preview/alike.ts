import type { TextBlock } from '../../shared/model/index.ts';

interface Run {
  /** Where it begins. */
  readonly at: number;
  readonly kind: TextBlock['kind'];
  readonly run: readonly TextBlock[];
}

/** Neighbours of one kind together: the items of a list, the rows of a table. */
export function alike(blocks: readonly TextBlock[]): Run[] {
  const runs: { at: number; kind: TextBlock['kind']; run: TextBlock[] }[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = runs.at(-1);
    if (last?.kind === block.kind) last.run.push(block);
    else runs.push({ at, kind: block.kind, run: [block] });
  }
  return runs;
}
