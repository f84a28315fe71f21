import type { Told } from '../../store/history.ts';

/**
 * The order of all that was told of one folder or document, oldest first: a pure function of what each folder's history showed.
 * What stands later in a folder's list came later, and what a list has new came after all that was known when it was
 * read before. Only where neither tells, the times stated by clients decide. Where a service contradicts itself, what its
 * lists say counts for more than when they were read.
 */
export function inSaidOrder(entries: readonly Told[]): Told[] {
  const left = new Set(entries);
  /** The first that is left; what is done with is taken from the end. */
  const firstOf = (queue: Told[]): Told | undefined => {
    while (queue.length > 0 && !left.has(queue.at(-1) as Told)) queue.pop();
    return queue.at(-1);
  };
  const lists = listsOf(entries);
  const byNumber = entries.toSorted((a, b) => b.seq - a.seq);
  const unordered = entries.filter(({ after }) => after === null).toSorted((a, b) => byTime(b, a));

  const ordered: Told[] = [];
  while (left.size > 0) {
    const heads = new Map([...lists].map(([list, queue]) => [list, firstOf(queue)]));
    const isFirst = (told: Told) =>
      told.stands.every(({ list, no }) => (told.after === null && no === 0) || heads.get(list) === told);
    const oldest = firstOf(byNumber);
    const isNew = (told: Told) => told === oldest || (told.after ?? 0) < (oldest?.seq ?? 0);
    const all = [...new Set([...heads.values(), firstOf(unordered)])].filter((told) => told !== undefined);
    const first = all.filter(isFirst);
    const candidates = [first.filter(isNew), first, all].find((some) => some.length > 0) ?? [...left];
    const next = candidates.reduce((best, told) => (byTime(told, best) < 0 ? told : best));
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** What each folder's history showed of them, the newest first. */
function listsOf(entries: readonly Told[]): Map<string, Told[]> {
  const stands = entries.flatMap((told) => told.stands.map((stand) => ({ ...stand, told })));
  const lists = Map.groupBy(stands, ({ list }) => list);
  return new Map(
    [...lists].map(([list, some]) => [
      list,
      some.toSorted((a, b) => b.behind - a.behind || b.no - a.no).map(({ told }) => told),
    ]),
  );
}

/** What nobody knows the order of keeps the place it has. */
const timeOf = ({ after, stated, place }: Told): number => (after === null ? place : stated);
const byTime = (a: Told, b: Told): number => timeOf(a) - timeOf(b) || a.seq - b.seq;
