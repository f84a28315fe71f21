import { z } from 'zod';
import type { Clock } from '../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import { firstViolation, pageWindow, rule } from '../../../shared/rules/checks.ts';
import { timeOfService } from '../domain/instant.ts';
import { acceptedBy, answerTo, callOf, wholeCollection } from './calls.ts';
import {
  expiresAtHere,
  fileViolation,
  heldToRules,
  type UploadInfo,
  unlessViolated,
  uploadInfoOf,
} from './documents.ts';
import type { ServiceError } from './errors.ts';
import type { Page } from './page.ts';
import { readPages } from './paging.ts';
import {
  flagOrNull,
  isSameId,
  type Link,
  lenient,
  linkOrNull,
  type Reader,
  readObject,
  readText,
  readVersionId,
  recordReader,
  text,
  textOrNull,
  type WithRaw,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A document as a service that offers it tells of it (beyond the spec: Documents, *file*); null for what it does not say. */
export interface DocumentFile {
  readonly id: string | null;
  /** Of the version that is the newest now. */
  readonly versionId: string | null;
  /** Without the extension. */
  readonly name: string | null;
  readonly fileExtension: string | null;
  /** Its folder as a link, whose id may be null for the root; null where the answer says nothing of it, which the root may be too. */
  readonly folder: Link | null;
  /** Who filed it first. */
  readonly ownerId: string | null;
  /** When it came to be, in milliseconds since 1970. */
  readonly dateCreated: number | null;
  /** When its newest version was filed, in milliseconds since 1970. */
  readonly dateModified: number | null;
  /** Bytes. */
  readonly sizeBytes: number | null;
  /** What was put down with it, such as where it stood on the computer that filed it. */
  readonly additionalData: Readonly<Record<string, unknown>> | null;
  /** False while its content has not arrived. */
  readonly isUploaded: boolean | null;
  readonly isDeleted: boolean | null;
}

/** Beyond the spec: Documents, GET /matters/{m}/documents/files. */
export interface FileQuery {
  readonly offset?: number | undefined;
  /** 1 to 500. */
  readonly limit?: number | undefined;
  readonly sort?: 'dateCreated' | undefined;
  readonly search?: string | undefined;
}

/** Beyond the spec: Documents, POST /matters/{m}/documents/files. */
export interface NewFile {
  /** With extension, 1 to 256 characters. */
  readonly fileName: string;
  /** Null or left out for the root. */
  readonly folderId?: FolderId | null;
  /** Wins over `folderId`. */
  readonly folderPath?: string;
  readonly userId?: string | null;
  readonly fileAdditionalData?: Readonly<Record<string, string>>;
}

/** Beyond the spec: Documents, PATCH: what changes, and nothing else. */
export type FilePatch = Partial<NewFile> & { readonly isFavorite?: boolean };

/** Beyond the spec: Search, POST /search/files. */
export interface FileSearch {
  readonly query: string;
  readonly offset?: number | undefined;
  /** 1 to 500. */
  readonly limit?: number | undefined;
  readonly searchFields?: readonly ('Name' | 'Content')[];
  readonly includeFileExtensions?: readonly string[];
  readonly excludeFileExtensions?: readonly string[];
  readonly authorIds?: readonly string[];
  readonly contactIds?: readonly string[];
}

/** Where the content of a version is to be had (beyond the spec: Documents, *download info*). */
export interface DownloadInfo {
  /** Without the extension; null when the service does not say. */
  readonly name: string | null;
  readonly fileExtension: string | null;
  /** Temporary and secret: whoever has it can read the document. Never logged, never kept. */
  readonly downloadUrl: string;
  /** When it ends by this computer's clock, in milliseconds since 1970; null when that could not be read. */
  readonly expiresAt: number | null;
  /** Bytes. */
  readonly sizeBytes: number | null;
}

/** What is wrong with an answer that says of itself that it is about another version. */
export const ofAnotherVersion = 'versionId: of another version';

const versionIdOrNull = lenient((value) => readVersionId(value) || null);
/** An int64 that may also be written as text; null for what is no number of bytes. */
const bytesOrNull = lenient((value) => {
  const isWritten = typeof value === 'string' && /^\d{1,15}$/.test(value);
  const bytes = isWritten || typeof value === 'bigint' ? Number(value) : value;
  return typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;
});

const timeOrNull = lenient((value) => {
  const said = readText(value);
  return said === null ? null : timeOfService(said);
});

const readRecord = recordReader(
  z.object({
    id: textOrNull,
    versionId: versionIdOrNull,
    name: textOrNull,
    fileExtension: textOrNull,
    folder: linkOrNull,
    ownerId: textOrNull,
    dateCreated: timeOrNull,
    dateModified: timeOrNull,
    additionalData: lenient(readObject),
    sizeBytes: bytesOrNull,
    isUploaded: flagOrNull,
    isDeleted: flagOrNull,
  }),
);
/** What names neither a document nor a version is some other answer. */
export const readFile: Reader<WithRaw<DocumentFile>> = (json) => {
  const file = readRecord(json);
  return !file.ok || file.value.id || file.value.versionId ? file : err('id: a text was expected');
};

/** True where an answer says that it is about another than was asked for. */
const isOfAnother = (said: string | null, asked: string | null): boolean =>
  !!said && asked !== null && !isSameId(said, asked);

const readDownload = recordReader(
  z.object({
    fileId: textOrNull,
    versionId: versionIdOrNull,
    name: textOrNull,
    fileExtension: textOrNull,
    downloadUrl: z.string().min(1),
    expiry: text,
    sizeBytes: bytesOrNull,
  }),
);

/**
 * What is asked of a service about its documents beyond the spec. One that does not offer these operations answers 404 or 405, or
 * something else.
 */
export function createDocumentFiles(transport: Transport, clock: Pick<Clock, 'now'>) {
  return {
    /** Some of a matter's documents: enough to tell whether the operation is there, and to find another than one. */
    listFiles(
      matterId: MatterId,
      options: CallOptions = {},
    ): Promise<Result<Page<DocumentFile>, ServiceError>> {
      const call = callOf(
        transport,
        'documents.listFiles',
        { matterId },
        { query: { Offset: 0, Limit: 10 } },
        options,
      );
      return answerTo(transport, call, wholeCollection(readFile));
    },
    /** A matter's documents page by page, each once; ends after an error. */
    async *allFiles(
      matterId: MatterId,
      { offset, limit, sort, search }: FileQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<DocumentFile>, ServiceError>, void> {
      const violation = pageWindow({ offset: 'Offset', limit: 'Limit' }, { offset, limit });
      const query = { Offset: offset, Limit: limit, Sort: sort, Search: search };
      const call = callOf(transport, 'documents.listFiles', { matterId }, { query, violation }, options);
      if (call.ok)
        yield* readPages(transport, call.value, readFile, (file) => file.id ?? file.versionId ?? '');
      else yield err(call.error);
    },
    /**
     * Announces a document that the service does not have yet, and gives it its id.
     * @param body a function is asked for it once the request may leave, and answers null when it is not to leave (`aborted`)
     */
    async createFile(
      matterId: MatterId,
      body: NewFile | (() => Promise<NewFile | null>),
      options: CallOptions = {},
    ): Promise<Result<UploadInfo, ServiceError>> {
      const { violation, said, found } = heldToRules(body);
      const call = callOf(
        transport,
        'documents.createFile',
        { matterId },
        { body: said, violation },
        { ...options, priority: options.priority ?? 'announce' },
      );
      const answer = await answerTo(transport, call, (json, info) =>
        uploadInfoOf(json, info, null, clock.now()),
      );
      return unlessViolated('documents.createFile', found(), answer);
    },
    /** Changes what is said of a document; its answer carries an upload address as well, which need not be used. */
    patchFile(
      matterId: MatterId,
      fileId: FileId,
      body: FilePatch,
      options: CallOptions = {},
    ): Promise<Result<UploadInfo, ServiceError>> {
      const { fileName } = body;
      const violation = fileName === undefined ? null : fileViolation({ ...body, fileName });
      const call = callOf(
        transport,
        'documents.patchFile',
        { matterId, fileId },
        { body, violation },
        options,
      );
      return answerTo(transport, call, (json, answer) => uploadInfoOf(json, answer, fileId, clock.now()));
    },
    /** For everybody; applies a moment later. */
    deleteFile(
      matterId: MatterId,
      fileId: FileId,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const call = callOf(
        transport,
        'documents.deleteFile',
        { matterId, fileId },
        { anyBody: true },
        options,
      );
      return acceptedBy(transport, call);
    },
    /** Documents of all matters by their names or contents (beyond the spec: POST /search/files). */
    searchFiles(
      { query, offset, limit, ...filters }: FileSearch,
      options: CallOptions = {},
    ): Promise<Result<Page<DocumentFile>, ServiceError>> {
      const violation = firstViolation(
        rule('query', query.trim() !== '', 'must not be empty'),
        pageWindow({ offset: 'Offset', limit: 'Limit' }, { offset, limit }),
      );
      const parts = { query: { Offset: offset, Limit: limit }, body: { query, filters }, violation };
      return answerTo(
        transport,
        callOf(transport, 'search.files', {}, parts, options),
        wholeCollection(readFile),
      );
    },
    readFile(
      matterId: MatterId,
      fileId: FileId,
      options: CallOptions = {},
    ): Promise<Result<DocumentFile, ServiceError>> {
      const call = callOf(transport, 'documents.readFile', { matterId, fileId }, {}, options);
      return answerTo(transport, call, (json) => {
        const file = readFile(json);
        return file.ok && isOfAnother(file.value.id, fileId) ? err('id: of another document') : file;
      });
    },
    /** @param versionId an older version; null for the newest */
    download(
      matterId: MatterId,
      fileId: FileId,
      versionId: string | null,
      options: CallOptions = {},
    ): Promise<Result<DownloadInfo, ServiceError>> {
      const query = { versionId };
      const call = callOf(transport, 'documents.download', { matterId, fileId }, { query }, options);
      return answerTo(transport, call, (json, answer) => {
        const read = readDownload(json);
        if (!read.ok) return read;
        const { raw: _secret, expiry, fileId: of, versionId: ofVersion, ...info } = read.value;
        if (isOfAnother(of, fileId)) return err('fileId: of another document');
        if (isOfAnother(ofVersion, versionId)) return err(ofAnotherVersion);
        return ok({ ...info, expiresAt: expiresAtHere(expiry, answer, clock.now()) });
      });
    },
  };
}
