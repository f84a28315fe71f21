import { posix } from 'node:path';
import type { FolderId } from '../../../../shared/model/index.ts';
import type { Proof } from '../../domain/what-history-proves.ts';
import { type Database, inTransaction, withoutWaitingForDisk } from '../../store/database.ts';
import { foldersBefore } from '../../store/folders-before.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import { placesIn } from '../folders/folders-there.ts';
import { type Announced, readAnnounced, writeAnnounced } from './announced.ts';
import { type Announcement, announcementOf } from './announcement.ts';
import { isShownAt, learnOwnUserId, metadataShown, proofOf } from './in-history.ts';

/** What is announced for a save as things are now. */
export const announcementFor = (stores: Stores, save: Save): Announcement =>
  inTransaction(stores.database, () => {
    const { matterId, fileId } = save;
    const isContent = save.kind === 'content';
    const known = stores.documents.document(matterId, fileId);
    const local = stores.links.fileOfDocument(matterId, fileId);
    // It lies where it was captured, in a directory that the matter was linked to before.
    const isNotHere = !isContent || !local || local.removed;
    const before = isNotHere ? foldersBefore(stores.database, matterId, save.id) : null;
    return announcementOf(
      save,
      known,
      local,
      placesIn(stores, matterId, before ?? undefined),
      isContent ? null : stores.saves.pathBefore(save),
      !isContent && stores.unplaced.isAsked(matterId, fileId),
    );
  });

/** What is written down of an attempt before content follows. */
export interface Attempted {
  readonly key: string;
  readonly announcement: Announcement;
  /** The newest entry that was looked at for versions in the way. */
  readonly seenUpTo: number;
}

/** Writes down that a save is announced, and as what, before content follows. */
export function noteAnnounced(
  stores: Stores,
  save: Save,
  { key, announcement, seenUpTo }: Attempted,
  now: number,
): void {
  const { fileName, folderId, relativePath } = announcement;
  // What changes nothing that history shows is in no entry, and a colleague may change it before anybody looks again.
  const wasShown =
    save.kind === 'metadata' &&
    isShownAt(stores, save, { ...announcement, formerName: formerName(stores, save) });
  const announced = writeAnnounced({ fileName, folderId, wasShown });
  stores.outbox.announcing(save.id, { key, seenUpTo, announced }, now);
  if (relativePath !== null) stores.unplaced.put(save.matterId, { fileId: save.fileId, folderId });
}

/** What a renamed document was called before; null when this is no rename. */
function formerName(stores: Stores, save: Save): string | null {
  const before = posix.basename(stores.saves.pathBefore(save) ?? save.path).normalize('NFC');
  return before === posix.basename(save.path).normalize('NFC') ? null : before;
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
    const expected = { ...announced, formerName: formerName(stores, save) };
    if (!announced.wasShown && !metadataShown(stores, save, expected)) return false;
    stores.outbox.filed(save.id, null, now);
    return true;
  }
  const proof = proofOf(stores, save);
  // First, so that the custody log names the person from the first one on.
  if (proof.kind === 'filed' && proof.entryId !== null) learnOwnUserId(stores, save, proof.entryId);
  return fileIfProven(stores, save, proof, now);
}

/** Files a save that history proves, as what it proves; inside a transaction. False when it does not. */
export function fileIfProven({ outbox, links }: Stores, save: Save, proof: Proof, now: number): boolean {
  if (proof.kind !== 'filed') return false;
  outbox.filed(save.id, proof.entryId, now);
  links.raiseBase(save.matterId, save.fileId, proof.base);
  return true;
}
