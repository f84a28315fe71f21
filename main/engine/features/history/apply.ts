import type { MatterId, TimelineKind } from '../../../../shared/model/index.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { KeptEntry } from '../../store/history.ts';
import type { TimelineRow } from '../../store/projection.ts';
import { changeOf, hasContent, timelineKind } from './change-kind.ts';
import type { Entry } from './entry.ts';

/** An entry with what decides its place in the order: `order` in microseconds since 1970, then arrival. */
export interface Dated {
  readonly entry: Entry;
  /** The time it states, in milliseconds since 1970; 0 when unreadable. The timeline is shown by it. */
  readonly at: number;
  readonly order: number;
  readonly seq: number;
  /** The folder whose history showed it; '' for the root. */
  readonly readFrom: string;
}

/** A folder or document as some of its entries, applied in order, made it. */
export interface ItemState {
  readonly name: string;
  readonly formerNames: readonly string[];
  readonly place: string | null;
  readonly deleted: boolean;
  readonly versions: number;
  readonly changedAt: string | null;
  readonly changedBy: string | null;
  /** The entry applied last. */
  readonly order: number;
  readonly seq: number;
}

/** What an entry is about; null when it is about the root folder, or about nothing we can name. */
export interface Subject {
  readonly isFolder: boolean;
  readonly id: string;
}

/** How entries may name the root folder of a matter: the forms of its address that are tried. */
export const rootAddresses = (matterId: MatterId): readonly string[] => [matterId, 'root', 'null'];

const isRoot = (matterId: MatterId, id: string | null): boolean =>
  id === null || id === '' || rootAddresses(matterId).includes(id) || isSameId(id, matterId);

export function subjectOf(matterId: MatterId, entry: Entry): Subject | null {
  if (entry.file !== null) return { isFolder: false, id: entry.file };
  if (entry.isOfUnnamedFile) return null;
  return entry.folder === null || isRoot(matterId, entry.folder)
    ? null
    : { isFolder: true, id: entry.folder };
}

/** The order in which entries are applied: the one in which the service told them. */
export const inOrder = (a: Pick<Dated, 'order' | 'seq'>, b: Pick<Dated, 'order' | 'seq'>): number =>
  a.order - b.order || a.seq - b.seq;

/** An entry that is about nothing in particular. */
export const showWhole = (matterId: MatterId, dated: Dated): TimelineRow => ({
  ...shownOf(dated, 'other', null),
  folderId: folderOf(matterId, dated.readFrom),
});

/** What came in a history and is no entry. */
export const showUnreadable = ({ seq, receivedAt = 0 }: KeptEntry): TimelineRow => ({
  at: receivedAt,
  seq,
  kind: 'other',
  userId: null,
  folderId: null,
  name: '',
  fromText: null,
  toText: null,
  fromFolder: undefined,
  toFolder: undefined,
  words: 'An entry that cannot be read',
  stamp: null,
});

/**
 * What a folder or document is after one more entry, and what the timeline shows of it: a pure function.
 * @param before null when nothing was known of it
 * @param isCounted whether a version id was counted before
 */
