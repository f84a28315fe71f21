import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import { settingOf, settings } from '../store/settings.ts';
import type { Stores } from '../store/stores.ts';

interface Folder {
  readonly matterId: MatterId;
  readonly why: 'mistaken' | 'after-all';
  /** Filing of the matter was stopped by the program. */
  readonly paused: boolean;
}

/** Part of a transaction: what a person chose for a matter, and what was found out about its documents here, goes with its folder. */
export function takeWhatWasChosen(from: Stores, to: Stores, { matterId, paused }: Folder): void {
  const [theirs, ours] = [from.ignoreRules.of(matterId), to.ignoreRules.of(matterId)];
  to.ignoreRules.set(matterId, { own: [...ours.own, ...theirs.own], off: theirs.off });
  for (const fileId of from.pauses.pausedDocuments(matterId)) to.pauses.pauseDocument(matterId, fileId, true);
  // Whoever paused everything did not mean to file this folder either.
  const isPaused = !paused && from.matters.get(matterId)?.paused === 1;
  if (isPaused || settingOf(from.matters, settings.isPaused)) to.pauses.pauseMatter(matterId, true);
  for (const one of from.unplaced.all(matterId)) {
    to.unplaced.put(matterId, one);
    if (one.asked === 1) to.unplaced.asked(matterId, one.fileId);
  }
  takeWhatIsKeptHere(from, to, matterId);
}

function takeWhatIsKeptHere(
  { keptHere: from }: Pick<Stores, 'keptHere'>,
  { keptHere: to }: Pick<Stores, 'keptHere'>,
  matterId: MatterId,
): void {
  const { matter, folders, documents } = from.of(matterId);
  if (matter && !to.of(matterId).matter) to.put(matterId, { kind: 'matter' }, true);
  for (const [id, keep] of folders) to.put(matterId, { kind: 'folder', id: id as FolderId }, keep);
  for (const [id, keep] of documents) to.put(matterId, { kind: 'document', id: id as FileId }, keep);
}

/** Part of a transaction: nothing of it is left to hold for another folder. What the first person of a place chose stays theirs. */
export function forgetWhatWasChosen(stores: Stores, { matterId, why }: Folder): void {
  for (const { fileId } of stores.unplaced.all(matterId)) stores.unplaced.forget(matterId, fileId);
  if (why !== 'after-all') return;
  stores.keptHere.forget(matterId);
  stores.ignoreRules.set(matterId, { own: [], off: [] });
  stores.pauses.pauseMatter(matterId, false);
  for (const fileId of stores.pauses.pausedDocuments(matterId))
    stores.pauses.pauseDocument(matterId, fileId, false);
}
