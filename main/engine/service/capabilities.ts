import { err, type Result } from '../../../shared/base/result.ts';
import { type FileId, type FolderId, fileIdSchema, type MatterId } from '../../../shared/model/index.ts';
import type { DocumentFile, DownloadInfo } from './document-files.ts';
import type { createDocuments, FilePut, UploadInfo } from './documents.ts';
import type { ServiceError } from './errors.ts';
import type { ContentFault, ContentTarget, GetContentOptions, GotContent } from './get-content.ts';
import type { FolderHistory, HistoryOptions } from './history.ts';
import type { Page } from './page.ts';
import type { CallOptions } from './transport.ts';

/** The service has no operation for this that we know of. */
export interface NotOffered {
  readonly kind: 'not-offered';
}

export interface FolderListing {
  readonly folders: readonly {
    readonly id: FolderId;
    readonly name: string;
    readonly parentId: FolderId | null;
  }[];
  readonly files: readonly {
    readonly id: FileId;
    readonly name: string;
    readonly folderId: FolderId | null;
  }[];
}

/**
 * What some deployments offer beyond the spec. Each member does the best the spec allows unless a deployment's own
 * implementation takes its place, so that callers need not know which one they have.
 */
export interface Capabilities {
  /** Announces a file the service does not have yet. */
  createFile(
    matterId: MatterId,
    body: FilePut,
    options?: CallOptions,
  ): Promise<Result<UploadInfo, ServiceError>>;
  listFolders(
    matterId: MatterId,
    options?: CallOptions,
  ): Promise<Result<FolderListing, ServiceError | NotOffered>>;
  createFolder(
    matterId: MatterId,
    folder: { readonly name: string; readonly parentId: FolderId | null },
    options?: CallOptions,
  ): Promise<Result<FolderId, ServiceError | NotOffered>>;
  /** What a contact is called; null when its record does not say. */
  contactName(
    contactId: string,
    options?: CallOptions,
  ): Promise<Result<string | null, ServiceError | NotOffered>>;
  /** What happened to one document, in the service's order. */
  fileHistory(
    matterId: MatterId,
    fileId: FileId,
    options?: Omit<HistoryOptions, 'aside' | 'known'>,
  ): Promise<Result<FolderHistory, ServiceError | NotOffered>>;
  /** Some of a matter's documents: enough to tell whether the service tells of documents at all. */
  listFiles(
    matterId: MatterId,
    options?: CallOptions,
  ): Promise<Result<Page<DocumentFile>, ServiceError | NotOffered>>;
  /** A document as the service has it now. */
  readFile(
    matterId: MatterId,
    fileId: FileId,
    options?: CallOptions,
  ): Promise<Result<DocumentFile, ServiceError | NotOffered>>;
  /** Where a version's content is to be had; `versionId` null for the newest. */
  download(
    matterId: MatterId,
    fileId: FileId,
    versionId: string | null,
    options?: CallOptions,
  ): Promise<Result<DownloadInfo, ServiceError | NotOffered>>;
  /** The content itself, from where `download` said. */
  getContent<Failure>(
    addressOf: () => Promise<Result<DownloadInfo, Failure>>,
    target: ContentTarget,
    options?: GetContentOptions,
  ): Promise<Result<GotContent, ServiceError | ContentFault | NotOffered | Failure>>;
}

/** The spec alone: new files are put under an id made here; folders come from history only; nothing is downloaded. */
export function specOnlyCapabilities(
  documents: Pick<ReturnType<typeof createDocuments>, 'putFile'>,
  newId: () => string = () => crypto.randomUUID(),
): Capabilities {
  const notOffered = () => Promise.resolve(err<NotOffered>({ kind: 'not-offered' }));
  return {
    createFile: (matterId, body, options) =>
      documents.putFile(matterId, fileIdSchema.parse(newId()), body, options),
    listFolders: notOffered,
    createFolder: notOffered,
    contactName: notOffered,
    fileHistory: notOffered,
    listFiles: notOffered,
    readFile: notOffered,
    download: notOffered,
    getContent: notOffered,
  };
}
