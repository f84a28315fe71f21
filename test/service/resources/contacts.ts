import { z } from 'zod';
import { type Answer, accepted, notFound, ok, problem } from '../answer.ts';
import { int64 } from '../int64.ts';
import { pagedAnswer, readPage } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { recordsOf, type Stored } from '../store/records.ts';
import { optionalText, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { acceptRecord, withoutNulls } from './accepted-records.ts';
import { offeredBy } from './offered-by.ts';

const person = z
  .object({ firstName: optionalText, lastName: optionalText, email: optionalText })
  .refine(({ firstName, lastName }) => `${firstName ?? ''}${lastName ?? ''}`.trim() !== '', 'needs a name');

// Fields of a company are not shown; a name is the least one can have.
const company = z.looseObject({ name: z.string().min(1, 'must not be empty') });

const contactBody = z
  .object({ person: person.nullish(), company: company.nullish(), externalSystemId: optionalText })
  .refine((body) => (body.person == null) !== (body.company == null), 'must have either person or company');

/** POST /contacts (spec: Contacts and staff), and the reading of one, which the spec does not show. */
export function contactOperations(world: World): Operation[] {
  const contacts = recordsOf<object>(world.store, 'contact');
  const offered = offeredBy(world, 'contactReads');
  return [
    {
      name: 'contacts.list',
      method: 'GET',
      path: '/contacts',
      handle: offered((request) => listContacts(world, request)),
    },
    {
      name: 'contacts.read',
      method: 'GET',
      path: '/contacts/{id}',
      handle: offered((request) => {
        const stored = contacts.get(request.params.id ?? '');
        return stored === undefined ? notFound('contact') : ok(contactShown(stored));
      }),
    },
    {
      name: 'contacts.create',
      method: 'POST',
      path: '/contacts',
      handle(request) {
        const parsed = parseBody(contactBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const id = world.newId();
        acceptRecord(world, {
          kind: 'contact',
          id,
          changes: withoutNulls(parsed.value),
          event: 'contact.created',
        });
        return accepted({ id, href: `${world.addresses.service}/contacts/${id}` });
      },
    },
  ];
}

const contactShown = ({ id, ticks, value }: Stored<object>) => ({
  id,
  isDeleted: false,
  ...value,
  lastUpdated: int64(ticks),
});

function listContacts(world: World, request: ApiRequest): Answer {
  const page = readPage(request, 500);
  if ('refusal' in page) return page.refusal;
  const since = request.query.get('updatedsince') ?? '0';
  if (!/^\d{1,19}$/.test(since)) return problem(400, 'UpdatedSince must be ticks.');
  const words = (request.query.get('search') ?? '').toLowerCase();
  const type = request.query.get('type');
  const found = recordsOf<object>(world.store, 'contact')
    .all(BigInt(since))
    .filter(({ value }) => wordsIn(value).toLowerCase().includes(words))
    .filter(({ value }) => type === undefined || (type === 'Person') === 'person' in value);
  const value = found.slice(page.offset, page.offset + page.limit).map(contactShown);
  return pagedAnswer(world, request, {
    ...{ page, size: found.length, value, relation: 'Contacts', naturalShape: 'full' },
  });
}

/** Everything that is said of a contact, one after the other. */
const wordsIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(wordsIn).join(' ')
    : typeof value === 'string'
      ? value
      : '';
