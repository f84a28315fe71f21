import type { MatterId, Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { folderWords } from '../features/history/not-ours.ts';
import { gatheredOf, hasRefusedDocuments, refusedDocuments } from '../features/identity/refused-places.ts';
import type { Refused } from '../store/polls.ts';
import type { Stores } from '../store/stores.ts';

const prefix = 'history:';

/** The matter of a problem that its history cannot be read; null for any other problem. */
export const matterOfHistoryProblem = (id: string): MatterId | null =>
  id.startsWith(prefix) ? (id.slice(prefix.length) as MatterId) : null;

/** Documents that wait for a history which the service refuses: one problem for each matter, however many they are. */
export function historyProblems(stores: Stores, titleOf: (matterId: MatterId) => string | null): Problem[] {
  return stores.undecided.matters().flatMap((matterId): Problem[] => {
    const waiting = refusedDocuments(stores, matterId);
    const [first] = waiting;
    if (first === undefined) return [];
    const some = waiting.length === 1 ? '1 document' : `${waiting.length} documents`;
    return [
      {
        id: `${prefix}${matterId}`,
        matterId,
        matterTitle: titleOf(matterId),
        subject: stores.links.of(matterId)?.path ?? null,
        fileId: null,
        conflict: null,
        gathered: gatheredOf(waiting),
        what: `${some} cannot be filed: whether the service has them already cannot be looked up`,
        why: wordsOf(stores, matterId, first.how),
        next: 'Ask the person who manages your firm’s practice service for access; filing goes on by itself then. If you file all as new, each becomes a document of its own, even where the service has one of that name. Every save is kept.',
        since: instant(stores.undecided.since(matterId)),
        nextTryAt: null,
        actions: ['retry', 'file-all-as-new', 'show-in-folder'],
      },
    ];
  });
}

/** How many such problems there are, without making them. */
export const countHistoryProblems = (stores: Stores): number =>
  stores.undecided.matters().filter((matterId) => hasRefusedDocuments(stores, matterId)).length;

const wordsOf = (stores: Stores, matterId: MatterId, how: Refused): string =>
  stores.matters.get(matterId)?.historyProblem ?? folderWords(how);
