import type { Region } from '../model/index.ts';

/** A rule of the spec that a request breaks; the words fit after "must" or stand alone, for a person. */
export interface Violation {
  readonly field: string;
  readonly rule: string;
}

export type Check = Violation | null;

/** The first rule broken, null when none is. */
export function firstViolation(...checks: readonly Check[]): Check {
  return checks.find((check) => check !== null) ?? null;
}

/** All rules broken. */
export function violations(...checks: readonly Check[]): readonly Violation[] {
  return checks.filter((check) => check !== null);
}

export function rule(field: string, holds: boolean, words: string): Check {
  return holds ? null : { field, rule: words };
}

export function notEmpty(field: string, value: string): Check {
  return rule(field, value.length > 0, 'must not be empty');
}

/** Length in UTF-16 units, as the spec's service counts. */
export function atMost(field: string, value: string | null | undefined, longest: number): Check {
  return rule(field, (value ?? '').length <= longest, `must have at most ${longest} characters`);
}

export function integerIn(field: string, value: number | undefined, lowest: number, highest: number): Check {
  const holds = value === undefined || (Number.isInteger(value) && value >= lowest && value <= highest);
  return rule(field, holds, `must be a whole number from ${lowest} to ${highest}`);
}

export function isAddress(field: string, value: string | null | undefined): Check {
  return rule(field, value === null || value === undefined || URL.canParse(value), 'must be an address');
}

/** An address that a person or a server is sent to, where what is said on the way must stay between the two. */
export function isSecureAddress(field: string, value: string | null | undefined): Check {
  const holds = (value ?? '') === '' || URL.parse(value ?? '')?.protocol === 'https:';
  return rule(field, holds, 'must be an address that begins with https://');
}

/** An address that a server is told something at: over TLS, or on the very computer that tells it. */
export function isSecureOrLocal(field: string, value: string | null | undefined): Check {
  const address = URL.parse(value ?? '');
  const isLocal =
    address?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname);
  return isLocal ? null : isSecureAddress(field, value);
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** spec: "uuid format where stated". */
export function uuid(field: string, value: string | null | undefined): Check {
  return rule(field, value === null || value === undefined || uuidForm.test(value), 'must be a UUID');
}

export function finite(field: string, value: number | null | undefined): Check {
  return rule(field, value === null || value === undefined || Number.isFinite(value), 'must be a number');
}

/** An instant in ISO 8601, with or without a time; without an offset it is the service's to interpret. */
export function instant(field: string, value: string | null | undefined): Check {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
  const holds =
    value === null || value === undefined || (form.test(value) && !Number.isNaN(Date.parse(value)));
  return rule(field, holds, 'must be a date and time in ISO 8601');
}

export function oneOf(field: string, value: unknown, allowed: readonly unknown[]): Check {
  const holds = value === null || value === undefined || allowed.includes(value);
  return rule(field, holds, `must be one of ${allowed.join(', ')}`);
}

/** A field that exists only in some regions; passes while the region is unknown. */
export function onlyIn(
  field: string,
  value: unknown,
  regions: readonly Region[],
  region: Region | undefined,
): Check {
  const holds = value === undefined || region === undefined || regions.includes(region);
  return rule(field, holds, `exists only in ${regions.join(' and ')}`);
}

/** Largest number of an int32 (spec: Limits, `Offset`). */
export const largestInt32 = 2_147_483_647;

/** spec: Limits; `Limit` 1 to 500 and `Offset` 0 to 2147483647. */
export function pageWindow(
  names: { offset: string; limit: string },
  query: { offset?: number | undefined; limit?: number | undefined },
): Check {
  return firstViolation(
    integerIn(names.limit, query.limit, 1, 500),
    integerIn(names.offset, query.offset, 0, largestInt32),
  );
}
