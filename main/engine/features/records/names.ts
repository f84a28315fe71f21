import type { Link } from '../../service/tolerant.ts';
import type { Stores } from '../../store/stores.ts';

/** What contacts and staff go by here, whoever told it. */
export interface Names {
  /** Null while nobody told it. */
  contact(id: string): string | null;
  staff(id: string): string | null;
}

export const namesIn = (stores: Pick<Stores, 'clients' | 'matters'>): Names => ({
  contact: (id) => stores.clients.nameOf(id),
  staff: (id) => stores.matters.staffNames().get(id) ?? null,
});

/** A link to a contact, with the name that it goes by, or its id. */
export const contactOf = (link: Link, names: Names): { contactId: string | null; name: string } => ({
  contactId: link.id,
  name: link.name || (link.id === null ? (link.href ?? '') : (names.contact(link.id) ?? link.id)),
});
