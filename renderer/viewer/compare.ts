import { diffArrays, diffWordsWithSpace } from 'diff';
import { ok, type Result } from '../../shared/base/result.ts';
import type { ComparedParagraph, ComparedText, ViewerAnswer, ViewerFault } from '../../shared/model/index.ts';
import { someBlocks, wordsOf } from './some-blocks.ts';
import { decoded } from './text.ts';
import { blocksOfWord } from './word.ts';

/** Milliseconds for finding which paragraphs correspond, and which words of two that do. */
const timeout = 8_000;
const timeoutOfWords = 500;
/** Paragraphs longer than this, in characters, are compared as a whole. */
const longestByWords = 50_000;

type Part = ComparedParagraph['parts'][number];

/** What the later of two versions has that the earlier has not, and the other way round. */
export async function compare(before: ComparedText, after: ComparedText): Promise<ViewerAnswer> {
  const [old, fresh] = [await paragraphsOf(before), await paragraphsOf(after)];
  if (!old.ok) return { step: 'fault', fault: old.error };
  if (!fresh.ok) return { step: 'fault', fault: fresh.error };
  return {
    step: 'differences',
    paragraphs: differences(old.value.paragraphs, fresh.value.paragraphs),
    isCut: old.value.isCut || fresh.value.isCut,
  };
}

async function paragraphsOf({
  kind,
  bytes,
  isCut,
}: ComparedText): Promise<Result<{ paragraphs: string[]; isCut: boolean }, ViewerFault>> {
  if (kind === 'text') {
    const text = decoded(bytes, isCut);
    return text.ok ? ok({ paragraphs: text.value.split('\n'), isCut }) : text;
  }
  const blocks = await blocksOfWord(bytes);
  if (!blocks.ok) return blocks;
  const shown = someBlocks(blocks.value);
  return ok({ paragraphs: shown.blocks.map(wordsOf), isCut: shown.isCut });
}

/** Whole paragraphs first, then the words of those that took the place of each other. */
export function differences(before: readonly string[], after: readonly string[]): ComparedParagraph[] {
  const changes = diffArrays([...before], [...after], { timeout }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ];
  const paragraphs: ComparedParagraph[] = [];
  const put = (kind: Part['kind'], texts: readonly string[]) =>
    paragraphs.push(...texts.map((text) => ({ parts: [{ kind, text }] })));
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at];
    const next = changes[at + 1];
    if (!change) break;
    if (change.removed && next?.added) {
      paragraphs.push(...replaced(change.value, next.value));
      at += 1;
    } else if (change.removed) put('deleted', change.value);
    else put(change.added ? 'inserted' : 'same', change.value);
  }
  return paragraphs;
}

/** Paragraphs in the place of others: in pairs in their order, and what is left over as a whole. */
function replaced(before: readonly string[], after: readonly string[]): ComparedParagraph[] {
  const pairs = Math.min(before.length, after.length);
  return [
    ...before.slice(0, pairs).map((text, index) => ({ parts: wordsChanged(text, after[index] ?? '') })),
    ...before.slice(pairs).map((text) => ({ parts: [{ kind: 'deleted' as const, text }] })),
    ...after.slice(pairs).map((text) => ({ parts: [{ kind: 'inserted' as const, text }] })),
  ];
}

function wordsChanged(before: string, after: string): Part[] {
  const whole: Part[] = [
    { kind: 'deleted', text: before },
    { kind: 'inserted', text: after },
  ];
  if (before.length + after.length > longestByWords) return whole;
  const words = diffWordsWithSpace(before, after, { timeout: timeoutOfWords });
  return (
    words?.map(({ value, added, removed }) => ({
      kind: added ? ('inserted' as const) : removed ? ('deleted' as const) : ('same' as const),
      text: value,
    })) ?? whole
  );
}
