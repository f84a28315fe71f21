import { isObject, type JsonObject } from './json.ts';

/** An error body (spec: Shared shapes, ProblemDetails); members that are missing or of another type are null. */
export interface ProblemDetails {
  readonly type: string | null;
  readonly title: string | null;
  readonly status: number | null;
  readonly detail: string | null;
  readonly instance: string | null;
  /** Members the spec does not name, as they came. */
  readonly extra: JsonObject;
}

/** Longest text kept of a title or a detail, in UTF-16 units. */
const longestText = 2000;

/** Reads an error body; null when it is not an object with at least one of the spec's members. */
export function readProblemDetails(body: unknown): ProblemDetails | null {
  if (!isObject(body)) return null;
  const { type, title, status, detail, instance, ...extra } = body;
  if ([type, title, status, detail, instance].every((member) => member === undefined)) return null;
  return {
    type: shortText(type),
    title: shortText(title),
    status: typeof status === 'number' && Number.isInteger(status) ? status : null,
    detail: shortText(detail),
    instance: shortText(instance),
    extra,
  };
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, longestText) : null;
}
