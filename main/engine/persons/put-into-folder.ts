import type { MatterId } from '../../../shared/model/index.ts';
import type { Stores } from '../store/stores.ts';
import { baseIn } from './numbers-of-other-history.ts';

/**
 * Part of a transaction: what the program put into the folder is known there, by its inode, for what it is once it is looked at, unless it was already. What
 * the log of the other workspace tells of a restored version is told in it.
 */
export function takeWhatWasPut(
  from: Stores,
  to: Stores,
  matterId: MatterId,
  { isFirst, now }: { readonly isFirst: boolean; readonly now: number },
): void {
  const isKnown = (inode: string) => !isFirst && to.links.withInode(matterId, inode) !== undefined;
  for (const one of from.incomingFiles.ofMatter(matterId))
    if (!isKnown(one.inode)) to.incomingFiles.begins({ ...one, base: baseIn(from, to, one) }, now);
  for (const one of from.restoredFiles.ofMatter(matterId))
    if (!isKnown(one.inode)) to.restoredFiles.begins({ ...one, saveId: null }, now);
}

/** Part of a transaction: nothing of it is left to hold for another folder. */
export function forgetWhatWasPut({ incomingFiles, restoredFiles }: Stores, matterId: MatterId): void {
  for (const { inode } of incomingFiles.ofMatter(matterId)) incomingFiles.ends(inode);
  for (const { inode } of restoredFiles.ofMatter(matterId)) restoredFiles.ends(inode);
}
