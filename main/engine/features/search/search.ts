import type { FoundClient } from '../../store/clients.ts';
import type { FoundDocument, FoundMatter } from '../../store/search.ts';
import type { Stores } from '../../store/stores.ts';
import { expressionOf, wordsOf } from './words.ts';

export interface Found {
  readonly matters: FoundMatter[];
  readonly clients: FoundClient[];
  readonly documents: FoundDocument[];
  readonly people: { readonly userId: string; readonly name: string }[];
}

/** Signs that a part of a number must have to be looked for. */
const shortestPart = 3;

/**
 * What a text finds, in groups of at most `limit`. Matters come in this order: the very number, a number that begins so, a
 * number or title with all its words, a number with the text somewhere in it.
 */
export function search(stores: Stores, { text, limit }: { text: string; limit: number }): Found {
  const expression = expressionOf(text);
  if (expression === null) return { matters: [], clients: [], documents: [], people: [] };
  const whole = wordsOf(text).join(' ');
  const ways = [
    () => stores.search.mattersByNumber(whole, limit),
    () => stores.search.matters(expression, limit),
    () => (whole.length < shortestPart ? [] : stores.search.mattersByPartOfNumber(whole, limit)),
  ];
  const matters = new Map<string, FoundMatter>();
  for (const way of ways) {
    if (matters.size >= limit) break;
    for (const found of way()) if (!matters.has(found.matterId)) matters.set(found.matterId, found);
  }
  return {
    matters: [...matters.values()].slice(0, limit),
    clients: stores.clients.find(expression, limit),
    documents: stores.search.documents(expression, limit),
    people: people(stores, text, limit),
  };
}

/** People by the beginnings of their names' words. */
function people(stores: Stores, text: string, limit: number): Found['people'] {
  const wanted = wordsOf(text).map(plain);
  return [...stores.matters.staffNames()]
    .filter(([, name]) => {
      const parts = plain(name).split(/[\s.'’-]+/);
      return wanted.every((word) => parts.some((part) => part.startsWith(word)));
    })
    .slice(0, limit)
    .map(([userId, name]) => ({ userId, name }));
}

/** Without case and accents, as the indexes see it. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
