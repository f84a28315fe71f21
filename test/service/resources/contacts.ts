import { z } from 'zod';
import { accepted, notFound, ok } from '../answer.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import { optionalText, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { acceptRecord, withoutNulls } from './accepted-records.ts';

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
  return [
    {
      name: 'contacts.read',
      method: 'GET',
      path: '/contacts/{id}',
      handle(request) {
        const stored =
          world.variants.contactReads === 'offered' ? contacts.get(request.params.id ?? '') : undefined;
        return stored === undefined ? notFound('contact') : ok({ id: stored.id, ...stored.value });
      },
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
