import { ok, type Result } from '../../../../shared/base/result.ts';
import type { Candidate, FormOf } from '../../../../shared/model/index.ts';
import type { RequestAttempt, StoredRequest } from '../../domain/request-standing.ts';
import type { RecordsClient } from '../../service/client.ts';
import type { Contact, ContactQuery } from '../../service/contact-records.ts';
import type { ServiceError } from '../../service/errors.ts';
import { isObject } from '../../service/json.ts';
import { ticksFromDate } from '../../service/ticks.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { Stores } from '../../store/stores.ts';
import { similarContacts } from './contacts-found.ts';

type Form = FormOf<'contacts.create'>;

/** Milliseconds by which this computer's clock may be ahead of the service's. */
const clockMayDiffer = 24 * 60 * 60_000;
const pageLength = 500;
/** Pages of one question that are read: whom they do not show, the person looks for in the service. */
const mostPages = 4;
/** Candidates that a person can look through. */
const mostCandidates = 50;

/**
 * Contacts that may be what a try made, the one with our id as its reference first (beyond the spec: GET /contacts): of the
 * person's name, and changed since the try, with that reference whatever they are called now.
 */
export async function contactCandidates(
  form: Form,
  { id: requestId }: Pick<StoredRequest, 'id'>,
  { startedAt }: Pick<RequestAttempt, 'startedAt'>,
  { beyondSpec }: Pick<RecordsClient, 'beyondSpec'>,
  options: CallOptions,
): Promise<Result<Candidate[], ServiceError>> {
  const updatedSince = ticksFromDate(new Date(startedAt - clockMayDiffer));
  const search = form.lastName.trim() || form.firstName.trim();
  const found = new Map<string, Contact>();
  const isOurs = (contact: Contact) => contact.externalSystemId === requestId;
  const ask = async (query: ContactQuery, fits: (contact: Contact) => boolean) => {
    let pages = 0;
    for await (const page of beyondSpec.listContacts({ ...query, limit: pageLength }, options)) {
      if (!page.ok) return page;
      for (const contact of page.value.items.filter(fits)) found.set(contact.id, contact);
      pages += 1;
      if (pages === mostPages) break;
    }
    return null;
  };
  const failed =
    (await ask({ search, excludeDeleted: true }, (contact) => isOurs(contact) || isAlike(form, contact))) ??
    (await ask({ updatedSince }, isOurs));
  if (failed) return failed;
  const all = [...found.values()].toSorted((one, other) => Number(isOurs(other)) - Number(isOurs(one)));
  return ok(all.slice(0, mostCandidates).map((contact) => candidateOf(contact, form, requestId)));
}

/** Contacts with a name like it that are known from matters; of these nobody knows when they were made. */
export const knownCandidates = (form: Form, stores: Pick<Stores, 'clients' | 'requests'>): Candidate[] =>
  similarContacts(stores, form).rows.map(({ contactId, name, matters }) => ({
    id: contactId,
    name: name ?? contactId,
    facts: [
      { label: 'Name', value: name ?? '', same: isSame(name, nameOf(form)) },
      { label: 'Matters', value: String(matters), same: matters === 0 },
    ],
  }));

const nameOf = ({ firstName, lastName }: Form): string => `${firstName.trim()} ${lastName.trim()}`.trim();

/** A word of another case or with other accents is the same. */
const isSame = (one: string | null, other: string): boolean =>
  (one ?? '').trim().localeCompare(other.trim(), undefined, { sensitivity: 'base' }) === 0;

/** Has the last name, and a first name that begins alike. */
function isAlike(form: Form, { name }: Contact): boolean {
  const words = (name ?? '').toLowerCase();
  const initial = form.firstName.trim().slice(0, 1).toLowerCase();
  return (
    words.includes(form.lastName.trim().toLowerCase()) &&
    words.split(/\s+/).some((word) => word.startsWith(initial))
  );
}

function candidateOf(contact: Contact, form: Form, requestId: string): Candidate {
  const { id, name, externalSystemId, raw } = contact;
  const email = emailIn(raw);
  return {
    id,
    name: name ?? id,
    facts: [
      {
        label: 'Reference',
        value: externalSystemId ?? 'None',
        same: externalSystemId === requestId,
      },
      { label: 'Name', value: name ?? '', same: isSame(name, nameOf(form)) },
      { label: 'Email', value: email ?? 'None', same: isSame(email, form.email) },
    ],
  };
}

function emailIn(record: object): string | null {
  const { person } = record as { person?: unknown };
  const email = isObject(person) ? person['email'] : null;
  return typeof email === 'string' && email !== '' ? email : null;
}
