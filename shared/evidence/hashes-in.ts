import { fromBase64 } from './bytes.ts';

/** Hashes that stand one after the other; null for what is not whole ones. */
export function hashesIn(written: string): Uint8Array<ArrayBuffer>[] | null {
  const bytes = fromBase64(written);
  if (!bytes || bytes.length % 32 !== 0) return null;
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.slice(at * 32, at * 32 + 32));
}
