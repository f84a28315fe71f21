import { link, withSelf } from '../links.ts';
import type { Variants } from '../options.ts';
import { dateTime, type World } from '../world.ts';
import { type Change, folderKey, type HistoryRecord, type ItemType } from './changes.ts';

interface HistoryRow {
  readonly id: string;
  readonly matter_id: string;
  readonly at: number;
  readonly entry: string;
}

const typeWords: Record<ItemType, string> = { file: 'File', folder: 'Folder' };
const typeNumbers: Record<ItemType, number> = { file: 0, folder: 1 };
const changeWords: Record<Change, string> = {
  create: 'Create',
  newVersion: 'Update',
  rename: 'Rename',
  move: 'Move',
  copy: 'Copy',
  delete: 'Delete',
  restore: 'Restore',
};
const otherChangeWords: Record<Change, string> = {
  create: 'Added',
  newVersion: 'NewVersion',
  rename: 'Renamed',
  move: 'Moved',
  copy: 'Copied',
  delete: 'Deleted',
  restore: 'Restored',
};
const rareChangeWords: Record<Change, string> = {
  create: 'Upload',
  newVersion: 'Replace',
  rename: 'Renamed',
  move: 'Moved',
  copy: 'Copied',
  delete: 'Removed',
  restore: 'Revert',
};
const changeNumbers: Record<Change, number> = {
  create: 0,
  newVersion: 1,
  rename: 2,
  move: 3,
  copy: 4,
  delete: 5,
  restore: 6,
};

/** The entries of one folder, `folderId` null being the root (spec: Folder history entry). */
export function folderHistory(world: World, matterId: string, folderId: string | null): unknown[] {
  const { historyLength } = world.variants;
  const rows = world.store
    .prepare<[string, string, number], HistoryRow>(
      `select h.id, h.matter_id, h.at, h.entry from history_folders f join history h on h.seq = f.seq
       where f.matter_id = ? and f.folder_key = ? order by f.seq desc limit ?`,
    )
    // Less than none is all.
    .all(matterId, folderKey(folderId), historyLength === 'all' ? -1 : historyLength);
  return shown(world, rows.reverse());
}

/** When anything last happened in a folder, in milliseconds since 1970; null when nothing ever did. */
export function lastChangeIn(world: World, matterId: string, folderId: string | null): number | null {
  const latest = world.store
    .prepare<[string, string], number | null>(
      `select max(h.at) from history_folders f join history h on h.seq = f.seq
       where f.matter_id = ? and f.folder_key = ?`,
    )
    .pluck();
  return latest.get(matterId, folderKey(folderId)) ?? null;
}

/** The entries about one document, wherever it was. */
export function fileHistory(world: World, fileId: string): unknown[] {
  const rows = world.store
    .prepare<[string], HistoryRow>(
      `select id, matter_id, at, entry from history where entry ->> 'fileId' = ? order by seq`,
    )
    .all(fileId);
  return shown(world, rows);
}

/** Every entry of a matter, as its folders' histories show them. */
export function matterHistory(world: World, matterId: string): unknown[] {
  const rows = world.store
    .prepare<[string], HistoryRow>(
      `select distinct h.seq, h.id, h.matter_id, h.at, h.entry from history_folders f join history h on h.seq = f.seq
       where f.matter_id = ? order by h.seq`,
    )
    .all(matterId);
  return shown(world, rows);
}

function shown(world: World, rows: HistoryRow[]): unknown[] {
  const { historyFolders, historyOrder, historyStrays } = world.variants;
  const entries = rows
    .filter((row) => historyFolders === 'shown' || isOfFile(row))
    .map((row): unknown => showEntry(world, row));
  if (historyOrder === 'newestFirst') entries.reverse();
  return historyStrays === 'none' ? entries : [null, ...entries, { changeType: 'Delete' }, 7];
}

const isOfFile = (row: HistoryRow): boolean => {
  const record: HistoryRecord = JSON.parse(row.entry);
  return record.type === 'file';
};

