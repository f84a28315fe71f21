import type { World } from '../world.ts';

export type ItemType = 'file' | 'folder';
export type Change = 'create' | 'newVersion' | 'rename' | 'move' | 'copy' | 'delete' | 'restore';

/** What happened to one file or folder, as it is kept; how it is shown is up to history-view.ts. */
export interface HistoryRecord {
  readonly type: ItemType;
  readonly change: Change;
  readonly fileId?: string;
  /** Type folder: the folder itself. Type file: the folder the file is in after the change. */
  readonly folderId: string | null;
  readonly name: string;
  readonly oldName?: string;
  readonly oldMatterId?: string;
  /** Where the item was, when it moved; null is the root. */
  readonly oldParentId?: string | null;
  /** Where the item is after the change. */
  readonly parentId: string | null;
  readonly copySourceFileId?: string;
  readonly copySourceFolderId?: string;
  readonly documentVersionId?: string;
  readonly userId: string;
}

/** The root folder's key among the folders an entry shows up in. */
const rootKey = '';

export function folderKey(folderId: string | null): string {
  return folderId ?? rootKey;
}

/**
 * Adds an entry to the history of every folder it concerns: the one the item is in, the one it left, and, for a
 * folder, its own (spec: Folder history entry).
 */
export function addHistory(world: World, matterId: string, at: number, record: HistoryRecord): string {
  const id = world.newId();
  const { store } = world;
  const seq = store
    .prepare('insert into history (id, matter_id, at, entry) values (?, ?, ?, ?)')
    .run(id, matterId, at, JSON.stringify(record)).lastInsertRowid;
  const addTo = store.prepare(
    'insert or ignore into history_folders (matter_id, folder_key, seq) values (?, ?, ?)',
  );
  addTo.run(matterId, folderKey(record.parentId), seq);
  if (record.type === 'folder') addTo.run(matterId, folderKey(record.folderId), seq);
  if (record.oldParentId !== undefined) {
    addTo.run(record.oldMatterId ?? matterId, folderKey(record.oldParentId), seq);
  }
  return id;
}
