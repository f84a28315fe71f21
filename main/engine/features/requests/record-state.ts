import type { ContactChoice, MatterChanges } from '../../../../shared/model/index.ts';
import type { ContactIdOf } from '../../../../shared/rules/body.ts';
import type { RecordState } from '../../domain/request-standing.ts';

/** Values as they are compared: by the names of a form's fields, as JSON. */
export type Comparable = RecordState['fields'];

const dates = new Set(['openedDate', 'closedDate', 'leadOpenedDate', 'leadClosedDate']);

/** Fields of a matter for comparing. Two names of the same date are one; nothing, and an empty text, are the same. */
export function comparableMatter(changes: MatterChanges, idOf: ContactIdOf): Comparable {
  const { dateOpened, clients, otherSides, referrer, clientRole: _role, ...plain } = changes;
  const opened = dateOpened === undefined ? {} : { openedDate: dateOpened };
  const ids = (choices: readonly ContactChoice[] | null | undefined) => choices && choices.map(idOf);
  const all = {
    ...plain,
    ...opened,
    clients: ids(clients),
    otherSides: ids(otherSides),
    referrer: referrer && idOf(referrer),
  };
  return comparable(all);
}

export const comparable = (fields: object): Comparable =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, JSON.stringify(canonical(field, value))]],
    ),
  );

function canonical(field: string, value: unknown): unknown {
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'string' && dates.has(field)) return canonicalDate(value);
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return value;
}

/** Midnight in UTC, and midnight of no zone, is a day; anything else with a time stays an instant. */
function canonicalDate(text: string): string {
  const [, day, time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:T([\d:.]+))?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? [];
  const at = Date.parse(text);
  if (day === undefined || Number.isNaN(at)) return text;
  if (zone === '') return /[1-9]/.test(time) ? text : day;
  const iso = new Date(at).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hour = 60 * 60_000;

/** Whether what is shown may be the day that was wanted, midnight of it in whatever time zone. */
function mayBeDay(wanted: string, shown: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wanted)) return false;
  if (!shown.endsWith('Z')) return shown.startsWith(wanted);
  // Zones lie from 14 hours before UTC to 12 after it.
  const after = Date.parse(shown) - Date.parse(wanted);
  return after >= -14 * hour && after <= 12 * hour;
}

/** Whether a field shows what was set, as services may write it: a day as an instant, people in another order. */
function isAsWanted(field: string, wanted: string | undefined, shown: string | undefined): boolean {
  if (wanted === shown) return true;
  if (wanted === undefined || shown === undefined) return false;
  const [one, other]: unknown[] = [JSON.parse(wanted), JSON.parse(shown)];
  if (typeof one === 'string' && typeof other === 'string') return dates.has(field) && mayBeDay(one, other);
  return JSON.stringify(unordered(one)) === JSON.stringify(unordered(other));
}

function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(unordered(each))).toSorted();
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unordered(each)]));
}

/** Fields that are shown, and otherwise than they were set. */
export const shownOtherwise = (wanted: Comparable, now: Comparable): string[] =>
  Object.keys(wanted).filter((field) => field in now && !isAsWanted(field, wanted[field], now[field]));

/** Fields that were set and that the record does not show. */
export function notShownOf(wanted: Comparable, now: Comparable): string[] {
  const names: unknown = JSON.parse(now['names'] ?? 'null');
  const isCalled = (field: string) =>
    ['name', 'displayName'].includes(field) &&
    [names, null].flat().includes(JSON.parse(wanted[field] ?? 'null'));
  return Object.keys(wanted).filter((field) => !(field in now) && !isCalled(field));
}

/** Fields of which both tell, and which differ. */
export const differing = (one: Comparable, other: Comparable): string[] =>
  Object.keys(one).filter((field) => field in other && asDay(one[field]) !== asDay(other[field]));

/** Programs before this one kept a day as its midnight in UTC. */
const asDay = (json: string | undefined) => json?.replace(/T00:00:00\.000Z"$/, '"');

/** Whether a record shows all that a request would set. */
export const showsAll = (wanted: Comparable, now: Comparable): boolean =>
  Object.keys(wanted).every((field) => field in now && wanted[field] === now[field]);

/**
 * Whether an accepted change shows: of what is shown, everything is as wanted; and where none of it is shown, the record, or what
 * it is a part of, has another version than before.
 */
export function shows(wanted: Comparable, before: RecordState | null, now: RecordState): boolean {
  if (shownOtherwise(wanted, now.fields).length > 0) return false;
  return Object.keys(wanted).some((field) => field in now.fields) || hasChanged(before, now);
}

/** The same, where some of it cannot be seen and what can be may have been so before: then something has to have changed. */
export const showsChange = (wanted: Comparable, before: RecordState | null, now: RecordState): boolean =>
  shows(wanted, before, now) && (showsAll(wanted, now.fields) || hasChanged(before, now));

function hasChanged(before: RecordState | null, now: RecordState): boolean {
  if (before === null || now.version !== before.version) return true;
  return before.within !== undefined && before.within.version !== now.within?.version;
}

/** Whether nothing differs between two states but what a request changed itself. */
export const isOwnWork = (wanted: Comparable, before: RecordState, after: RecordState): boolean =>
  differing(before.fields, after.fields).every((field) => field in wanted || isNames(field, wanted));

/** What a relationship is shown to be called, in whichever way the service makes that of the names that were set. */
const isNames = (field: string, wanted: Comparable): boolean => field === 'names' && 'name' in wanted;

/**
 * Whether a try whose answer was lost explains all that differs from what was there before it: everything that changed is as it was
 * to be, or nothing changed that is shown, and nothing of what it set is.
 */
export function isOfTry(wanted: Comparable, before: RecordState, now: RecordState): boolean {
  const changed = differing(before.fields, now.fields);
  if (changed.length === 0) return Object.keys(wanted).every((field) => !(field in now.fields));
  const isAsSet = (field: string) =>
    isNames(field, wanted)
      ? isCalledAsSet(wanted, before, now)
      : isAsWanted(field, wanted[field], now.fields[field]);
  return changed.every(isAsSet);
}

function isCalledAsSet(wanted: Comparable, before: RecordState, now: RecordState): boolean {
  const [names, ...known] = [
    now.fields['names'],
    before.fields['names'],
    wanted['name'],
    wanted['displayName'],
  ].map((json): unknown[] => [json === undefined ? null : JSON.parse(json)].flat());
  return (names ?? []).every((name) => known.flat().includes(name));
}
