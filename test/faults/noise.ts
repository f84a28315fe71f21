import { pseudoRandom } from '../service/pseudo-random.ts';

/** Numbers from 0 up to, not including, 1. */
export type Chance = () => number;

/** A stream of its own for each use of a seed, so that what one draws does not move what another gets. */
export function stream(seed: number, use: string): Chance {
  let mixed = seed | 0;
  for (let at = 0; at < use.length; at += 1) {
    mixed = Math.imul(mixed ^ use.charCodeAt(at), 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return pseudoRandom(mixed);
}

export const between = (chance: Chance, low: number, high: number): number => low + chance() * (high - low);

/** One of the items; undefined of none. */
export function oneOf<Item>(chance: Chance, items: readonly [Item, ...(readonly Item[])]): Item;
export function oneOf<Item>(chance: Chance, items: readonly Item[]): Item | undefined;
export function oneOf<Item>(chance: Chance, items: readonly Item[]): Item | undefined {
  return items[Math.floor(chance() * items.length)];
}
