import type { MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';

/**
 * False while a folder of the matter was never read, or the service's list of its documents is older than what history tells. What the
 * service refuses this person is none of theirs.
 * @param listsAreGiven false for a service that gives no lists out
 */
export function isAllKnown(stores: Stores, matterId: MatterId, listsAreGiven: boolean): boolean {
  const { history, documents, polls, listedDocuments } = stores;
  const listedUpTo = listedDocuments.listedAt(matterId)?.upTo ?? -1;
  if (listsAreGiven && listedUpTo < history.newestSeqOf(matterId)) return false;
  const refused = polls.refusals(matterId);
  return [null, ...documents.folders(matterId).map(({ id }) => id)].every(
    (id) => refused.has(id) || history.checkedAt(matterId, id) !== null,
  );
}
