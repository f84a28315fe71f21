import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What an answer is recognised by when it comes again. The spec shows no such headers; they count where they come. */
export interface BodyMark {
  /** SHA-256 of the body, in base64. */
  readonly hash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export const markOf = (body: string, headers: IncomingHttpHeaders): BodyMark => ({
  hash: createHash('sha256').update(body).digest('base64'),
  etag: headers.etag ?? null,
  lastModified: headers['last-modified'] ?? null,
});

/** The headers that ask for a body only if it is another one (RFC 9110, 13.1); none without what they would name. */
export function conditionsOf(mark: BodyMark | null | undefined): Record<string, string> {
  return {
    ...(mark?.etag ? { 'if-none-match': mark.etag } : {}),
    ...(mark?.lastModified ? { 'if-modified-since': mark.lastModified } : {}),
  };
}
