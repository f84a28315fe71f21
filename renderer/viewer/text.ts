import { err, ok, type Result } from '../../shared/base/result.ts';
import type { TextBlock, ViewerAnswer, ViewerFault } from '../../shared/model/index.ts';
import { begins } from './heads.ts';
import { someBlocks } from './some-blocks.ts';

/** A plain text, with paragraphs where lines are left blank. */
export function readText(bytes: Uint8Array, isCut: boolean): ViewerAnswer {
  const text = decoded(bytes, isCut);
  if (!text.ok) return { step: 'fault', fault: text.error };
  const blocks = text.value
    .split(/\n(?:[ \t]*\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part): TextBlock => ({ kind: 'paragraph', text: part }));
  const shown = someBlocks(blocks);
  return { step: 'text', blocks: shown.blocks, isCut: isCut || shown.isCut };
}

/** In the encoding that it says or that fits; lines end with a line feed. */
export function decoded(bytes: Uint8Array, isCut: boolean): Result<string, ViewerFault> {
  const text = inEncoding(bytes, isCut);
  return text.includes('\0') ? err('not-what-its-name-says') : ok(text.replaceAll(/\r\n?/g, '\n'));
}

function inEncoding(bytes: Uint8Array, isCut: boolean): string {
  if (begins(bytes, '\xff\xfe')) return new TextDecoder('utf-16le').decode(bytes);
  if (begins(bytes, '\xfe\xff')) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // What was cut off may end in the middle of a letter.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