export function applyEntry(
  matterId: MatterId,
  before: ItemState | null,
  dated: Dated,
  isCounted: (versionId: string) => boolean,
): { state: ItemState; shown: TimelineRow } {
  const { entry, order, seq } = dated;
  const isFolder = entry.file === null;
  const folder = folderOf(matterId, dated.readFrom);
  // A thing first seen without a place is in the folder whose history showed it.
  const oldPlace = before ? before.place : folder === subjectOf(matterId, entry)?.id ? null : folder;
  const change = changeOf(entry, before !== null, before?.deleted);
  const oldName = before?.name ?? '';
  const name = fullName(entry, entry.newName) ?? (oldName || fullName(entry, entry.oldName)) ?? '';
  const place = placeAfter(matterId, dated, change, oldPlace);
  const counts =
    hasContent(change) && (entry.documentVersionId === null || !isCounted(entry.documentVersionId));
  const state: ItemState = {
    name,
    formerNames: withFormer(before, name),
    place,
    deleted: deletedAfter(entry, matterId, change, before?.deleted ?? false),
    versions: (before?.versions ?? 0) + (counts ? 1 : 0),
    changedAt: entry.timestamp,
    changedBy: entry.userId,
    order,
    seq,
  };
  const shown = shownOf(dated, timelineKind(change, isFolder), change);
  const moved = change === 'moved';
  return {
    state,
    shown: {
      ...shown,
      name: name || shown.name,
      folderId: isFolder ? entry.folder : place,
      fromFolder: moved ? folderOf(matterId, entry.oldFolderId ?? oldPlace) : undefined,
      toFolder: moved ? place : undefined,
    },
  };
}

/** The version id an entry may count, so that it can be remembered. */
export const versionIn = (entry: Entry, before: ItemState | null): string | null =>
  hasContent(changeOf(entry, before !== null, before?.deleted)) ? entry.documentVersionId : null;

const folderOf = (matterId: MatterId, id: string | null): string | null => (isRoot(matterId, id) ? null : id);

/** Former names found again by search; of a document renamed again and again only the newest. */
const longestMemory = 10;

function withFormer(before: ItemState | null, name: string): readonly string[] {
  if (!before || before.name === name || before.name === '') return before?.formerNames ?? [];
  const former = before.name.replaceAll('\n', ' ');
  return [...before.formerNames.filter((each) => each !== former), former].slice(-longestMemory);
}

/**
 * For a file, `folder` is where it is; for a folder, it is the folder itself, and only `newFolderId` is its place. A file's
 * entry that names no place is about the folder whose history showed it, unless it says that the file left that one.
 */
function placeAfter(
  matterId: MatterId,
  { entry, readFrom }: Dated,
  change: string,
  current: string | null,
): string | null {
  const stated = entry.newFolderId ?? (entry.file === null ? null : entry.folder);
  if (stated !== null) return folderOf(matterId, stated);
  if (!['created', 'copied', 'moved'].includes(change)) return current;
  if (entry.file === null) return null;
  const read = folderOf(matterId, readFrom);
  return change === 'moved' && folderOf(matterId, entry.oldFolderId) === read ? null : read;
}

/** Whether a document or folder is in the bin, or in another matter, after one more entry. */
export function deletedAfter(entry: Entry, matterId: MatterId, change: string, current: boolean): boolean {
  if (change === 'deleted') return true;
  if (change === 'moved' && entry.newMatterId !== null) return !isSameId(entry.newMatterId, matterId);
  return ['created', 'copied', 'restored', 'new-version'].includes(change) ? false : current;
}

/** Some services keep the extension out of the name, in a member of its own. */
function fullName(entry: Entry, name: string | null): string | null {
  const extension = entry.fileExtension;
  if (name === null || extension === null || entry.file === null) return name;
  const dotted = extension.startsWith('.') ? extension : `.${extension}`;
  return name.toLowerCase().endsWith(dotted.toLowerCase()) ? name : name + dotted;
}

function shownOf({ entry, at, seq }: Dated, kind: TimelineKind, change: string | null): TimelineRow {
  const renamed = change === 'renamed';
  return {
    at,
    seq,
    kind,
    userId: entry.userId,
    folderId: null,
    name: fullName(entry, entry.newName ?? entry.oldName) ?? '',
    fromText: renamed ? fullName(entry, entry.oldName) : null,
    toText: renamed ? fullName(entry, entry.newName) : null,
    fromFolder: undefined,
    toFolder: undefined,
    words: [entry.type, entry.changeType].filter((word) => word !== null).join(' '),
    stamp: entry.timestamp && entry.timestamp !== new Date(at).toISOString() ? entry.timestamp : null,
  };
}
