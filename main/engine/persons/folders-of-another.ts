import type { Stores } from '../store/stores.ts';
import { correctionToMake } from './correction.ts';
import { toHandOver } from './hand-over.ts';

/** Paths of folders that somebody linked who was taken for this person, and that have not gone to them yet. */
export function foldersOfAnother(stores: Pick<Stores, 'matters' | 'links'>): string[] {
  const theirs = [...toHandOver(stores), ...(correctionToMake(stores)?.linked ?? [])];
  return theirs
    .filter(({ matterId, path }) => stores.links.of(matterId)?.path === path)
    .map(({ path }) => path);
}
