import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { ServiceError } from './errors.ts';
import { type Frame, type Page, readFrame } from './page.ts';
import type { Reader } from './tolerant.ts';
import type { Answer, Call, Transport } from './transport.ts';

/** Pages without anything new that are followed before a collection counts as circular. */
const emptyPagesFollowed = 5;
/** How often a collection that changed while it was read is read again from the start. */
const passes = 3;

const circle = 'next: the pages go in a circle';

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
    const sizes = new Set<number>();
    let pages = 0;
    let barren = 0;
    let unreadable = 0;
    for await (const page of followPages(transport, first, read)) {
      if (!page.ok) {
        yield page;
        return;
      }
      const { items, malformed: bad, size, next } = page.value;
      const fresh = items.filter((item) => !seen.has(idOf(item)) && seen.add(idOf(item)));
      pages += 1;
      barren = fresh.length === 0 ? barren + 1 : 0;
      unreadable += bad.length;
      // A size no larger than a page that has a next one counts the page, not the collection.
      if (size !== null && (next === null || size > items.length + bad.length)) sizes.add(size);
      if (pass === 0 || fresh.length > 0) yield ok({ ...page.value, items: fresh });
      if (pass === 0 && barren > emptyPagesFollowed) {
        yield malformed(first, null, circle);
        return;
      }
      if (pages > pagesAtFirst + emptyPagesFollowed) break;
    }
    const changed = sizes.size > 1 || seen.size + unreadable < Math.max(0, ...sizes);
    if (pages === 1 || !changed) return;
    pagesAtFirst = Math.min(pagesAtFirst, pages);
  }
}

/** Follows the links once, and gives each page as it comes, whatever came before. The next page is asked for before one is given, so that network and reader both keep busy. */
export async function* followPages<Item>(
  transport: Transport,
  first: Call,
  read: Reader<Item>,
): AsyncGenerator<Result<Page<Item>, ServiceError>, void> {
  const visited = new Set<string>();
  const stopped = new AbortController();
  const signal = first.signal ? AbortSignal.any([first.signal, stopped.signal]) : stopped.signal;
  const ask = (url: URL) => {
    visited.add(url.href);
    return { url, answer: transport.send({ ...first, url, signal }) };
  };
  try {
    for (let asked: ReturnType<typeof ask> | null = ask(first.url); asked; ) {
      const answer: Result<Answer, ServiceError> = await asked.answer;
      if (!answer.ok) {
        yield answer;
        return;
      }
      const frame = frameOf(answer.value, read);
      if (!frame.ok) {
        yield malformed(first, answer.value.status, frame.error);
        return;
      }
      const next = nextUrl(frame.value.next, asked.url, visited);
      asked = next.ok && next.value ? ask(next.value) : null;
      // The request leaves before the records are read, so that the service works meanwhile.
      if (asked) await setImmediate();
      yield ok(frame.value.read());
      if (!next.ok) yield malformed(first, answer.value.status, next.error);
    }
  } finally {
    stopped.abort();
  }
}

function frameOf<Item>(answer: Answer, read: Reader<Item>): Result<Frame<Item>, string> {
  if (answer.json === undefined && answer.status !== 204)
    return err('a collection was expected, the body is empty');
  return readFrame(answer.json, read);
}

/** Where a link to the next page leads: null where there is none, refused to another host and back in a circle. */
export function nextUrl(
  href: string | null,
  from: URL,
  visited: ReadonlySet<string>,
): Result<URL | null, string> {
  if (href === null) return ok(null);
  if (!URL.canParse(href, from.href)) return err('next: not an address');
  const next = new URL(href, from);
  if (next.origin !== from.origin || next.username || next.password)
    return err('next: leads to another host');
  return visited.has(next.href) ? err(circle) : ok(next);
}

function malformed(call: Call, status: number | null, what: string): Result<never, ServiceError> {
  return err({ operation: call.operation, kind: 'malformed', status, what });
}
