import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { isObject, type JsonObject } from './json.ts';
import { isTicks, type Ticks } from './ticks.ts';

/**
 * A member we can do without: a value that is missing or of another type becomes null (or empty) instead of an error.
 * What we cannot do without uses zod's strict types. A function, since a refusal caught by zod costs ten times as much.
 */
export function lenient<Value>(read: (value: unknown) => Value) {
  return z.unknown().optional().transform(read);
}

export const readText = (value: unknown) => (typeof value === 'string' ? value : null);
const readNumber = (value: unknown) => (typeof value === 'number' ? value : null);
export const readFlag = (value: unknown) => (typeof value === 'boolean' ? value : null);

export const textOrNull = lenient(readText);
export const text = lenient((value) => readText(value) ?? '');
export const numberOrNull = lenient(readNumber);
export const flagOrNull = lenient(readFlag);
export const flag = lenient((value) => readFlag(value) ?? false);
export const readTexts = (value: unknown) => asArray(value).filter((each) => typeof each === 'string');
export const texts = lenient(readTexts);
export const readObject = (value: unknown) => (isObject(value) ? value : null);

/** A word or number of an enumeration: the known ones, and whatever else the service comes to say. */
export const wordOrNull = lenient((value) => readText(value) ?? readNumber(value));

/** A version id: text, or a number kept as its digits. */
export const readVersionId = (value: unknown) =>
  typeof value === 'bigint' || typeof value === 'number' ? String(value) : (readText(value) ?? '');
export const versionId = lenient(readVersionId);

/** Uuids are written in either case. */
export const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Ticks as a number, or as text of digits; null when they name no instant. */
export const ticksOrNull = lenient(readTicks);

export function readTicks(value: unknown): Ticks | null {
  const isDigits = typeof value === 'string' && /^\d{1,19}$/.test(value);
  if (!isDigits && typeof value !== 'bigint' && !Number.isSafeInteger(value)) return null;
  const ticks = BigInt(isDigits || typeof value === 'bigint' ? value : Number(value));
  return isTicks(ticks) ? ticks : null;
}

/** spec: Shared shapes, Link object; the member is `rel` in some answers and `relation` in others. */
export interface Link {
  readonly id: string | null;
  readonly href: string | null;
  readonly relation: string | null;
  readonly method: string;
  /** Only in the list form of a matter's type. */
  readonly name: string | null;
}

export function readLink(value: unknown): Link | null {
  if (!isObject(value)) return null;
  return {
    id: readText(value['id']),
    href: readText(value['href']),
    relation: readText(value['relation']) ?? readText(value['rel']),
    method: readText(value['method']) ?? 'GET',
    name: readText(value['name']),
  };
}

export const linkOrNull = lenient(readLink);
export const readLinks = (value: unknown) =>
  asArray(value)
    .map(readLink)
    .filter((link) => link !== null);
export const links = lenient(readLinks);

/** The members every record with links has (spec: Shared shapes). */
export const linkMembers = { href: textOrNull, relation: textOrNull, method: textOrNull, self: linkOrNull };

/** An array without the elements that cannot be read; empty when it is none. */
export function tolerantArray<Value>(element: z.ZodType<Value>) {
  return lenient((value) =>
    asArray(value).flatMap((each) => {
      const read = element.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What was read, beside the object it was read from, with every member the spec does not name. */
export type WithRaw<Value> = Value & { readonly raw: JsonObject };

/** Reads JSON; the failure says what was expected where, without quoting anything. */
export type Reader<Value> = (json: unknown) => Result<Value, string>;

/** A reader for a record with the spec's members by `schema`, unknown ones kept in `raw`. */
export function recordReader<Value extends object>(schema: z.ZodType<Value>): Reader<WithRaw<Value>> {
  return (json) => {
    if (!isObject(json)) return err('an object was expected');
    const read = schema.safeParse(json);
    if (!read.success) return err(issueOf(read.error));
    return ok(Object.assign(read.data, { raw: json }));
  };
}

/** What was expected where; `member` is the one that was read, when it was not the whole record. */
export function issueOf(error: z.ZodError, ...member: string[]): string {
  const [issue] = error.issues;
  return issue ? `${[...member, ...issue.path].map(String).join('.')}: ${issue.code}` : 'unreadable';
}
