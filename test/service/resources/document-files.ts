import { notFound, ok, problem } from '../answer.ts';
import type { Downloads } from '../documents/downloads.ts';
import { type FileRow, findFile } from '../documents/files.ts';
import { isGone } from '../documents/folders.ts';
import { int64 } from '../int64.ts';
import { link, pagedAnswer, readPage, withSelf } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { dateTime, type World } from '../world.ts';
import { matterExists } from './matter-record.ts';
import { offeredBy } from './offered-by.ts';

interface VersionRow {
  readonly id: string;
  readonly size: number;
  readonly user_id: string;
  readonly created_at: number;
}

/** Documents beyond the spec, where the variant `documentFiles` offers them: what there is, and its contents. */
export function documentFileOperations(world: World, downloads: Downloads): Operation[] {
  const offered = offeredBy(world, 'documentFiles');
  return [
    {
      name: 'documents.listFiles',
      method: 'GET',
      path: '/matters/{matterId}/documents/files',
      handle: offered((request) => listFiles(world, request)),
    },
    {
      name: 'documents.readFile',
      method: 'GET',
      path: '/matters/{matterId}/documents/files/{fileId}',
      handle: offered((request) => {
        const file = fileIn(world, request);
        return file ? ok(fileShown(world, file)) : notFound('document');
      }),
    },
    {
      name: 'documents.download',
      method: 'GET',
      path: '/matters/{matterId}/documents/files/{fileId}/download',
      handle: offered((request) => {
        const file = fileIn(world, request);
        if (!file || isGone(world, file)) return notFound('document');
        const wanted = request.query.get('versionid');
        const version = versionsOf(world, file.id).findLast(({ id }) => !wanted || id === wanted);
        if (!version) return notFound('version');
        const { downloadUrl, expiresAt } = downloads.announce(version.id);
        const expiry = dateTime(world, expiresAt - world.now() + world.shownNow());
        return ok({
          fileId: file.id,
          ...named(file.name),
          downloadUrl,
          expiry,
          sizeBytes: int64(version.size),
        });
      }),
    },
  ];
}

function listFiles(world: World, request: ApiRequest) {
  const { matterId = '' } = request.params;
  if (!matterExists(world, matterId)) return problem(403, 'This matter may not be read.');
  const page = readPage(request, 500);
  if ('refusal' in page) return page.refusal;
  const files = world.store
    .prepare<[string], FileRow>('select * from files where matter_id = ? and deleted = 0 order by id')
    .all(matterId)
    .filter((file) => isContained(request, file) && !isGone(world, file));
  if (request.query.get('sort') === 'dateCreated') {
    const created = new Map(files.map(({ id }) => [id, versionsOf(world, id)[0]?.created_at ?? 0]));
    files.sort((one, other) => (created.get(one.id) ?? 0) - (created.get(other.id) ?? 0));
  }
  const value = files.slice(page.offset, page.offset + page.limit).map((file) => fileShown(world, file));
  return pagedAnswer(world, request, {
    page,
    size: files.length,
    value,
    relation: 'Files',
    naturalShape: 'full',
  });
}

export function fileIn(world: World, { params }: ApiRequest): FileRow | undefined {
  const file = findFile(world, params['fileId'] ?? '');
  return file?.matter_id === params['matterId'] ? file : undefined;
}

export function fileShown(world: World, file: FileRow) {
  const path = `/matters/${file.matter_id}/documents/files/${file.id}`;
  const versions = versionsOf(world, file.id);
  const [first, last] = [versions[0], versions.at(-1)];
  const folder = file.folder_id;
  return {
    ...withSelf(link(world, 'Files', file.id, path)),
    versionId: last?.id ?? null,
    folder:
      folder && link(world, 'Folders', folder, `/matters/${file.matter_id}/documents/folders/${folder}`),
    matter: link(world, 'Matters', file.matter_id, `/matters/${file.matter_id}`),
    ...named(file.name),
    ownerId: first?.user_id ?? null,
    dateCreated: first ? dateTime(world, first.created_at) : null,
    dateModified: last ? dateTime(world, last.created_at) : null,
    sizeBytes: last ? int64(last.size) : null,
    downloadInfo: link(world, 'DownloadInfo', file.id, `${path}/download`),
    additionalData: JSON.parse(file.additional),
    isFavorite: file.is_favorite === 1,
    isUploaded: last !== undefined,
    isCancelled: false,
    isDuplicate: false,
    isDeleted: isGone(world, file),
  };
}

const isContained = ({ query }: ApiRequest, { name }: FileRow): boolean =>
  name.toLowerCase().includes((query.get('search') ?? '').toLowerCase());

const versionsOf = (world: World, fileId: string): VersionRow[] =>
  world.store
    .prepare<[string], VersionRow>(
      'select id, size, user_id, created_at from versions where file_id = ? order by seq',
    )
    .all(fileId);

function named(fileName: string) {
  const extension = /\.[^.\s]{1,10}$/.exec(fileName)?.[0] ?? '';
  return { name: fileName.slice(0, fileName.length - extension.length), fileExtension: extension };
}
