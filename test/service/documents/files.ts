import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../world.ts';
import { addHistory } from './changes.ts';

export interface FileRow {
  readonly id: string;
  readonly matter_id: string;
  readonly folder_id: string | null;
  readonly name: string;
  readonly is_favorite: number;
  readonly additional: string;
  readonly deleted: number;
}

/** Content at rest: the name of the file in the content directory, its size in bytes and its hash. */
export interface Content {
  readonly content: string;
  readonly sha256: string;
  readonly size: number;
}

export interface Act {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function findFile(world: World, fileId: string): FileRow | undefined {
  return world.store.prepare<[string], FileRow>('select * from files where id = ?').get(fileId);
}

/**
 * Keeps content given in memory, once however often it occurs; large content comes in by the storage listener.
 * @param below a directory of its own, which is there, with `/` at its end
 */
export function keepContent(world: World, bytes: Uint8Array, below = ''): Content {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const content = `${below}${sha256}.bin`;
  const path = join(world.contentDirectory, content);
  if (!existsSync(path)) writeFileSync(path, bytes);
  return { content, sha256, size: bytes.length };
}

export interface NewFile {
  readonly matterId: string;
  readonly fileId: string;
  readonly folderId: string | null;
  readonly name: string;
  readonly content: Content;
  readonly uploadId?: string;
}

/** Makes a document with its first version; returns the version's id. */
export function createFile(world: World, file: NewFile, act: Act): string {
  world.store
    .prepare(
      `insert into files (id, matter_id, folder_id, name, is_favorite, additional) values (?, ?, ?, ?, 0, '{}')`,
    )
    .run(file.fileId, file.matterId, file.folderId, file.name);
  const documentVersionId = addVersionRow(world, file.fileId, file.content, file.uploadId, act);
  addHistory(world, file.matterId, act.at, {
    type: 'file',
    change: 'create',
    fileId: file.fileId,
    folderId: file.folderId,
    name: file.name,
    parentId: file.folderId,
    documentVersionId,
    userId: act.userId,
  });
  return documentVersionId;
}

/** Makes a document without content; history shows it once its first version is there. */
export function announceFile(
  world: World,
  file: Omit<NewFile, 'content' | 'uploadId'> & { readonly additional: Readonly<Record<string, string>> },
): void {
  world.store
    .prepare(
      'insert into files (id, matter_id, folder_id, name, is_favorite, additional) values (?, ?, ?, ?, 0, ?)',
    )
    .run(file.fileId, file.matterId, file.folderId, file.name, JSON.stringify(file.additional));
}

export function addVersion(
  world: World,
  file: FileRow,
  content: Content,
  act: Act,
  uploadId?: string,
): string {
  const isFirst = !hasVersions(world, file.id);
  const documentVersionId = addVersionRow(world, file.id, content, uploadId, act);
  record(world, file, isFirst ? 'create' : 'newVersion', act, { documentVersionId });
  return documentVersionId;
}

export function renameFile(world: World, file: FileRow, name: string, act: Act): void {
  world.store.prepare('update files set name = ? where id = ?').run(name, file.id);
  record(world, { ...file, name }, 'rename', act, { oldName: file.name });
}

/** Moves a file within its matter or to another one. */
export function moveFile(world: World, file: FileRow, to: Place, act: Act): void {
  const matterId = to.matterId ?? file.matter_id;
  world.store
    .prepare('update files set folder_id = ?, matter_id = ? where id = ?')
    .run(to.folderId, matterId, file.id);
  record(world, { ...file, folder_id: to.folderId, matter_id: matterId }, 'move', act, {
    oldParentId: file.folder_id,
    ...(matterId === file.matter_id ? {} : { oldMatterId: file.matter_id }),
  });
}

export interface Place {
  readonly folderId: string | null;
  readonly matterId?: string;
}

/** Copies the newest version only, as a new document; returns its id. */
export function copyFile(
  world: World,
  file: FileRow,
  to: Place & { readonly name?: string },
  act: Act,
): string {
  const copy: FileRow = {
    ...file,
    id: world.newId(),
    folder_id: to.folderId,
    matter_id: to.matterId ?? file.matter_id,
    name: to.name ?? file.name,
  };
  world.store
    .prepare(
      `insert into files (id, matter_id, folder_id, name, is_favorite, additional) values (?, ?, ?, ?, 0, ?)`,
    )
    .run(copy.id, copy.matter_id, copy.folder_id, copy.name, copy.additional);
  const documentVersionId = addVersionRow(world, copy.id, newestContent(world, file.id), undefined, act);
  record(world, copy, 'copy', act, { copySourceFileId: file.id, documentVersionId });
  return copy.id;
}

export function deleteFile(world: World, file: FileRow, act: Act): void {
  world.store.prepare('update files set deleted = 1 where id = ?').run(file.id);
  record(world, file, 'delete', act, {});
}

/** An earlier version becomes the newest again; returns the new version's id. */
export function restoreVersion(world: World, file: FileRow, versionId: string, act: Act): string {
  const content = world.store
    .prepare<[string, string], Content>(
      'select content, sha256, size from versions where id = ? and file_id = ?',
    )
    .get(versionId, file.id);
  if (content === undefined) throw new Error(`There is no version ${versionId}.`);
  const documentVersionId = addVersionRow(world, file.id, content, undefined, act);
  record(world, file, 'restore', act, { documentVersionId });
  return documentVersionId;
}

export function restoreFile(world: World, file: FileRow, act: Act): void {
  world.store.prepare('update files set deleted = 0 where id = ?').run(file.id);
  record(world, file, 'restore', act, {});
}

function record(
  world: World,
  file: FileRow,
  change: 'create' | 'newVersion' | 'rename' | 'move' | 'copy' | 'delete' | 'restore',
  act: Act,
  more: {
    readonly oldName?: string;
    readonly oldParentId?: string | null;
    readonly oldMatterId?: string;
    readonly copySourceFileId?: string;
    readonly documentVersionId?: string;
  },
): void {
  addHistory(world, file.matter_id, act.at, {
    type: 'file',
    change,
    fileId: file.id,
    folderId: file.folder_id,
    name: file.name,
    parentId: file.folder_id,
    userId: act.userId,
    ...more,
  });
}

const hasVersions = (world: World, fileId: string): boolean =>
  world.store.prepare('select 1 from versions where file_id = ? limit 1').get(fileId) !== undefined;

function addVersionRow(
  world: World,
  fileId: string,
  content: Content,
  uploadId: string | undefined,
  act: Act,
): string {
  const id = world.newId();
  world.store
    .prepare(
      `insert into versions (id, file_id, upload_id, sha256, size, content, user_id, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, fileId, uploadId ?? null, content.sha256, content.size, content.content, act.userId, act.at);
  return id;
}

function newestContent(world: World, fileId: string): Content {
  const newest = world.store
    .prepare<[string], Content>(
      'select content, sha256, size from versions where file_id = ? order by seq desc limit 1',
    )
    .get(fileId);
  return newest ?? keepContent(world, new Uint8Array());
}
