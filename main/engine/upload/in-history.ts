import { isDeepStrictEqual } from 'node:util';
import { changeOf, hasContent } from '../history/change-kind.ts';
import { type Entry, readEntry, timeOf } from '../history/entry.ts';
import { ownUserId } from '../store/matters.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';

export interface Version {
  readonly seq: number;
  readonly entryId: string;
  readonly userId: string | null;
  readonly timestamp: string | null;
  /** Whether the document began with it. */
  readonly begins: 'surely' | 'perhaps' | 'no';
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
    const { id: entryId, userId, timestamp } = entry;
    return [{ seq: kept.seq, entryId, userId, timestamp, begins: beginning(entry) }];
  });
}

/** The newest version that the person's copy does not include: filed by somebody else, or from another computer. */
export function newestNotIncluded(
  stores: Stores,
  save: Pick<Save, 'matterId' | 'fileId'>,
): Version | undefined {
  const base = stores.links.fileOfDocument(save.matterId, save.fileId)?.baseSeq ?? 0;
  const since = versionsSince(stores, save, base);
  if (since.length === 0) return undefined;
  const filedHere = new Set(
    stores.saves.versionsOf(save.matterId, save.fileId).map(({ filedEntryId }) => filedEntryId),
  );
  return since.findLast(({ entryId }) => !filedHere.has(entryId));
}

/**
 * Up to which entry the person's copy includes everything once this version of theirs is filed. What history showed only
 * after the announcement is not in it, even if it arrived before theirs: it may have been read from another folder.
 */
export function includedUpTo(stores: Stores, save: Save, own: Version): number {
  const [first] = versionsSince(stores, save, save.announcedSeq ?? 0);
  return first && first.seq < own.seq ? first.seq - 1 : own.seq;
}

/**
 * The version that is this save, if history shows it: it appeared after the announcement, and is not known to be
 * somebody else's. Who we are is learned from the first document that only this computer can have filed.
 */
export function ownVersion(stores: Stores, save: Save): Version | null {
  if (save.announcedSeq === null) return null;
  const own = stores.matters.setting(ownUserId);
  const versions = versionsSince(stores, save, save.announcedSeq);
  if (own === null && isMadeHere(stores, save)) return firstOf(versions);
  return (
    versions.find((version) => own === null || version.userId === null || version.userId === own) ?? null
  );
}

/** A document without any history before the first announcement has its id from this computer. */
const isMadeHere = (stores: Stores, save: Save): boolean =>
  stores.history
    .ofDocumentSince(save.matterId, save.fileId, 0)
    .every((kept) => kept.seq > (save.announcedSeq ?? 0));

/**
 * The version that a document began with. History may show a colleague's later one before it: where its words are
 * known, only the creation counts; otherwise the oldest timestamp has to do.
 */
function firstOf(versions: readonly Version[]): Version | null {
  const created = versions.find((version) => version.begins === 'surely');
  const unsure = versions
    .filter((version) => version.begins === 'perhaps')
    .toSorted((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0) || a.seq - b.seq);
  return created ?? unsure[0] ?? null;
}

/** What an entry with content says of being a document's first. */
function beginning(entry: Entry): Version['begins'] {
  const [asFirst, asLater] = [changeOf(entry, false), changeOf(entry, true)];
  if (asFirst !== asLater) return 'perhaps';
  return asFirst === 'new-version' ? 'no' : 'surely';
}

/** A document whose id this computer made can only have been created by the person signed in here. */
export function learnOwnUserId(stores: Stores, save: Save, version: Version): void {
  const known = stores.matters.setting(ownUserId) !== null;
  if (known || version.userId === null || save.announcedSeq === null || !isMadeHere(stores, save)) return;
  stores.matters.putSetting(ownUserId, version.userId);
}

/** The name and the place that a rename or a move gives a document. */
interface NameAndPlace {
  readonly fileName: string;
  readonly folderId: string | null;
}

const isAs = (expected: NameAndPlace, name: string | null, folderId: string | null): boolean =>
  name !== null &&
  folderId === expected.folderId &&
  (name === expected.fileName || expected.fileName.startsWith(`${name}.`));

/** True while history says that the service has the document under that name in that folder. */
export function isShownAt(
  stores: Stores,
  { matterId, fileId }: Pick<Save, 'matterId' | 'fileId'>,
  expected: NameAndPlace,
): boolean {
  const known = stores.documents.document(matterId, fileId);
  return known !== undefined && isAs(expected, known.name, known.folderId);
}

/**
 * A rename or a move is filed once the service has the document under that name in that folder, or once its history
 * shows a change to exactly that after the announcement.
 */
export function metadataShown(stores: Stores, save: Save, expected: NameAndPlace): boolean {
  if (isShownAt(stores, save, expected)) return true;
  const { matterId, fileId, announcedSeq } = save;
  if (announcedSeq === null) return false;
  const own = stores.matters.setting(ownUserId);
  const shown = stores.history.ofDocumentSince(matterId, fileId, 0);
  const isSince = ({ seq }: { readonly seq: number }) => seq > announcedSeq;
  const before = shown.findLast((kept) => !isSince(kept) && placeIn(readEntry(kept.raw)) !== null);
  const placeBefore = before && placeIn(readEntry(before.raw));
  return shown.filter(isSince).some(({ raw }) => {
    const entry = readEntry(raw);
    if (entry === null) return false;
    const place = placeIn(entry);
    if (place && isAs(expected, place.fileName, place.folderId)) return true;
    // Services may write a name in their own way: what we ourselves changed of it after announcing is this change. What
    // leaves it as it was is not: an earlier announcement that was heard twice.
    const isOurs = own !== null && entry.userId === own && !hasContent(changeOf(entry, true));
    return isOurs && !(place && placeBefore && isDeepStrictEqual(place, placeBefore));
  });
}

/** The name and the place that an entry gives its document; null when it says nothing of a name. */
const placeIn = (entry: Entry | null): NameAndPlace | null =>
  entry?.newName == null ? null : { fileName: entry.newName, folderId: entry.newFolderId ?? entry.folder };
