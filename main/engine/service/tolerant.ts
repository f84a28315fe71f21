import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isObject, type JsonObject } from './json.ts';
import { isTicks, type Ticks } from './ticks.ts';

/**
 * Readers for members we can do without: a value that is missing or of another type becomes null (or empty) instead of
 * an error. What we cannot do without uses zod's strict types.
 */
export const textOrNull = z.string().nullable().catch(null);
export const text = z.string().catch('');
export const numberOrNull = z.number().nullable().catch(null);
export const flagOrNull = z.boolean().nullable().catch(null);
export const flag = z.boolean().catch(false);
export const texts = tolerantArray(z.string());

/** A word or number of an enumeration: the known ones, and whatever else the service comes to say. */
export type Word = string | number;
export const wordOrNull = z.union([z.string(), z.number()]).nullable().catch(null);

/** A version id: text, or a number kept as its digits. */
export const versionId = z
  .union([z.string(), z.bigint().transform(String), z.int().transform(String)])
  .catch('');

/** Ticks as a number, or as text of digits; null when they name no instant. */
export const ticksOrNull = z
  .union([
    z.bigint(),
    z.int().transform(BigInt),
    z
      .string()
      .regex(/^\d{1,19}$/)
      .transform(BigInt),
  ])
  .refine((value): value is Ticks => isTicks(value))
  .nullable()
  .catch(null);

/** spec: Shared shapes, Link object; the member is `rel` in some answers and `relation` in others. */
export interface Link {
  readonly id: string | null;
  readonly href: string | null;
  readonly relation: string | null;
  readonly method: string;
  /** Only in the list form of a matter's type. */
  readonly name: string | null;
}

export const linkSchema = z
  .object({
    id: textOrNull,
    href: textOrNull,
    relation: textOrNull,
    rel: textOrNull,
    method: textOrNull,
    name: textOrNull,
  })
  .transform(
    ({ rel, relation, method, ...link }): Link => ({
      ...link,
      relation: relation ?? rel,
      method: method ?? 'GET',
    }),
  );
export const linkOrNull = linkSchema.nullable().catch(null);
export const links = tolerantArray(linkSchema);

/** The members every record with links has (spec: Shared shapes). */
export const linkMembers = { href: textOrNull, relation: textOrNull, method: textOrNull, self: linkOrNull };

/** An array without the elements that cannot be read; empty when it is none. */
export function tolerantArray<Schema extends z.ZodType>(element: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((elements) =>
      elements.flatMap((each): z.output<Schema>[] => {
        const read = element.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    );
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

function issueOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.map(String).join('.')}: ${issue.code}` : 'unreadable';
}
