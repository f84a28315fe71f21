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
  clientCount: new Set([...matter.clientIds, ...matter.clients.map((client) => client.id)]).size,
  raw: JSON.stringify(matter.raw, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
  ),
});

export const keptStaff = (person: Staff): { id: string; name: string; raw: string } => ({
  id: person.id,
  name: [person.firstName, person.lastName].filter((part) => part !== '').join(' ') || person.id,
  raw: JSON.stringify(person.raw),
});
