import type { ContactView } from '../../../../shared/model/index.ts';
import type { KnownContact } from '../../store/clients.ts';
import type { Stores } from '../../store/stores.ts';
import { personsRequested } from './made-here.ts';

interface Found {
  readonly rows: ContactView[];
  readonly requested: {
    requestId: ReturnType<typeof personsRequested>[number]['requestId'];
    name: string;
    email: string | null;
  }[];
  /** Searching contacts at the service is not shown. */
  readonly searchedAtService: 'no';
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const same = (one: string, other: string): boolean =>
  one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'base' }) === 0;

/** Contacts whose names or e-mail addresses have each of the words, as far as they are known here. */
export function contactsWith(
  stores: Pick<Stores, 'clients' | 'requests'>,
  text: string,
  limit: number,
): Found {
  const words = wordsIn(text);
  const persons = personsRequested(stores).filter(({ name, email }) =>
    words.every((word) => `${name} ${email ?? ''}`.toLowerCase().includes(word.toLowerCase())),
  );
  return found(stores, stores.clients.withWords(words, limit), persons, limit);
}

/** Who may be the same as a person about to be made: of the same last name and a first name that begins alike, or the same e-mail. */
export function similarContacts(
  stores: Pick<Stores, 'clients' | 'requests'>,
  person: { readonly firstName: string; readonly lastName: string; readonly email: string },
): Found {
  const { firstName, lastName, email } = person;
  const limit = 20;
  const initial = firstName.trim().slice(0, 1).toLowerCase();
  const persons = personsRequested(stores).filter(
    (each) =>
      (email.trim() !== '' && same(each.email ?? '', email)) ||
      (lastName.trim() !== '' &&
        same(each.lastName, lastName) &&
        each.firstName.trim().toLowerCase().startsWith(initial)),
  );
  const words = wordsIn(lastName);
  const named = words.length === 0 ? [] : stores.clients.withWords(words, 200);
  const alike = named.filter(({ name }) =>
    wordsIn(name ?? '').some((word) => word.toLowerCase().startsWith(initial)),
  );
  return found(stores, alike.slice(0, limit), persons, limit);
}

function found(
  { clients }: Pick<Stores, 'clients'>,
  known: readonly KnownContact[],
  persons: ReturnType<typeof personsRequested>,
  limit: number,
): Found {
  const emails = new Map(persons.map(({ contactId, email }) => [contactId, email]));
  const made = persons.filter(({ contactId }) => contactId !== null);
  const ids = new Set(known.map(({ contactId }) => contactId));
  const more = made
    .filter(({ contactId }) => contactId !== null && !ids.has(contactId))
    .map(({ contactId, name }) => ({ contactId: contactId as string, name, matters: 0 }));
  const madeIds = new Set(made.map(({ contactId }) => contactId));
  return {
    rows: [...known, ...more].slice(0, limit).map(({ contactId, name, matters }) => ({
      contactId,
      name: name ?? clients.nameOf(contactId),
      email: emails.get(contactId) ?? null,
      matters,
      madeHere: madeIds.has(contactId),
    })),
    requested: persons
      .filter(({ contactId, isOver }) => contactId === null && !isOver)
      .map(({ requestId, name, email }) => ({ requestId, name, email })),
    searchedAtService: 'no',
  };
}
