import type { ContactChoice, FormOf, MatterId, RelationshipView } from '../../shared/model/index.ts';

const fields = ['name', 'displayName', 'contact', 'representatives', 'isMatterItemRequired'] as const;

interface Named {
  readonly contactId: string | null;
  readonly name: string;
}

/** What the service does not show of it, or whose people it names without an id. */
export const unreadOf = (relationship: RelationshipView): string[] =>
  fields.filter((field) => {
    const { contact, representatives } = relationship;
    if (!relationship[field].shown) return true;
    if (field === 'contact') return contact.shown && contact.value.contactId === null;
    return field === 'representatives' && withoutId(representatives).length > 0;
  });

/** What the service calls those whom it names without an id, by field: for a person, who can choose them. */
export function namesWithoutId({
  contact,
  representatives,
}: RelationshipView): Readonly<Record<string, string>> {
  const others = withoutId(representatives);
  return {
    ...(contact.shown && contact.value.contactId === null && { contact: contact.value.name }),
    ...(others.length > 0 && { representatives: others.map(({ name }) => name).join(', ') }),
  };
}

const withoutId = (people: RelationshipView['representatives']): readonly Named[] =>
  people.shown ? people.value.filter(({ contactId }) => contactId === null) : [];

const choicesOf = ({ contactId, name }: Named): ContactChoice[] =>
  contactId === null ? [] : [{ kind: 'known', contactId, name }];

/** Nobody is chosen: the form does not let it be sent so. */
const nobody: ContactChoice = { kind: 'known', contactId: '-', name: '' };

/** A relationship as the form for it, as far as the service shows it. */
export function relationshipForm(
  matterId: MatterId,
  { roleId, name: roleName }: { readonly roleId: string; readonly name: string },
  { relationshipId, version, ...shown }: RelationshipView,
): FormOf<'relationships.put'> {
  return {
    operation: 'relationships.put',
    matterId,
    roleId,
    roleName,
    relationshipId,
    seen: version,
    name: shown.name.shown ? shown.name.value : '',
    displayName: shown.displayName.shown ? shown.displayName.value : '',
    contact: (shown.contact.shown && choicesOf(shown.contact.value)[0]) || nobody,
    representatives: shown.representatives.shown ? shown.representatives.value.flatMap(choicesOf) : [],
    isMatterItemRequired: shown.isMatterItemRequired.shown && shown.isMatterItemRequired.value,
  };
}
