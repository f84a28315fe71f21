import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { type FolderId, folderIdSchema, type MatterId } from '../../../shared/model/index.ts';
import { firstViolation, notEmpty, rule } from '../../../shared/rules/checks.ts';
import { acceptedBy, answerTo, callOf, wholeCollection } from './calls.ts';
import { type DocumentFile, readFile } from './document-files.ts';
import type { ServiceError } from './errors.ts';
import type { Page } from './page.ts';
import { followPages } from './paging.ts';
import { type Link, lenient, numberOrNull, type Reader, recordReader, text, textOrNull } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A folder as it is listed (beyond the spec: Folders, *listing*). */
export interface ListedFolder {
  readonly id: FolderId;
  /** Null below the root. */
  readonly parentId: FolderId | null;
  readonly name: string;
}

/** What lies in one folder (beyond the spec: Folders, *listing*). */
export interface FolderListing {
  readonly folders: readonly ListedFolder[];
  readonly files: readonly DocumentFile[];
  /** Elements that could not be read. */
  readonly malformed: number;
}

/** One folder on the way from the root to another (beyond the spec: Folders, path). */
export interface PathSegment {
  readonly id: string | null;
  readonly name: string;
  readonly parentId: string | null;
  /** 0 is the root. */
  readonly depth: number | null;
}

/** Beyond the spec: Folders, POST, PUT and PATCH. */
export interface FolderPut {
  readonly name: string;
  /** Null for the root. */
  readonly parentFolderId?: FolderId | null;
  readonly userId?: string;
}

const folderIdOrNull = lenient((value) => folderIdSchema.safeParse(value).data ?? null);
const readFolder = recordReader(z.object({ id: folderIdSchema, parentId: folderIdOrNull, name: text }));
const readSegment = recordReader(
  z.object({ id: textOrNull, name: text, parentId: textOrNull, depth: numberOrNull }),
);
const listingSchema = recordReader(
  z.object({ folders: z.array(z.unknown()).nullish(), files: z.array(z.unknown()).nullish() }),
);

/** What lists neither folders nor files is some other answer. */
const readListing: Reader<FolderListing> = (json) => {
  const read = listingSchema(json);
  if (!read.ok) return read;
  const { folders, files } = read.value;
  if (folders === undefined && files === undefined) return err('folders: an array was expected');
  const each = { folders: (folders ?? []).map(readFolder), files: (files ?? []).map(readFile) };
  return ok({
    folders: each.folders.flatMap((one) => (one.ok ? [one.value] : [])),
    files: each.files.flatMap((one) => (one.ok ? [one.value] : [])),
    malformed: [...each.folders, ...each.files].filter((one) => !one.ok).length,
  });
};

const violationOf = ({ name, parentFolderId }: Partial<FolderPut>) =>
  firstViolation(
    name === undefined ? null : notEmpty('name', name.trim()),
    rule('parentFolderId', parentFolderId !== '', 'must not be empty'),
  );

/** Folders, where a service has operations for them (beyond the spec: Folders). */
export function createDocumentFolders(transport: Transport) {
  return {
    /** What lies in the root, page by page; ends after an error. Each page may hold more than one listing. */
    async *listFolders(
      matterId: MatterId,
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<FolderListing>, ServiceError>, void> {
      const call = callOf(transport, 'folders.list', { matterId }, {}, options);
      if (call.ok) yield* followPages(transport, call.value, readListing);
      else yield err(call.error);
    },
    readFolder(
      matterId: MatterId,
      folderId: FolderId,
      options: CallOptions = {},
    ): Promise<Result<FolderListing, ServiceError>> {
      return answerTo(
        transport,
        callOf(transport, 'folders.read', { matterId, folderId }, {}, options),
        readListing,
      );
    },
    /** The folders from the root to this one. */
    async folderPath(
      matterId: MatterId,
      folderId: FolderId,
      options: CallOptions = {},
    ): Promise<Result<readonly PathSegment[], ServiceError>> {
      const call = callOf(transport, 'folders.path', { matterId, folderId }, {}, options);
      const page = await answerTo(transport, call, wholeCollection<PathSegment>(readSegment));
      return page.ok ? ok(page.value.items) : page;
    },
    /** The link names the folder to be; it is there a moment later. */
    createFolder(
      matterId: MatterId,
      body: FolderPut,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const parts = { body, violation: violationOf(body), anyBody: true };
      return acceptedBy(transport, callOf(transport, 'folders.create', { matterId }, parts, options));
    },
    /** Renames and moves a folder with all that is in it; applies a moment later. */
    putFolder(
      matterId: MatterId,
      folderId: FolderId,
      body: FolderPut,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const parts = { body, violation: violationOf(body), anyBody: true };
      return acceptedBy(transport, callOf(transport, 'folders.put', { matterId, folderId }, parts, options));
    },
    /** The same, of what changes alone. */
    patchFolder(
      matterId: MatterId,
      folderId: FolderId,
      body: Partial<FolderPut>,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const parts = { body, violation: violationOf(body), anyBody: true };
      return acceptedBy(
        transport,
        callOf(transport, 'folders.patch', { matterId, folderId }, parts, options),
      );
    },
    /** For everybody, with all that is in it; applies a moment later. */
    deleteFolder(
      matterId: MatterId,
      folderId: FolderId,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const call = callOf(transport, 'folders.delete', { matterId, folderId }, { anyBody: true }, options);
      return acceptedBy(transport, call);
    },
  };
}
