import { posix } from 'node:path';
import type { Gathered, MatterId } from '../../../../shared/model/index.ts';
import type { Refused } from '../../store/polls.ts';
import type { Stores } from '../../store/stores.ts';
import type { UndecidedDocument } from '../../store/undecided.ts';
import { placesIn } from '../folders/folders-there.ts';
import { unreadFolder } from './unread-place.ts';

/** A document that waits for a history which the service refuses. */
export interface RefusedDocument extends UndecidedDocument {
  readonly how: Refused;
}

type RefusedStores = Pick<Stores, 'polls' | 'undecided' | 'history' | 'links' | 'documents'>;

/** Documents of the matter that were captured, and wait for a history which the service refuses. */
export function refusedDocuments(stores: RefusedStores, matterId: MatterId): RefusedDocument[] {
  return [...refusedPages(stores, matterId)].flat();
}

/** Whether there is any, without looking at all of them. */
export function hasRefusedDocuments(stores: RefusedStores, matterId: MatterId): boolean {
  for (const page of refusedPages(stores, matterId)) if (page.length > 0) return true;
  return false;
}

function* refusedPages(stores: RefusedStores, matterId: MatterId): Generator<RefusedDocument[]> {
  const refusals = stores.polls.refusals(matterId);
  if (refusals.size === 0) return;
  const folders = new Map<string, Refused | undefined>();
  const placeOf = placesIn(stores, matterId);
  const refusedAt = (path: string): Refused | undefined => {
    const directory = posix.dirname(path);
    if (!folders.has(directory)) {
      const unread = unreadFolder(stores, matterId, path, placeOf);
      folders.set(directory, unread === undefined ? undefined : refusals.get(unread));
    }
    return folders.get(directory);
  };
  const refused = (document: UndecidedDocument): RefusedDocument[] => {
    const { capturedAs, path } = document;
    if (capturedAs === null) return [];
    const how = refusedAt(capturedAs) ?? (path === null ? undefined : refusedAt(path));
    return how ? [{ ...document, how }] : [];
  };
  for (const page of stores.undecided.pages(matterId)) yield page.flatMap(refused);
}

/** What a decision about these documents is about. */
export const gatheredOf = (documents: readonly UndecidedDocument[]): Gathered => ({
  count: documents.length,
  last: documents.reduce((last, { firstSave }) => Math.max(last, firstSave), 0),
});
