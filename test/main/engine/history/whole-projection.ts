import { changeOf, hasContent, timelineKind } from '../../../../main/engine/features/history/change-kind.ts';
import { type Entry, readEntry, timeOf } from '../../../../main/engine/features/history/entry.ts';
import type { KnownDocument, KnownFolder } from '../../../../main/engine/store/documents.ts';
import type { KeptEntry } from '../../../../main/engine/store/history.ts';
import type { FileId, FolderId, MatterId, TimelineKind } from '../../../../shared/model/index.ts';

/** One thing that happened, as the timeline shows it. */
export interface WholeRow {
  readonly at: number;
  readonly seq: number;
  readonly id: string;
  readonly kind: TimelineKind;
  readonly rawKind: string;
  readonly timestamp: string;
  readonly userId: string | null;
  readonly fileId: FileId | null;
  readonly name: string;
  readonly fromText: string | null;
  readonly toText: string | null;
}

export interface Projection {
  readonly folders: KnownFolder[];
  readonly documents: KnownDocument[];
  readonly timeline: WholeRow[];
}

interface Item {
  name: string;
  parent: string | null;
  deleted: boolean;
  versions: number;
  readonly versionIds: Set<string>;
  changedAt: string | null;
  changedBy: string | null;
}

type Dated = { readonly entry: Entry; readonly kept: KeptEntry; readonly at: number; readonly order: number };

/**
 * What a matter's history says there is: a pure function of all entries at once, in whatever order they came. The engine's
 * projection takes them one at a time and must come to the same. Entries are
 * applied in the order they have, else of their timestamps, then of their arrival; one without a readable timestamp counts as
 * the oldest.
 * @param rootWords ids by which entries may name the root folder
 */
export function project(
  matterId: MatterId,
  kept: readonly KeptEntry[],
  rootWords: ReadonlySet<string>,
): Projection {
  const isRoot = (id: string | null): boolean => id === null || rootWords.has(id);
  const folders = new Map<string, Item>();
  const files = new Map<string, Item>();
  const timeline: WholeRow[] = [];

  for (const { entry, kept: from, at } of inOrder(kept)) {
    const isFolder = entry.file === null;
    const id = isFolder ? entry.folder : entry.file;
    if (entry.isOfUnnamedFile || id === null || (isFolder && isRoot(id))) {
      timeline.push(timelineRow(entry, from, at, null, isFolder));
      continue;
    }
    const items = isFolder ? folders : files;
    const before = items.get(id);
    const item: Item = before ?? unseen(placeRead(from, id, isRoot));
    items.set(id, item);

    const change = changeOf(entry, before !== undefined, before?.deleted);
    const oldParent = item.parent;
    item.name = fullName(entry, entry.newName) ?? (item.name || fullName(entry, entry.oldName)) ?? '';
    item.parent = placeAfter(entry, isFolder, change, item.parent, isRoot, from.readFrom);
    item.deleted = deletedAfter(entry, matterId, change, item.deleted);
    if (hasContent(change)) countVersion(item, entry);
    item.changedAt = entry.timestamp;
    item.changedBy = entry.userId;

    const row = timelineRow(entry, from, at, change, isFolder);
    const moved = change === 'moved' ? { fromText: entry.oldFolderId ?? oldParent, toText: item.parent } : {};
    timeline.push({ ...row, name: item.name || row.name, ...moved });
  }

  // A document's place is the one named last, known or not; a folder's is the root when it is gone or was never seen.
  const living = [...folders].filter(([, folder]) => !folder.deleted);
  const parents = new Map(living.map(([id, folder]) => [id, folder.parent]));
  const placeIn = (id: string | null) => (id !== null && parents.has(id) ? (id as FolderId) : null);
  const nameOf = (id: string | null) => (isRoot(id) ? '' : (folders.get(id ?? '')?.name ?? id));
  return {
    folders: living.map(([id, folder]) => ({
      id: id as FolderId,
      name: folder.name,
      parentId: inCycle(parents, id) ? null : placeIn(folder.parent),
    })),
    documents: [...files]
      .filter(([, file]) => !file.deleted)
      .map(([id, file]) => ({
        id: id as FileId,
        name: file.name,
        folderId: file.parent as FolderId | null,
        versions: file.versions,
        changedAt: file.changedAt,
        changedBy: file.changedBy,
      })),
    timeline: timeline
      .toSorted((a, b) => a.at - b.at || a.seq - b.seq)
      .map((row) =>
        row.kind === 'moved' || row.kind === 'folder-moved'
          ? { ...row, fromText: nameOf(row.fromText), toText: nameOf(row.toText) }
          : row,
      ),
  };
}

