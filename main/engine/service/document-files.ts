import { z } from 'zod';
import type { Clock } from '../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { FileId, MatterId } from '../../../shared/model/index.ts';
import { answerTo, callOf, wholeCollection } from './calls.ts';
import { expiresAtHere } from './documents.ts';
import type { ServiceError } from './errors.ts';
import type { Page } from './page.ts';
import {
  flagOrNull,
  isSameId,
  lenient,
  type Reader,
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
  /** Bytes. */
  readonly sizeBytes: number | null;
  /** False while its content has not arrived. */
  readonly isUploaded: boolean | null;
  readonly isDeleted: boolean | null;
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

const readRecord = recordReader(
  z.object({
    id: textOrNull,
    versionId: versionIdOrNull,
    name: textOrNull,
    fileExtension: textOrNull,
    sizeBytes: bytesOrNull,
    isUploaded: flagOrNull,
    isDeleted: flagOrNull,
  }),
);
/** What names neither a document nor a version is some other answer. */
const readFile: Reader<WithRaw<DocumentFile>> = (json) => {
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
