import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Violation } from '../../../shared/rules/checks.ts';
import type { BodyMark } from './body-mark.ts';
import type { ServiceError } from './errors.ts';
import { type CalledId, operationOf, type PathIds } from './operations.ts';
import { type Page, readPage } from './page.ts';
import { type Link, type Reader, readLink } from './tolerant.ts';
import type { Answer, Call, CallOptions, Transport } from './transport.ts';

export type QueryValue = string | number | bigint | boolean | null | undefined;

interface CallParts {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** The first rule of the spec the request breaks: it is then not sent. */
  readonly violation?: Violation | null;
  readonly anyBody?: boolean;
  readonly secrets?: readonly string[];
  readonly known?: BodyMark | null | undefined;
  readonly maxAge?: number | undefined;
}

/** Builds a call of an operation; the ids of its path are encoded, and refused when they would change the path. */
export function callOf<Id extends CalledId>(
  transport: Transport,
  operation: Id,
  ids: PathIds<Id>,
  parts: CallParts,
  options: CallOptions,
): Result<Call, ServiceError> {
  const { query = {}, body, violation, anyBody = false, secrets = [], known, maxAge } = parts;
  if (violation) return err({ operation, kind: 'invalid-request', ...violation });
  const given = new Map<string, unknown>(Object.entries(ids));
  let unusable: string | null = null;
  const path = operationOf(operation).path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const id = given.get(name);
    if (typeof id === 'string' && isPathSegment(id)) return encodeURIComponent(id);
    unusable ??= name;
    return '';
  });
  if (unusable !== null) {
    return err({ operation, kind: 'invalid-request', field: unusable, rule: 'must be an identifier' });
  }
  const url = new URL(transport.baseUrl);
  url.pathname = url.pathname.replace(/\/*$/, path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const { priority, urgency, signal, onLeaving } = options;
  return ok({
    operation,
    url,
    ...(body === undefined ? {} : { body: onLeaving ? () => (onLeaving() ? body : null) : body }),
    anyBody,
    secrets,
    known,
    maxAge,
    priority,
    urgency,
    signal,
  });
}

/** Dots alone would climb the path even when encoded; lone surrogates cannot be encoded. */
function isPathSegment(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
}

/** Sends a call and reads its answer; an answer without a body goes to `read` as undefined. */
export async function answerTo<Value>(
  transport: Transport,
  call: Result<Call, ServiceError>,
  read: (json: unknown, answer: Answer) => Result<Value, string>,
): Promise<Result<Value, ServiceError>> {
  if (!call.ok) return call;
  const answer = await transport.send(call.value);
  if (!answer.ok) return answer;
  const value = read(answer.value.json, answer.value);
  if (value.ok) return value;
  const { status } = answer.value;
  return err({ operation: call.value.operation, kind: 'malformed', status, what: value.error });
}

/** Sends a write that is answered with a link to what it makes or changes, or with nothing readable. */
export function acceptedBy(
  transport: Transport,
  call: Result<Call, ServiceError>,
): Promise<Result<Link, ServiceError>> {
  return answerTo(transport, call, (json) => ok(readLink(json) ?? noLink));
}

const noLink: Link = { id: null, href: null, relation: null, method: 'GET', name: null };

/** Reads a collection that comes in one piece. */
export function wholeCollection<Item>(read: Reader<Item>) {
  return (_json: unknown, answer: Answer): Result<Page<Item>, string> =>
    answer.json === undefined && answer.status !== 204
      ? err('a collection was expected, the body is empty')
      : readPage(answer.json, read);
}
