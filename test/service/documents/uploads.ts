import { createHmac, timingSafeEqual } from 'node:crypto';
import { jobKind } from '../jobs.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { World } from '../world.ts';
import {
  type Act,
  addVersion,
  type Content,
  createFile,
  type FileRow,
  findFile,
  moveFile,
  renameFile,
} from './files.ts';
import { findFolder } from './folders.ts';

/** What a file PUT says about a document (spec: Documents). */
export interface FileMetadata {
  readonly fileName: string;
  readonly folderId: string | null;
  readonly additional: Readonly<Record<string, string>>;
  /** Null leaves it as it is. */
  readonly isFavorite: boolean | null;
}

export interface UploadRow {
  readonly id: string;
  readonly matter_id: string;
  readonly file_id: string;
  readonly metadata: string;
  readonly user_id: string;
  readonly announced_at: number;
  readonly expires_at: number;
  /** 0 while the document did not exist when the announcement was applied. */
  readonly metadata_applied: number;
  readonly version_id: string | null;
}

export interface Uploads {
  announce(file: { matterId: string; fileId: string; userId: string; metadata: FileMetadata }): {
    readonly uploadUrl: string;
    readonly expiresAt: number;
  };
  /** What is wrong with an upload address, or the upload it stands for. */
  check(
    path: string,
    expires: string | undefined,
    signature: string | undefined,
  ): UploadRow | 'unknown' | 'expired';
  /** Content has arrived in full; it is applied a moment later. */
  received(upload: UploadRow, content: Content): void;
  readonly expire: (uploadUrl: string) => void;
  expireAll(): void;
}

interface ContentJob {
  readonly uploadId: string;
  readonly content: Content;
  readonly at: number;
}

const fileContentJob = jobKind<ContentJob>('fileContent');
const fileMetadataJob = jobKind<{ readonly uploadId: string }>('fileMetadata');

export function createUploads(world: World): Uploads {
  const { store, jobs } = world;
  const key = readSetting(store, 'uploadKey') ?? world.newSecret();
  writeSetting(store, 'uploadKey', key);
  const sign = (path: string, expires: string): string =>
    createHmac('sha256', key).update(`${path}|${expires}`).digest('hex');

  jobs.on(fileMetadataJob, ({ uploadId }) => {
    const upload = findUpload(world, uploadId);
    const file = upload === undefined ? undefined : findFile(world, upload.file_id);
    if (upload !== undefined && file !== undefined) applyMetadata(world, upload, file);
  });
  jobs.on(fileContentJob, (job) => applyContent(world, job));

  return {
    announce({ matterId, fileId, userId, metadata }) {
      const id = world.newSecret();
      const expiresAt = world.now() + world.uploadLifetimeMs;
      store
        .prepare(
          `insert into uploads (id, matter_id, file_id, metadata, user_id, announced_at, expires_at)
           values (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(id, matterId, fileId, JSON.stringify(metadata), userId, world.shownNow(), expiresAt);
      jobs.add(fileMetadataJob, { uploadId: id });
      const path = `/uploads/${id}`;
      const expires = String(expiresAt);
      const query = new URLSearchParams({ expires, signature: sign(path, expires) });
      return { uploadUrl: `${world.addresses.storage}${path}?${query.toString()}`, expiresAt };
    },
    check(path, expires = '', signature = '') {
      const right = Buffer.from(sign(path, expires));
      const given = Buffer.from(signature);
      if (right.length !== given.length || !timingSafeEqual(right, given)) return 'unknown';
      const upload = findUpload(world, path.slice('/uploads/'.length));
      if (upload === undefined) return 'unknown';
      return upload.expires_at <= world.now() ? 'expired' : upload;
    },
    received(upload, content) {
      jobs.add(fileContentJob, { uploadId: upload.id, content, at: world.shownNow() });
    },
    expire(uploadUrl) {
      const id = new URL(uploadUrl).pathname.slice('/uploads/'.length);
      store.prepare('update uploads set expires_at = 0 where id = ?').run(id);
    },
    expireAll() {
      store.prepare('update uploads set expires_at = 0').run();
    },
  };
}

function findUpload(world: World, id: string): UploadRow | undefined {
  return world.store.prepare<[string], UploadRow>('select * from uploads where id = ?').get(id);
}

function applyMetadata(world: World, upload: UploadRow, file: FileRow): void {
  const metadata: FileMetadata = JSON.parse(upload.metadata);
  const act = { userId: upload.user_id, at: upload.announced_at };
  if (metadata.fileName !== file.name) renameFile(world, file, metadata.fileName, act);
  if (metadata.folderId !== file.folder_id) {
    moveFile(world, { ...file, name: metadata.fileName }, { folderId: metadata.folderId }, act);
  }
  const before: Record<string, string> = JSON.parse(file.additional);
  const additional = { ...before, ...metadata.additional };
  world.store
    .prepare('update files set additional = ?, is_favorite = coalesce(?, is_favorite) where id = ?')
    .run(
      JSON.stringify(additional),
      metadata.isFavorite === null ? null : Number(metadata.isFavorite),
      file.id,
    );
  world.store.prepare('update uploads set metadata_applied = 1 where id = ?').run(upload.id);
}

function applyContent(world: World, job: ContentJob): void {
  const upload = findUpload(world, job.uploadId);
  if (upload === undefined) return;
  const act = { userId: upload.user_id, at: job.at };
  if (upload.version_id !== null && world.variants.repeatedContent === 'sameVersion') {
    replaceContent(world, upload.version_id, job.content);
    return;
  }
  const file = findFile(world, upload.file_id);
  const versionId =
    file === undefined
      ? createAnnounced(world, upload, job.content, act.at)
      : addAnnounced(world, upload, file, job.content, act);
  world.store.prepare('update uploads set version_id = ? where id = ?').run(versionId, upload.id);
  world.emit(file === undefined ? 'file.created' : 'file.updated', {
    id: upload.file_id,
    matterId: upload.matter_id,
  });
}

function createAnnounced(world: World, upload: UploadRow, content: Content, at: number): string {
  const metadata: FileMetadata = JSON.parse(upload.metadata);
  const folder = metadata.folderId === null ? undefined : findFolder(world, metadata.folderId);
  const file = { matterId: upload.matter_id, fileId: upload.file_id, folderId: folder?.id ?? null };
  const act = { userId: upload.user_id, at };
  const versionId = createFile(
    world,
    { ...file, name: metadata.fileName, content, uploadId: upload.id },
    act,
  );
  const created = findFile(world, upload.file_id);
  if (created !== undefined) applyMetadata(world, upload, created);
  return versionId;
}

function addAnnounced(world: World, upload: UploadRow, file: FileRow, content: Content, act: Act): string {
  if (upload.metadata_applied === 0) applyMetadata(world, upload, file);
  return addVersion(world, findFile(world, file.id) ?? file, content, act, upload.id);
}

/** The object at an upload address is overwritten, as object stores do; the version stays the same one. */
function replaceContent(world: World, versionId: string, content: Content): void {
  world.store
    .prepare('update versions set sha256 = ?, size = ?, content = ? where id = ?')
    .run(content.sha256, content.size, content.content, versionId);
}