function inOrder(kept: readonly KeptEntry[]): Dated[] {
  return kept
    .flatMap((one): Dated[] => {
      const entry = readEntry(one.raw);
      const at = entry === null ? 0 : (timeOf(entry) ?? 0);
      return entry ? [{ entry, kept: one, at, order: one.orderedAt ?? at * 1_000 }] : [];
    })
    .toSorted((a, b) => a.order - b.order || a.kept.seq - b.kept.seq);
}

const unseen = (parent: string | null): Item => ({
  name: '',
  parent,
  deleted: false,
  versions: 0,
  versionIds: new Set(),
  changedAt: null,
  changedBy: null,
});

/** A thing first seen without a place is in the folder whose history showed it. */
function placeRead(kept: KeptEntry, id: string, isRoot: (id: string | null) => boolean): string | null {
  return kept.readFrom === '' || kept.readFrom === id || isRoot(kept.readFrom) ? null : kept.readFrom;
}

/** For a file, `folder` is where it is; for a folder, it is the folder itself, and only `newFolderId` is its place. */
function placeAfter(
  entry: Entry,
  isFolder: boolean,
  change: string,
  current: string | null,
  isRoot: (id: string | null) => boolean,
  readFrom: string,
): string | null {
  const stated = entry.newFolderId ?? (isFolder ? null : entry.folder);
  if (stated !== null) return isRoot(stated) ? null : stated;
  if (!['created', 'copied', 'moved'].includes(change)) return current;
  const read = readFrom === '' || isRoot(readFrom) ? null : readFrom;
  const left = isRoot(entry.oldFolderId) ? null : entry.oldFolderId;
  return isFolder || (change === 'moved' && left === read) ? null : read;
}

function deletedAfter(entry: Entry, matterId: MatterId, change: string, current: boolean): boolean {
  if (change === 'deleted') return true;
  if (change === 'moved' && entry.newMatterId !== null) return entry.newMatterId !== matterId;
  return ['created', 'copied', 'restored', 'new-version'].includes(change) ? false : current;
}

function countVersion(item: Item, entry: Entry): void {
  if (entry.documentVersionId !== null) {
    if (item.versionIds.has(entry.documentVersionId)) return;
    item.versionIds.add(entry.documentVersionId);
  }
  item.versions += 1;
}

/** Some services keep the extension out of the name, in a member of its own. */
function fullName(entry: Entry, name: string | null): string | null {
  const extension = entry.fileExtension;
  if (name === null || extension === null || entry.file === null) return name;
  const dotted = extension.startsWith('.') ? extension : `.${extension}`;
  return name.toLowerCase().endsWith(dotted.toLowerCase()) ? name : name + dotted;
}

function timelineRow(
  entry: Entry,
  kept: KeptEntry,
  at: number,
  change: ReturnType<typeof changeOf> | null,
  isFolder: boolean,
): WholeRow {
  const renamed = change === 'renamed';
  return {
    at,
    seq: kept.seq,
    id: entry.id,
    kind: change === null ? 'other' : timelineKind(change, isFolder),
    rawKind: [entry.type, entry.changeType].filter((part) => part !== null).join(' '),
    timestamp: entry.timestamp ?? '',
    userId: entry.userId,
    fileId: entry.file as FileId | null,
    name: fullName(entry, entry.newName ?? entry.oldName) ?? '',
    fromText: renamed ? fullName(entry, entry.oldName) : null,
    toText: renamed ? fullName(entry, entry.newName) : null,
  };
}

/** A folder inside itself, by however many steps: such folders are shown in the root. */
function inCycle(parents: ReadonlyMap<string, string | null>, start: string): boolean {
  const seen = new Set<string>();
  for (let id = parents.get(start) ?? null; id !== null && !seen.has(id); id = parents.get(id) ?? null) {
    if (id === start) return true;
    seen.add(id);
  }
  return false;
}
