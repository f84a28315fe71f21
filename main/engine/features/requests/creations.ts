import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Candidate, FormOf } from '../../../../shared/model/index.ts';
import {
  type ContactIdOf,
  newContactBody,
  newMatterBody,
  newPortalTaskBody,
  webhookBody,
} from '../../../../shared/rules/body.ts';
import type { RequestAttempt } from '../../domain/request-standing.ts';
import type { RecordsClient } from '../../service/client.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { Matter } from '../../service/matter.ts';
import { ticksFromDate } from '../../service/ticks.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { Names } from '../records/names.ts';

/** What is needed to send a form besides the form. */
export interface Sending {
  readonly requestId: string;
  readonly idOf: ContactIdOf;
  /** Fetched for this sending alone; null where there is none. */
  readonly key: string | null;
}

type Sent = Promise<Result<{ readonly id: string | null }, ServiceError>>;

/** Milliseconds by which this computer's clock may be ahead of the service's. */
const clockMayDiffer = 24 * 60 * 60_000;
/** Candidates that a person can look through. */
const mostCandidates = 50;

export const createMatter = (
  form: FormOf<'matters.create'>,
  client: RecordsClient,
  { idOf }: Sending,
  options: CallOptions,
): Sent => client.matters.create(newMatterBody(form, idOf), options);

/** Our own id goes along as the reference: whoever looks in the service can tell what is ours. */
export const createContact = (
  form: FormOf<'contacts.create'>,
  client: RecordsClient,
  { requestId }: Sending,
  options: CallOptions,
): Sent => client.contacts.create(newContactBody(form, requestId), options);

export async function createPortalTask(
  form: FormOf<'portalTasks.create'>,
  client: RecordsClient,
  { idOf }: Sending,
  options: CallOptions,
): Sent {
  const made = await client.portalTasks.create(form.matterId, newPortalTaskBody(form, idOf), options);
  return made.ok ? ok({ id: made.value.taskId }) : made;
}

export async function createWebhook(
  form: FormOf<'webhooks.create'>,
  client: RecordsClient,
  { key }: Sending,
  options: CallOptions,
): Sent {
  const made = await client.webhooks.create({ ...webhookBody(form), key: key ?? '' }, options);
  return made.ok ? ok({ id: made.value.id }) : made;
}

/** Matters that may be what a try made: of its first client, and changed since (spec: GET /matters, `contactId`, `updatedSince`). */
export async function matterCandidates(
  form: FormOf<'matters.create'>,
  attempt: RequestAttempt,
  client: RecordsClient,
  idOf: ContactIdOf,
  names: Names,
  options: CallOptions,
): Promise<Result<Candidate[], ServiceError>> {
  const [first] = form.clients;
  if (first === undefined) return err({ operation: 'matters.list', kind: 'aborted' });
  const updatedSince = ticksFromDate(new Date(attempt.startedAt - clockMayDiffer));
  const found = new Map<string, Matter>();
  // Leads come in a list of their own where the service keeps them apart.
  for (const isLead of [undefined, true]) {
    const query = { contactId: idOf(first), updatedSince, ...(isLead && { isLead }) };
    for await (const page of client.matters.list(query, options)) {
      if (!page.ok) return page;
      for (const matter of page.value.items) found.set(matter.id, matter);
    }
  }
  return ok(
    [...found.values()].slice(0, mostCandidates).map((matter) => candidateOf(matter, form, idOf, names)),
  );
}

function candidateOf(
  matter: Matter,
  form: FormOf<'matters.create'>,
  idOf: ContactIdOf,
  names: Names,
): Candidate {
  const fact = (label: string, value: string, wanted: string | null) => ({
    label,
    value,
    same: wanted === null || value === wanted,
  });
  const clients =
    matter.clientIds.length > 0 ? matter.clientIds : matter.clients.flatMap(({ id }) => id ?? []);
  const wantedClients = form.clients.map(idOf);
  const day = (date: string | null) => date?.slice(0, 10) ?? '';
  return {
    id: matter.id,
    name: [matter.number, matter.title].filter((part) => part !== '').join(' · '),
    facts: [
      {
        label: 'Matter type',
        value: matter.matterType?.name ?? matter.matterType?.id ?? '',
        same: matter.matterType?.id === form.matterTypeId,
      },
      fact('Number', matter.number, form.number || null),
      fact('Description', matter.description, form.description),
      fact('Status', matter.status, form.status),
      fact('Opened', day(matter.openedDate), form.dateOpened && day(form.dateOpened)),
      {
        label: 'Clients',
        value: clients.map((id) => names.contact(id) ?? id).join(', '),
        same: clients.length === wantedClients.length && wantedClients.every((id) => clients.includes(id)),
      },
      fact('Lead', matter.isLead ? 'Yes' : 'No', form.isLead ? 'Yes' : 'No'),
    ],
  };
}
