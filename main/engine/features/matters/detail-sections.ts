import type { MatterDetails } from '../../../../shared/model/index.ts';
import { isObject, type Json, type JsonObject } from '../../service/json.ts';
import { type Link, readLink, readText } from '../../service/tolerant.ts';

type Row = MatterDetails['sections'][number]['rows'][number];
type Section = MatterDetails['sections'][number];

/** Rows shown of one matter at most: an answer of any size must not fill the window's memory. */
const mostRows = 2_000;
const deepest = 12;

/** Members that say where a record is and not what it is, and those shown elsewhere as names. */
const plumbing = new Set(['href', 'rel', 'relation', 'method', 'self', 'clientIds', 'otherSideIds']);

const labels: Readonly<Record<string, string>> = {
  number: 'Number',
  title: 'Title',
  description: 'Description',
  status: 'Status',
  matterType: 'Matter type',
  isLead: 'Lead',
  openedDate: 'Opened',
  personResponsible: 'Responsible',
  personAssisting: 'Assisting',
};
const technicalLabels: Readonly<Record<string, string>> = {
  lastUpdated: 'Last updated',
  versionId: 'Version',
  id: 'Id',
};
const people = ['clients', 'otherSides', 'items'];

/**
 * Everything the read form of a matter has (spec: Matter), for a person: the members the spec names first, then clients,
 * other sides, each collection of items, and whatever else the service said. Nothing is left out but addresses.
 */
export function detailSections(form: Json, names: ReadonlyMap<string, string>): Section[] {
  if (!isObject(form)) return [];
  const rowsNamed = (members: Readonly<Record<string, string>>): Row[] =>
    Object.entries(members).flatMap(([member, label]) =>
      member in form ? rowsOf(label, form[member] ?? null, names, 0) : [],
    );
  const other = Object.entries(form)
    .filter(
      ([member]) =>
        !(member in labels) &&
        !(member in technicalLabels) &&
        !plumbing.has(member) &&
        !people.includes(member),
    )
    .flatMap(([member, value]) => rowsOf(inWords(member), value, names, 0));
  const items = isObject(form['items']) ? form['items'] : {};
  const sections = [
    { title: 'Matter', rows: rowsNamed(labels) },
    { title: 'Clients', rows: linkRows('Client', form['clients'], names) },
    { title: 'Other sides', rows: linkRows('Other side', form['otherSides'], names) },
    ...Object.entries(items).map(([key, value]) => ({
      title: key,
      rows: (Array.isArray(value) ? value : [value]).flatMap((entry) => itemRows(entry, names)),
    })),
    { title: 'More from the service', technical: true, rows: [...other, ...rowsNamed(technicalLabels)] },
  ].map((section) => ({ technical: false, ...section }));
  return upTo(mostRows, sections).filter(({ rows }) => rows.length > 0);
}

/** An entry of a collection of items: its name, whose it is, and what is below it. */
function itemRows(entry: Json, names: ReadonlyMap<string, string>): Row[] {
  if (!isObject(entry)) return rowsOf('Entry', entry, names, 0);
  const { name, type, contact, subItems, id, ...rest } = entry;
  const label = readText(name) ?? inWords(readText(type) ?? 'entry');
  const link = readLink(contact);
  return [
    { label, value: link ? nameOf(link, names) : (readText(id) ?? '') },
    ...Object.entries(rest).flatMap(([member, value]) =>
      plumbing.has(member) ? [] : rowsOf(`${label}: ${inWords(member)}`, value, names, 0),
    ),
    ...Object.entries(isObject(subItems) ? subItems : {}).flatMap(([key, values]) =>
      (Array.isArray(values) ? values : [values]).flatMap((value) =>
        isObject(value) ? subItemRows(inWords(key), value, names) : rowsOf(inWords(key), value, names, 0),
      ),
    ),
  ];
}

function subItemRows(label: string, entry: JsonObject, names: ReadonlyMap<string, string>): Row[] {
  const link = readLink(entry['contact']);
  const name = readText(entry['name']);
  if (link === null) return rowsOf(label, entry, names, 0);
  return [{ label: name ?? label, value: nameOf(link, names) }];
}

const linkRows = (label: string, value: Json | undefined, names: ReadonlyMap<string, string>): Row[] =>
  (Array.isArray(value) ? value : []).flatMap((link) => rowsOf(label, link, names, 0));

/** A value as one row, or one row for each value inside it. */
function rowsOf(label: string, value: Json, names: ReadonlyMap<string, string>, depth: number): Row[] {
  if (value === null || value === '') return [];
  if (typeof value === 'boolean') return [{ label, value: value ? 'Yes' : 'No' }];
  if (!isObject(value) && !Array.isArray(value)) return [{ label, value: String(value) }];
  if (depth >= deepest) return [{ label, value: '…' }];
  if (Array.isArray(value)) return value.flatMap((each) => rowsOf(label, each, names, depth + 1));
  const link = linkIn(value);
  if (link) return [{ label, value: nameOf(link, names) }];
  return Object.entries(value).flatMap(([member, inner]) =>
    plumbing.has(member) ? [] : rowsOf(`${label}: ${inWords(member)}`, inner, names, depth + 1),
  );
}

/** A link object and nothing else (spec: Shared shapes). */
function linkIn(value: JsonObject): Link | null {
  const isLink = Object.keys(value).every(
    (member) => member === 'id' || member === 'name' || plumbing.has(member),
  );
  return isLink && ('href' in value || 'id' in value) ? readLink(value) : null;
}

const nameOf = ({ id, name, href }: Link, names: ReadonlyMap<string, string>): string =>
  name ?? (id === null ? (href ?? '') : (names.get(id) ?? id));

/** `leadOpenedDate` → `Lead opened date`. */
function inWords(member: string): string {
  const words = member.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function upTo(most: number, sections: readonly Section[]): Section[] {
  let left = most;
  return sections.map(({ rows, ...section }) => {
    const shown = rows.slice(0, left);
    left -= shown.length;
    return { ...section, rows: shown };
  });
}
