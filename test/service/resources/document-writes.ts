import { type Answer, accepted, notFound, problem } from '../answer.ts';
import { announceFile, deleteFile, findFile } from '../documents/files.ts';
import { type FolderRow, foldersIn } from '../documents/folders.ts';
import type { Uploads } from '../documents/uploads.ts';
import { jobKind } from '../jobs.ts';
import { link } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { invalid, isUuid, optionalDateTime, optionalText, parseBody } from '../validation.ts';
import { dateTime, type World } from '../world.ts';
import { fileIn } from './document-files.ts';
import { fileBody, folderExists } from './documents.ts';
import { matterExists } from './matter-record.ts';
import { offeredBy } from './offered-by.ts';

const newFileBody = fileBody.extend({
  folderPath: optionalText,
  dateCreated: optionalDateTime,
  dateModified: optionalDateTime,
});
const patchBody = newFileBody.partial();

const deletion = jobKind<{ readonly fileId: string; readonly userId: string; readonly at: number }>(
  'fileDeletion',
);

/** Documents made, changed and deleted beyond the spec, where the variant `documentFiles` offers it. */
export function documentWriteOperations(world: World, uploads: Uploads): Operation[] {
  const offered = offeredBy(world, 'documentFiles');
  world.jobs.on(deletion, ({ fileId, ...act }) => {
    const file = findFile(world, fileId);
    if (file?.deleted === 0) deleteFile(world, file, act);
  });
  return [
    {
      name: 'documents.createFile',
      method: 'POST',
      path: '/matters/{matterId}/documents/files',
      handle: offered((request) => createFile(world, uploads, request)),
    },
    {
      name: 'documents.patchFile',
      method: 'PATCH',
      path: '/matters/{matterId}/documents/files/{fileId}',
      handle: offered((request) => patchFile(world, uploads, request)),
    },
    {
      name: 'documents.deleteFile',
      method: 'DELETE',
      path: '/matters/{matterId}/documents/files/{fileId}',
      handle: offered((request) => {
        const { matterId = '', fileId = '' } = request.params;
        if (!isUuid(matterId) || !isUuid(fileId)) return problem(400, 'The ids must be UUIDs.');
        const file = fileIn(world, request);
        if (!file) return problem(403, 'This document may not be deleted.');
        world.jobs.add(deletion, { fileId, userId: request.caller.staffId, at: world.shownNow() });
        return accepted(link(world, 'Files', fileId, `/matters/${matterId}/documents/files/${fileId}`));
      }),
    },
  ];
}

function createFile(world: World, uploads: Uploads, request: ApiRequest): Answer {
  const { matterId = '' } = request.params;
  if (!matterExists(world, matterId)) return problem(400, 'There is no such matter.');
  const parsed = parseBody(newFileBody, request.body);
  if ('refusal' in parsed) return parsed.refusal;
  const { fileName, folderPath, userId, fileAdditionalData, isFavorite } = parsed.value;
  const folderId =
    folderPath == null ? (parsed.value.folderId ?? null) : folderAt(world, matterId, folderPath);
  if (folderId === undefined || (folderId !== null && !folderExists(world, matterId, folderId)))
    return invalid([[folderPath == null ? 'folderId' : 'folderPath', 'is not a folder of this matter']]);
  const fileId = world.newId();
  const additional = fileAdditionalData ?? {};
  announceFile(world, { matterId, fileId, folderId, name: fileName, additional });
  return announced(world, uploads, {
    ...{ matterId, fileId, userId: userId ?? request.caller.staffId },
    metadata: { fileName, folderId, additional, isFavorite: isFavorite ?? null },
  });
}

function patchFile(world: World, uploads: Uploads, request: ApiRequest): Answer {
  const { matterId = '' } = request.params;
  const file = fileIn(world, request);
  if (!file || file.deleted === 1) return notFound('document');
  const parsed = parseBody(patchBody, request.body);
  if ('refusal' in parsed) return parsed.refusal;
  const { fileName, folderId = file.folder_id, userId, fileAdditionalData, isFavorite } = parsed.value;
  if (folderId !== null && !folderExists(world, matterId, folderId))
    return invalid([['folderId', 'is not a folder of this matter']]);
  return announced(world, uploads, {
    ...{ matterId, fileId: file.id, userId: userId ?? request.caller.staffId },
    metadata: {
      ...{ fileName: fileName ?? file.name, folderId },
      ...{ additional: fileAdditionalData ?? {}, isFavorite: isFavorite ?? null },
    },
  });
}

function announced(world: World, uploads: Uploads, file: Parameters<Uploads['announce']>[0]): Answer {
  const { uploadUrl, expiresAt } = uploads.announce(file);
  const expiry = dateTime(world, expiresAt - world.now() + world.shownNow());
  return accepted({ fileId: file.fileId, uploadUrl, expiry });
}

/** The folder at a path of names; null for the root, undefined when there is none. */
function folderAt(world: World, matterId: string, path: string): string | null | undefined {
  let at: string | null = null;
  for (const name of path.split('/').filter((part) => part !== '')) {
    const below: FolderRow | undefined = foldersIn(world, matterId, at).find(
      (folder) => folder.name === name,
    );
    if (!below) return undefined;
    at = below.id;
  }
  return at;
}
