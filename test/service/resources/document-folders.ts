import { z } from 'zod';
import { type Answer, accepted, notFound, ok, problem } from '../answer.ts';
import type { FileRow } from '../documents/files.ts';
import {
  createFolder,
  deleteFolder,
  type FolderRow,
  findFolder,
  folderPath,
  foldersIn,
  isGone,
  moveFolder,
  renameFolder,
} from '../documents/folders.ts';
import { jobKind } from '../jobs.ts';
import { link, pagedAnswer, readPage } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { invalid, optionalText, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { fileShown } from './document-files.ts';
import { folderExists } from './documents.ts';
import { matterExists } from './matter-record.ts';
import { offeredBy } from './offered-by.ts';

const filled = z.string().refine((name) => name.trim() !== '', 'must not be empty');
const newFolder = z.object({ name: filled, parentFolderId: optionalText, userId: optionalText });
const folderChange = newFolder.partial();

interface FolderJob {
  readonly matterId: string;
  readonly folderId: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly userId: string;
  readonly at: number;
}
const folderJob = jobKind<FolderJob>('folder');
const folderDeletion = jobKind<Pick<FolderJob, 'folderId' | 'userId' | 'at'>>('folderDeletion');

/** Folders beyond the spec, where the variant `documentFolders` offers them. */
export function documentFolderOperations(world: World): Operation[] {
  const offered = offeredBy(world, 'documentFolders');
  world.jobs.on(folderJob, (job) => applyFolder(world, job));
  world.jobs.on(folderDeletion, ({ folderId, ...act }) => {
    const folder = findFolder(world, folderId);
    if (folder?.deleted === 0) deleteFolder(world, folder, act);
  });
  const path = '/matters/{matterId}/documents/folders';
  const one = `${path}/{folderId}`;
  const change = offered((request) => changeFolder(world, request));
  return [
    { name: 'folders.list', method: 'GET', path, handle: offered((request) => listRoot(world, request)) },
    {
      name: 'folders.read',
      method: 'GET',
      path: one,
      handle: offered((request) => listFolder(world, request)),
    },
    {
      name: 'folders.path',
      method: 'GET',
      path: `${one}/path`,
      handle: offered((request) => pathOf(world, request)),
    },
    {
      name: 'folders.create',
      method: 'POST',
      path,
      handle: offered((request) => makeFolder(world, request)),
    },
    { name: 'folders.put', method: 'PUT', path: one, handle: change },
    { name: 'folders.patch', method: 'PATCH', path: one, handle: change },
    {
      name: 'folders.delete',
      method: 'DELETE',
      path: one,
      handle: offered((request) => {
        const folder = folderIn(world, request);
        if (!folder) return problem(400, 'There is no such folder.');
        const { staffId } = request.caller;
        world.jobs.add(folderDeletion, { folderId: folder.id, userId: staffId, at: world.shownNow() });
        return accepted(undefined);
      }),
    },
  ];
}

function folderIn(world: World, { params }: ApiRequest): FolderRow | undefined {
  const folder = findFolder(world, params['folderId'] ?? '');
  if (folder?.matter_id !== params['matterId']) return undefined;
  return folder && isGone(world, { deleted: 0, folder_id: folder.id }) ? undefined : folder;
}

const folderShown = ({ id, parent_id, name }: FolderRow) => ({ id, parentId: parent_id, name });

const filesIn = (world: World, matterId: string, folderId: string | null): FileRow[] =>
  world.store
    .prepare<[string, string | null], FileRow>(
      'select * from files where matter_id = ? and folder_id is ? and deleted = 0 order by id',
    )
    .all(matterId, folderId);

/** The root's listing, so many of its folders and files at a time. */
function listRoot(world: World, request: ApiRequest): Answer {
  const { matterId = '' } = request.params;
  if (!matterExists(world, matterId)) return problem(403, 'This matter may not be read.');
  const page = readPage(request, 500);
  if ('refusal' in page) return page.refusal;
  const folders = foldersIn(world, matterId, null);
  const files = filesIn(world, matterId, null);
  const end = page.offset + page.limit;
  const listing = {
    id: null,
    folders: folders.slice(page.offset, end).map(folderShown),
    files: files
      .slice(Math.max(0, page.offset - folders.length), Math.max(0, end - folders.length))
      .map((file) => fileShown(world, file)),
  };
  const size = folders.length + files.length;
  return pagedAnswer(world, request, {
    ...{ page, size, relation: 'Folders', naturalShape: 'full' },
    value: [listing],
  });
}

function listFolder(world: World, request: ApiRequest): Answer {
  const { matterId = '' } = request.params;
  if (!matterExists(world, matterId)) return problem(403, 'This matter may not be read.');
  const folder = folderIn(world, request);
  if (!folder) return notFound('folder');
  return ok({
    id: folder.id,
    folders: foldersIn(world, matterId, folder.id).map(folderShown),
    files: filesIn(world, matterId, folder.id).map((file) => fileShown(world, file)),
  });
}

function pathOf(world: World, request: ApiRequest): Answer {
  const { matterId = '' } = request.params;
  if (!matterExists(world, matterId)) return problem(403, 'This matter may not be read.');
  const folder = folderIn(world, request);
  if (!folder) return notFound('folder');
  const below = folderPath(world, folder).map((one, at) => ({ ...folderShown(one), depth: at + 1 }));
  return ok([{ id: null, name: '', parentId: null, depth: 0 }, ...below]);
}

function makeFolder(world: World, request: ApiRequest): Answer {
  const { matterId = '' } = request.params;
  if (!matterExists(world, matterId)) return problem(400, 'There is no such matter.');
  const parsed = parseBody(newFolder, request.body);
  if ('refusal' in parsed) return parsed.refusal;
  return takeFolder(world, request, world.newId(), {
    name: parsed.value.name,
    parentId: parsed.value.parentFolderId ?? null,
    userId: parsed.value.userId,
  });
}

function changeFolder(world: World, request: ApiRequest): Answer {
  const folder = folderIn(world, request);
  if (!folder) return notFound('folder');
  const parsed = parseBody(request.method === 'PUT' ? newFolder : folderChange, request.body);
  if ('refusal' in parsed) return parsed.refusal;
  const { name = folder.name, parentFolderId, userId } = parsed.value;
  const parentId =
    parentFolderId === undefined && request.method === 'PATCH' ? folder.parent_id : (parentFolderId ?? null);
  const parent = parentId === null ? undefined : findFolder(world, parentId);
  if (parent && folderPath(world, parent).some(({ id }) => id === folder.id))
    return invalid([['parentFolderId', 'lies in the folder itself']]);
  return takeFolder(world, request, folder.id, { name, parentId, userId });
}

function takeFolder(
  world: World,
  request: ApiRequest,
  folderId: string,
  { name, parentId, userId }: { name: string; parentId: string | null; userId: string | null | undefined },
): Answer {
  const { matterId = '' } = request.params;
  if (parentId !== null && !folderExists(world, matterId, parentId))
    return invalid([['parentFolderId', 'is not a folder of this matter']]);
  world.jobs.add(folderJob, {
    ...{ matterId, folderId, name, parentId },
    ...{ userId: userId ?? request.caller.staffId, at: world.shownNow() },
  });
  return accepted(link(world, 'Folders', folderId, `/matters/${matterId}/documents/folders/${folderId}`));
}

function applyFolder(world: World, { matterId, folderId, name, parentId, ...act }: FolderJob): void {
  const folder = findFolder(world, folderId);
  if (!folder) {
    createFolder(world, { matterId, folderId, name, parentId }, act);
    return;
  }
  if (folder.name !== name) renameFolder(world, folder, name, act);
  if (folder.parent_id !== parentId) moveFolder(world, { ...folder, name }, { folderId: parentId }, act);
}
