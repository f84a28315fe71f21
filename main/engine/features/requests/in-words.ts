import type { ChangedField } from '../../../../shared/model/index.ts';
import type { RecordState } from '../../domain/request-standing.ts';
import type { Names } from '../records/names.ts';
import type { Readable } from './operations.ts';
import { differing } from './record-state.ts';

/** What differs between what the person saw and what is there, in words; `names`, of whoever an id names. */
export function changedFields(
  seen: RecordState | null,
  now: RecordState,
  { wanted, hidden }: Pick<Readable, 'wanted' | 'hidden'>,
  names: Names,
): ChangedField[] {
  const fields = seen === null ? differing(wanted, now.fields) : differing(seen.fields, now.fields);
  const unseen = Object.entries(hidden).map(([field, yours]) => ({ field, now: 'Not shown', yours }));
  const seenFields = fields.map((field) => ({
    field,
    ...(seen !== null && { seen: inWords(seen.fields[field], names) }),
    now: inWords(now.fields[field], names),
    ...(field in wanted && { yours: inWords(wanted[field], names) }),
  }));
  return [...seenFields, ...unseen];
}

export function inWords(json: string | undefined, names: Names): string | null {
  const value: unknown = json === undefined ? null : JSON.parse(json);
  return value === null ? null : say(value, names);
}

function say(value: unknown, names: Names): string {
  if (typeof value === 'string') return names.staff(value) ?? names.contact(value) ?? value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((each) => say(each, names)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${say(each, names)}`)
      .join('; ');
  return String(value);
}
