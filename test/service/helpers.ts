import { join } from 'node:path';
import {
  type Act,
  addVersion,
  copyFile,
  createFile,
  deleteFile,
  type FileRow,
  findFile,
  keepContent,
  moveFile,
  type Place,
  renameFile,
  restoreFile,
  restoreVersion,
} from './documents/files.ts';
import {
  createFolder,
  deleteFolder,
  type FolderRow,
  findFolder,
  moveFolder,
  renameFolder,
} from './documents/folders.ts';
import { matterHistory } from './documents/history-view.ts';
import type { Uploads } from './documents/uploads.ts';
import { type Sample, sampleOf } from './sample.ts';
import { seedHistory, seedMatters } from './seed/bulk.ts';
import { assignedScopes } from './sign-in/clients.ts';
import type { Tokens } from './sign-in/tokens.ts';
import type { World } from './world.ts';

/** One version of a document as the service keeps it. */
export interface KeptVersion {
  readonly documentVersionId: string;
  readonly sha256: string;
  readonly size: number;
  /** Where the bytes are on disk. */
  readonly path: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface KeptFile {
  readonly fileId: string;
  readonly folderId: string | null;
  readonly fileName: string;
  readonly isFavorite: boolean;
  readonly additional: Readonly<Record<string, string>>;
  readonly deleted: boolean;
}

export interface KeptFolder {
  readonly folderId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly deleted: boolean;
}

/** What a test can look at and do behind the interface's back; a colleague's work, for example. */
export interface Helpers {
  /** Every version of a document, oldest first; empty for an unknown one. */
  contentOf(matterId: string, fileId: string): KeptVersion[];
  filesOf(matterId: string): KeptFile[];
  foldersOf(matterId: string): KeptFolder[];
  /** Every history entry of a matter, in the form the interface shows. */
  historyOf(matterId: string): unknown[];
  matterIds(): string[];
  /** A token without the browser; `person` is an index into `people`. */
  tokensFor(
    person?: number,
    clientId?: string,
  ): { readonly accessToken: string; readonly refreshToken: string };
  expireAccessTokens(): void;
  revokeRefreshTokens(): void;
  expireUploadAddresses(): void;
  /** Applies every accepted write at once. */
  applyPending(): void;
  pendingWrites(): number;
  /** What colleagues do elsewhere; applied at once. Throws when the item is unknown. */
  readonly colleague: Colleague;
  /** What the person themselves does from another computer, or in the service’s own pages. */
  readonly elsewhere: Colleague;
  /** Ids of sample records of every kind, to call operations with. */
  sample(): Sample;
  /** For measurements: so many more matters; returns their ids. */
  seedMatters(count: number): string[];
  /** For measurements: so many more entries in one folder, null being the root; returns ids of documents. */
  seedHistory(matterId: string, folderId: string | null, count: number): string[];
}

export interface Colleague {
  createFolder(matterId: string, name: string, parentId?: string | null): string;
  renameFolder(folderId: string, name: string): void;
  moveFolder(folderId: string, parentId: string | null): void;
  deleteFolder(folderId: string): void;
  createFile(matterId: string, name: string, content: Uint8Array | string, folderId?: string | null): string;
  addVersion(fileId: string, content: Uint8Array | string): string;
  renameFile(fileId: string, name: string): void;
  moveFile(fileId: string, to: Place): void;
  copyFile(fileId: string, to: Place & { readonly name?: string }): string;
  deleteFile(fileId: string): void;
  restoreFile(fileId: string): void;
  /** Makes an earlier version the newest; returns the new version's id. */
  restoreVersion(fileId: string, versionId: string): string;
}

export function createHelpers(world: World, tokens: Tokens, uploads: Uploads): Helpers {
  const { store, jobs } = world;
  return {
    contentOf(matterId, fileId) {
      return store
        .prepare<[string, string], Omit<KeptVersion, 'path'> & { content: string }>(
          `select v.id as documentVersionId, v.sha256, v.size, v.content, v.user_id as userId,
             v.created_at as createdAt
           from versions v join files f on f.id = v.file_id where f.matter_id = ? and f.id = ? order by v.seq`,
        )
        .all(matterId, fileId)
        .map(({ content, ...version }) => ({ ...version, path: join(world.contentDirectory, content) }));
    },
    filesOf: (matterId) =>
      store.prepare<[string], FileRow>('select * from files where matter_id = ?').all(matterId).map(keptFile),
    foldersOf: (matterId) =>
      store
        .prepare<[string], FolderRow>('select * from folders where matter_id = ?')
        .all(matterId)
        .map(keptFolder),
    historyOf: (matterId) => matterHistory(world, matterId),
    matterIds: () => store.prepare<[], string>('select id from matters order by seq').pluck().all(),
    tokensFor(person = 0, clientId = 'matterline-desktop') {
      const staffId = staffIdAt(world, person);
      const grant = { clientId, staffId, scope: assignedScopes };
      return { accessToken: tokens.issue('access', grant), refreshToken: tokens.issue('refresh', grant) };
    },
    expireAccessTokens: () => tokens.revoke('access'),
    revokeRefreshTokens: () => tokens.revoke('refresh'),
    expireUploadAddresses: () => uploads.expireAll(),
    applyPending: () => jobs.applyAll(),
    pendingWrites: () => jobs.waiting(),
    colleague: createColleague(world, 1),
    elsewhere: createColleague(world, 0),
    sample: () => sampleOf(world),
    seedMatters: (count) => seedMatters(world, count),
    seedHistory: (matterId, folderId, count) => seedHistory(world, matterId, folderId, count),
  };
}

/** @param person an index into `people` */
function createColleague(world: World, person: number): Colleague {
  const act = (): Act => ({ userId: staffIdAt(world, person), at: world.shownNow() });
  const content = (bytes: Uint8Array | string) =>
    keepContent(world, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const file = (fileId: string): FileRow => known(findFile(world, fileId), 'file', fileId);
  const folder = (folderId: string): FolderRow => known(findFolder(world, folderId), 'folder', folderId);
  return {
    createFolder: (matterId, name, parentId = null) =>
      createFolder(world, { matterId, name, parentId }, act()),
    renameFolder: (folderId, name) => renameFolder(world, folder(folderId), name, act()),
    moveFolder: (folderId, parentId) => moveFolder(world, folder(folderId), { folderId: parentId }, act()),
    deleteFolder: (folderId) => deleteFolder(world, folder(folderId), act()),
    createFile(matterId, name, bytes, folderId = null) {
      const fileId = world.newId();
      createFile(world, { matterId, fileId, folderId, name, content: content(bytes) }, act());
      return fileId;
    },
    addVersion: (fileId, bytes) => addVersion(world, file(fileId), content(bytes), act()),
    renameFile: (fileId, name) => renameFile(world, file(fileId), name, act()),
    moveFile: (fileId, to) => moveFile(world, file(fileId), to, act()),
    copyFile: (fileId, to) => copyFile(world, file(fileId), to, act()),
    deleteFile: (fileId) => deleteFile(world, file(fileId), act()),
    restoreFile: (fileId) => restoreFile(world, file(fileId), act()),
    restoreVersion: (fileId, versionId) => restoreVersion(world, file(fileId), versionId, act()),
  };
}

function staffIdAt(world: World, index: number): string {
  const staffId = world.store
    .prepare<[number], string>('select staff_id from people order by rowid limit 1 offset ?')
    .pluck()
    .get(index);
  return known(staffId, 'person', String(index));
}

function known<Item>(item: Item | undefined, what: string, id: string): Item {
  if (item === undefined) throw new Error(`There is no ${what} ${id}.`);
  return item;
}

function keptFile(row: FileRow): KeptFile {
  const additional: Record<string, string> = JSON.parse(row.additional);
  return {
    fileId: row.id,
    folderId: row.folder_id,
    fileName: row.name,
    isFavorite: row.is_favorite === 1,
    additional,
    deleted: row.deleted === 1,
  };
}

function keptFolder(row: FolderRow): KeptFolder {
  return { folderId: row.id, parentId: row.parent_id, name: row.name, deleted: row.deleted === 1 };
}