function showEntry(world: World, row: HistoryRow) {
  const record: HistoryRecord = JSON.parse(row.entry);
  const { variants } = world;
  const documents = `/matters/${row.matter_id}/documents`;
  const root = rootWord(variants, row.matter_id);
  const inEntry = (folderId: string | null): string | null =>
    folderId ?? (variants.rootFolderInEntries === 'id' ? root : null);
  const addressOf = (folderId: string | null): string => `${documents}/folders/${folderId ?? root}`;
  const folderLink = (folderId: string | null) => {
    const id = inEntry(folderId);
    return id === null ? null : link(world, 'Folders', id, addressOf(folderId));
  };
  const self = link(world, 'FolderHistory', row.id, `${addressOf(record.parentId)}/history/${row.id}`);
  const sparse = variants.historyMembers === 'sparse';
  const places = record.change === 'create' || record.change === 'move' || record.change === 'copy';
  const moved = record.oldParentId !== undefined;
  const unstated = variants.historyPlaces === 'unstated';
  return {
    ...withSelf(self),
    type: variants.historyWords === 'integers' ? typeNumbers[record.type] : typeWords[record.type],
    changeType: changeShown(variants, record.change),
    timestamp: dateTime(world, row.at),
    ...fileShown(world, record, documents),
    folder: record.type === 'file' && unstated ? null : folderLink(record.folderId),
    oldName: nameShown(variants, record, record.oldName),
    newName: sparse && !namesItem(record.change) ? null : nameShown(variants, record, record.name),
    oldMatterId: record.oldMatterId ?? (moved && !sparse ? row.matter_id : null),
    newMatterId: record.oldMatterId !== undefined || (places && !sparse) ? row.matter_id : null,
    oldFolderId: record.oldParentId === undefined ? null : inEntry(record.oldParentId),
    newFolderId: (unstated && record.type === 'file' ? moved : places || !sparse)
      ? inEntry(record.parentId)
      : null,
    copySourceFileId: record.copySourceFileId ?? null,
    copySourceFolderId: record.copySourceFolderId ?? null,
    documentVersionId: record.documentVersionId ?? null,
    userId: record.userId,
    ...extensionShown(variants, record),
    ...(variants.extraMembers ? { source: 'Desktop', correlationId: row.id.slice(0, 8) } : {}),
  };
}

/** The member `file`; of what deletes, renames or moves a document it may fail to say which. */
function fileShown(world: World, record: HistoryRecord, documents: string): object {
  if (record.fileId === undefined) return { file: null };
  const file = link(world, 'Files', record.fileId, `${documents}/files/${record.fileId}`);
  const isNamed = !['delete', 'rename', 'move'].includes(record.change);
  switch (isNamed ? 'none' : world.variants.historyUnnamedFiles) {
    case 'none':
      return { file };
    case 'nullId':
      return { file: { ...file, id: null } };
    case 'emptyId':
      return { file: { ...file, id: '' } };
    case 'missingId':
      return { file: { href: file.href } };
    case 'nullFile':
      return { file: null };
    case 'missingFile':
      return {};
  }
}

/** Changes that have to say the item's name even when only changes are said. */
function namesItem(change: Change): boolean {
  return change === 'create' || change === 'rename' || change === 'copy';
}

function changeShown(variants: Variants, change: Change): string | number {
  if (variants.historyWords === 'integers') return changeNumbers[change];
  return { words: changeWords, otherWords: otherChangeWords, rareWords: rareChangeWords }[
    variants.historyWords
  ][change];
}

const extension = /\.[^.\s]{1,10}$/;

function nameShown(variants: Variants, record: HistoryRecord, name: string | undefined): string | null {
  if (name === undefined) return null;
  const cut = variants.historyNames !== 'withExtension' && record.type === 'file';
  return cut ? name.replace(extension, '') : name;
}

function extensionShown(variants: Variants, record: HistoryRecord) {
  if (variants.historyNames !== 'withoutExtension' || record.type === 'folder') return {};
  return { fileExtension: extension.exec(record.name)?.[0] ?? '' };
}

/** What stands for the root folder in the history address. */
export function rootWord(variants: Variants, matterId: string): string {
  return variants.rootFolder === 'matterId' ? matterId : variants.rootFolder;
}
