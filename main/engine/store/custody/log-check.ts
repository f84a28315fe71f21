import { setImmediate } from 'node:timers/promises';
import { ChainCheck, type ChainFault } from './chain-check.ts';
import type { CustodyEntries } from './entries.ts';
import type { CustodyTree, TreeRow } from './tree.ts';

/** Tiles of the tree checked at once. */
const tilesAtOnce = 4;

type Log = Pick<CustodyEntries, 'last' | 'pages' | 'otherDigestsIn'> & { readonly genesis: string };

/** The first fault in the newest `count` entries: cheap enough for every start. */
export function faultInTail(log: Log, count: number): ChainFault | null {
  const { last } = log;
  const first = Math.max(last - count + 1, 1);
  let check: ChainCheck | null = null;
  const digests: number[] = [];
  for (const page of log.pages(first, last)) {
    check ??= new ChainCheck(first === 1 ? log.genesis : (page[0]?.previousHash ?? ''), first);
    for (const entry of page) check.take({ record: 'entry', entry });
    digests.push(...log.otherDigestsIn(page));
  }
  const [altered] = digests;
  return check?.end(last) ?? (altered === undefined ? null : notOfItsEntries(altered));
}

/** The first fault in all entries, or in the tree over them, without holding up the engine. */
export async function faultInWhole(
  log: Log & { readonly tree: CustodyTree; readonly treeNow: TreeRow },
): Promise<ChainFault | null> {
  const { last } = log;
  const check = new ChainCheck(log.genesis);
  for (const page of log.pages(1, last)) {
    for (const entry of page) check.take({ record: 'entry', entry });
    await setImmediate();
  }
  return check.end(last) ?? (await faultInTree(log.tree, log.treeNow));
}

async function faultInTree(tree: CustodyTree, now: TreeRow): Promise<ChainFault | null> {
  for (let from = 0; ; ) {
    const { checked, seq } = tree.firstAltered(now, from, tilesAtOnce);
    if (seq !== null) return notOfItsEntries(seq);
    if (checked === 0) break;
    from += checked;
    await setImmediate();
  }
  const above = tree.firstAlteredAbove(now);
  return above === null ? null : notOfItsEntries(above);
}

const notOfItsEntries = (seq: number): ChainFault => ({
  ...{ seq, fault: 'altered' },
  why: 'The tree over the log is not the one of its entries.',
});
