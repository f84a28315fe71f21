import { unzipSync, zipSync } from 'fflate';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { ViewerFault } from '../../shared/model/index.ts';
import { begins } from './heads.ts';

/** Bytes that the text of an Office document unpacks to at most, and files in it. */
const mostBytes = 150_000_000;
const mostFiles = 5_000;

/**
 * An Office document, with nothing in it but its XML: unpacked within limits, and packed anew, so that whoever reads it meets what
 * was measured here and nothing else.
 * @param has the name of a file without which it is none
 */
export function onlyXml(bytes: Uint8Array, has: RegExp): Result<ArrayBuffer, ViewerFault> {
  // Encrypted documents, and those of before 2007, are in another container.
  if (begins(bytes, '\xd0\xcf\x11\xe0')) return err('locked');
  if (!begins(bytes, 'PK')) return err('not-what-its-name-says');
  let size = 0;
  let files = 0;
  let isTooLarge = false;
  const unpacked = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/i.test(name)) return false;
      files += 1;
      size += originalSize;
      isTooLarge ||= size > mostBytes || files > mostFiles;
      // Each is unpacked into as many bytes as it says that it has, whatever else comes out.
      return !isTooLarge;
    },
  });
  if (isTooLarge) return err('too-large-inside');
  if (!Object.keys(unpacked).some((name) => has.test(name))) return err('not-what-its-name-says');
  const { buffer, byteOffset, byteLength } = zipSync(unpacked, { level: 0 });
  return ok(buffer.slice(byteOffset, byteOffset + byteLength));
}
