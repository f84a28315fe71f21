import { type Database, withoutWaitingForDisk } from '../store/database.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { type Announcement, announcementOf } from './announcement.ts';
import { includedUpTo, learnOwnUserId, metadataShown, ownVersion } from './in-history.ts';

/** What is announced for a save as things are now. */
export const announcementFor = (stores: Stores, save: Save): Announcement =>
  announcementOf(
    save,
    stores.documents.document(save.matterId, save.fileId),
    stores.links.fileOfDocument(save.matterId, save.fileId),
    stores.links.folders(save.matterId),
  );

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
    if (!metadataShown(stores, save, announcementFor(stores, save))) return false;
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
