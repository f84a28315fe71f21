import { type Answer, ok, problem } from './answer.ts';
import { int64 } from './int64.ts';
import type { PlainRequest } from './operation.ts';
import type { World } from './world.ts';

export interface Link {
  readonly id: string | null;
  readonly href: string | null;
  readonly relation: string | null;
  readonly method: string;
}

/** Link object (spec: Shared shapes). */
export function link(world: World, relation: string, id: string, path: string): Link {
  return { id, href: world.addresses.service + path, relation, method: 'GET' };
}

/** The members a record with `self` carries: the link's own and the link. */
export function withSelf(self: Link): Link & { self: Link } {
  return { ...self, self };
}

/** Link of the matter read and list forms, which say `rel` (spec: Matter). */
export function relLink(world: World, rel: string, id: string, path: string) {
  return { id, href: world.addresses.service + path, rel };
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

const int32Max = 2_147_483_647;

/** Reads `offset` and `limit`; the answer is a 400 when one is out of its range (spec: Limits). */
export function readPage(request: PlainRequest, mostPerPage: number): Page | { readonly refusal: Answer } {
  const offset = integerIn(request.query.get('offset') ?? '0', 0, int32Max);
  if (offset === undefined) return { refusal: problem(400, 'Offset must be from 0 to 2147483647.') };
  const limit = integerIn(request.query.get('limit') ?? '500', 1, mostPerPage);
  if (limit === undefined) return { refusal: problem(400, `Limit must be from 1 to ${mostPerPage}.`) };
  return { offset, limit };
}

function integerIn(text: string, lowest: number, highest: number): number | undefined {
  if (!/^-?\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= lowest && value <= highest ? value : undefined;
}

/** A paged collection in the full or the short form (spec: Shared shapes). */
export function pagedAnswer(
  world: World,
  request: PlainRequest,
  collection: {
    readonly page: Page;
    readonly size: number;
    readonly value: readonly unknown[];
    readonly relation: string;
    readonly naturalShape: 'full' | 'short';
  },
): Answer {
  const { page, size, relation } = collection;
  const { pagedShape, emptyCollection } = world.variants;
  const value = collection.value.length === 0 && emptyCollection === 'null' ? null : collection.value;
  const shape = pagedShape === 'mixed' ? collection.naturalShape : pagedShape;
  const address = (offset: number): string =>
    `${world.addresses.service}${request.path}?${request.query.with({ offset: String(offset), limit: String(page.limit) })}`;
  const to = (offset: number, rel: string): unknown =>
    shape === 'short'
      ? { href: address(offset), rel }
      : { id: null, href: address(offset), relation: rel, method: 'GET' };
  const lastOffset = size === 0 ? 0 : Math.floor((size - 1) / page.limit) * page.limit;
  const next = page.offset + page.limit < size ? to(page.offset + page.limit, 'next') : null;
  const counts = { offset: page.offset, limit: page.limit, size: int64(size) };
  const ends = { first: to(0, 'first'), next, last: to(lastOffset, 'last') };
  if (shape === 'short') return ok({ href: address(page.offset), ...counts, ...ends, value });
  const self = { id: null, href: address(page.offset), relation, method: 'GET' };
  const previous = page.offset > 0 ? to(Math.max(0, page.offset - page.limit), 'previous') : null;
  return ok({ ...self, self, value, ...counts, ...ends, previous });
}
