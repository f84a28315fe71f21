import {
  type ContactChoice,
  type MatterChanges,
  matterChangesSchema,
  matterStatuses,
} from '../../../../shared/model/index.ts';
import type { Json } from '../../service/json.ts';
import type { Matter } from '../../service/matter.ts';
import type { Link } from '../../service/tolerant.ts';
import { contactOf, type Names } from './names.ts';

/** Fields of PATCH that the read form names otherwise, or whose form is another (spec: Matter). */
const readElsewhere = new Set([
  'number',
  'matterTypeId',
  'description',
  'status',
  'dateOpened',
  'openedDate',
  'isLead',
  'personResponsibleStaffId',
  'personAssistingStaffId',
  'clients',
  'otherSides',
  'referrer',
  'clientRole',
  'items',
]);

/**
 * The fields of PATCH as far as the read form shows them. Those that the specification does not show there are taken where a
 * member of the same name and form stands; of all others nothing is known.
 */
export function matterFields(matter: Matter, names: Names): MatterChanges {
  const { raw } = matter;
  const others = Object.entries(matterChangesSchema.shape).flatMap(([field, schema]) => {
    if (readElsewhere.has(field) || !(field in raw)) return [];
    const read = schema.safeParse(raw[field]);
    return read.success && read.data !== undefined ? [[field, read.data]] : [];
  });
  const status = matterStatuses.find((known) => known === matter.status);
  const referrerId = raw['referrerId'];
  return {
    ...Object.fromEntries(others),
    number: matter.number,
    ...(matter.matterType?.id ? { matterTypeId: matter.matterType.id } : {}),
    description: matter.description,
    ...(status ? { status } : {}),
    ...(matter.openedDate === null ? {} : { openedDate: matter.openedDate }),
    isLead: matter.isLead,
    ...shownAs('personResponsibleStaffId', staffIn(raw['personResponsible'], matter.personResponsible)),
    ...shownAs('personAssistingStaffId', staffIn(raw['personAssisting'], matter.personAssisting)),
    ...shownAs('clients', choicesIn(raw['clients'], matter.clients, names)),
    ...shownAs('otherSides', choicesIn(raw['otherSides'], matter.otherSides, names)),
    ...(typeof referrerId === 'string' && referrerId !== ''
      ? { referrer: known(referrerId, names.contact(referrerId) ?? referrerId) }
      : {}),
  };
}

const known = (contactId: string, name: string): ContactChoice => ({ kind: 'known', contactId, name });

const shownAs = <Value>(field: keyof MatterChanges, value: Value | undefined) =>
  value === undefined ? {} : { [field]: value };

/** Undefined where one of them cannot be read or has no id: a list without it would take them out when it is sent. */
function choicesIn(
  json: Json | undefined,
  links: readonly Link[],
  names: Names,
): readonly ContactChoice[] | undefined {
  if (json === undefined) return undefined;
  const isWhole = json === null || (Array.isArray(json) && json.length === links.length);
  const choices = links.flatMap((link) =>
    link.id === null ? [] : [known(link.id, contactOf(link, names).name)],
  );
  return isWhole && choices.length === links.length ? choices : undefined;
}

/** Null for nobody, undefined where it cannot be read who it is. */
function staffIn(json: Json | undefined, link: Link | null): string | null | undefined {
  if (json === undefined) return undefined;
  if (link?.id) return link.id;
  const isNobody = json === null || (link !== null && !link.href && !link.name);
  return isNobody ? null : undefined;
}
