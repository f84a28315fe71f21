import { changeOf, hasContent } from '../history/change-kind.ts';
import { readEntry } from '../history/entry.ts';
import { ownUserId } from '../store/matters.ts';
import type { Save } from '../store/outbox.ts';
import type { Stores } from '../store/stores.ts';

export interface Version {
  readonly seq: number;
  readonly entryId: string;
  readonly userId: string | null;
  readonly timestamp: string | null;
}

/** Versions of the save's document that history showed after `seq`, oldest first. */
export function versionsSince(
  stores: Stores,
  save: Pick<Save, 'matterId' | 'fileId'>,
  seq: number,
): Version[] {
  return stores.history.ofDocumentSince(save.matterId, save.fileId, seq).flatMap((kept) => {
    const entry = readEntry(kept.raw);
    if (!entry || !hasContent(changeOf(entry, true))) return [];
    return [{ seq: kept.seq, entryId: entry.id, userId: entry.userId, timestamp: entry.timestamp }];
  });
}

/**
 * The version that is this save, if history shows it: it appeared after the announcement, and is not known to be
 * somebody else's. Who we are is learned from the first document that only this computer can have filed.
 */
export function ownVersion(stores: Stores, save: Save): Version | null {
  if (save.announcedSeq === null) return null;
  const own = stores.matters.setting(ownUserId);
  const versions = versionsSince(stores, save, save.announcedSeq);
  return (
    versions.find((version) => own === null || version.userId === null || version.userId === own) ?? null
  );
}

/** A document whose id this computer made can only have been created by the person signed in here. */
export function learnOwnUserId(stores: Stores, save: Save, version: Version): void {
  const first =
    save.announcedSeq !== null && stores.history.ofDocumentSince(save.matterId, save.fileId, 0).length === 1;
  if (first && version.userId !== null) stores.matters.putSetting(ownUserId, version.userId);
}

/**
 * A rename or a move is filed once the service has the document under that name in that folder, or once its history
 * shows a change to exactly that after the announcement.
 */
export function metadataShown(
  stores: Stores,
  save: Save,
  expected: { readonly fileName: string; readonly folderId: string | null },
): boolean {
  const isIt = (name: string | null, folderId: string | null) =>
    name !== null &&
    folderId === expected.folderId &&
    (name === expected.fileName || expected.fileName.startsWith(`${name}.`));
  const known = stores.documents.document(save.matterId, save.fileId);
  if (known && isIt(known.name, known.folderId)) return true;
  if (save.announcedSeq === null) return false;
  return stores.history.ofDocumentSince(save.matterId, save.fileId, save.announcedSeq).some((kept) => {
    const entry = readEntry(kept.raw);
    return entry !== null && isIt(entry.newName, entry.newFolderId ?? entry.folder);
  });
}
