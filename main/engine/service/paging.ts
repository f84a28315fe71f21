import { err, ok, type Result } from '../../../shared/result.ts';
import type { ServiceError } from './errors.ts';
import { type Page, readPage } from './page.ts';
import type { Reader } from './tolerant.ts';
import type { Answer, Call, Transport } from './transport.ts';

/** Pages without anything new that are followed before a collection counts as circular. */
const emptyPagesFollowed = 5;
/** How often a collection that changed while it was read is read again from the start. */
const passes = 3;

/**
 * Reads a collection page by page along its `next` links, each record once (by `idOf`). Records that move between pages
 * meanwhile would be missed: when the count shows it, the collection is read again and only what is new is given.
 * Ends after the first error. Links to another host are refused, and circles are an error.
 */
export async function* readPages<Item>(
  transport: Transport,
  first: Call,
  read: Reader<Item>,
  idOf: (item: Item) => string,
): AsyncGenerator<Result<Page<Item>, ServiceError>, void> {
  const seen = new Set<string>();
  let pagesAtFirst = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < passes; pass += 1) {
    const visited = new Set<string>();
    const sizes = new Set<number>();
    let barren = 0;
    let unreadable = 0;
    for (let url: URL | null = first.url; url && visited.size <= pagesAtFirst + emptyPagesFollowed; ) {
      if (visited.has(url.href) || (pass === 0 && barren > emptyPagesFollowed)) {
        yield malformed(first, null, 'next: the pages go in a circle');
        return;
      }
      visited.add(url.href);
      const answer = await transport.send({ ...first, url });
      if (!answer.ok) {
        yield answer;
        return;
      }
      const page = pageOf(answer.value, read);
      if (!page.ok) {
        yield malformed(first, answer.value.status, page.error);
        return;
      }
      const { items, malformed: bad, size, next } = page.value;
      const fresh = items.filter((item) => !seen.has(idOf(item)) && seen.add(idOf(item)));
      barren = fresh.length === 0 ? barren + 1 : 0;
      unreadable += bad.length;
      // A size no larger than a page that has a next one counts the page, not the collection.
      if (size !== null && (next === null || size > items.length + bad.length)) sizes.add(size);
      if (pass === 0 || fresh.length > 0) yield ok({ ...page.value, items: fresh });
      const following: Result<URL | null, string> = nextUrl(next, url);
      if (!following.ok) {
        yield malformed(first, answer.value.status, following.error);
        return;
      }
      url = following.value;
    }
    const changed = sizes.size > 1 || seen.size + unreadable < Math.max(0, ...sizes);
    if (visited.size === 1 || !changed) return;
    pagesAtFirst = Math.min(pagesAtFirst, visited.size);
  }
}

function pageOf<Item>(answer: Answer, read: Reader<Item>): Result<Page<Item>, string> {
  if (answer.json === undefined && answer.status !== 204)
    return err('a collection was expected, the body is empty');
  return readPage(answer.json, read);
}

function nextUrl(href: string | null, from: URL): Result<URL | null, string> {
  if (href === null) return ok(null);
  if (!URL.canParse(href, from.href)) return err('next: not an address');
  const next = new URL(href, from);
  if (next.origin !== from.origin || next.username || next.password)
    return err('next: leads to another host');
  return ok(next);
}

function malformed(call: Call, status: number | null, what: string): Result<never, ServiceError> {
  return err({ operation: call.operation, kind: 'malformed', status, what });
}
