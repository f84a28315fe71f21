import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/**
 * What an answer is recognised by when it comes again. The spec shows no `ETag`; it counts where it comes. A `Last-Modified` does
 * not: it says nothing of what happens later in its second (RFC 9110, 8.8.2.2).
 */
export interface BodyMark {
  /** SHA-256 of the body, in base64. */
  readonly hash: string;
  readonly etag: string | null;
}

/** UTF-16 units hashed before others have their turn: a few milliseconds of work. */
const hashedAtOnce = 4 * 1024 * 1024;

export async function markOf(body: string, headers: IncomingHttpHeaders): Promise<BodyMark> {
  const digest = createHash('sha256');
  for (let start = 0; start < body.length; start += hashedAtOnce) {
    if (start > 0) await setImmediate();
    digest.update(body.slice(start, start + hashedAtOnce));
  }
  return {
    hash: digest.digest('base64'),
    etag: headers.etag ?? null,
  };
}

/** The headers that ask for a body only if it is another one (RFC 9110, 13.1); none without what they would name. */
export function conditionsOf(mark: BodyMark | null | undefined): Record<string, string> {
  return mark?.etag ? { 'if-none-match': mark.etag } : {};
}
