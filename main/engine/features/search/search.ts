import type { FoundClient, FoundMatter } from '../../store/clients.ts';
import type { FoundDocument } from '../../store/search.ts';
import type { Stores } from '../../store/stores.ts';
import { expressionOf, wordsOf } from './words.ts';

export interface Found {
  readonly matters: (FoundMatter & { readonly clientNames: string[] })[];
  readonly clients: FoundClient[];
  readonly documents: FoundDocument[];
  readonly people: { readonly userId: string; readonly name: string }[];
}

/** Signs that a part of a number must have to be looked for. */
const shortestPart = 3;
/** So many times more are looked through than are wanted, for those that go on among those that are over. */
const roomForOpen = 3;
/** By the words that the spec shows (spec: Matter); every other status may mean anything. */
const over: ReadonlySet<string> = new Set(['Closed', 'Deleted', 'Cancelled']);

/**
 * What a text finds, in groups of at most `limit`. Matters come in this order: the very number, a number that begins so, a
 * number or title with all its words, those of a client whose name has them, a number with the text somewhere in it; closed ones
 * after all others, except the very number.
 */
export function search(stores: Stores, { text, limit }: { text: string; limit: number }): Found {
  const expression = expressionOf(text);
  if (expression === null) return { matters: [], clients: [], documents: [], people: [] };
  const whole = wordsOf(text).join(' ');
  const most = roomForOpen * limit;
  const ways = [
    () => stores.search.mattersByNumber(whole, most),
    () => stores.search.matters(expression, most),
    () => stores.clients.findMatters(expression, most),
    () => (whole.length < shortestPart ? [] : stores.search.mattersByPartOfNumber(whole, most)),
  ];
  const isLast = ({ number, status }: FoundMatter): number => Number(number !== whole && over.has(status));
  const matters = new Map<string, FoundMatter>();
  let first = 0;
  for (const way of ways) {
    if (first >= limit) break;
    for (const found of way()) {
      if (matters.has(found.matterId)) continue;
      matters.set(found.matterId, found);
      first += 1 - isLast(found);
    }
  }
  const found = [...matters.values()].toSorted((one, other) => isLast(one) - isLast(other)).slice(0, limit);
  const names = stores.clients.namesOf(found.map(({ matterId }) => matterId));
  return {
    matters: found.map((matter) => ({ ...matter, clientNames: names.get(matter.matterId) ?? [] })),
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
