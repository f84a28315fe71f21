import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Answer, notFound, ok, problem } from '../answer.ts';
import { findFile } from '../documents/files.ts';
import { findFolder } from '../documents/folders.ts';
import { fileHistory, folderHistory, lastChangeIn, rootWord } from '../documents/history-view.ts';
import type { Uploads } from '../documents/uploads.ts';
import { link, withSelf } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import { invalid, optionalFlag, optionalText, parseBody } from '../validation.ts';
import { dateTime, type World } from '../world.ts';
import { matterExists } from './matter-record.ts';

export const fileBody = z.object({
  fileName: z
    .string()
    .max(256, 'must be at most 256 characters')
    .refine((name) => name.trim() !== '', 'must not be empty'),
  folderId: optionalText,
  userId: optionalText,
  fileAdditionalData: z.record(z.string(), z.string()).nullish(),
  isFavorite: optionalFlag,
});

/** Announcing file versions, and folder history (spec: Documents). */
export function documentOperations(world: World, uploads: Uploads): Operation[] {
  const staff = recordsOf(world.store, 'staff');
  return [
    {
      name: 'documents.putFile',
      method: 'PUT',
      path: '/matters/{matterId}/documents/files/{fileId}',
      handle(request) {
        const { matterId = '', fileId = '' } = request.params;
        if (!matterExists(world, matterId)) return notFound('matter');
        if (!/^[\w.:-]{1,100}$/.test(fileId)) return problem(400, 'The file id is malformed.');
        const file = findFile(world, fileId);
        if (file === undefined ? world.variants.unknownFile === '404' : isElsewhere(file, matterId)) {
          return notFound('document');
        }
        const parsed = parseBody(fileBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const body = parsed.value;
        const folderId = body.folderId ?? null;
        if (folderId !== null && !folderExists(world, matterId, folderId)) {
          return invalid([['folderId', 'is not a folder of this matter']]);
        }
        const userId = body.userId ?? request.caller.staffId;
        if (!staff.has(userId)) return invalid([['userId', 'is not a user of this firm']]);
        const metadata = {
          fileName: body.fileName,
          folderId,
          additional: body.fileAdditionalData ?? {},
          isFavorite: body.isFavorite ?? null,
        };
        const isOwn = file === undefined && world.variants.newFileId !== 'asked';
        const given = isOwn ? world.newId() : fileId;
        const { uploadUrl, expiresAt } = uploads.announce({ matterId, fileId: given, userId, metadata });
        const expiry = dateTime(world, expiresAt - world.now() + world.shownNow());
        return {
          status: world.variants.announcedStatus,
          body: { fileId: world.variants.newFileId === 'own' ? given : fileId, uploadUrl, expiry },
        };
      },
    },
    {
      name: 'documents.folderHistory',
      method: 'GET',
      path: '/matters/{matterId}/documents/folders/{folderId}/history',
      handle: (request) => showHistory(world, request),
    },
    {
      name: 'documents.fileHistory',
      method: 'GET',
      path: '/matters/{matterId}/documents/files/{fileId}/history',
      handle: (request) => showFileHistory(world, request),
    },
  ];
}

function showHistory(world: World, request: ApiRequest) {
  const { matterId = '', folderId = '' } = request.params;
  if (!matterExists(world, matterId)) return unknownFolder(world);
  const isRoot = folderId === rootWord(world.variants, matterId);
  if (!isRoot && findFolder(world, folderId)?.matter_id !== matterId) return unknownFolder(world);
  const place = isRoot ? null : folderId;
  const entries = folderHistory(world, matterId, place);
  const value = entries.length === 0 && world.variants.emptyHistory === 'null' ? null : entries;
  const answer = ok({ ...withSelf(link(world, 'FolderHistory', folderId, request.path)), value });
  return conditional(world, request, answer, lastChangeIn(world, matterId, place));
}

/** Beyond the spec. */
function showFileHistory(world: World, request: ApiRequest) {
  const { matterId = '', fileId = '' } = request.params;
  if (world.variants.fileHistory === 'notOffered') return notFound('operation');
  if (findFile(world, fileId)?.matter_id !== matterId) return problem(403, 'This document may not be read.');
  const value = fileHistory(world, fileId);
  return ok({ ...withSelf(link(world, 'FileHistory', fileId, request.path)), value });
}

/** As the variant says: with what the answer is recognised by, and 304 when the request's condition says that it is known. */
function conditional(world: World, request: ApiRequest, answer: Answer, changedAt: number | null): Answer {
  const { historyConditions } = world.variants;
  if (historyConditions === 'none') return answer;
  if (historyConditions === 'etag') {
    const etag = `"${createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')}"`;
    return request.headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { ...answer, headers: { etag } };
  }
  // To the second, as HTTP dates are: it says nothing of what happens later in that second.
  const lastModified = new Date(changedAt ?? 0).toUTCString();
  const since = Date.parse(String(request.headers['if-modified-since']));
  const headers = { 'last-modified': lastModified };
  return since >= Date.parse(lastModified) ? { status: 304, headers } : { ...answer, headers };
}

function unknownFolder(world: World) {
  const status = world.variants.unknownFolderStatus;
  if (status === 'empty') return ok({ value: [] });
  return status === 404 ? notFound('folder') : problem(status, 'This folder may not be read.');
}

function isElsewhere(
  file: { readonly matter_id: string; readonly deleted: number },
  matterId: string,
): boolean {
  return file.matter_id !== matterId || file.deleted === 1;
}

export function folderExists(world: World, matterId: string, folderId: string): boolean {
  const folder = findFolder(world, folderId);
  return folder !== undefined && folder.matter_id === matterId && folder.deleted === 0;
}
