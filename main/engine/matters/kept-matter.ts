import type { Matter } from '../service/matter.ts';
import type { Staff } from '../service/staff.ts';
import type { KeptMatter } from '../store/matters.ts';

/** What is kept of a matter as the service gave it. */
export const keptMatter = (matter: Matter): KeptMatter => ({
  id: matter.id,
  number: matter.number,
  title: matter.title,
  description: matter.description,
  status: matter.status,
  isLead: matter.isLead,
  matterType: matter.matterType?.name ?? null,
  personResponsibleId: matter.personResponsible?.id ?? null,
  personAssistingId: matter.personAssisting?.id ?? null,
  openedDate: matter.openedDate,
  clientCount: countClients(matter),
});

/** Lists name clients twice, as ids and as links. */
function countClients({ clientIds, clients }: Matter): number {
  const ids = new Set<string | null>(clientIds);
  for (const client of clients) ids.add(client.id);
  return ids.size;
}

export const keptStaff = (person: Staff): { id: string; name: string } => ({
  id: person.id,
  name: [person.firstName, person.lastName].filter((part) => part !== '').join(' ') || person.id,
});
