import { hash } from 'node:crypto';
import type { MatterRecord, RelationshipView } from '../../../../shared/model/index.ts';
import { isObject, type Json, type JsonObject, writeJson } from '../../service/json.ts';
import type { Matter } from '../../service/matter.ts';
import { readFlag, readLink, readText } from '../../service/tolerant.ts';
import { contactOf, type Names } from './names.ts';

type Role = MatterRecord['roles'][number];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const arrayOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

const entriesOf = (matter: Matter): [key: string, entry: JsonObject][] =>
  Object.entries(matter.items ?? {}).flatMap(([key, entries]) =>
    arrayOf(entries).flatMap((entry): [string, JsonObject][] => (isObject(entry) ? [[key, entry]] : [])),
  );

const isLayout = ({ type, rel }: JsonObject): boolean => type === 'layout' || rel === 'layout';

/** The roles of a matter (spec: Matter, role entries in `items`). */
export function rolesOf(matter: Matter, names: Names): Role[] {
  return entriesOf(matter).flatMap(([key, entry]) => {
    const roleId = readText(entry['id']);
    if (roleId === null || isLayout(entry)) return [];
    if (entry['type'] !== 'role' && !('contact' in entry)) return [];
    const link = readLink(entry['contact']);
    const below = isObject(entry['subItems']) ? entry['subItems'] : {};
    const { solicitors, relationshipDetails, ...others } = below;
    return [
      {
        roleId,
        name: readText(entry['name']) ?? key,
        contact: link && contactOf(link, names),
        // The firm's own role has a word in the place of a UUID.
        isFirm: typeof link?.id === 'string' && !uuid.test(link.id),
        solicitors: arrayOf(solicitors).flatMap((each) => peopleIn(each, names)),
        relationships: arrayOf(relationshipDetails).flatMap((each) => relationshipOf(each, names)),
        others: Object.entries(others).map(([name, values]) => ({
          key: name,
          values: arrayOf(values).map((value) => inWords(value, names)),
        })),
      },
    ];
  });
}

/** spec: Matter, layout entries in `items`. */
export const layoutsOf = (matter: Matter): MatterRecord['layouts'] =>
  entriesOf(matter).flatMap(([key, entry]) => {
    const itemId = readText(entry['id']);
    return itemId === null || !isLayout(entry) ? [] : [{ itemId, name: readText(entry['name']) ?? key }];
  });

/** Where a matter names its stage set is not shown: in a member of that name, as an id or a link. */
export function stageSetOf({ raw }: Matter): string | null {
  const named = Object.entries(raw).find(([member]) => /^stage_?set(id)?$/i.test(member))?.[1];
  return readText(named) || (readLink(named)?.id ?? null);
}

/** A relationship; what of it is not shown is said to be so (spec: Relationships; its read form is not shown). */
function relationshipOf(json: Json, names: Names): RelationshipView[] {
  if (!isObject(json)) return [];
  const relationshipId = readText(json['id']);
  if (relationshipId === null) return [];
  const link = readLink(json['contact']);
  const people = json['representatives'];
  const ids = json['representativeIds'];
  const shown = {
    name: shownIf(readText(json['name'])),
    displayName: shownIf(readText(json['displayName'])),
    contact: shownIf(link && contactOf(link, names)),
    representatives: shownIf(
      Array.isArray(people)
        ? people.flatMap((each) => representativeIn(each, names))
        : Array.isArray(ids)
          ? ids.flatMap((each) => (typeof each === 'string' ? peopleIn : representativeIn)(each, names))
          : null,
    ),
    isMatterItemRequired: shownIf(readFlag(json['isMatterItemRequired'])),
  };
  return [{ relationshipId, version: versionOf(shown, link?.id ?? link?.href ?? null), ...shown }];
}

/**
 * A relationship has no version of its own: any change of what a person can see of it is another one. What people are called may
 * only be known later, and changes nothing.
 */
function versionOf(
  shown: Omit<RelationshipView, 'relationshipId' | 'version'>,
  contactId: string | null,
): string {
  const { name, displayName, representatives, isMatterItemRequired } = shown;
  const people = representatives.shown
    ? representatives.value.map((each) => each.contactId ?? each.name)
    : null;
  return hash('sha256', JSON.stringify([name, displayName, isMatterItemRequired, contactId, people]), 'hex');
}

const shownIf = <Value>(value: Value | null): { shown: true; value: Value } | { shown: false } =>
  value === null ? { shown: false } : { shown: true, value };

function peopleIn(json: Json, names: Names): { contactId: string | null; name: string }[] {
  if (typeof json === 'string') return [{ contactId: json, name: names.contact(json) ?? json }];
  if (!isObject(json)) return [];
  const link = readLink(json['contact']) ?? readLink(json);
  return link ? [{ ...contactOf(link, names), ...named(json) }] : [];
}

/** Where it is not known whether a text is an id or a name, and of anything else that names nobody, there is no id. */
function representativeIn(json: Json, names: Names): { contactId: string | null; name: string }[] {
  const isText = typeof json === 'string';
  if (isText && !uuid.test(json) && names.contact(json) === null) return [{ contactId: null, name: json }];
  const people = peopleIn(json, names);
  return people.length > 0 ? people : [{ contactId: null, name: writeJson(json) }];
}

const named = (json: JsonObject): { name: string } | null => {
  const name = readText(json['name']);
  return name ? { name } : null;
};

const inWords = (json: Json, names: Names): string =>
  peopleIn(json, names)[0]?.name || (typeof json === 'object' ? writeJson(json) : String(json));
