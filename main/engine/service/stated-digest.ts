import type { IncomingHttpHeaders } from 'node:http';

/** The hash of a whole content, in base64, as the storage that gives it states it. */
export interface StatedDigest {
  readonly algorithm: 'sha256' | 'md5';
  readonly base64: string;
}

const md5 = '[A-Za-z0-9+/]{22}==';

/**
 * What a storage says of the content in the answer that begins with its first byte: `Repr-Digest` (RFC 9530), or one of the two
 * headers by which large storages name an MD5. Null when it says nothing that is understood.
 */
export function statedDigest(headers: IncomingHttpHeaders): StatedDigest | null {
  const sha256 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(textOf(headers['repr-digest']));
  if (sha256?.[1]) return { algorithm: 'sha256', base64: sha256[1] };
  const named = new RegExp(`(?:^|,)\\s*md5=(${md5})`).exec(textOf(headers['x-goog-hash']));
  const bare = new RegExp(`^\\s*(${md5})\\s*$`).exec(textOf(headers['content-md5']));
  const base64 = named?.[1] ?? bare?.[1];
  return base64 === undefined ? null : { algorithm: 'md5', base64 };
}

const textOf = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(',') : (header ?? '');
