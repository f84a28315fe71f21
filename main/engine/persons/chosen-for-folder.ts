import type { MatterId } from '../../../shared/model/index.ts';
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
  if (isPaused || from.matters.setting('paused') === 'yes') to.pauses.pauseMatter(matterId, true);
  for (const one of from.unplaced.all(matterId)) {
    to.unplaced.put(matterId, one);
    if (one.asked === 1) to.unplaced.asked(matterId, one.fileId);
  }
  for (const name of namesOf(from, matterId)) to.formerNames.put(name);
}

/** Part of a transaction: nothing of it is left to hold for another folder. What the first person of a place chose stays theirs. */
export function forgetWhatWasChosen(stores: Stores, { matterId, why }: Folder): void {
  for (const { fileId } of stores.unplaced.all(matterId)) stores.unplaced.forget(matterId, fileId);
  for (const { path } of namesOf(stores, matterId)) stores.formerNames.forget(matterId, path);
  if (why !== 'after-all') return;
  stores.ignoreRules.set(matterId, { own: [], off: [] });
  stores.pauses.pauseMatter(matterId, false);
  for (const fileId of stores.pauses.pausedDocuments(matterId))
    stores.pauses.pauseDocument(matterId, fileId, false);
}

const namesOf = ({ formerNames }: Stores, matterId: MatterId) =>
  formerNames.all().filter((one) => one.matterId === matterId);
