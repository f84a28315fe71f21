import { z } from 'zod';
import type { Clock } from '../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { type FileId, type FolderId, fileIdSchema, type MatterId } from '../../../shared/model/index.ts';
import { atMost, firstViolation, notEmpty, rule, type Violation } from '../../../shared/rules/checks.ts';
import { timeOfService } from '../domain/instant.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { lenient, recordReader, text } from './tolerant.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

/** Longest file name with extension (spec: Limits). */
export const longestFileName = 256;

/** spec: Documents, PUT /matters/{matterId}/documents/files/{fileId}. */
export interface FilePut {
  /** With extension, 1 to 256 characters. */
  readonly fileName: string;
  /** Null moves the file to the root folder: always say where it is to be. */
  readonly folderId: FolderId | null;
  /** Null stands for the person signed in. */
  readonly userId?: string | null;
  readonly fileAdditionalData?: Readonly<Record<string, string>>;
  /** Null leaves it as it is. */
  readonly isFavorite?: boolean | null;
}

/** Where to send the content of a file just announced (spec: Upload file info). */
export interface UploadInfo {
  readonly fileId: FileId;
  /** Temporary and secret: whoever has it can write the file. Never logged, never kept. */
  readonly uploadUrl: string;
  /** As the service wrote it. */
  readonly expiry: string;
  /** The same instant by this computer's clock, in milliseconds since 1970; null when it could not be read. */
  readonly expiresAt: number | null;
}

const uploadInfoSchema = z.object({
  fileId: lenient((value) => fileIdSchema.safeParse(value).data ?? null),
  uploadUrl: z.string().min(1),
  expiry: text,
});
const readUploadInfo = recordReader(uploadInfoSchema);

export function createDocuments(transport: Transport, clock: Clock) {
  return {
    /**
     * Announces a new version of a file, or changes its name or folder; the content then goes to the address in the
     * answer. A file the service does not know may be answered with `not-found`.
     * @param body what is said of the file; a function is asked for it once the request may leave, which may be long after, and
     * answers null when it is not to leave any more (`aborted`)
     */
    async putFile(
      matterId: MatterId,
      fileId: FileId,
      body: FilePut | (() => Promise<FilePut | null>),
      options: CallOptions = {},
    ): Promise<Result<UploadInfo, ServiceError>> {
      const { violation, said, found } = heldToRules(body);
      const call = callOf(
        transport,
        'documents.putFile',
        { matterId, fileId },
        { body: said, violation },
        {
          ...options,
          priority: options.priority ?? 'announce',
        },
      );
      const answer = await answerTo(transport, call, (json, info) =>
        uploadInfoOf(json, info, fileId, clock.now()),
      );
      return unlessViolated('documents.putFile', found(), answer);
    },
  };
}

/** A body, or what is asked for one once the request may leave, held to the rules of a document when it is known. */
export function heldToRules<Body extends Parameters<typeof fileViolation>[0]>(
  body: Body | (() => Promise<Body | null>),
) {
  let found: Violation | null = null;
  const checked = (said: Body | null): Body | null => {
    found = said && fileViolation(said);
    return found ? null : said;
  };
  const lazily = typeof body === 'function';
  return {
    violation: lazily ? null : fileViolation(body),
    said: lazily ? async () => checked(await body()) : body,
    found: (): Violation | null => found,
  };
}

/** What was found wrong once the request might have left is why it did not. */
export const unlessViolated = <Value>(
  operation: ServiceError['operation'],
  found: Violation | null,
  answer: Result<Value, ServiceError>,
): Result<Value, ServiceError> => (found ? err({ operation, kind: 'invalid-request', ...found }) : answer);

export const fileViolation = (
  body: Pick<FilePut, 'fileName'> & { folderId?: FolderId | null },
): Violation | null =>
  firstViolation(
    notEmpty('fileName', body.fileName),
    atMost('fileName', body.fileName, longestFileName),
    rule('folderId', body.folderId !== '', 'must not be empty'),
  );

/** @param asked null for a document that the service gives its id: an answer without one is of no use */
export function uploadInfoOf(
  json: unknown,
  answer: Answer,
  asked: FileId | null,
  now: number,
): Result<UploadInfo, string> {
  const read = readUploadInfo(json);
  if (!read.ok) return read;
  const { fileId, uploadUrl, expiry } = read.value;
  if (!isPermitted(uploadUrl)) return err('uploadUrl: not a secure address');
  const id = fileId ?? asked;
  if (id === null) return err('fileId: a text was expected');
  return ok({ fileId: id, uploadUrl, expiry, expiresAt: expiresAtHere(expiry, answer, now) });
}

/**
 * When an address of the service ends, by this computer's clock, in milliseconds since 1970. Null when that cannot be read, or
 * is over as the address arrives: then it means something else, and whoever gave the address knows how long it is good.
 */
export function expiresAtHere(expiry: string, answer: Pick<Answer, 'date'>, now: number): number | null {
  const time = timeOfService(expiry);
  const skew = answer.date === null ? 0 : now - answer.date;
  return time === null || time + skew <= now ? null : time + skew;
}

/** Documents leave this computer, and come to it, encrypted or not at all. */
export function isPermitted(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' || (protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]'))
  );
}
