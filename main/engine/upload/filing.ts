import type { FolderId } from '../../../shared/model.ts';
import { type Database, withoutWaitingForDisk } from '../store/database.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { type Announced, readAnnounced, writeAnnounced } from './announced.ts';
import { type Announcement, announcementOf } from './announcement.ts';
import { includedUpTo, isShownAt, learnOwnUserId, metadataShown, ownVersion } from './in-history.ts';

/** What is announced for a save as things are now. */
export const announcementFor = (stores: Stores, save: Save): Announcement =>
  announcementOf(
    save,
    stores.documents.document(save.matterId, save.fileId),
    stores.links.fileOfDocument(save.matterId, save.fileId),
    stores.links.folders(save.matterId),
  );

/** Writes down that a save is announced, and as what, before content follows. */
export function noteAnnounced(stores: Stores, save: Save, announcement: Announcement, now: number): void {
  const { fileName, folderId, relativePath } = announcement;
  // What changes nothing that history shows is in no entry, and a colleague may change it before anybody looks again.
  const wasShown = save.kind === 'metadata' && isShownAt(stores, save, announcement);
  const announced = writeAnnounced({ fileName, folderId, wasShown });
  stores.outbox.announcing(save.id, stores.history.newestSeq(), now, announced);
  if (relativePath !== null) stores.unplaced.put(save.matterId, { fileId: save.fileId, folderId });
}

/** What a save was announced as: its directory here may have another name, or be gone, by now. */
const announcedOf = (stores: Stores, save: Save): Announced =>
  save.announced === null
    ? { ...announcementFor(stores, save), wasShown: false }
    : readAnnounced(save.announced);

/**
 * The folders whose histories may show an announced save: where it was announced, and where its document went, which may
 * have been before the content came or after it.
 */
export function foldersToShow(stores: Stores, save: Save): (FolderId | null)[] {
  const known = save.kind === 'content' ? stores.documents.document(save.matterId, save.fileId) : undefined;
  const { folderId } = announcedOf(stores, save);
  return known && known.folderId !== folderId ? [known.folderId, folderId] : [folderId];
}

/**
 * Files the saves that history shows; they are the answer. Not waited for on disk: history can show them again.
 * @throws inside a transaction
 */
export function fileShown(stores: Stores, saves: readonly Save[], now: number): Save[] {
  const { database }: { database: Database } = stores;
  return withoutWaitingForDisk(
    database,
    database.transaction(() => saves.filter((save) => fileIfShown(stores, save, now))),
  );
}

/** True when history shows the save: it is filed, and the person's copy includes it. */
function fileIfShown(stores: Stores, save: Save, now: number): boolean {
  if (save.kind === 'metadata') {
    const announced = announcedOf(stores, save);
    if (!announced.wasShown && !metadataShown(stores, save, announced)) return false;
    stores.outbox.filed(save.id, null, now);
    return true;
  }
  const version = ownVersion(stores, save);
  if (!version) return false;
  // First, so that the custody log names the person from the first one on.
  learnOwnUserId(stores, save, version);
  stores.outbox.filed(save.id, version.entryId, now);
  stores.links.raiseBase(save.matterId, save.fileId, includedUpTo(stores, save, version));
  return true;
}
