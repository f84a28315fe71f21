import { beforeEach, expect, test } from 'vitest';
import type { Variants } from '../service/index.ts';
import { type Json, type Running, start } from './harness.ts';

let running: Running;
let matterId: string;
let folderId: string;
let fileId: string;

beforeEach(async () => {
  running = await start();
  const { colleague, seedMatters } = running.service;
  [matterId = ''] = seedMatters(1);
  folderId = colleague.createFolder(matterId, 'Pleadings');
  fileId = colleague.createFile(matterId, 'Defence.v2.docx', 'content', folderId);
  colleague.addVersion(fileId, 'more');
});

async function withVariants(variants: Partial<Variants>, folder = folderId): Promise<Json[]> {
  Object.assign(running.service.variants, variants);
  return running.history(matterId, folder);
}

test('types are words, other words or integers', async () => {
  const shown = async (historyWords: Variants['historyWords']) =>
    (await withVariants({ historyWords })).map((entry) => [entry.type, entry.changeType]);
  expect(await shown('words')).toEqual([
    ['Folder', 'Create'],
    ['File', 'Create'],
    ['File', 'Update'],
  ]);
  expect((await shown('otherWords'))[2]).toEqual(['File', 'NewVersion']);
  expect((await shown('integers'))[2]).toEqual([0, 1]);
});

test('names go with or without their extension', async () => {
  const [folder, file] = await withVariants({ historyNames: 'withoutExtension' });
  expect(folder).toMatchObject({ newName: 'Pleadings' });
  expect(file).toMatchObject({ newName: 'Defence.v2', fileExtension: '.docx' });
});

test('sparse entries say only what changed', async () => {
  const [, , version] = await withVariants({ historyMembers: 'sparse' });
  expect(version).toMatchObject({ newName: null, newFolderId: null, documentVersionId: expect.any(String) });
});

test('the root folder is named by one word only, and entries may name it too', async () => {
  const { colleague } = running.service;
  colleague.moveFile(fileId, { folderId: null });
  for (const rootFolder of ['root', 'null'] as const) {
    const entries = await withVariants({ rootFolder, rootFolderInEntries: 'id' }, rootFolder);
    expect(entries.at(-1)).toMatchObject({
      changeType: 'Move',
      newFolderId: rootFolder,
      oldFolderId: folderId,
    });
    const byMatter = await running.call('GET', `/matters/${matterId}/documents/folders/${matterId}/history`);
    expect(byMatter.status).toBe(404);
  }
  Object.assign(running.service.variants, { unknownFolderStatus: 403 });
  expect((await running.call('GET', `/matters/${matterId}/documents/folders/elsewhere/history`)).status).toBe(
    403,
  );
});

test('the newest entry can come first, and dates can have seven digits', async () => {
  const entries = await withVariants({ historyOrder: 'newestFirst', dateTimes: 'sevenDigits' });
  expect(entries[0].changeType).toBe('Update');
  expect(entries[0].timestamp).toMatch(/\.\d{7}Z$/);
});

test('what colleagues do shows up in every folder concerned', async () => {
  const { colleague, seedMatters } = running.service;
  const [otherMatter = ''] = seedMatters(1);
  const copyId = colleague.copyFile(fileId, { folderId: null, name: 'Copy.docx' });
  colleague.moveFile(copyId, { folderId: null, matterId: otherMatter });
  colleague.deleteFile(fileId);
  colleague.renameFolder(folderId, 'Old pleadings');
  const root = await running.history(matterId);
  expect(root.map((entry) => entry.changeType)).toEqual(['Create', 'Copy', 'Move', 'Rename']);
  expect(root[1]).toMatchObject({ copySourceFileId: fileId, file: { id: copyId } });
  expect(root[2]).toMatchObject({ oldMatterId: matterId, newMatterId: otherMatter });
  expect((await running.history(otherMatter)).map((entry) => entry.id)).toEqual([root[2].id]);
  const folder = await running.history(matterId, folderId);
  expect(folder.map((entry) => entry.changeType)).toEqual(['Create', 'Create', 'Update', 'Delete', 'Rename']);
});

test('a service may take no new documents by PUT', async () => {
  Object.assign(running.service.variants, { unknownFile: '404', announcedStatus: 200 });
  const put = (id: string) =>
    running.call('PUT', `/matters/${matterId}/documents/files/${id}`, { fileName: 'a.txt' });
  expect((await put('unknown')).status).toBe(404);
  expect((await put(fileId)).status).toBe(200);
});

test('a service may make every content put a version', async () => {
  Object.assign(running.service.variants, { repeatedContent: 'newVersion' });
  const address = await running.announce(matterId, 'f1', { fileName: 'a.txt' });
  for (const content of ['content', 'content']) {
    await running.put(address, content);
    running.service.applyPending();
  }
  expect(running.service.contentOf(matterId, 'f1')).toHaveLength(2);
});
