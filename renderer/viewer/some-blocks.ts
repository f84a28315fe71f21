import type { TextBlock } from '../../shared/model/index.ts';

/** Parts of a text, and characters, that a window shows at once. */
const mostBlocks = 5_000;
const mostCharacters = 1_000_000;

/** The beginning of a text that is too long to be shown as a whole. */
export function someBlocks(blocks: readonly TextBlock[]): { blocks: TextBlock[]; isCut: boolean } {
  let left = mostCharacters;
  const some: TextBlock[] = [];
  for (const block of blocks) {
    const { length } = wordsOf(block);
    if (some.length === mostBlocks) break;
    if (length > left) {
      if (block.kind !== 'row' && left > 0) some.push({ ...block, text: block.text.slice(0, left) });
      break;
    }
    left -= length;
    some.push(block);
  }
  return { blocks: some, isCut: some.length < blocks.length || left === 0 };
}

/** A block as one text. */
export const wordsOf = (block: TextBlock): string =>
  block.kind === 'row' ? block.cells.join('\t') : block.text;
