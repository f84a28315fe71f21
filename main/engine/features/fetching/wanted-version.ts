import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { hasContent } from '../history/change-kind.ts';
import { changesOf } from '../history/changes-of-document.ts';
import { timeOf } from '../history/entry.ts';

export interface DocumentKey {
  readonly matterId: MatterId;
  readonly fileId: FileId;
}

/** A version that somebody wants to look at, as far as it is known here. */
export interface WantedVersion {
  /** Its entry in the service's history. */
  readonly entryId: string | null;
  /** What the service calls it. */
  readonly documentVersionId: string | null;
  /** Of its exact bytes, where they were saved on this computer. */
  readonly sha256: string | null;
  /** When it was saved or filed, in milliseconds since 1970. */
  readonly at: number | null;
}

/** Every version that history shows of a document, oldest first. */
export function versionsShown(stores: Stores, { matterId, fileId }: DocumentKey): WantedVersion[] {
  const savedHere = new Map(
    stores.saves.versionsOf(matterId, fileId).map((save) => [save.filedEntryId, save.sha256]),
  );
  return changesOf(stores, matterId, fileId).flatMap(({ entry, change }) => {
    if (!hasContent(change)) return [];
    const { id: entryId, documentVersionId } = entry;
    return [{ entryId, documentVersionId, sha256: savedHere.get(entryId) ?? null, at: timeOf(entry) }];
  });
}

/** The version of this id, as the list of versions names it (`save:12`, `entry:…`); null when there is none. */
export function wantedVersion(
  stores: Stores,
  document: DocumentKey,
  versionId: string,
): WantedVersion | null {
  const shown = versionsShown(stores, document);
  const entry = /^entry:(.+)$/s.exec(versionId)?.[1];
  if (entry !== undefined) return shown.find(({ entryId }) => entryId === entry) ?? null;
  const save = stores.saves
    .versionsOf(document.matterId, document.fileId)
    .find(({ id }) => versionId === `save:${id}`);
  if (!save) return null;
  const filedAs = shown.find(({ entryId }) => entryId === save.filedEntryId);
  const { sha256, capturedAt: at } = save;
  return { entryId: null, documentVersionId: null, ...filedAs, sha256, at };
}
