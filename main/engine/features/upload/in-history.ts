import { isDeepStrictEqual } from 'node:util';
import { withoutExtension } from '../../domain/shown-name.ts';
import { isNone, noBase, notIncluded as notIncludedIn, type Version } from '../../domain/version.ts';
import { type Proof, whatHistoryProves } from '../../domain/what-history-proves.ts';
import { ownUserId } from '../../store/matters.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import { changeOf, hasContent } from '../history/change-kind.ts';
import { changesOf } from '../history/changes-of-document.ts';
import { type Entry, readEntry, timeOf } from '../history/entry.ts';

/** Versions of the save's document that history showed after `seq`, oldest first. */
export function versionsSince(
  stores: Stores,
  save: Pick<Save, 'matterId' | 'fileId'>,
  seq: number,
): Version[] {
  return changesOf(stores, save.matterId, save.fileId)
    .filter((one) => one.seq > seq && hasContent(one.change))
    .map((one) => versionOf(one.seq, one.entry));
}

/**
 * All entries of the document since `seq` that brought content, or that may have: a version id never shown before on what
 * somebody else did by another word, words that nobody knows where the document's entries have no version ids, and what was
 * restored though nothing says that it was deleted. Such
 * an entry proves nothing, but is not covered unasked.
 */
export function possibleVersionsSince(
  stores: Stores,
  save: Pick<Save, 'matterId' | 'fileId'>,
  seq: number,
): Version[] {
  const kept = changesOf(stores, save.matterId, save.fileId);
  const own = stores.matters.setting(ownUserId);
  const hasIds = kept.some(({ entry }) => entry.documentVersionId !== null);
  const ofContents = new Set(
    kept.map(({ entry, change }) => (hasContent(change) ? entry.documentVersionId : null)),
  );
  const known = new Set<string>();
  return kept.flatMap(({ seq: number, entry, change, wasDeleted }) => {
    const { documentVersionId, userId } = entry;
    // The entry that brought it may be read later: from another folder, or again after damage.
    const isNew =
      documentVersionId !== null && !known.has(documentVersionId) && !ofContents.has(documentVersionId);
    if (documentVersionId !== null) known.add(documentVersionId);
    const isOfSomebodyElse = own !== null && userId !== null && userId !== own;
    const isPossible =
      hasContent(change) ||
      (change === 'other' && (isNew || !hasIds)) ||
      (change === 'restored' && !wasDeleted) ||
      (isNew && isOfSomebodyElse && change !== 'deleted');
    return isPossible && number > seq ? [versionOf(number, entry)] : [];
  });
}

const versionOf = (seq: number, entry: Entry): Version => {
  const { id: entryId, userId, timestamp } = entry;
  return { seq, entryId, userId, timestamp, at: timeOf(entry), begins: beginning(entry) };
};

/** What an entry with content says of being a document’s first. */
function beginning(entry: Entry): Version['begins'] {
  const [asFirst, asLater] = [changeOf(entry, false), changeOf(entry, true)];
  if (asFirst !== asLater) return 'perhaps';
  return asFirst === 'new-version' ? 'no' : 'surely';
}

const nothing: ReadonlySet<string> = new Set();

/** The newest version that the person's copy does not include: filed by somebody else, or from another computer. */
export const newestNotIncluded = (
  stores: Stores,
  document: Pick<Save, 'matterId' | 'fileId'>,
): Version | undefined => notIncluded(stores, document).at(-1);

/**
 * All versions that the person's copy does not include, oldest first.
 * @param agreedUpTo number of the entry that the person agreed to cover; null when they did not
 */
export function notIncluded(
  stores: Stores,
  { matterId, fileId, id }: Pick<Save, 'matterId' | 'fileId'> & Partial<Pick<Save, 'id'>>,
  agreedUpTo: number | null = null,
): Version[] {
  const file = stores.links.fileOfDocument(matterId, fileId);
  const base = file?.base ?? noBase;
  const versions = possibleVersionsSince(stores, { matterId, fileId }, Math.max(base.upTo, agreedUpTo ?? 0));
  if (versions.length === 0) return [];
  // A copy of which nobody knows what it descends from may be older than what was filed from here, or be another document.
  const isOfUnknownDescent =
    file !== undefined &&
    isNone(base) &&
    // What is asked about is what stands in its place by now.
    (id === undefined || !stores.saves.hasLaterOfAnother(matterId, fileId, id));
  const filedHere = isOfUnknownDescent ? nothing : stores.saves.entriesFiledHere(matterId, fileId);
  return notIncludedIn(versions, base, filedHere, agreedUpTo);
}

/** What history proves about a save of new content that this person (by default the workspace's own) sent. */
export function proofOf(stores: Stores, save: Save, person = stores.matters.setting(ownUserId)): Proof {
  const attempts = stores.saves.attemptsOf(save.id);
  if (attempts.length === 0) return { kind: 'not-shown' };
  return whatHistoryProves({
    attempts,
    versions: versionsSince(stores, save, 0),
    person,
    filedHere: stores.saves.entriesFiledHere(save.matterId, save.fileId),
    agreedUpTo: save.agreedUpTo,
  });
}

/** Number of the newest entry that history showed before the save was first announced. */
export const seenBefore = (stores: Stores, { id }: Pick<Save, 'id'>): number =>
  Math.min(...stores.saves.attemptsOf(id).map(({ seenUpTo }) => seenUpTo));

