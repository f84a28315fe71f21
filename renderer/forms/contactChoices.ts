import type { ContactChoice, ContactView, RequestId } from '../../shared/model/index.ts';
import { count } from '../words/count.ts';
import type { NewPerson } from './opened.ts';

interface Offered {
  readonly key: string;
  readonly choice: ContactChoice;
  readonly email: string | null;
  readonly note: string | null;
}

interface Found {
  readonly rows: readonly ContactView[];
  readonly requested: readonly { requestId: RequestId; name: string; email: string | null }[];
}

/** What can be chosen among: persons of this form, persons asked for, and contacts that are known. */
export function contactChoices(
  found: Found | undefined,
  people: readonly NewPerson[],
  typed: string,
): readonly Offered[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  const isMeant = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return [
    ...people
      .map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`.trim(), email }))
      .filter(({ name, email }) => isMeant(`${name} ${email}`))
      .map(({ id, name, email }) => requested(id as RequestId, name, email || null, 'New, in this form')),
    ...(found?.requested ?? []).map(({ requestId, name, email }) =>
      requested(requestId, name, email, 'Requested'),
    ),
    ...(found?.rows ?? []).map((row) => ({
      key: row.contactId,
      choice: known(row),
      email: row.email,
      note: row.matters > 0 ? count(row.matters, 'matter') : null,
    })),
  ];
}

const requested = (requestId: RequestId, name: string, email: string | null, note: string): Offered => ({
  key: requestId,
  choice: { kind: 'requested', requestId, name },
  email,
  note,
});

/** A contact whose name nobody told goes by its id. */
export const known = ({ contactId, name }: Pick<ContactView, 'contactId' | 'name'>): ContactChoice => ({
  kind: 'known',
  contactId,
  name: name ?? contactId,
});

export const sameChoice = (one: ContactChoice, other: ContactChoice): boolean =>
  one.kind === 'known'
    ? other.kind === 'known' && one.contactId === other.contactId
    : other.kind === 'requested' && one.requestId === other.requestId;
