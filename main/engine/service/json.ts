import { err, ok, type Result } from '../../../shared/base/result.ts';

export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/** Where an integer too long for a double may stand: after what comes before a value, so not in most strings. */
const longInteger = /^\d{16}|[-:,[\s]\d{16}/;
/** The longest an int64 is written; longer numbers are left as doubles. */
const longestInt64 = 20;

/**
 * Parses JSON with every int64 exact: integers beyond 2^53 come out as bigint, all other numbers as number.
 * A byte order mark is skipped.
 */
export function parseJson(text: string): Result<Json, 'not-json'> {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return ok(longInteger.test(bare) ? JSON.parse(bare, exactInteger) : JSON.parse(bare));
  } catch {
    return err('not-json');
  }
}

function exactInteger(_member: string, value: Json, context?: { source: string }): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !context) return value;
  return /^-?\d+$/.test(context.source) && context.source.length <= longestInt64
    ? BigInt(context.source)
    : value;
}

declare global {
  interface JSON {
    /** Known to the runtime, not yet to TypeScript's libraries. */
    rawJSON(text: string): unknown;
  }
}

/** Writes JSON with bigint as plain integers. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // There is a bigint in it; looking for one first would cost several times as much.
    return JSON.stringify(value, (_member, member: unknown) =>
      typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
    );
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
