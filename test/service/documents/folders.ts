import type { World } from '../world.ts';
import { addHistory } from './changes.ts';
import type { Act, Place } from './files.ts';

export interface FolderRow {
  readonly id: string;
  readonly matter_id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly deleted: number;
}

export function findFolder(world: World, folderId: string): FolderRow | undefined {
  return world.store.prepare<[string], FolderRow>('select * from folders where id = ?').get(folderId);
}

/** True when it was deleted, or a folder that it lies in. */
export function isGone(world: World, item: { deleted: number; folder_id: string | null }): boolean {
  if (item.deleted === 1) return true;
  const folder = item.folder_id === null ? undefined : findFolder(world, item.folder_id);
  return folder !== undefined && isGone(world, { deleted: folder.deleted, folder_id: folder.parent_id });
}

/** The folders from the one below the root to this one. */
export function folderPath(world: World, folder: FolderRow): FolderRow[] {
  const parent = folder.parent_id === null ? undefined : findFolder(world, folder.parent_id);
  return parent === undefined ? [folder] : [...folderPath(world, parent), folder];
}

/** What is not deleted below a folder, null being the root, by name. */
export const foldersIn = (world: World, matterId: string, parentId: string | null): FolderRow[] =>
  world.store
    .prepare<[string, string | null], FolderRow>(
      'select * from folders where matter_id = ? and parent_id is ? and deleted = 0 order by name, id',
    )
    .all(matterId, parentId);

export interface NewFolder {
  readonly matterId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly folderId?: string;
}

/** Returns the new folder's id. */
export function createFolder(world: World, folder: NewFolder, act: Act): string {
  const id = folder.folderId ?? world.newId();
  world.store
    .prepare('insert into folders (id, matter_id, parent_id, name) values (?, ?, ?, ?)')
    .run(id, folder.matterId, folder.parentId, folder.name);
  const row = { id, matter_id: folder.matterId, parent_id: folder.parentId, name: folder.name, deleted: 0 };
  record(world, row, 'create', act, {});
  return id;
}

export function renameFolder(world: World, folder: FolderRow, name: string, act: Act): void {
  world.store.prepare('update folders set name = ? where id = ?').run(name, folder.id);
  record(world, { ...folder, name }, 'rename', act, { oldName: folder.name });
}

/** Moves a folder, with all that is in it, within its matter. */
export function moveFolder(world: World, folder: FolderRow, to: Place, act: Act): void {
  world.store.prepare('update folders set parent_id = ? where id = ?').run(to.folderId, folder.id);
  record(world, { ...folder, parent_id: to.folderId }, 'move', act, { oldParentId: folder.parent_id });
}

/** One entry, for the folder; what is in it goes with it. */
export function deleteFolder(world: World, folder: FolderRow, act: Act): void {
  world.store.prepare('update folders set deleted = 1 where id = ?').run(folder.id);
  record(world, folder, 'delete', act, {});
}

function record(
  world: World,
  folder: FolderRow,
  change: 'create' | 'rename' | 'move' | 'delete',
  act: Act,
  more: { readonly oldName?: string; readonly oldParentId?: string | null },
): void {
  addHistory(world, folder.matter_id, act.at, {
    type: 'folder',
    change,
    folderId: folder.id,
    name: folder.name,
    parentId: folder.parent_id,
    userId: act.userId,
    ...more,
  });
}
