import type { Stores } from '../store/stores.ts';
import { keepFolders, type ToHandOver, toHandOver, unfinished } from './hand-over.ts';

/**
 * Folders that were to go to somebody whose workspace was removed since stay.
 * @returns what stays
 */
export const keepWhereNobodyIs = (
  stores: Stores,
  isThere: (name: string) => boolean,
): readonly ToHandOver[] => keepForReview(stores, ({ to }) => !isThere(to));

/**
 * The folders for which this holds stay. What was captured in them and is not with the service waits for the review of the person
 * whose workspace it is: it may not be theirs.
 */
export function keepForReview(stores: Stores, which: (one: ToHandOver) => boolean): readonly ToHandOver[] {
  const stays = toHandOver(stores).filter(which);
  if (stays.length === 0) return stays;
  stores.together(() => {
    stores.outbox.holdForReview(stays.flatMap((one) => unfinished(stores, one)).map(({ id }) => id));
    keepFolders(stores, (one) => stays.some(({ matterId }) => matterId === one.matterId));
  });
  return stays;
}
