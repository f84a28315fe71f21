import { err, ok, type Result } from '../../../shared/base/result.ts';
import { isObject, type Json } from './json.ts';
import { type Reader, readLink } from './tolerant.ts';

/** An element of a collection that could not be read. */
export interface MalformedItem {
  readonly index: number;
  /** For a developer, without an excerpt. */
  readonly what: string;
}

/** One page of a collection (spec: Shared shapes, Paged collection), both shapes alike. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Elements left out because they lack what we need; one bad record never hides the others. */
  readonly malformed: readonly MalformedItem[];
  readonly offset: number | null;
  readonly limit: number | null;
  /** Records in the whole collection, as the service counts; null when it does not say. */
  readonly size: number | null;
  /** Address of the next page as the service wrote it; null on the last. */
  readonly next: string | null;
}

/** What is around the records of a page; the records themselves are read when they are asked for. */
export interface Frame<Item> {
  readonly next: string | null;
  readonly read: () => Page<Item>;
}

/** Reads a page, a collection without paging, or a bare array; an absent body is an empty collection. */
export function readPage<Item>(json: Json | undefined, read: Reader<Item>): Result<Page<Item>, string> {
  const frame = readFrame(json, read);
  return frame.ok ? ok(frame.value.read()) : frame;
}

/** As `readPage`, so that the next page can be asked for before the records of this one are read. */
export function readFrame<Item>(json: Json | undefined, read: Reader<Item>): Result<Frame<Item>, string> {
  const collection = json === undefined || Array.isArray(json) ? { value: json ?? [] } : json;
  if (!isObject(collection)) return err('a collection was expected');
  const { offset, limit, size } = collection;
  // Some services write none where there are none.
  const value = collection['value'] === null ? [] : collection['value'];
  if (!Array.isArray(value)) return err('value: an array was expected');
  const next = readLink(collection['next'])?.href || null;
  return ok({
    next,
    read() {
      const items: Item[] = [];
      const malformed: MalformedItem[] = [];
      for (const [index, element] of value.entries()) {
        const item = read(element);
        if (item.ok) items.push(item.value);
        else malformed.push({ index, what: item.error });
      }
      return { items, malformed, offset: count(offset), limit: count(limit), size: count(size), next };
    },
  });
}

function count(value: Json | undefined): number | null {
  if (typeof value !== 'number' && typeof value !== 'bigint') return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
}
