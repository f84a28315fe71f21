import { err, ok, type Result } from '../../shared/base/result.ts';
import { beyondSpec, type CalledId, operations } from '../engine/service/operations.ts';

/** A request that may go on to the service, written anew: nothing of the address that came is copied. */
export interface AllowedRequest {
  readonly operation: CalledId;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query below the service's address. */
  readonly path: string;
}

export type NotAllowed = 'no-such-operation' | 'query-not-clear';

interface Pattern {
  readonly operation: CalledId;
  readonly method: AllowedRequest['method'];
  /** Null for an id. */
  readonly segments: readonly (string | null)[];
}

/** Characters of an address; the longest that desktops ask for are below 2,000. */
const longestAddress = 8_000;

const patternsOf = (table: readonly (typeof operations | typeof beyondSpec)[number][]): Pattern[] =>
  // Contents go straight to and from storage, at addresses of their own.
  table
    .filter(({ path }) => path.startsWith('/'))
    .map(({ id, method, path }) => ({
      operation: id,
      method,
      segments: path
        .slice(1)
        .split('/')
        .map((part) => (part.startsWith('{') ? null : part)),
    }));

const ofSpec = patternsOf(operations);
const withBeyond = [...ofSpec, ...patternsOf(beyondSpec)];

/**
 * Which operation of the service a request is (spec: Endpoints); any other address is none, also one that would become another on
 * its way: climbing paths, encoded slashes, whole addresses, a query that names something twice.
 */
export function allowedRequest(
  method: string,
  address: string,
  { beyondTheSpecification = false }: { readonly beyondTheSpecification?: boolean } = {},
): Result<AllowedRequest, NotAllowed> {
  if (address.length > longestAddress || !/^\/[\x21-\x7e]*$/.test(address) || /[\\#]/.test(address)) {
    return err('no-such-operation');
  }
  const [path = '', ...query] = address.split('?');
  const given = path.slice(1).split('/');
  for (const pattern of beyondTheSpecification ? withBeyond : ofSpec) {
    if (pattern.method !== method) continue;
    const written = segmentsOf(given, pattern.segments);
    if (written === null) continue;
    const asked = queryOf(query.join('?'));
    if (asked === null) return err('query-not-clear');
    return ok({
      operation: pattern.operation,
      method: pattern.method,
      path: `/${written.join('/')}${asked}`,
    });
  }
  return err('no-such-operation');
}

/** Path of a folder's history, written as `allowedRequest` writes it; null where an id is none. */
export function historyPath(matter: string, folder: string): string | null {
  const ids = [matter, folder].map((id) => (isPlain(id) ? encodeURIComponent(id) : null));
  return ids.includes(null) ? null : `/matters/${ids[0]}/documents/folders/${ids[1]}/history`;
}

function segmentsOf(given: readonly string[], pattern: Pattern['segments']): string[] | null {
  if (given.length !== pattern.length) return null;
  const written: string[] = [];
  for (const [index, expected] of pattern.entries()) {
    const part = given[index] ?? '';
    const id = expected === null ? idOf(part) : null;
    if (expected === null ? id === null : part !== expected) return null;
    written.push(id === null ? part : encodeURIComponent(id));
  }
  return written;
}

/** An id as it was meant; null for what is none, or would be read as something else by whoever decodes it once more. */
function idOf(part: string): string | null {
  let id: string;
  try {
    id = decodeURIComponent(part);
  } catch {
    return null;
  }
  return isPlain(id) ? id : null;
}

const isPlain = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && id.isWellFormed() && !/[/\\%;?#\p{Cc}]/u.test(id);

/** The same query written anew, with its question mark; null when it names anything twice, in whatever case. */
function queryOf(text: string): string | null {
  const parameters = new URLSearchParams(text);
  const names = [...parameters.keys()].map((name) => name.toLowerCase());
  if (new Set(names).size < names.length) return null;
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
