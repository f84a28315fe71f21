import { changedAt, type Matter } from '../../service/matter.ts';
import type { Staff } from '../../service/staff.ts';
import { dateFromTicks } from '../../service/ticks.ts';
import type { ListedClient } from '../../store/clients.ts';
import type { KeptMatter } from '../../store/matters.ts';

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
  ...clientsOf(matter),
  changedAt: recordChangedAt(matter),
});

function recordChangedAt(matter: Matter): number | null {
  const ticks = changedAt(matter);
  return ticks === null ? null : dateFromTicks(ticks).getTime();
}

/** Lists name clients twice, as ids and as links; the name of a link is not shown, and kept where there is one. */
function clientsOf({ clientIds, clients }: Matter): Pick<KeptMatter, 'clientCount' | 'clients'> {
  const names = new Map<string, string | null>(clientIds.map((id) => [id, null]));
  let unnamed = 0;
  for (const { id, name } of clients) {
    if (id === null) unnamed = 1;
    else names.set(id, name || null);
  }
  return {
    clientCount: names.size + unnamed,
    clients: names.size === 0 ? '' : JSON.stringify([...names] satisfies ListedClient[]),
  };
}

export const keptStaff = (person: Staff): { id: string; name: string } => ({
  id: person.id,
  name: [person.firstName, person.lastName].filter((part) => part !== '').join(' ') || person.id,
});
