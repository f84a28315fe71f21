import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { deletedAfter } from './apply.ts';
import { changeOf } from './change-kind.ts';
import { type Entry, readEntry } from './entry.ts';

/** What one entry did to a document. */
interface DocumentChange {
  /** Its number among all entries here, in the order in which they came. */
  readonly seq: number;
  readonly entry: Entry;
  readonly change: ReturnType<typeof changeOf>;
  /** True when the document was deleted before it. */
  readonly wasDeleted: boolean;
}

/**
 * Everything that the service's history shows of a document, oldest first. Brought back from the bin it has no new content:
 * where its other entries name versions, so does the one of an earlier version that was made the newest.
 */
export function changesOf({ history }: Pick<Stores, 'history'>, matterId: MatterId, fileId: FileId) {
  const kept = history.ofDocumentSince(matterId, fileId, 0).flatMap(({ seq, raw }) => {
    const entry = readEntry(raw);
    return entry ? [{ seq, entry }] : [];
  });
  const hasIds = kept.some(({ entry }) => entry.documentVersionId !== null);
  let isDeleted = false;
  return kept.map(({ seq, entry }): DocumentChange => {
    const wasDeleted = isDeleted;
    const change = changeOf(entry, true, wasDeleted || (hasIds && entry.documentVersionId === null));
    isDeleted = deletedAfter(entry, matterId, change, wasDeleted);
    return { seq, entry, change, wasDeleted };
  });
}
