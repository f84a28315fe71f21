import { parse } from 'node:path';
import { safeName, shorten } from '../domain/safe-name.ts';

/**
 * The name of a document of the service as a file's that is good on every system, with its ending.
 * @param name with its extension, as the service says it
 * @param longestStem UTF-8 bytes of it without the extension
 */
export function documentFileName(name: string, longestStem = 160): string {
  const { name: stem, ext } = parse(name.replaceAll(/[/\\]/g, '-'));
  const ending = /^\.[\p{L}\p{N}]{1,16}$/u.test(ext) ? ext : '';
  const short = shorten(safeName(ending === '' ? stem + ext : stem, 'Document'), longestStem);
  return short.replace(/[\s.]+$/, '') + ending;
}
