import type { Matter, MatterRow } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { Records } from '../features/records/records.ts';
import type { MatterFacts } from '../store/matters.ts';
import type { Stores } from '../store/stores.ts';

export function matterRows(stores: Pick<Stores, 'clients'>, matters: readonly MatterFacts[]): MatterRow[] {
  const names = stores.clients.namesOf(matters.map(({ id }) => id));
  return matters.map((facts) => matterRow(facts, names.get(facts.id) ?? []));
}

const matterRow = (facts: MatterFacts, clientNames: string[]): MatterRow => ({
  id: facts.id,
  number: facts.number,
  title: facts.title,
  status: facts.status,
  isLead: facts.isLead === 1,
  matterType: facts.matterType,
  personResponsible: facts.personResponsible,
  lastChangeAt: instant(facts.lastChangeAt),
  linkedFolder: facts.linkedFolder,
  unread: facts.unread === 1,
  waiting: facts.waiting,
  problems: facts.problems,
  paused: facts.paused === 1,
  clientCount: facts.clientCount,
  clientNames,
});

export const matterOf = (stores: Pick<Stores, 'clients'>, facts: MatterFacts): Matter => ({
  ...matterRow(facts, [...stores.clients.names(facts.id).values()]),
  description: facts.description,
  personAssisting: facts.personAssisting,
  openedDate: facts.openedDate,
  historyCheckedAt: instant(facts.historyCheckedAt),
  historyProblem: facts.historyProblem,
});

/** Names of the types that a list is narrowed to; null for all. Types of a location that was never read are none. */
export function matterTypesFor(
  records: Pick<Records, 'typesIn'>,
  { matterType, location }: { matterType: string | null; location: string | null },
): string[] | null {
  const ofLocation = location === null ? null : records.typesIn(location);
  if (matterType === null) return ofLocation;
  return ofLocation === null || ofLocation.includes(matterType) ? [matterType] : [];
}
