import mammoth from 'mammoth';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { TextBlock, ViewerAnswer, ViewerFault } from '../../shared/model/index.ts';
import { onlyXml } from './archive.ts';
import { someBlocks } from './some-blocks.ts';

export async function readWord(bytes: Uint8Array): Promise<ViewerAnswer> {
  const blocks = await blocksOfWord(bytes);
  return blocks.ok ? { step: 'text', ...someBlocks(blocks.value) } : { step: 'fault', fault: blocks.error };
}

/** The text of a Word document: what was deleted with changes tracked is left out, what was inserted is in it. */
export async function blocksOfWord(bytes: Uint8Array): Promise<Result<TextBlock[], ViewerFault>> {
  const xml = onlyXml(bytes, /^\/?word\/document\d*\.xml$/i);
  if (!xml.ok) return xml;
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: xml.value },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  );
  // A document that is never shown: nothing in it runs or loads.
  const { body } = new DOMParser().parseFromString(value, 'text/html');
  if (!body) return err('damaged');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return ok([...body.children].flatMap(blocksIn));
}

function blocksIn(element: Element): TextBlock[] {
  const name = element.tagName.toLowerCase();
  if (name === 'table') {
    const rows = [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element);
    return rows.map((row) => ({ kind: 'row', cells: [...row.children].slice(0, 1_000).map(textOf) }));
  }
  if (name === 'ul' || name === 'ol') return [...element.children].flatMap(itemsIn);
  const text = textOf(element);
  if (text === '') return [];
  const level = /^h([1-6])$/.exec(name)?.[1];
  return [level ? { kind: 'heading', level: Number(level), text } : { kind: 'paragraph', text }];
}

/** An item of a list, and those of the lists in it. */
function itemsIn(item: Element): TextBlock[] {
  const inner = [...item.children].filter(({ tagName }) => /^[uo]l$/i.test(tagName));
  for (const list of inner) list.remove();
  const text = textOf(item);
  return [...(text === '' ? [] : [{ kind: 'item' as const, text }]), ...inner.flatMap(blocksIn)];
}

const textOf = (element: Element): string => (element.textContent ?? '').trim();
