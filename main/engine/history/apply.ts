import type { MatterId, TimelineKind } from '../../../shared/model.ts';
import type { TimelineRow } from '../store/projection.ts';
import { changeOf, hasContent, timelineKind } from './change-kind.ts';
import type { Entry } from './entry.ts';

/** An entry with what decides its place in the order: time in milliseconds since 1970 (0 when unreadable), then arrival. */
export interface Dated {
  readonly entry: Entry;
  readonly at: number;
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
  readonly at: number;
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
  id === null || id === '' || rootAddresses(matterId).includes(id);

export function subjectOf(matterId: MatterId, entry: Entry): Subject | null {
  if (entry.file !== null) return { isFolder: false, id: entry.file };
  return entry.folder === null || isRoot(matterId, entry.folder)
    ? null
    : { isFolder: true, id: entry.folder };
}

/** The order in which entries are applied and shown. */
export const inOrder = (a: Pick<Dated, 'at' | 'seq'>, b: Pick<Dated, 'at' | 'seq'>): number =>
  a.at - b.at || a.seq - b.seq;

/** An entry that is about nothing in particular. */
export const showWhole = (matterId: MatterId, dated: Dated): TimelineRow => ({
  ...shownOf(dated, 'other', null),
  folderId: folderOf(matterId, dated.readFrom),
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
  const { entry, at, seq } = dated;
  const isFolder = entry.file === null;
  const folder = folderOf(matterId, dated.readFrom);
  // A thing first seen without a place is in the folder whose history showed it.
  const oldPlace = before ? before.place : folder === subjectOf(matterId, entry)?.id ? null : folder;
  const change = changeOf(entry, before !== null);
  const oldName = before?.name ?? '';
  const name = fullName(entry, entry.newName) ?? (oldName || fullName(entry, entry.oldName)) ?? '';
  const place = placeAfter(matterId, entry, change, oldPlace);
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
    at,
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
  hasContent(changeOf(entry, before !== null)) ? entry.documentVersionId : null;

const folderOf = (matterId: MatterId, id: string | null): string | null => (isRoot(matterId, id) ? null : id);

/** Former names found again by search; of a document renamed again and again only the newest. */
const longestMemory = 10;

function withFormer(before: ItemState | null, name: string): readonly string[] {
  if (!before || before.name === name || before.name === '') return before?.formerNames ?? [];
  const former = before.name.replaceAll('\n', ' ');
  return [...before.formerNames.filter((each) => each !== former), former].slice(-longestMemory);
}

/** For a file, `folder` is where it is; for a folder, it is the folder itself, and only `newFolderId` is its place. */
function placeAfter(matterId: MatterId, entry: Entry, change: string, current: string | null): string | null {
  const stated = entry.newFolderId ?? (entry.file === null ? null : entry.folder);
  if (stated !== null) return folderOf(matterId, stated);
  return ['created', 'copied', 'moved'].includes(change) ? null : current;
}

function deletedAfter(entry: Entry, matterId: MatterId, change: string, current: boolean): boolean {
  if (change === 'deleted') return true;
  if (change === 'moved' && entry.newMatterId !== null) return entry.newMatterId !== matterId;
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
