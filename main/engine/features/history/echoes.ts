import type { MatterId } from '../../../../shared/model/index.ts';
import { isSameId } from '../../service/tolerant.ts';
import { type Entry, readEntry, timeOf } from './entry.ts';

interface Shown {
  readonly id: string;
  readonly entry: Entry;
}

/** Milliseconds by which two histories' times of one move may differ: some are written without fractions of a second. */
const closest = 1_000;

/** Ids may be unique within a matter alone: what another one's history showed has one that this one's own never has. */
export const asEcho =
  (from: MatterId) =>
  <One extends Shown>(received: One): One => ({ ...received, id: `echo ${from} ${received.id}` });

/** The id that it has in the history which showed it. */
export const idOfEchoed = (id: string): string => id.slice(id.indexOf(' ', 'echo '.length) + 1);

/** A move inside a matter names it twice, and a new version names none. */
export const mayBeBetween = ({ entry: { oldMatterId, newMatterId } }: Shown): boolean =>
  Boolean(oldMatterId && newMatterId ? !isSameId(oldMatterId, newMatterId) : oldMatterId || newMatterId);

/** Two matters' histories may write the same move in their own ways; one that is of that id alone may be something else. */
export function isSameMove(raw: string, own: Entry): boolean {
  const echoed = readEntry(raw);
  if (echoed === null) return false;
  const itemOf = ({ file, folder }: Entry) => (file === null ? `folder ${folder}` : `file ${file}`);
  const [one, other] = [timeOf(echoed), timeOf(own)];
  const isThen = one === null || other === null ? one === other : Math.abs(one - other) < closest;
  return isThen && isSameId(itemOf(echoed), itemOf(own));
}

/** A move between matters is shown in both. */
export function echoes<One extends Shown>(matterId: MatterId, batch: readonly One[]): Map<MatterId, One[]> {
  const others = new Map<MatterId, One[]>();
  for (const received of batch) {
    const { oldMatterId, newMatterId } = received.entry;
    for (const named of new Set([oldMatterId, newMatterId])) {
      if (named === null || named === '' || isSameId(named, matterId)) continue;
      const other = named as MatterId;
      others.set(other, [...(others.get(other) ?? []), received]);
    }
  }
  return others;
}