/** True when history shows versions of its document that came after the save was first announced. */
export const hasVersionsSince = (stores: Stores, save: Save): boolean =>
  versionsSince(stores, save, seenBefore(stores, save)).length > 0;

/** A document whose id this computer made can only have been created by the person signed in here. */
export function learnOwnUserId(stores: Stores, save: Save, entryId: string): void {
  if (stores.matters.setting(ownUserId) !== null) return;
  const seen = seenBefore(stores, save);
  const versions = versionsSince(stores, save, 0);
  const userId = versions.find((version) => version.entryId === entryId)?.userId ?? null;
  if (userId === null || versions.some(({ seq }) => seq <= seen)) return;
  stores.matters.putSetting(ownUserId, userId);
}

/** A name by its letters and digits alone, without its extension: services may write the rest in their own way. */
const written = (name: string): string =>
  withoutExtension(name)
    .normalize('NFKD')
    .toLocaleLowerCase('en')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The name and the place that a rename or a move gives a document. */
interface NameAndPlace {
  readonly fileName: string;
  readonly folderId: string | null;
  /** What it was called before: a name shown without its extension must not be taken for the new one. */
  readonly formerName?: string | null;
}

const isAs = (expected: NameAndPlace, name: string | null, folderId: string | null): boolean =>
  name !== null &&
  folderId === expected.folderId &&
  (name === expected.fileName || name === withoutExtension(expected.fileName)) &&
  name !== expected.formerName;

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
 * shows a change to exactly that after the announcement. While it is not known whether the service took it, only the person's own
 * change counts: a colleague may have given it that name, and another since.
 */
export function metadataShown(stores: Stores, save: Save, expected: NameAndPlace): boolean {
  if (isShownAt(stores, save, expected)) return true;
  const { matterId, fileId, id } = save;
  const attempts = stores.saves.attemptsOf(id);
  const last = attempts.at(-1);
  if (!last) return false;
  const { seenUpTo, outcome } = last;
  const own = stores.matters.setting(ownUserId);
  const shown = stores.history.ofDocumentSince(matterId, fileId, 0);
  if (outcome === 'accepted' && isLastStated(shown, expected)) return true;
  // A try whose answer was lost did it, and the one that was accepted changed nothing: then there is no entry of that one.
  const sinceAnyTry = shown.flatMap(({ raw, seq }) => {
    const entry = seq > Math.min(...attempts.map((one) => one.seenUpTo)) ? readEntry(raw) : null;
    return (entry && placeIn(entry)) ?? [];
  });
  const isAll = sinceAnyTry.every(({ fileName, folderId }) => isAs(expected, fileName, folderId));
  if (outcome === 'accepted' && sinceAnyTry.length > 0 && isAll) return true;
  const isSince = ({ seq }: { readonly seq: number }) => seq > seenUpTo;
  const before = shown.findLast((kept) => !isSince(kept) && placeIn(readEntry(kept.raw)) !== null);
  const placeBefore = before && placeIn(readEntry(before.raw));
  return shown.filter(isSince).some(({ raw }) => {
    const entry = readEntry(raw);
    if (entry === null) return false;
    const place = placeIn(entry);
    const mayBeOurs = outcome === 'accepted' || (own !== null && entry.userId === own);
    if (mayBeOurs && place && isAs(expected, place.fileName, place.folderId)) return true;
    // Services may write a name in their own way: what we ourselves changed of it after announcing is this change. What
    // leaves it as it was is not: an earlier announcement that was heard twice.
    const isOurs = own !== null && entry.userId === own;
    if (!isOurs || !place) return isOurs && isNamelessly(entry, expected);
    const change = changeOf(entry, true);
    if (hasContent(change) || change === 'deleted') return false;
    // Another computer of theirs may have renamed it too.
    const isInItsOwnWay = written(place.fileName) === written(expected.fileName);
    return isInItsOwnWay && !(placeBefore && isDeepStrictEqual(place, placeBefore));
  });
}

/** True when an entry that gives no name tells of this very kind of change: a rename, or a move to this folder. */
function isNamelessly(entry: Entry, expected: NameAndPlace): boolean {
  const change = changeOf(entry, true);
  const isRename = (expected.formerName ?? null) !== null;
  if (isRename) return change === 'renamed';
  return change === 'moved' && (entry.newFolderId ?? entry.folder) === expected.folderId;
}

/**
 * True when the newest name by the times that entries state is that one: what is accepted and changes nothing gets no entry, and
 * where a history has no order of its own, its last name is not told by where it stands.
 */
function isLastStated(shown: readonly { readonly raw: string }[], expected: NameAndPlace): boolean {
  const stated = shown
    .flatMap(({ raw }) => {
      const entry = readEntry(raw);
      const place = placeIn(entry);
      return entry && place ? [{ at: timeOf(entry) ?? 0, place }] : [];
    })
    .toSorted((a, b) => a.at - b.at)
    .at(-1)?.place;
  return stated !== undefined && isAs(expected, stated.fileName, stated.folderId);
}

/** The name and the place that an entry gives its document; null when it says nothing of a name. */
const placeIn = (entry: Entry | null): NameAndPlace | null =>
  entry?.newName == null ? null : { fileName: entry.newName, folderId: entry.newFolderId ?? entry.folder };
