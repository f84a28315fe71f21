import {
  type Act,
  addVersion,
  copyFile,
  createFile,
  deleteFile,
  type FileRow,
  findFile,
  keepContent,
  moveFile,
  renameFile,
} from '../documents/files.ts';
import { createFolder, deleteFolder, findFolder, moveFolder, renameFolder } from '../documents/folders.ts';
import type { World } from '../world.ts';
import { foldersByCategory, namesFor, unicodeNames, veryLongName } from './document-names.ts';
import { sampleContent } from './sample-content.ts';
import type { SampleMatter, SampleParts } from './sample-parts.ts';

/** Index of the matter that has many documents. */
const busyMatters = new Set([0, 7, 20]);

/** Folders and documents of one matter, with the history several people would leave behind in them. */
export function seedDocuments(world: World, parts: SampleParts, sample: SampleMatter): void {
  const { matter, id: matterId, index } = sample;
  const author = diary(parts, sample);
  const folders = makeFolders(world, matterId, foldersByCategory(sample.category), author);
  const fileIds: string[] = [];
  const add = (name: string, folder: string): string => {
    const fileId = world.newId();
    const content = keepContent(world, sampleContent(name, `${name}\nVersion 1.`), 'sample/');
    createFile(world, { matterId, fileId, folderId: folders.get(folder) ?? null, name, content }, author());
    fileIds.push(fileId);
    return fileId;
  };

  const names = namesFor(sample.category, matter.isLead ? 2 : busyMatters.has(index) ? 60 : 3 + (index % 3));
  for (const { name, folder } of names) add(name, folder);
  const unicode = unicodeNames[index % 12];
  if (unicode !== undefined) add(unicode, '');
  if (index === 0) add(veryLongName, 'Correspondence');
  revise(world, sample, fileIds, author);
  if (index % 6 === 0) rearrange(world, fileIds, folders, author);
}

/** Acts by the matter's people, each later than the one before, between opening and closing. */
function diary(parts: SampleParts, { matter, closedAt }: SampleMatter): () => Act {
  const authors = [
    matter.personResponsibleStaffId,
    matter.personAssistingStaffId,
    parts.people[8]?.staffId,
  ].filter((id): id is string => typeof id === 'string');
  let at = matter.openedAt;
  return () => {
    at += Math.round((closedAt - at) * (0.01 + parts.chance() * 0.06));
    return { userId: authors[Math.floor(parts.chance() * authors.length)] ?? '', at };
  };
}

/** Folder ids by path; a nested one comes after the one it is in. */
function makeFolders(
  world: World,
  matterId: string,
  paths: readonly string[],
  author: () => Act,
): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const parentId = cut < 0 ? null : (folders.get(path.slice(0, cut)) ?? null);
    folders.set(path, createFolder(world, { matterId, parentId, name: path.slice(cut + 1) }, author()));
  }
  return folders;
}

function revise(world: World, { index }: SampleMatter, fileIds: readonly string[], author: () => Act): void {
  fileIds.forEach((fileId, position) => {
    const file = findFile(world, fileId);
    if (file === undefined || (position + index) % 3 !== 0) return;
    const versions = 1 + ((position + index) % 4);
    for (let version = 2; version <= versions; version += 1) {
      const text = `${file.name}\nVersion ${version}.`;
      addVersion(world, file, keepContent(world, sampleContent(file.name, text), 'sample/'), author());
    }
  });
}

/** Renames, moves, a copy and deletions, as a tidy-up leaves them. */
function rearrange(
  world: World,
  fileIds: readonly string[],
  folders: ReadonlyMap<string, string>,
  author: () => Act,
): void {
  const [first, second, third, fourth] = fileIds.map((id) => findFile(world, id));
  const correspondence = folders.get('Correspondence') ?? null;
  if (first !== undefined) renameFile(world, first, withSuffix(first.name, ' (final)'), author());
  if (second !== undefined && second.folder_id !== correspondence) {
    moveFile(world, second, { folderId: correspondence }, author());
  }
  if (third !== undefined) {
    copyFile(world, third, { folderId: null, name: withSuffix(third.name, ' - Copy') }, author());
  }
  if (fourth !== undefined) deleteFile(world, fourth, author());
  const [path, lastFolderId = ''] = [...folders].at(-1) ?? [];
  const lastFolder = findFolder(world, lastFolderId);
  if (path === undefined || lastFolder === undefined) return;
  renameFolder(world, lastFolder, `${lastFolder.name} (old)`, author());
  const renamed = findFolder(world, lastFolderId);
  if (renamed !== undefined && renamed.parent_id !== null)
    moveFolder(world, renamed, { folderId: null }, author());
  const matterId = lastFolder.matter_id;
  const scratchId = createFolder(world, { matterId, parentId: null, name: 'New folder' }, author());
  const scratch = findFolder(world, scratchId);
  if (scratch !== undefined) deleteFolder(world, scratch, author());
}

function withSuffix(name: FileRow['name'], suffix: string): string {
  return name.replace(/(\.[^.]+)?$/, `${suffix}$1`);
}
