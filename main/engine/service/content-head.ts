import type { IncomingHttpHeaders } from 'node:http';

/** What the storage says of a content, or of a part of it, before the first byte. */

/** Bytes that follow; null when it does not say. */
export function lengthOf(headers: IncomingHttpHeaders): number | null {
  const length = headers['content-length'];
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** True where the last chunk ends it, and not the connection. */
export const isChunked = (headers: IncomingHttpHeaders): boolean =>
  /(^|,)[ \t]?chunked$/i.test((headers['transfer-encoding'] ?? '').trim());

/** Null for one that may be the same for another content. */
export const strongEtag = (etag: string | undefined): string | null =>
  etag !== undefined && /^"[^"]*"$/.test(etag) ? etag : null;

/** False for bytes that were compressed on the way, or before. */
export const isAsItIs = (headers: IncomingHttpHeaders): boolean =>
  ['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());

/**
 * Bytes in all of the content, where the answer brings the whole rest of this very one from a byte on; null otherwise.
 * @param etag by which the storage named what is here: a part that is not named so may be of another content
 */
export function lengthWithRest(headers: IncomingHttpHeaders, from: number, etag: string): number | null {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '');
  if (!range || !isAsItIs(headers) || strongEtag(headers.etag) !== etag) return null;
  const [first, last, total] = range.slice(1).map(Number);
  const length = lengthOf(headers);
  const isRest = first === from && last !== undefined && last + 1 === total;
  return isRest && (length === null || length === total - from) ? total : null;
}
